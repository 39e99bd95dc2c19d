"""tablectl: a controller that supervises the devices on a casino card table."""

__version__ = "0.1.0"
