"""The scenario runner: that it plays the catalogue, and that it can say no."""
