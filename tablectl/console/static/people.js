// The administrator's view: who works here, as what, and who is here now.

import { html } from "./vendor/preact-htm.js";
import { ActButton } from "./buttons.js";
import { useDesk } from "./desk.js";
import { word } from "./words.js";

const ofPerson = (buttons, name) => buttons.filter((button) => Object.values(button.deed).includes(name));

export function People() {
  const { screen } = useDesk();
  return html`<section class="people" aria-label=${word("people")}>${screen.people.map(
    (person) => html`<article class="person" data-person=${person.name}>
      <header><span class="initial" aria-hidden="true">${person.name.slice(0, 1).toUpperCase()}</span><h3>${person.name}</h3>
        <span class=${`presence${person.present ? " here" : ""}`}>${word(person.present ? "here" : "away")}</span></header>
      <p>${person.roles.map((role) => word(`role_${role}`)).join(", ")}</p>
      <footer>${ofPerson(screen.changes, person.name).map((button) => html`<${ActButton} key=${button.id} button=${button} small />`)}</footer>
    </article>`,
  )}</section>`;
}
