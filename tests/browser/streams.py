"""The stream of a page, within reach of a test."""

from __future__ import annotations

KEEP_STREAMS = """
  window.EventSource = class extends EventSource {
    constructor(...given) { super(...given); window.stream = this; }
  };
"""
"""The newest stream of the page, for a test to have something happen to it."""
