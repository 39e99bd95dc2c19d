// The dialog of a button that wants more than one tap: what it asks for, its checklist, and the
// second person. What is proposed is filled in, so that one more tap confirms it.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { filled } from "./acts.js";
import { cardName } from "./card.js";
import { useDesk } from "./desk.js";
import { Dialog } from "./dialog.js";
import { CardPicker, dollars, NumberPad, PinPad } from "./pads.js";
import { word } from "./words.js";

const missing = (value) => value === null || value === undefined || value === "" || (Array.isArray(value) && !value.length);

/** Whether the pad of an ask tells its bounds itself. */
const bounded = (ask) => typeof ask.least === "number" || typeof ask.most === "number";

/** A number out of so few that each has a button. */
const FEW = 16;
const few = (ask) => ask.kind === "number" && bounded(ask) && typeof ask.most === "number" && ask.most - (ask.least ?? 0) < FEW;

/** An ask as choices, where it is answered with one tap; else null. */
function asChoices(ask) {
  if (ask.kind === "one_of") return ask;
  if (ask.kind === "flag") return { ...ask, choices: [{ value: true, label: word("yes") }, { value: false, label: word("no") }] };
  if (!few(ask)) return null;
  const least = ask.least ?? 0;
  return { ...ask, choices: Array.from({ length: ask.most - least + 1 }, (_, at) => ({ value: least + at, label: String(least + at) })) };
}

function within(ask, value) {
  return !(ask.least !== null && ask.least !== undefined && value < ask.least) && !(ask.most !== null && ask.most !== undefined && value > ask.most);
}

/** Whether the answer has the shape that the ask wants. What it means, the table judges. */
function answered(ask, value) {
  if (ask.kind === "flag") return true;
  if (missing(value)) return Boolean(ask.optional);
  if (ask.kind === "amount" || ask.kind === "number") return within(ask, value);
  return ask.kind !== "cards" || !ask.count || value.length === ask.count;
}

/** An answer as it is read back to who gave it. */
function spoken(ask, value) {
  if (ask.kind === "flag") return word(value ? "yes" : "no");
  if (missing(value)) return ask.optional ? word("left_out") : "–";
  if (ask.kind === "amount") return dollars(value);
  if (ask.kind === "cards") return value.map(cardName).join(", ");
  if (ask.kind === "one_of") return ask.choices.find((choice) => choice.value === value)?.label ?? String(value);
  return String(value);
}

function Choices({ ask, value, onValue }) {
  return html`<div class=${`choices${ask.kind === "number" ? " numbers" : ""}`} role="group" aria-label=${ask.label}>${ask.choices.map(
    (choice, at) => html`<button type="button" class="act" data-choice=${String(choice.value)} data-first=${at === 0} data-key=${at < 9 ? at + 1 : null}
      aria-pressed=${choice.value === value ? "true" : "false"} onClick=${() => onValue(choice.value)}>
      <span class="act-text"><b>${choice.label}</b></span>${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : null}</button>`,
  )}</div>`;
}

function Control({ ask, value, onValue }) {
  const choices = asChoices(ask);
  if (choices) return html`<${Choices} ask=${choices} value=${value} onValue=${onValue} />`;
  switch (ask.kind) {
    case "amount":
    case "number":
      return html`<${NumberPad} label=${ask.label} value=${value} onValue=${onValue} money=${ask.kind === "amount"} least=${ask.least} most=${ask.most} />`;
    case "cards":
      return html`<${CardPicker} label=${ask.label} value=${value} onValue=${onValue} count=${ask.count} />`;
    default:
      return html`<label class="pad-show text"><span>${ask.label}</span>
        <span class="pad-value"><input type="text" autocomplete="off" maxlength="400" data-first data-field="text" value=${value ?? ""} onInput=${(event) => onValue(event.target.value)} /></span></label>`;
  }
}

function Checklist({ items }) {
  return html`<ol class="checklist">${items.map((text) => html`<li>${text}</li>`)}</ol>`;
}

/** Who is with the one who acts: the name, and at a table where people prove it, the PIN. */
function SecondPerson({ roles, onChosen, busy }) {
  const { visit } = useDesk();
  const [person, setPerson] = useState(null);
  const others = visit.people.filter((each) => each.name !== visit.me?.name && each.roles.some((role) => roles.includes(role)));
  const chosen = (each) => (visit.sign_in ? setPerson(each) : onChosen({ person: each.name, proof: "" }));
  if (person) {
    return html`<${PinPad} label=${word("pin_of", { name: person.name })} busy=${busy} onEnter=${(proof) => onChosen({ person: person.name, proof })} />`;
  }
  return html`<div><p class="lead">${word("second_person")}</p>
    <div class="choices" role="group" aria-label=${word("second_person")}>${others.map(
      (each, at) => html`<button type="button" class="act" data-person=${each.name} data-first=${at === 0} data-key=${at < 9 ? at + 1 : null} disabled=${busy} onClick=${() => chosen(each)}>
        <span class="act-text"><b>${each.name}</b><small>${each.roles.map((role) => word(`role_${role}`)).join(", ")}</small></span>${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : null}</button>`,
    )}</div>
    ${others.length ? null : html`<p class="nothing">${word("nobody_else")}</p>`}</div>`;
}

