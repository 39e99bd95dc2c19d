"""Hosts: what gives the kernel time, devices and people."""
