// The bar at the top: which table this is, in which role one looks at it, which page of the role,
// who sits here.

import { html, useState } from "./vendor/preact-htm.js";
import { useDesk } from "./desk.js";
import { setTheme, theme, THEMES } from "./theme.js";
import { word } from "./words.js";

function Tabs({ names, now, onChoose, label, hook, prefix }) {
  return html`<div class="tabs" role="tablist" aria-label=${label}>${names.map(
    (name) => html`<button type="button" role="tab" aria-selected=${name === now ? "true" : "false"} ...${{ [hook]: name }} onClick=${() => onChoose(name)}>${word(prefix + name)}</button>`,
  )}</div>`;
}

function ThemeSwitch() {
  const [now, setNow] = useState(theme());
  const turn = () => {
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    setTheme(next);
    setNow(next);
  };
  return html`<button type="button" class="bar-button" data-do="theme" data-theme-now=${now} aria-label=${word("theme", { name: word(`theme_${now}`) })} onClick=${turn}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" /><path d="M12 3a9 9 0 0 1 0 18z" class="half" /></svg><span>${word(`theme_${now}`)}</span></button>`;
}

export function Header({ role, onRole, tabs, tab, onTab, onSignOut }) {
  const { visit, screen } = useDesk();
  const table = screen?.table;
  return html`<header class=${`bar${visit.simulated ? " simulated" : ""}`}>
    <div class="bar-table"><h1>${table?.name ?? visit.table}${table ? html` <small>${table.game}</small>` : null}</h1>
      ${table ? html`<span>${table.where}</span>` : null}</div>
    ${visit.simulated ? html`<span class="sim-word">${word("simulated")}</span>` : null}
    ${tabs.length > 1 ? html`<${Tabs} names=${tabs} now=${tab} onChoose=${onTab} label=${word("pages")} hook="data-tab" prefix="tab_" />` : null}
    <span class="bar-gap"></span>
    ${visit.me.roles.length > 1
      ? html`<label class="role-switch"><span class="unseen">${word("role")}</span><select data-do="role" value=${role} onChange=${(event) => onRole(event.target.value)}>${visit.me.roles.map((each) => html`<option value=${each} selected=${each === role}>${word(`role_${each}`)}</option>`)}</select></label>`
      : html`<span class="role-only">${word(`role_${role}`)}</span>`}
    <span class="me">${visit.me.name}</span>
    <${ThemeSwitch} />
    <button type="button" class="bar-button" data-do="sign-out" onClick=${onSignOut}>${word("sign_out")}</button>
  </header>`;
}
