// Which view shows which address. A view is `function View({address, store, api, t})`.
import Yard from "./views/yard.js";

// Other views are loaded once, when they are first needed: an error in one doesn't break the rest.
function later(load) {
  let found = null;
  return { load: () => (found ||= load()) };
}

// The 3D view is a classic script.
function drawing() {
  const script = document.createElement("script");
  script.src = "/static/3d.js";
  document.head.append(script);
  return new Promise((done, failed) => Object.assign(script, { onload: done, onerror: failed }));
}

export const VIEWS = {
  "/": { view: Yard, title: "yard.title", section: "yard" },
  "/design": {
    ...later(() => drawing().then(() => import("./views/design.js"))),
    title: "design.title",
    section: "yard",
  },
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
