"""Who attacks and who defends, and what to bid: tables set, compared, said."""
