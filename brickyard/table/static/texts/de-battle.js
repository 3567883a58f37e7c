/* The saved page of a battle, in German: the words of battle.js, by the same keys. */
"use strict";

window.brickyardTexts.de.battle = {
  "round": "1 Runde", "rounds": "{n} Runden", "not-over": "Das Spiel ist nicht zu Ende.", "circle": "1 offener Kreis", "circles": "{n} offenen Kreisen",
  "beaten": "Alle Wellen besiegt, mit {left}.", "destroyed-in": "Zerstört in Welle {n}.", "over": "Das Spiel ist zu Ende.", "won": "{name} hat gewonnen.", "won-together": "Zusammen gewonnen: {names}.", "and": "und",
  "scores": "Punkte", "force": "Wer", "at-start": "Am Anfang", "score": "Punktzahl", "points": "Punkte × Werte", "lost": "Verloren", "over-rounds": "Punkte über die Runden", "from-to": "{name} von {from} bis {to}", "start": "Anfang",
  "destroyed": "zerstört", "off": "hat den Tisch verlassen", "adrift": "treibt", "lost-systems": "verloren: {systems}", "unharmed": "heil", "happened": "Was geschah", "round-n": "Runde {n}", "setup": "Vorbereitung", "a-battle": "Eine Schlacht", "made-with": "Gemacht mit brickyard {version}.",
};
