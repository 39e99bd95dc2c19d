// One seat: its hands, its wagers, what is taken and paid there, and its acts. Few acts stand at the
// seat itself; more open by tapping it.

import { html } from "./vendor/preact-htm.js";
import { ActButton, AT_A_SEAT, buttonsAt, ButtonSheet } from "./buttons.js";
import { Hand } from "./hand.js";
import { useDesk } from "./desk.js";
import { word } from "./words.js";

const IN_A_SEAT = 4; // cards of which every index can be read at a seat

/** Which hand of a seat it is, from its place: "seat_4.2" is the second. */
const handNumber = (hand) => hand.place.split(".")[1] ?? "1";

function Wager({ wager }) {
  return html`<li class="wager" data-wager=${wager.name}>
    <span class="chip" aria-hidden="true"></span>
    <span class="wager-text"><b>${wager.text || word("chips")}</b><small>${wager.label}${wager.again ? html`<i>${word("again")}</i>` : null}</small></span></li>`;
}

export function Verdict({ line }) {
  return html`<span class=${`verdict ${line.does}`} data-does=${line.does}><i aria-hidden="true"></i>${word(`does_${line.does}`)}</span>`;
}

export function Seat({ seat, lines }) {
  const desk = useDesk();
  const acts = buttonsAt(desk.screen.buttons, seat.place).filter((button) => !button.primary);
  const inTurn = seat.turn || seat.now;
  const open = () => desk.open(() => html`<${SeatSheet} place=${seat.place} />`);
  const classes = ["seat", seat.now ? "now" : "", seat.turn ? "turn" : "", seat.hands.length > 1 ? "several" : "", seat.hands.length || seat.wagers.length ? "" : "vacant"].filter(Boolean).join(" ");
  return html`<div class=${classes} data-place=${seat.place} data-seat=${seat.seat} role="group" aria-label=${seat.label} aria-current=${inTurn ? "true" : null}>
    <button type="button" class="plate" disabled=${!acts.length} data-do="open-seat" onClick=${open}>
      <span class="unseen">${seat.label}</span><b aria-hidden="true">${seat.seat}</b>${seat.turn ? html`<span class="turn-mark">${word("turn")}</span>` : seat.now ? html`<span class="turn-mark">${word("now")}</span>` : acts.length > AT_A_SEAT ? html`<span class="plate-more">${word("acts_count", { count: acts.length })}</span>` : null}</button>
    ${seat.hands.length ? html`<div class="hands">${seat.hands.map((hand) => html`<${Hand} key=${hand.place} hand=${hand} across=${IN_A_SEAT} name=${seat.hands.length > 1 ? handNumber(hand) : null} />`)}</div>` : null}
    ${seat.wagers.length ? html`<ul class="wagers">${seat.wagers.map((wager) => html`<${Wager} key=${wager.name + wager.label} wager=${wager} />`)}</ul>` : null}
    ${lines.length ? html`<div class="verdicts">${[...new Map(lines.map((line) => [line.does, line])).values()].map((line) => html`<${Verdict} line=${line} />`)}</div>` : null}
    ${acts.length && acts.length <= AT_A_SEAT ? html`<div class="seat-acts">${acts.map((button) => html`<${ActButton} key=${button.id} button=${button} small />`)}</div>` : null}
  </div>`;
}

/** The acts of a seat over the page; it follows the screen, and closes when none is left. */
function SeatSheet({ place }) {
  const desk = useDesk();
  const seat = desk.screen.felt.seats.find((each) => each.place === place);
  return html`<${ButtonSheet} title=${seat?.label ?? place} name="seat" buttons=${buttonsAt(desk.screen.buttons, place)} onClose=${desk.close} />`;
}
