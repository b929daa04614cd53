"""Duckomenta Art."""
