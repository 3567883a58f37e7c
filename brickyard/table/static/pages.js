/* Where the words are that texts/…-words.js explains: by the edition's short name. */
"use strict";

window.brickyardPages = {
  RA: {
    "score-per-asset": "RA p.69–73", "offense": "RA p.73", "pass": "RA p.90", "turn": "RA p.95–102", "seize": "RA p.91–92, 103", "system": "RA p.62–63", "white": "RA p.62, 97",
    "target": "RA p.95–97", "damage-dice": "RA p.117–121", "step-away": "RA p.123", "terrain": "RA p.75, 122", "ruler": "RA p.76",
  },
  Condensed: {
    "score-per-asset": "Condensed §3 Assets & ppa", "offense": "Condensed §3", "pass": "Condensed §3 Combat Phase", "turn": "Condensed §3 Combat Phase", "seize": "Condensed §3 Combat Phase", "system": "Condensed §2 Frames",
    "white": "Condensed §2 Frames", "target": "Condensed §3 Attacking", "damage-dice": "Condensed §3 Resolving Damage Dice", "step-away": "Condensed §3 Resolving Damage", "terrain": "Condensed §2 Cover", "ruler": "Condensed §2 Ruler and units",
  },
  Draft: {
    "score-per-asset": "Draft Asset Value", "offense": "Draft Tactical Position", "pass": "Draft Initiative Order", "turn": "Draft A Mobile Frame's Turn", "seize": "Draft Finally, Seize Stations", "system": "Draft Mobile Frames",
    "white": "Draft Mobile Frames", "target": "Draft Naming Your Target", "damage-dice": "Draft How Much Damage?", "step-away": "Draft When a mobile frame takes damage", "terrain": "Draft The Ruler", "ruler": "Draft The Ruler",
  },
  IO: {
    "score-per-asset": "IO p.27–28", "pass": "IO p.29", "turn": "IO p.29–37", "system": "IO p.22–24", "white": "IO p.22", "target": "IO p.30", "damage-dice": "IO p.31", "ruler": "IO p.20", "repair": "IO p.30",
  },
};