/** Whose act it is: a seat, or the hand of a seat that has several; "" for what belongs to no seat. */
function seatOf(felt, place) {
  const seat = felt.seats.find((each) => place === each.place || place?.startsWith(`${each.place}.`));
  const hand = seat && seat.hands.length > 1 ? seat.hands.find((each) => each.place === place) : null;
  return (hand ?? seat)?.label ?? "";
}

/** The dialog of a button; `onAct(deed, second)` sends it and resolves to whether it was accepted. */
export function AskDialog({ button, onAct, onClose }) {
  const { busy, screen } = useDesk();
  const asks = button.asks ?? [];
  const [values, setValues] = useState(asks.map((ask) => ask.value ?? (ask.kind === "flag" ? false : null)));
  const [at, setAt] = useState(Math.max(0, asks.findIndex((ask) => !ask.optional && missing(ask.value))));
  const [withSecond, setWithSecond] = useState(false);
  const about = seatOf(screen.felt, button.place);
  const ready = asks.every((ask, index) => answered(ask, values[index]));
  const wants = button.second?.length > 0;

  // What is asked next has the focus, and what is answered with its last card the confirmation.
  const control = useRef(null);
  useEffect(() => control.current?.querySelector("[data-first]")?.focus(), [at]);
  const complete = asks[at]?.kind === "cards" && Boolean(asks[at].count) && values[at]?.length === asks[at].count;
  useEffect(() => {
    if (complete && ready) control.current?.closest("dialog").querySelector('[data-do="confirm"]').focus();
  }, [complete, ready]);

  const send = async (given, second) => {
    const answers = asks.map((ask, index) => ({ path: ask.path, value: given[index] }));
    const deed = filled(button.deed, answers.filter(({ value }) => !missing(value)));
    await onAct(deed, second);
    onClose();
  };
  const confirm = (given) => (wants ? setWithSecond(true) : send(given));
  const entered = (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-field]")) return;
    event.preventDefault();
    const next = asks.findIndex((ask, index) => !answered(ask, values[index]));
    if (next >= 0) setAt(next);
    else if (busy === null) confirm(values);
  };
  const put = (value) => {
    const given = values.with(at, value);
    setValues(given);
    const choice = asChoices(asks[at]) !== null;
    if (choice && asks.length === 1 && !button.checklist?.length) confirm(given);
    else if (choice && at + 1 < asks.length) setAt(at + 1);
  };

  const list = html`<div class="fields" role="group">${asks.map(
    (ask, index) => html`<button type="button" class="field" data-ask=${ask.path.join(".")} aria-current=${index === at ? "true" : null} onClick=${() => setAt(index)}>
      <small>${ask.label}${ask.optional ? ` (${word("optional")})` : ""}</small><b>${spoken(ask, values[index])}</b></button>`,
  )}</div>`;
  return html`<${Dialog} title=${button.label} about=${about} name="ask" onClose=${onClose} wide=${asks.length > 1 || asks.some((ask) => ask.kind === "cards")}>
    ${withSecond
      ? html`<${SecondPerson} roles=${button.second} busy=${busy !== null} onChosen=${(second) => send(values, second)} />`
      : html`${button.hint && !(button.deed.is === "bet" && asks.some(bounded)) ? html`<p class="lead">${button.hint}</p>` : null}
        ${button.checklist?.length ? html`<${Checklist} items=${button.checklist} />` : null}
        <div class=${asks.length > 1 ? "ask-halves" : ""}>${asks.length > 1 ? list : null}
          ${asks.length ? html`<div class="control" key=${at} ref=${control} onKeyDown=${entered}><${Control} ask=${asks[at]} value=${values[at]} onValue=${put} /></div>` : null}</div>
        <footer>${button.basis ? html`<cite>${button.basis}</cite>` : html`<span></span>`}
          <button type="button" class=${`act primary${busy === button.id ? " busy" : ""}`} data-do="confirm" data-first=${asks.length === 0} disabled=${!ready || busy !== null} onClick=${() => confirm(values)}>
            <span class="act-text"><b>${wants ? word("then_second") : button.label}</b></span>${busy === button.id ? html`<span class="spinner" aria-hidden="true"></span>` : null}</button></footer>`}
  </${Dialog}>`;
}
