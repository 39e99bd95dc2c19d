// Who sits at this screen: a name, and at a table where people prove it, the PIN.

import { html, useState } from "./vendor/preact-htm.js";
import { post } from "./line.js";
import { PinPad } from "./pads.js";
import { word } from "./words.js";

/** Signing in; `onVisit(visit)` with what the console answered. A first PIN has to be replaced. */
export function SignIn({ visit, onVisit, note }) {
  const [person, setPerson] = useState(null);
  const [first, setFirst] = useState(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);

  const enter = async (name, proof, fresh) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      onVisit(await post("/api/sign-in", { person: name, proof, new: fresh ?? "" }));
    } catch (failure) {
      setProblem({ text: failure.problem ?? word("connection_lost"), hint: failure.hint ?? "" });
      setFirst(failure.code === NEW_PIN ? proof : null);
    } finally {
      setBusy(false);
    }
  };
  const chosen = (each) => (visit.sign_in ? setPerson(each) : enter(each.name, ""));
  const back = () => (setPerson(null), setFirst(null), setProblem(null));

  return html`<main class="sign-in" data-view="sign-in">
    <div class="sign-in-box">
      <header><h1>${visit.table}</h1>${visit.simulated ? html`<span class="sim-word">${word("simulated")}</span>` : null}</header>
      ${note ? html`<p class="lead">${note}</p>` : null}
      ${problem ? html`<p class="problem" role="alert"><b>${problem.text}</b> ${problem.hint}</p>` : null}
      ${person
        ? html`<div class="proof"><button type="button" class="act" data-do="back" onClick=${back}><span class="act-text"><b>${word("somebody_else")}</b></span></button>
            <${PinPad} key=${first === null ? "proof" : "new"} label=${word(first === null ? "pin_of" : "new_pin_of", { name: person.name })} busy=${busy}
              onEnter=${(text) => (first === null ? enter(person.name, text) : enter(person.name, first, text))} /></div>`
        : html`<h2>${word("who_are_you")}</h2><p class="lead">${word(visit.sign_in ? "pick_and_prove" : "pick_only")}</p>
            <div class="names">${visit.people.map(
              (each, at) => html`<button type="button" class="act name" data-person=${each.name} data-key=${at < 9 ? at + 1 : null} disabled=${busy} onClick=${() => chosen(each)}>
                <span class="initial" aria-hidden="true">${each.name.slice(0, 1).toUpperCase()}</span>
                <span class="act-text"><b>${each.name}</b><small>${each.roles.map((role) => word(`role_${role}`)).join(", ")}</small></span>${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : null}</button>`,
            )}</div>`}
    </div></main>`;
}

const NEW_PIN = "choose_proof"; // the door: a first PIN is good for choosing another alone
