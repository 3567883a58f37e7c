// What Sphinx's search takes for the order of pages: its usual weights, and reasons after guides.
// eslint-disable-next-line no-unused-vars
var Scorer = {
  score: ([page, , , , score]) =>
    score -
    (/^(decisions\/|ARCHITECTURE|benchmarks)/.test(page) ? 200 : /^(reference\/|api-)/.test(page) ? 100 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
