"""Tests of what a link really is."""
