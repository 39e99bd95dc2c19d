// The acts of the role beside the felt. The usual next one is always at the same place, at the
// bottom; what is put right, reported or changed opens from below it.

import { html, useLayoutEffect, useRef } from "./vendor/preact-htm.js";
import { ActButton, ButtonList, ButtonSheet } from "./buttons.js";
import { useDesk } from "./desk.js";
import { word } from "./words.js";

const DRAWERS = ["corrections", "reports", "changes"];

function Drawer({ name }) {
  const { screen, close } = useDesk();
  return html`<${ButtonSheet} title=${word(name)} name=${name} buttons=${screen[name]} onClose=${close} />`;
}

/** What is told beside the felt. When something else is told first, it is read from its beginning. */
function Told({ screen, children }) {
  const told = useRef(null);
  const first = [...screen.cases.map((each) => each.id), screen.settlement?.title].join();
  useLayoutEffect(() => {
    told.current.scrollTop = 0;
  }, [first]);
  return html`<div class="side-scroll" ref=${told} role="region" aria-label=${word("this_round")} tabindex="0">${children}</div>`;
}

export function Side({ children }) {
  const desk = useDesk();
  const { screen, stage, primary, rest } = desk;
  const drawers = DRAWERS.filter((name) => screen[name].length);
  return html`<aside class="side" aria-label=${word("acts")}>
    <${Told} screen=${screen}>${children}</${Told}>
    ${rest.length ? html`<div class="side-acts"><${ButtonList} buttons=${rest} /></div>` : null}
    <div class="side-foot">
      ${desk.robot
        ? html`<button type="button" class="act primary take-over" data-do="take-over" disabled=${desk.staging} onClick=${() => stage("pause")}><span class="act-text"><b>${word("take_over")}</b><small>${word("robot_plays")}</small></span></button>`
        : primary
          ? html`<${ActButton} button=${primary} primary />`
          : rest.length
            ? null
            : html`<p class="no-primary">${screen.buttons.length ? word("choose_seat") : word("nothing_for_you")}</p>`}
      ${drawers.length ? html`<div class="drawers">${drawers.map(
        (name) => html`<button type="button" class="act drawer" data-drawer=${name} onClick=${() => desk.open(() => html`<${Drawer} name=${name} />`)}>
          <span class="act-text"><b>${word(name)}</b></span><span class="number">${screen[name].length}</span></button>`,
      )}</div>` : null}
    </div>
  </aside>`;
}
