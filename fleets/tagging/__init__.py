"""Tags: what names, meta lines and manifests say about a submodel, and writing them into files."""
