"""Exact odds: what dice show, what attacks do, what white dice cost; integers and fractions throughout."""
