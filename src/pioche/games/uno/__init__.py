"""UNO Schitt's Creek."""
