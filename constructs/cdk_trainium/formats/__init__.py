"""Renders a report: text, json, sarif, junit, markdown."""
