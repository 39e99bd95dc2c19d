// Buttons for acts: big, in the table's order, the usual next one always in the same place.

import { html } from "./vendor/preact-htm.js";
import { Desk, useDesk } from "./desk.js";
import { word } from "./words.js";
import { Dialog } from "./dialog.js";

export const AT_A_SEAT = 2; // acts that have room at a seat

const LONG = 14; // a label that wants a whole row
const LONG_WORD = 8; // and a word that does


const more = (button) => button.asks?.length || button.checklist?.length || button.second?.length;

/** Buttons that belong to a place or to a part of it. */
export const buttonsAt = (buttons, place) =>
  buttons.filter((button) => button.place === place || button.place?.startsWith(`${place}.`));

const isLong = (label) => label.length > LONG || label.split(" ").some((each) => each.length > LONG_WORD);

/** Why a button of the role cannot be pressed by this person at this moment, or "". */
function hindrance({ visit, screen, robot }, button) {
  if (robot) return word("robot_plays");
  if (button.not_by && visit.me && button.not_by === visit.me.name) return word("not_by", { name: button.not_by });
  if (button.only_by && visit.me && button.only_by !== visit.me.name) return word("only_by", { name: button.only_by });
  return "";
}

/** Whether the prompt says it already, the checklist in parentheses being its hint. */
const said = (asked, hint) => hint === asked.text || (Boolean(asked.hint) && hint.replace(/ \([^()]*\)\.$/, ".") === asked.text);

export function ActButton({ button, primary, small }) {
  const desk = useDesk();
  const at = desk.keys.get(button.id);
  const why = hindrance(desk, button);
  const mine = desk.busy === button.id;
  const classes = ["act", primary ? "primary" : "", small ? "small" : "", isLong(button.label) ? "long" : "", mine ? "busy" : ""].filter(Boolean).join(" ");
  const asked = desk.screen.prompt ?? {};
  const hint = said(asked, button.hint) ? "" : button.hint;
  // What a dialog says when it opens is not said before: it takes room from what is due.
  const told = more(button) && !primary ? "" : hint;
  const note = why || told || (button.not_by ? word("not_by", { name: button.not_by }) : "");
  return html`<button type="button" class=${classes} data-button=${button.id} data-place=${button.place || null}
    data-key=${at ?? null} aria-keyshortcuts=${at ?? null} aria-busy=${mine ? "true" : null}
    disabled=${Boolean(why) || (desk.busy !== null && !mine)} onClick=${() => desk.press(button)}>
    <span class="act-text"><b>${button.label}${more(button) ? html`<span class="more" aria-hidden="true"> …</span>` : null}</b>
      ${!small && note ? html`<small>${note}</small>` : null}
      ${!small && button.basis && button.basis !== asked.basis ? html`<cite>${button.basis}</cite>` : null}</span>
    ${at ? html`<kbd aria-hidden="true">${at}</kbd>` : null}
    ${mine ? html`<span class="spinner" aria-hidden="true"></span>` : null}
  </button>`;
}

/** Which buttons stand where: beside the felt, the usual next one among them, and which key presses
    which. Those of a seat stand at the seat; where there is no room for them, those of the seat in
    turn stand beside the felt, and others open by tapping their seat. */
export function arranged({ buttons, felt }) {
  const primary = buttons.find((button) => button.primary) ?? null;
  const beside = new Set(buttons);
  const inTurn = [];
  for (const seat of felt.seats) {
    const mine = buttonsAt(buttons, seat.place).filter((button) => button !== primary);
    if (seat.turn && mine.length > AT_A_SEAT) continue;
    mine.forEach((button) => beside.delete(button));
    if (seat.turn) inTurn.push(...mine);
  }
  const rest = [...beside].filter((button) => button !== primary);
  const order = [...(primary ? [primary] : []), ...rest, ...inTurn].slice(0, 9);
  return { primary, rest, keys: new Map(order.map((button, index) => [button.id, index + 1])) };
}

export function ButtonList({ buttons }) {
  return html`<div class="act-list">${buttons.map((button) => html`<${ActButton} key=${button.id} button=${button} />`)}</div>`;
}

/** A list of acts over the page, such as those of one seat. */
export function ButtonSheet({ title, name, buttons, onClose }) {
  const desk = useDesk();
  const keys = new Map(buttons.slice(0, 9).map((button, index) => [button.id, index + 1]));
  return html`<${Dialog} title=${title} name=${name} onClose=${onClose} wide=${buttons.length > 4}>
    ${buttons.length ? html`<${Desk.Provider} value=${{ ...desk, keys }}><${ButtonList} buttons=${buttons} /></${Desk.Provider}>` : html`<p class="nothing">${word("nothing_here")}</p>`}
  </${Dialog}>`;
}
