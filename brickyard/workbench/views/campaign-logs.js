// Games that were played at the table and aren't in the campaign yet: their logs lie beside it.
import { html, useEvents, useLoaded, useState } from "../dom.js";

export function WaitingLogs({ draft, file, api, t }) {
  // The folder is looked at again when somebody comes back from the table's page.
  const [looks, setLooks] = useState(0);
  useEvents({ focus: () => setLooks((before) => before + 1) });
  const { value, error } = useLoaded(
    (signal) => api.get("campaign", { path: file }, signal),
    [file, draft.draft, draft.version, looks],
  );
  const logs = value?.logs || [];
  return html`<h3>${t("campaign.waiting")}</h3>
    <ul class="campaign-forces waiting-logs">${logs.map(
      (log) => html`<li key=${log.file} data-log=${log.file}>
        <b>${log.date || log.file}</b>
        <small>
          ${Object.entries(log.scores)
            .map(([name, score]) => `${name}: ${score}`)
            .join(", ")} (${log.file})${log.why && `: ${log.why}`}</small>
        ${!log.why && !log.over && html`<small>${t("campaign.notOver")}</small>`}
        ${
          !log.why &&
          html`<button type="button" disabled=${draft.isBusy}
            onClick=${() => draft.addGame(log.file, !log.over)}>
            ${t(log.over ? "campaign.addGame" : "campaign.addAsItStands")}</button>`
        }</li>`,
    )}</ul>
    <p class="small">${error ? error.message : t(logs.length ? "campaign.addHow" : "campaign.noLogs")}</p>`;
}
