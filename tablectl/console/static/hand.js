// The cards of one hand, fanned so that every index can be read.

import { html } from "./vendor/preact-htm.js";
import { Card } from "./card.js";

/** The cards in rows that lie over one another. */
function rows(cards, across) {
  const made = [];
  for (let at = 0; at < cards.length; at += across) made.push(cards.slice(at, at + across));
  return made;
}

/** A hand with as many cards in a row as there is room `across`, and what it is called there. */
export function Hand({ hand, across, name }) {
  const cards = hand.cards.length;
  return html`<div class=${`hand${hand.now ? " now" : ""}${name ? "" : " alone"}`} data-place=${hand.place} data-count=${hand.count} role="group" aria-label=${hand.label}>
    ${rows(hand.cards, across).map((row) => html`<div class=${`fan${cards >= across ? " full" : ""}`} style=${{ "--cards": Math.min(across, cards) }}>${row.map((code, at) => html`<${Card} key=${at} code=${code} />`)}</div>`)}
    ${cards ? null : html`<div class="fan"><span class="card none" aria-hidden="true"></span></div>`}
    ${name || hand.last ? html`<span class="hand-label">${name}${hand.last ? html`<b class="said">${hand.last}</b>` : null}</span>` : null}
  </div>`;
}
