"""The console: what people at a table see and touch; a client of the door."""
