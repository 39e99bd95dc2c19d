// What is due now, in one sentence; and above it what the dealer must not overlook: a refusal, a
// table that does not answer, an act without an answer.

import { html } from "./vendor/preact-htm.js";
import { word } from "./words.js";

const WARNING = html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2.500L23 21.500H1Z" class="fill" /><path d="M12 9v6M12 17.500v1.500" class="stroke" /></svg>`;
const STOP = html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="M7.500 1.500h9l6 6v9l-6 6h-9l-6-6v-9z" class="fill" /><path d="M7.500 7.500l9 9M16.500 7.500l-9 9" class="stroke" /></svg>`;
const CUT = html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" class="fill" /><path d="M6 12h4M14 12h4M10.500 15l3-6" class="stroke" /></svg>`;

export const Signs = { WARNING, STOP, CUT };

export function Prompt({ prompt, alarm }) {
  return html`<section class=${`prompt${alarm ? " alarm" : ""}${prompt?.mine ? " mine" : ""}`} aria-label=${word("prompt")} data-prompt>
    ${alarm ? html`<p class="alarm-word">${WARNING}<b>${word("irregularity")}</b></p>` : null}
    <div class="prompt-text" role="status" aria-live="polite">
      <p class="say">${prompt ? prompt.text : word("nothing_due")}</p>
      ${prompt?.hint && !alarm ? html`<p class="hint">${prompt.hint}</p>` : null}
      ${prompt?.waits ? html`<p class="hint waits">${prompt.waits}</p>` : null}
    </div>
    ${prompt ? html`<div class="prompt-side">
      ${prompt.who ? html`<span class=${`who${prompt.mine ? " mine" : ""}`}>${prompt.mine ? word("yours") : whose(prompt.who)}</span>` : null}
      ${prompt.basis ? html`<cite>${prompt.basis}</cite>` : null}</div>` : null}
  </section>`;
}

/** What else is due, beside what the prompt says. */
export function Also({ also }) {
  if (!also.length) return null;
  return html`<section class="ruled" aria-label=${word("also")} data-also><h3>${word("also")}</h3><ul>${also.map(
    (each) => html`<li>${each.text} ${each.basis ? html`<cite>${each.basis}</cite>` : null}</li>`,
  )}</ul></section>`;
}

export const whose = (who) => [who].flat().map((role) => word(`role_${role}`)).join(", ");

export function Refusal({ refusal, onDismiss }) {
  return html`<section class="banner refusal" role="alert" data-refusal=${refusal.code}>
    ${STOP}<div><b>${word("refused")}</b><p>${refusal.text}</p>
      ${refusal.hint ? html`<p>${refusal.hint}</p>` : null}
      ${refusal.who?.length ? html`<p>${word("may_do", { who: refusal.who.join(", ") })}</p>` : null}</div>
    ${refusal.basis ? html`<cite>${refusal.basis}</cite>` : null}
    <button type="button" class="act" data-do="dismiss" onClick=${onDismiss}><span class="act-text"><b>${word("understood")}</b></span></button>
  </section>`;
}

export function Lost({ text }) {
  return html`<section class="banner lost" role="alert" data-lost>${CUT}<div><b>${word("connection_lost")}</b><p>${text || word("connection_hint")}</p></div></section>`;
}

export function Stuck({ onAgain, onDismiss }) {
  return html`<section class="banner lost" role="alert" data-stuck>${CUT}<div><b>${word("no_answer")}</b><p>${word("no_answer_hint")}</p></div>
    <button type="button" class="act" data-do="leave" onClick=${onDismiss}><span class="act-text"><b>${word("leave_it")}</b></span></button>
    <button type="button" class="act primary" data-do="again" onClick=${onAgain}><span class="act-text"><b>${word("send_again")}</b></span></button></section>`;
}

export function Trouble({ text }) {
  return html`<section class="banner refusal" role="alert" data-trouble>${STOP}<div><b>${word("table_stopped")}</b><p>${text}</p></div></section>`;
}
