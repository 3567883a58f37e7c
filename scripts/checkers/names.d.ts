// What scripts find on the page and didn't make themselves.
declare const preact: any;
declare const preactHooks: any;
declare const htm: any;
// The table's: what its game is, texts by language, and the game's rules as they are translated from Python.
declare var brickyardBattleMade: any;
declare var brickyardTable: any;
declare var brickyardTexts: Record<string, any>;
declare const brickyardGame: any;

// Who asks a page for an element knows its kind.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Window {
  brickyardScene: (name: string, scene: object) => void;
}
