"""What players field: companies, fleets and 'mechs, read from their manifests."""
