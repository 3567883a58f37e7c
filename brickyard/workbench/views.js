// Which view shows which address. A view is `function View({address, store, api, t})`.
import Yard from "./views/yard.js";
import Design from "./views/design.js";

// Other views are loaded when they are first shown: an error in one doesn't break the rest.
const later = (load) => ({ load });

export const VIEWS = {
  "/": { view: Yard, title: "yard.title", section: "yard" },
  "/design": { view: Design, title: "design.title", section: "yard" },
  "/company": { ...later(() => import("./views/company.js")), title: "nav.companies", section: "company" },
  "/fight": { ...later(() => import("./views/fight.js")), title: "nav.fight", section: "fight" },
  "/buy": { ...later(() => import("./views/buy.js")), title: "nav.buy", section: "buy" },
  "/house": { ...later(() => import("./views/house.js")), title: "nav.house", section: "house" },
  "/how": { ...later(() => import("./views/guide.js")), title: "nav.how", section: "how" },
};

export const SECTIONS = [
  ["yard", "/", "nav.yard"],
  ["company", "/company", "nav.companies"],
  ["fight", "/fight", "nav.fight"],
  ["buy", "/buy", "nav.buy"],
  ["house", "/house", "nav.house"],
];
