/* Words of the rules in English that the edition itself doesn't explain; it has most of them, with their pages. */
"use strict";

Object.assign(window.brickyardTexts.en, {
  "word.score-per-asset": "score per asset", "word.score-per-asset.is": "Everybody starts at 5. Most frames: 1 less; fewest: 1 more. Most systems: 1 less; fewest: 1 more. Whoever is tied for it takes it too.",
  "word.score-per-asset.fleet.is": "Everybody starts at 5. Most ships and companies: 1 less; fewest: 1 more. Most systems aboard ships: 1 less; fewest: 1 more. Whoever is tied for it takes it too.",
  "word.offense": "offense", "word.offense.is": "All but the highest score attack.",
  "word.pass": "pass", "word.pass.is": "You let the next player go, if a player after you has a frame that hasn't gone. Your turn comes again.",
  "word.turn": "turn", "word.turn.is": "Name a [target] and a [range]; roll all dice; take a [defense]; move and attack in either order; [spot] last. One die for each.",
  "word.seize": "seize", "word.seize.is": "The only player with frames within hand-to-hand range of a [station] holds it, and scores it from that moment.",
  "word.system": "system", "word.system.is": "What gives dice: defense, movement, comms or a weapon. A frame has up to four, at most two of a kind.",
  "word.system.fleet.is": "What gives a ship its dice: weapons, defense, comms, catapults. A capital ship has four, a frigate three.",
  "word.white": "white dice", "word.white.is": "The frame itself: two of them, each for any one action. They are lost last.",
  "word.target": "target", "word.target.is": "The unit you attack, and at which [range]: say it aloud before any die is rolled.",
  "word.damage-dice": "damage dice", "word.damage-dice.is": "As many as attack and [spot] are above the [defense]. In the open a shot hurts on 5 and 6, in [cover] on 6; hand-to-hand on 4 to 6.",
  "word.damage-dice.fleet.is": "As many as attack and [spot] are above the [defense]. On which faces they hurt depends on the [range]; [cover] takes the lowest of them.",
  "word.step-away": "stepping away", "word.step-away.is": "Beside a [station] a frame may ignore one damage by leaving it.",
  "word.terrain": "terrain", "word.terrain.is": "Each damage takes six pieces off. Below 3 bricks it no longer gives [cover].",
  "word.ruler": "ruler", "word.ruler.is": "Eight units of five studs; six units on a small table.",
  "word.repair": "repair", "word.repair.is": "Each white die of 5 or 6 that a ship spends gives a system back.",
  "word.time": "time", "word.power": "power",
  "across.its diagonal": "across its diagonal",
});
