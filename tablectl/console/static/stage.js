// The stage of a simulated table: people step in for the robot, and things go wrong on demand.

import { html } from "./vendor/preact-htm.js";
import { useDesk } from "./desk.js";
import { Dialog } from "./dialog.js";
import { word } from "./words.js";

function Troubles() {
  const { screen, stage, close, staging } = useDesk();
  const troubles = screen.stage?.troubles ?? [];
  const make = async (name) => {
    await stage("trouble", name);
    close();
  };
  return html`<${Dialog} title=${word("goes_wrong")} name="troubles" onClose=${close} wide>
    <p class="lead">${word("goes_wrong_hint")}</p>
    <div class="choices">${troubles.map(
      (each, at) => html`<button type="button" class="act" data-trouble=${each.name} data-key=${at < 9 ? at + 1 : null} disabled=${staging} onClick=${() => make(each.name)}>
        <span class="act-text"><b>${each.text}</b>${each.waits ? html`<small>${word("will_happen")}</small>` : each.can ? null : html`<small>${word("not_yet")}</small>`}</span>${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : null}</button>`,
    )}</div></${Dialog}>`;
}

export function Stage() {
  const { screen, stage, open, staging } = useDesk();
  const { crew, troubles, noticed } = screen.stage;
  const first = troubles[0];
  return html`<section class="stage" aria-label=${word("stage")} data-crew=${crew}>
    <b class="sim-word">${word("simulated")}</b><span class="stage-text">${word(`crew_${crew}`)}</span>
    ${crew === "playing" ? html`<button type="button" class="act" data-do="pause" disabled=${staging} onClick=${() => stage("pause")}><span class="act-text"><b>${word("take_over")}</b></span></button>` : null}
    ${crew === "paused" ? html`<button type="button" class="act" data-do="resume" disabled=${staging} onClick=${() => stage("resume")}><span class="act-text"><b>${word("let_robot")}</b></span></button>` : null}
    ${noticed?.length ? html`<span class="noticed" role="status" data-noticed>${word("noticed", { what: noticed.join("; ") })}</span>` : null}
    ${first ? html`<button type="button" class="act" data-trouble=${first.name} disabled=${staging || first.waits} onClick=${() => stage("trouble", first.name)}><span class="act-text"><b>${first.text}</b>${first.waits ? html`<small>${word("will_happen")}</small>` : null}</span></button>` : null}
    ${troubles.length > 1 ? html`<button type="button" class="act" data-do="troubles" onClick=${() => open(() => html`<${Troubles} />`)}><span class="act-text"><b>${word("goes_wrong")}</b><span class="more" aria-hidden="true"> …</span></span></button>` : null}
  </section>`;
}
