"""Drivers: bytes and the time go in, observations and bytes come out."""
