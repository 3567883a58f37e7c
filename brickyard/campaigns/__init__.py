"""Campaigns: games added from their logs, and how the forces stand."""
