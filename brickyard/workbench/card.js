// What the server says of a file (`brickyard card --format json`), as the views want it.

// Exact numbers come as text such as 7/4.
export function number(value) {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return value ? Number(value.value ?? NaN) : NaN;
  const [over, under = "1"] = value.split("/");
  return Number(over) / Number(under);
}

// What a force has, in words.
export function countsOf(file, t) {
  if (file.kind === "campaign") return t("campaign.count", { count: file.forces });
  const counted = () =>
    Object.entries(file.counts || {})
      .filter(([, count]) => count)
      .map(([one, count]) => `${count} ${t(`company.count.${one}`, { count })}`)
      .join(", ");
  return (
    (t.language === "en" ? file.counts_words : counted()) ||
    (t.has(`kind.${file.kind}`) ? t(`kind.${file.kind}`) : "")
  );
}

// The card of a file; of a model with one unit, that unit's own values are on it.
export function cardOf(answer, wanted = "") {
  const file = answer.cards ? answer.cards[0] : answer;
  const units = file.units || [];
  const isForce = ["company", "fleet", "mech", "campaign"].includes(file.kind);
  const unit = isForce ? null : units.find((one) => one.name === wanted) || units[0] || null;
  const own = unit || {};
  return {
    source: answer,
    name: own.title || own.name || file.name,
    title: own.title || "",
    kind: own.kind || file.kind,
    role: own.role || "",
    faction: file.faction || "",
    isForce,
    // Of a campaign, the files of its forces.
    fielded: file.fielded || [],
    units,
    unit,
    verdict: own.verdict || file.verdict,
    findings: own.findings || file.findings || [],
    dice: own.dice || [],
    systems: own.systems || [],
    losses: own.losses || [],
    notation: own.notation || "",
    odds: own.odds || null,
    size: own.size || "",
    box: own.box || null,
    pieces: own.pieces ?? file.pieces ?? 0,
    lots: (own.parts || []).length,
    steps: own.steps || 0,
    kindWords: (t) =>
      isForce
        ? countsOf(file, t)
        : own.kind && t.has(`role.${own.kind}`)
          ? t(`role.${own.kind}`)
          : own.kind || "",
  };
}
