"""Printable sheets and building instructions: plain values, templates, and the press that makes PDFs."""
