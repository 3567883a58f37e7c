"""What a game at the table needs of an edition, as JSON: rules, every loadout with its dice, odds."""
