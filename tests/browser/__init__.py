"""The console in a real browser, before a real table: `make test-browser`."""
