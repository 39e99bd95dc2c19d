"""The clause registry, and that every citation in the project leads into it."""
