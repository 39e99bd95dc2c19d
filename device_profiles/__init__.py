"""Profiles of the devices that tablectl knows, one YAML file a model."""
