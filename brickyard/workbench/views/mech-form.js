// A Paper 'Mech: what is on each mount, and how much armour each part has.
import { html } from "../dom.js";
import { Choice, Stepper } from "./fields.js";
import { deepEdit } from "./manifests.js";
import { Portrait } from "./cards.js";

export function MechForm({ draft, file, editions, store, t }) {
  const tables = editions.now?.tables;
  const { value } = draft;
  if (!tables?.mounts) return null;
  const put = (path, content) => {
    const edit = deepEdit(value, path, content);
    if (edit) draft.edit(edit);
  };
  const weapons = Object.entries(tables.weapons || {});
  const title = (mount) => (t.has(`mech.${mount}`) ? t(`mech.${mount}`) : mount);
  return html`<div class="mech-form">
    <${Portrait} file=${file} store=${store} />
    <section>
      <h2>${t("mech.mounts")}</h2>
      <ul class="mounts">${Object.entries(tables.mounts).map(([mount, place]) => {
        const now = String(value.mounts?.[mount] ?? "");
        const weapon = tables.weapons?.[now];
        return html`<li key=${mount}>
          <${Choice} label=${title(mount)} value=${now}
            choices=${[
              ["", t("mech.nothing")],
              ...weapons
                .filter(([, one]) => one.mounts.includes(place))
                .map(([name, one]) => [name, one.name || name]),
            ]} onSet=${(name) => put(["mounts", mount], name || undefined)} />
          ${
            weapon &&
            html`<p class="small">
              ${t("mech.weapon", {
                range: weapon.range,
                weight: weapon.weight,
                keyword: weapon.keyword,
              })}</p>`
          }
          <${Stepper} label=${t("mech.armour")} value=${Number(value.armour?.[mount] ?? 0)} low=${0}
            high=${12} t=${t} onSet=${(number) => put(["armour", mount], number || undefined)} /></li>`;
      })}</ul></section>
    <section>
      <h2>${t("mech.body")}</h2>
      <div class="game-fields">${Object.keys(tables.armour || {})
        .filter((one) => !(one in tables.mounts))
        .map(
          (
            part,
          ) => html`<${Stepper} key=${part} label=${title(part)} value=${Number(value.armour?.[part] ?? 0)}
            low=${0} high=${12} t=${t} onSet=${(number) => put(["armour", part], number || undefined)} />`,
        )}</div></section></div>`;
}
