// What to take and to pay, in the order in which it is done.

import { html } from "./vendor/preact-htm.js";
import { Verdict } from "./seat.js";
import { word } from "./words.js";

export function Settlement({ settlement }) {
  return html`<section class="settlement" aria-label=${settlement.title || word("settlement")} data-settlement>
    <header><h3>${settlement.title || word("settlement")}</h3>${settlement.basis ? html`<cite>${settlement.basis}</cite>` : null}</header>
    <ol>${settlement.lines.map((line) => html`<li data-place=${line.place} data-does=${line.does}><${Verdict} line=${line} /><span>${line.text}</span></li>`)}</ol>
  </section>`;
}
