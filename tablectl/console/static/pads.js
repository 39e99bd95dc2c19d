// Pads for fingers: numbers, amounts, a PIN, cards. Each works from the keyboard too.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { word } from "./words.js";
import { Card, Suit, cardName, rankSign } from "./card.js";

const RANKS = "AKQJT98765432".split("");
const SUITS = "SHDC".split("");
const QUICK = [500, 2500, 10000, 50000, 100000]; // cents: the usual chips

const BACKSPACE = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5h11v14H9l-6-7zM12 9.500l5 5M17 9.500l-5 5" /></svg>`;

export const dollars = (cents) => {
  const whole = Math.floor(cents / 100).toLocaleString("en-US");
  const rest = cents % 100;
  return rest ? `$${whole}.${String(rest).padStart(2, "0")}` : `$${whole}`;
};

/** The cents of what was typed as dollars; null where it is none. */
export function centsOf(typed) {
  const found = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(typed);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

function typedFrom(cents) {
  if (cents === null || cents === undefined) return "";
  return cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100);
}

function Keypad({ onDigit, onBack, extra, onEnter, enter, disabled }) {
  const key = (sign) => html`<button type="button" class="pad-key" disabled=${disabled} data-pad=${sign} onClick=${() => onDigit(sign)}>${sign}</button>`;
  return html`<div class="keypad">
    ${["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(key)}
    ${extra ? key(extra) : html`<span></span>`}${key("0")}
    <button type="button" class="pad-key" disabled=${disabled} aria-label=${word("backspace")} data-pad="back" onClick=${onBack}>${BACKSPACE}</button>
    ${enter ? html`<button type="button" class="pad-key enter" disabled=${disabled} data-pad="enter" onClick=${onEnter}>${enter}</button>` : null}
  </div>`;
}

/** A number, or an amount in cents with `money`; `onValue(null)` while it is none. */
export function NumberPad({ label, value, onValue, money, least, most }) {
  const [typed, setTyped] = useState(money ? typedFrom(value) : String(value ?? ""));
  const [touched, setTouched] = useState(false);
  const read = (text) => (money ? centsOf(text) : /^\d{1,9}$/.test(text) ? Number(text) : null);
  const put = (text) => {
    const clean = text.replace(money ? /[^\d.]/g : /\D/g, "");
    setTouched(true);
    setTyped(clean);
    onValue(read(clean));
  };
  // The first digit replaces what was proposed; later ones are added to it.
  const add = (sign) => put((touched ? typed : "") + sign);
  const addChip = (cents) => put(typedFrom((touched ? read(typed) ?? 0 : 0) + cents));
  const bounds = [least, most].map((bound) => (bound === null || bound === undefined ? null : money ? dollars(bound) : String(bound)));
  return html`<div class="pad">
    <label class="pad-show"><span>${label}</span>
      <span class="pad-value">${money ? html`<i aria-hidden="true">$</i>` : null}
        <input type="text" inputmode="none" autocomplete="off" value=${typed} data-first data-field="number"
          onFocus=${(event) => event.target.select()} onInput=${(event) => put(event.target.value)} /></span></label>
    ${bounds[0] !== null && bounds[1] !== null ? html`<p class="bounds">${word("from_to", { least: bounds[0], most: bounds[1] })}</p>` : null}
    ${bounds[0] !== null && bounds[1] === null ? html`<p class="bounds">${word("at_least", { least: bounds[0] })}</p>` : null}
    ${bounds[0] === null && bounds[1] !== null ? html`<p class="bounds">${word("at_most", { most: bounds[1] })}</p>` : null}
    <div class="pad-halves">
      ${money ? html`<div class="quick">${QUICK.map((cents) => html`<button type="button" class="quick-chip" data-chip=${cents} onClick=${() => addChip(cents)}><span class="chip" aria-hidden="true"></span>${dollars(cents)}</button>`)}</div>` : null}
      <${Keypad} onDigit=${add} onBack=${() => put(touched ? typed.slice(0, -1) : "")} extra=${money ? "." : null} />
    </div>
  </div>`;
}

/** Cards one after the other: rank, then suit. */
export function CardPicker({ label, value, onValue, count }) {
  const [rank, setRank] = useState(null);
  const cards = value ?? [];
  const full = count && cards.length >= count;
  const add = (suit) => {
    if (!rank || full) return;
    onValue([...cards, rank + suit]);
    setRank(null);
  };
  const back = () => (rank ? setRank(null) : onValue(cards.slice(0, -1)));
  const typed = (event) => {
    const key = event.key.toUpperCase();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Backspace") back();
    else if (rank && SUITS.includes(key)) add(key);
    else if (RANKS.includes(key)) setRank(key);
    else if (event.key === "0" || event.key === "1") setRank("T");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const blanks = count ? Math.max(0, count - cards.length) : full ? 0 : 1;
  return html`<div class="picker" onKeyDown=${typed}>
    <div class="picked" role="group" aria-label=${label} aria-live="polite">
      ${cards.map((code) => html`<${Card} code=${code} />`)}
      ${Array.from({ length: blanks }, (_, at) => html`<span class=${`card blank${at === 0 ? " next" : ""}`}>${at === 0 && rank ? rankSign(rank) : ""}</span>`)}
      <button type="button" class="pad-key wipe" aria-label=${word("backspace")} data-pad="back" onClick=${back}>${BACKSPACE}</button>
    </div>
    <div class="ranks" role="group" aria-label=${word("rank")}>${RANKS.map(
      (each, at) => html`<button type="button" class="pad-key" data-rank=${each} data-first=${at === 0} aria-pressed=${rank === each ? "true" : "false"}
        aria-label=${word(`rank_${each}`)} disabled=${full} onClick=${() => setRank(each)}>${rankSign(each)}</button>`,
    )}</div>
    <div class="suits" role="group" aria-label=${word("suit")}>${SUITS.map(
      (each) => html`<button type="button" class="pad-key suit-key" data-suit=${each} disabled=${full || !rank}
        aria-label=${rank ? cardName(rank + each) : word(`suit_${each}`)} onClick=${() => add(each)}><${Suit} suit=${each} /><span>${word(`suit_${each}`)}</span></button>`,
    )}</div>
  </div>`;
}

/** A PIN or a passphrase; `onEnter(text)`. */
export function PinPad({ label, onEnter, busy }) {
  const [typed, setTyped] = useState("");
  const [phrase, setPhrase] = useState(false);
  const field = useRef(null);
  useEffect(() => field.current.focus(), [phrase]);
  const enter = (event) => {
    event?.preventDefault();
    if (!typed || busy) return;
    onEnter(typed);
    setTyped("");
  };
  const turn = () => {
    setPhrase(!phrase);
    setTyped("");
  };
  return html`<form class="pad pin" onSubmit=${enter}>
    <label class="pad-show"><span>${label}</span>
      <span class="pad-value"><input ref=${field} type="password" inputmode=${phrase ? "text" : "none"} autocomplete="off" data-first data-field="proof"
        value=${typed} disabled=${busy} onInput=${(event) => setTyped(event.target.value)} /></span></label>
    ${phrase
      ? html`<button type="submit" class="act primary" disabled=${busy || !typed} data-do="enter">${word("enter")}</button>`
      : html`<${Keypad} disabled=${busy} onDigit=${(sign) => setTyped((now) => now + sign)} onBack=${() => setTyped((now) => now.slice(0, -1))}
          onEnter=${enter} enter=${word("enter")} />`}
    <button type="button" class="plain" data-do="phrase" onClick=${turn}>${word(phrase ? "type_pin" : "type_phrase")}</button>
  </form>`;
}
