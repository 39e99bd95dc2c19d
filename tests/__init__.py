"""The tests of tablectl."""
