"""Drivers, their lines and the bytes on them."""
