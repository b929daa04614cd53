"""Every figure that Pioche claims, measured beside its peers in one run."""
