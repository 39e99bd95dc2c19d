// The table as the dealer sees it: the players in an arc at the far side, seat 1 at the dealer's
// left; before the dealer the community cards and the dealer's own; shoe and rack at hand.

import { html } from "./vendor/preact-htm.js";
import { ActButton, buttonsAt } from "./buttons.js";
import { Hand } from "./hand.js";
import { Seat } from "./seat.js";
import { useDesk } from "./desk.js";
import { word } from "./words.js";

const IN_A_SPREAD = 8; // cards side by side before the dealer

/** How far down the arc a seat is, from 0 in the middle to 1 at either end. */
function drop(index, count) {
  if (count < 2) return 0;
  const across = (2 * (index + 0.5)) / count - 1;
  return 1 - Math.sqrt(Math.max(0, 1 - across * across));
}

function Pile({ pile, device }) {
  const { screen } = useDesk();
  const acts = buttonsAt(screen.buttons, pile.place).filter((button) => !button.primary);
  const many = Math.min(4, Math.ceil((pile.count ?? 0) / 13));
  return html`<div class=${`pile${pile.count ? "" : " empty"}`} data-place=${pile.place} role="group" aria-label=${`${pile.label}: ${pile.count ?? "?"}`}>
    <span class="pile-cards" data-many=${many} aria-hidden="true">${Array.from({ length: many }, () => html`<i></i>`)}</span>
    <span class="pile-text"><b>${pile.count ?? "?"}</b><span>${pile.label}</span>
      ${device ? html`<small>${device.name} ${device.text}</small>` : null}</span>
    ${acts.map((button) => html`<${ActButton} key=${button.id} button=${button} small />`)}
  </div>`;
}

function Spread({ name, title, hands }) {
  if (!hands.length) return null;
  return html`<div class=${`spread ${name}`} data-area=${name}>
    <h3>${title}</h3>
    <div class="spread-hands">${hands.map((hand) => html`<${Hand} key=${hand.place} hand=${hand} across=${IN_A_SPREAD} name=${hands.length > 1 ? hand.label : null} />`)}</div>
  </div>`;
}

export function Felt({ felt, game, settlement, devices }) {
  const count = felt.seats.length;
  const half = Math.ceil(felt.piles.length / 2);
  const machines = devices.filter((device) => !felt.piles.some((each) => each.device === device.name));
  const least = Math.floor(machines.length / 2); // the left has more piles
  const machine = (device) => html`<p class="machine" key=${device.name} data-machine=${device.name}><b>${device.name}</b> ${device.text}</p>`;
  const pile = (each) => html`<${Pile} key=${each.place} pile=${each} device=${devices.find((device) => device.name === each.device)} />`;
  return html`<section class="felt" aria-label=${word("felt")} data-seats=${count}>
    <div class="surface"><div class="rail" aria-hidden="true"><span class="print">${game}</span></div>
    <div class="cloth">
      <div class="arc" style=${{ "--seats": count }}>${felt.seats.map(
        (seat, index) => html`<div class="arc-place" key=${seat.place} style=${{ "--drop": drop(index, count).toFixed(3) }}>
          <${Seat} seat=${seat} lines=${settlement ? settlement.lines.filter((line) => line.place === seat.place || line.place?.startsWith(`${seat.place}.`)) : []} /></div>`,
      )}</div>
      <div class="near">
        <div class="piles left">${machines.slice(0, least).map(machine)}${felt.piles.slice(0, half).map(pile)}</div>
        <div class="middle">
          <${Spread} name="community" title=${word("community")} hands=${felt.community} />
          <${Spread} name="dealer" title=${word("dealer")} hands=${felt.dealer} />
          ${felt.decks?.length ? html`<ul class="decks" aria-label=${word("decks")}>${felt.decks.map((deck) => html`<li data-deck=${deck.name}><b>${deck.name}</b> ${deck.text}</li>`)}</ul>` : null}
        </div>
        <div class="piles right">${machines.slice(least).map(machine)}${felt.piles.slice(half).map(pile)}</div>
      </div>
    </div></div>
  </section>`;
}
