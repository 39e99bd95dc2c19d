// The supervisor's page beside the felt: clocks, notices, options, and the acts that change them.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { ActButton } from "./buttons.js";
import { tableTime } from "./clock.js";
import { useDesk } from "./desk.js";
import { word } from "./words.js";

const MICROSECONDS = 1e6;

/** How long it is until a clock ends. */
function left(at, now) {
  const seconds = Math.max(0, Math.floor((at - now) / MICROSECONDS));
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The time at the table, every second. */
function useTableTime() {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => setTicks((n) => n + 1), 1000);
    return () => clearInterval(ticking);
  }, []);
  return tableTime();
}

function Clocks({ clocks }) {
  const now = useTableTime();
  const isLate = (clock) => clock.late || (clock.at !== null && clock.at <= now);
  if (!clocks.length) return html`<p class="nothing">${word("no_clocks")}</p>`;
  return html`<ul class="clocks">${clocks.map((clock) => html`<li class=${isLate(clock) ? "late" : ""} data-clock=${clock.name}>
    <span>${clock.label}<small>${clock.at ? clock.text : null}</small></span><b>${clock.at && !clock.late ? left(clock.at, now) : clock.text}</b>${isLate(clock) ? html`<em>${word("late")}</em>` : null}</li>`)}</ul>`;
}

export function House() {
  const { screen } = useDesk();
  return html`<div class="house">
    <section class="card-panel"><h3>${word("clocks")}</h3><${Clocks} clocks=${screen.clocks} /></section>
    <section class="card-panel"><h3>${word("notices")}</h3>${screen.notices.length ? html`<ul class="plain-list">${screen.notices.map((notice) => html`<li data-notice=${notice.id}>${notice.text}</li>`)}</ul>` : html`<p class="nothing">${word("no_notices")}</p>`}</section>
    <section class="card-panel tall"><h3>${word("options")}</h3><ul class="plain-list">${screen.options.map((option) => html`<li data-option=${option.name}>${option.text}</li>`)}</ul></section>
    <section class="card-panel"><h3>${word("changes")}</h3><div class="act-list">${screen.changes.map((button) => html`<${ActButton} key=${button.id} button=${button} />`)}</div>${screen.changes.length ? null : html`<p class="nothing">${word("nothing_here")}</p>`}</section>
  </div>`;
}
