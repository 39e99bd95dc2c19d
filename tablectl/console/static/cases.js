// An irregularity: what happened, what the rule says with its clause, who must confirm, the steps,
// and what becomes of cards and wagers. What was ruled in this round, and warnings, below.

import { html, useEffect, useRef } from "./vendor/preact-htm.js";
import { Signs, whose } from "./prompt.js";
import { word } from "./words.js";

const lines = (text) => [text].flat().filter(Boolean);

function Steps({ steps }) {
  const list = useRef(null);
  const now = steps.find((step) => step.now)?.text;
  const first = useRef(now); // before anything is done, what happened is to be read
  useEffect(() => {
    if (now !== first.current) list.current.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  }, [now]);
  return html`<ol class="steps" ref=${list}>${steps.map((step) => {
    const mark = step.done ? "done" : step.now ? "now" : "later";
    return html`<li class=${mark} aria-current=${step.now ? "step" : null} data-step=${mark}><span class="mark" aria-hidden="true"></span>
      <span class="step-text">${step.text}</span><span class="mark-word">${word(`step_${mark}`)}</span></li>`;
  })}</ol>`;
}

function Becomes({ title, texts, name }) {
  if (!texts.length) return null;
  return html`<div class="becomes" data-becomes=${name}><h4>${title}</h4>${texts.map((text) => html`<p>${text}</p>`)}</div>`;
}

/** One case; `again` leaves out what a case above it has said already. What becomes of cards and wagers
    stands before the steps until it is decided, and after them when only the steps are left. */
export function Case({ each, again }) {
  const becomes = again ? null : html`<div class="both"><${Becomes} name="cards" title=${word("cards_become")} texts=${lines(each.cards)} /><${Becomes} name="wagers" title=${word("wagers_become")} texts=${lines(each.wagers)} /></div>`;
  const steps = each.steps?.length ? html`<${Steps} steps=${each.steps} />` : null;
  return html`<article class=${`case${each.closed ? " closed" : ""}`} data-case=${each.id} aria-label=${each.title}>
    <header>${Signs.WARNING}<h3>${each.title}</h3>${each.scope && !each.closed ? html`<span class="scope">${word(`holds_${each.scope}`)}</span>` : null}</header>
    ${!again && each.happened && each.happened !== each.title ? html`<p class="happened">${each.happened}</p>` : null}
    ${again ? null : html`<div class="ruling">${lines(each.ruling).length ? html`<h4>${word("the_rule")}</h4>` : null}${lines(each.ruling).map((text) => html`<p>${text}</p>`)}${each.basis ? html`<cite>${each.basis}</cite>` : null}</div>`}
    ${each.who?.length ? html`<p class="confirms"><b>${word(each.closed ? "carries_out" : "confirms")}</b> ${whose(each.who)}</p>` : null}
    ${each.closed ? [steps, becomes] : [becomes, steps]}
  </article>`;
}

export function Cases({ cases }) {
  return html`<section class="cases" role="region" aria-live="assertive" aria-label=${word("irregularity")}>${cases.map(
    (each, at) => html`<${Case} key=${each.id} each=${each} again=${Boolean(each.ruling) && cases.slice(0, at).some((other) => other.ruling === each.ruling)} />`,
  )}</section>`;
}

export function Ruled({ rulings, warnings }) {
  if (!rulings.length && !warnings.length) return null;
  return html`<section class="ruled" aria-label=${word("this_round")}><h3>${word("this_round")}</h3><ul>
    ${warnings.map((text) => html`<li class="warned"><b>${word("warning")}</b> ${text}</li>`)}
    ${rulings.map((each) => html`<li>${each.happened} ${lines(each.follows).join(" ")} ${each.basis ? html`<cite>${each.basis}</cite>` : null}</li>`)}</ul></section>`;
}
