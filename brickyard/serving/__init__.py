"""The workbench's server: files, drafts of them, and the answers that the command line gives."""
