"""The house that asks: from a need to a grant."""
