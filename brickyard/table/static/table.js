/* The page people hold in their hands: puts the views together over one log of events. */
"use strict";

(({
  html,
  render,
  t,
  has,
  kept,
  keep,
  language,
  Shared,
  useEffect,
  useMemo,
  useRef,
  useState,
  useCallback,
  views,
}) => {
  const { game, pictures = {}, about = {}, host = null } = brickyardTable;
  const english = game.rules;

  const SHEETS = {
    log: "LogSheet",
    clock: "ClockSheet",
    attack: "AttackSheet",
    odds: "OddsSheet",
    spot: "SpotSheet",
    defend: "DefendSheet",
    station: "StationSheet",
    objective: "ObjectiveSheet",
    unit: "UnitSheet",
    holder: "HolderSheet",
    rules: "RulesSheet",
    word: "WordSheet",
    more: "MoreSheet",
    end: "EndSheet",
    bring: "BringSheet",
    ask: "AskSheet",
    order: "OrderSheet",
    share: "ShareSheet",
    pack: "PackSheet",
  };

  /** What a unit had at the start: its picture, rockets. Ids are the player's key and a number. */
  function ownParts(events) {
    const { list_in: listIn, object_of: objectOf, whole } = brickyardGame.event_fields;
    const known = {};
    const bring = (key, force) => {
      for (const id of Object.keys(known)) if (id.replace(/\d+$/, "") === key) delete known[id];
      // Others may have entered anything; a huge number would make that many buttons.
      listIn(objectOf(force).units, 60)
        .map(objectOf)
        .forEach((unit, n) => {
          known[`${key}${n + 1}`] = {
            rockets: whole(unit.rockets, 0, 9) || 0,
            picture: Object.hasOwn(pictures, unit.picture) ? pictures[unit.picture] : "",
          };
        });
    };
    for (const player of game.players) bring(player.key, player.force);
    for (const event of events) {
      if (event.do === "bring") bring(event.player, event.force);
      if (event.do === "reveal") bring(event.player, revealed(event.text));
    }
    return known;
  }

  function revealed(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** A force as it is now, without pictures; if only its numbers are known, those. */
  function forceNow(state, known, key) {
    const player = state.players.find((one) => one.key === key);
    const units = Object.values(state.units).filter((one) => one.first === key);
    const force = {
      name: views.nameOf(state, key),
      stations: state.stations.filter((one) => one.first === key).map(({ name }) => ({ name })),
    };
    if (units.some((one) => !one.known))
      return { ...force, units: [], counts: { ...player.counts, systems: player.systems } };
    return {
      ...force,
      units: units.map(({ name, kind, systems, ace, id }) => ({
        name,
        kind,
        systems,
        ace,
        rockets: known[id]?.rockets ?? 0,
      })),
    };
  }

  /** The rules with their sentences, questions and names in the page's language. */
  function inLanguage(rules, speaks) {
    const say = brickyardTexts[speaks]?.say;
    if (!say) return rules;
    const ours = (kind, name, otherwise) => (has(`${kind}.${name}`) ? t(`${kind}.${name}`) : otherwise);
    const open = Object.fromEntries(
      Object.entries(rules.open ?? {}).map(([key, one]) => [
        key,
        {
          ...one,
          asks: ours("question", key, one.asks),
          answers: one.answers.map(([answer, words]) => [answer, ours("answer", answer, words)]),
        },
      ]),
    );
    const named = (kind, some) =>
      Object.fromEntries(
        Object.entries(some ?? {}).map(([key, words]) => [
          key,
          ours(`${kind}.${rules.game}`, key, ours(kind, key, words)),
        ]),
      );
    const words = {
      ...rules.words,
      ...Object.fromEntries(
        ["highest", "others", "lowest"].map((one) => [
          one,
          ours(`position.${rules.game}`, one, t(`position.${one}`)),
        ]),
      ),
    };
    const kinds =
      rules.kinds &&
      Object.fromEntries(
        Object.entries(rules.kinds).map(([key, one]) => [key, { ...one, called: t(`kind.${key}`) }]),
      );
    const mech = rules.mech && mechInLanguage(rules.mech, ours);
    const placing = rules.placing.map((line, n) => ours(`placing.${rules.edition}`, n, line));
    return {
      ...rules,
      say: { ...rules.say, ...say },
      open,
      placing,
      mech,
      kinds,
      ranges: named("range", rules.ranges),
      system_names: named("system", rules.system_names),
      words,
    };
  }

  /**
   * Names of weapons, enemies and moves; the fold knows moves and what a weapon does by their English names.
   */
  function mechInLanguage(mech, ours) {
    const renamed = (kind, some, more = (_one) => ({})) =>
      Object.fromEntries(
        Object.entries(some).map(([key, one]) => [
          key,
          { ...one, name: ours(kind, key, one.name), ...more(one) },
        ]),
      );
    const attacks = (one) => ({
      attacks: one.attacks.map((attack) => ({ ...attack, name: ours("shot", attack.name, attack.name) })),
    });
    const names = [
      ...mech.board.moves.map((one) => one.name),
      ...Object.values(mech.weapons).flatMap((one) => one.actions.map((action) => action.name)),
    ].filter(Boolean);
    const called = Object.fromEntries(names.map((name) => [name, ours("move", name, name)]));
    return {
      ...mech,
      called,
      weapons: renamed("weapon", mech.weapons),
      enemies: renamed("enemy", mech.enemies, attacks),
      board: { ...mech.board, ours: mech.board.ours.map((line, n) => ours("mech.board", n, line)) },
    };
  }

  function settleLook() {
    const theme = kept("theme", "");
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    document.documentElement.lang = language();
  }

  /** Keeps the screen awake; only secure pages may ask for that. */
  function useWakeLock(active) {
    useEffect(() => {
      if (!active || !navigator.wakeLock) return undefined;
      let lock = null;
      const ask = () =>
        document.visibilityState === "visible" &&
        navigator.wakeLock.request("screen").then(
          (one) => {
            lock = one;
          },
          () => {},
        );
      ask();
      document.addEventListener("visibilitychange", ask);
      return () => {
        document.removeEventListener("visibilitychange", ask);
        lock?.release();
      };
    }, [active]);
  }

  function useLog() {
    const [, again] = useState(0);
    const [sync] = useState(() => brickyardSync.open({ game, onChange: () => again((n) => n + 1) }));
    const events = sync.events;
    const speaks = language();
    const folded = useMemo(() => {
      game.rules = inLanguage(english, speaks);
      // The page names players who have no name yet; the log keeps Python's name for them.
      const players = game.players.map((one) => ({
        ...one,
        name: String(one.name).replace(/^Opponent(?=( \d+)?$)/, () => t("opponent", { n: "" })),
      }));
      return brickyardFold.keep({ ...game, players });
    }, [speaks]);
    return { sync, events, state: folded(events) };
  }

  const watchesByAddress = () =>
    Boolean(host?.watch) || /(^|[?&#])watch\b/.test(location.search + location.hash);

  function App() {
    const { sync, events, state } = useLog();
    const [level, setLevelNow] = useState(kept("level", 2));
    const [teaching, setTeachingNow] = useState(kept("teaching", false));
    const [sheet, setSheet] = useState(null);
    const [word, setWord] = useState(null);
    const [, setLooks] = useState(0);
    const [watches, setWatches] = useState(watchesByAddress());
    const [doubted, setDoubted] = useState(null);
    const watching = sync.status.mode === "watching";
    useWakeLock(state.phase === "play" || watches);
    useEffect(settleLook);
    const going = useRef(null);
    useEffect(() => {
      // Scrolls to the unit whose turn begins.
      const acts = state.open_turns[0]?.waits ? state.attack?.target : state.open_turns[0]?.unit;
      if (acts && going.current !== acts)
        document.getElementById(`unit-${acts}`)?.scrollIntoView({ block: "nearest" });
      going.current = acts;
    }, [state]);
    useEffect(
      () => scrollTo({ top: 0, behavior: "instant" }),
      [state.phase === "setup" || state.phase === "deploy"],
    );
    useEffect(() => {
      const who = state.up ? `${views.nameOf(state, state.up)} · ` : "";
      document.title = `${who}${state.clock ?? ""} · ${game.title ?? ""}`;
    }, [state]);

    const act = useCallback(
      (event) => {
        if (watching) return false;
        // Two phones without a connection may both end a round: each says which round it means.
        const told = ["round-end", "tick", "next-round", "agree"].includes(event.do)
          ? { ...event, round: state.round }
          : event;
        const { entry } = brickyardFold.foretell(game, state, told);
        if (entry.insist) setDoubted({ event: told, why: entry.why });
        else sync.add(brickyardFold.fresh(told));
        return !entry.insist;
      },
      [sync, watching, state],
    );
    const standing = state.log.filter((one) => !["undo", "redo"].includes(one.do));
    const lastDone = standing.filter((one) => !one.undone).at(-1);
    // Redo brings back what was taken back last, until something else is entered.
    const lastUndo =
      state.log.at(-1)?.do === "undo" ? events.find((one) => one.id === state.log.at(-1).id)?.what : "";
    const takeBack = (kinds, unit, system) => {
      const wanted = standing
        .filter((one) => !one.undone && one.effect && [kinds].flat().includes(one.do))
        .map((one) => events.find((event) => event.id === one.id))
        .filter((event) => event?.unit === unit && (system === undefined || event.system === system))
        .at(-1);
      if (wanted) act({ do: "undo", what: wanted.id });
      else if (system) act({ do: "restore", unit, system });
    };
    const jump = (where) => {
      const found = document.getElementById(where === "stations" ? "stations" : `force-${where}`);
      found?.scrollIntoView({ block: "start" });
      found?.focus?.({ preventScroll: true });
    };
    const open = (name, props = {}) =>
      name === "watch" ? (setSheet(null), setWatches(true)) : setSheet({ name, props });
    const known = useMemo(() => ownParts(events), [state]);
    const [sent, setSent] = useState(null);
    useEffect(() => {
      if (!brickyardShare.isShared(location.hash)) return;
      brickyardShare.read(location.hash).then(setSent, (error) => console.warn(error.message));
      history.replaceState(null, "", location.pathname + location.search);
    }, []);
    const shared = {
      game,
      state,
      events,
      sync,
      host,
      about,
      level,
      teaching,
      watching,
      act,
      takeBack,
      jump,
      open,
      offers: brickyardFold.offers(game, state),
      own: (id) => known[id] ?? {},
      forceNow: (key) => forceNow(state, known, key),
      sent,
      forget: () => setSent(null),
      explain: setWord,
      insist: (event) => sync.add(brickyardFold.fresh({ ...event, anyway: true })),
      undo: lastDone && !watching ? () => act({ do: "undo", what: lastDone.id }) : null,
      redo: lastUndo && !watching ? () => act({ do: "redo", what: lastUndo }) : null,
      leave: watching ? null : () => setWatches(false),
      setLevel: (value) => {
        keep("level", value);
        setLevelNow(value);
      },
      setTeaching: (value) => {
        keep("teaching", value);
        setTeachingNow(value);
      },
      setLook: () => setLooks((n) => n + 1),
    };
    const close = () => setSheet(null);
    const Shown = sheet && views[SHEETS[sheet.name]];
    const setting = state.phase === "setup" || state.phase === "deploy";
    const problem = sync.status.problem;
    return html`<${Shared.Provider} value=${shared}>
      ${
        watches
          ? html`<${views.Watch} />`
          : html`<header class="top">
              <${views.TopBar} />
              ${game.game !== "mech" && state.players.length > 0 && html`<${views.Scores} />`}</header>
            <${views.Spoken} />
            <main>
              ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
              ${
                setting && game.game !== "mech"
                  ? html`<${views.Setup} />`
                  : game.game === "mech"
                    ? html`<${views.Mech} />`
                    : html`<${views.Stations} /><${views.Forces} />`
              }
              <p class="small row">
                <${views.Status} sync=${sync} /> ${game.rules.title ?? game.title}</p></main>
            ${setting && game.game !== "mech" ? html`<${views.SetupDock} />` : html`<${views.Dock} />`}`
      }
      ${Shown && html`<${Shown} key=${JSON.stringify(sheet)} ...${sheet.props} onClose=${close} />`}
      ${doubted && html`<${views.InsistSheet} ...${doubted} onClose=${() => setDoubted(null)} />`}
      ${word && html`<${views.WordSheet} key=${word} word=${word} onClose=${() => setWord(null)} />`}<//>`;
  }

  settleLook();
  brickyardShelf.recover().then(() => {
    brickyardPage.askLanguageAgain();
    render(html`<${App} />`, document.getElementById("table"));
  });
})(window.brickyardPage);
