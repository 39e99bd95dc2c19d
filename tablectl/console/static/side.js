// The acts of the role beside the felt. The usual next one is always at the same place, at the
// bottom; what is put right, reported or changed opens from below it.

import { html } from "./vendor/preact-htm.js";
import { ActButton, ButtonList, ButtonSheet } from "./buttons.js";
import { useDesk } from "./desk.js";
import { word } from "./words.js";

const DRAWERS = ["corrections", "reports", "changes"];

function Drawer({ name }) {
  const { screen, close } = useDesk();
  return html`<${ButtonSheet} title=${word(name)} name=${name} buttons=${screen[name]} onClose=${close} />`;
}

export function Side({ children }) {
  const desk = useDesk();
  const { screen, stage, primary, rest } = desk;
  const drawers = DRAWERS.filter((name) => screen[name].length);
  return html`<aside class="side" aria-label=${word("acts")}>
    <div class="side-scroll">${children}</div>
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
