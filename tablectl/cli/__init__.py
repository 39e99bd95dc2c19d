"""The command line. Light to import: what a command needs is imported when it runs."""
