"""Tests of the hosts and of the door on the wire."""
