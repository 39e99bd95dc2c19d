// The console's page. It draws the screen that the console sends and posts acts; it has no rule and
// no sentence of its own.
//
// Hooks that stay the same, for tests and scripts:
//   body            data-view="sign-in|table|devices|house|people|record|starting", data-role, data-seq (of the
//                   screen that is drawn), data-mark, data-busy (the button whose answer is awaited, or absent)
//   button of an act        data-button=ID, data-place=PLACE; data-key=1..9 where a key presses it
//   place on the felt       data-place=PLACE (seats besides data-seat=N), cards data-card=CODE,
//                           wagers data-wager=NAME, settlement data-does=take|pay|return|judge
//   [data-prompt], [data-settlement], [data-refusal=CODE], [data-lost], [data-stuck], [data-trouble]
//   [data-case=ID] with [data-step=done|now|later] and [data-becomes=cards|wagers]
//   [data-dialog=ask|seat|corrections|reports|changes|troubles|frames]; in it data-ask=PATH, data-choice=VALUE,
//                   data-field=number|text|proof, data-pad=DIGIT|back|enter, data-chip=CENTS,
//                   data-rank, data-suit, data-person=NAME
//   [data-do=confirm|close|dismiss|again|leave|back|enter|phrase|open-seat|theme|role|sign-out|
//            take-over|pause|resume|troubles], [data-drawer=NAME], [data-tab=NAME]
//   [data-crew], button[data-trouble=NAME], [data-device=NAME][data-phase], [data-frames=NAME],
//   [data-clock=NAME], [data-notice=ID], [data-option=NAME], [data-record]

import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { Acts } from "./acts.js";
import { AskDialog } from "./asks.js";
import { arranged } from "./buttons.js";
import { Cases, Ruled } from "./cases.js";
import { Desk } from "./desk.js";
import { Devices } from "./devices.js";
import { follow } from "./events.js";
import { Felt } from "./felt.js";
import { Header } from "./header.js";
import { House } from "./house.js";
import { listenForKeys } from "./keys.js";
import { get, hold, post } from "./line.js";
import { People } from "./people.js";
import { Also, Lost, Prompt, Refusal, Stuck, Trouble } from "./prompt.js";
import { Record } from "./record.js";
import { Settlement } from "./settlement.js";
import { Side } from "./side.js";
import { SignIn } from "./signin.js";
import { keep, recalled } from "./sitting.js";
import { Stage } from "./stage.js";
import { showTheme } from "./theme.js";
import { learn, word } from "./words.js";

/** The pages of each role, the first one first. */
const TABS = {
  dealer: ["table"],
  supervisor: ["table", "house", "devices"],
  technician: ["devices", "table"],
  auditor: ["record", "table"],
  administrator: ["people", "table"],
};
const AGAIN = 2000; // milliseconds until the console is asked again that did not answer

/** Tell scripts outside what is drawn, at the moment at which it is. */
function mark(values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined) delete document.body.dataset[name];
    else document.body.dataset[name] = value;
  }
}

function TablePage({ screen }) {
  const alarm = screen.cases.length > 0;
  return html`<main class=${`table-page${alarm ? " alarm" : ""}`}>
    <${Felt} felt=${screen.felt} game=${screen.table.game} settlement=${screen.settlement} devices=${screen.devices} />
    <${Side}>
      ${alarm ? html`<${Cases} cases=${screen.cases} />` : null}
      ${screen.settlement ? html`<${Settlement} settlement=${screen.settlement} />` : null}
      <${Also} also=${screen.also} />
      <${Ruled} rulings=${screen.rulings} warnings=${screen.warnings} />
    </${Side}>
  </main>`;
}

const PAGES = { devices: Devices, house: House, people: People };

function OtherPage({ name, screen, role }) {
  if (name === "record") return html`<main class="other-page whole"><${Record} role=${role} /></main>`;
  const alarm = screen.cases.length > 0;
  return html`<main class=${`other-page${alarm ? " alarm" : ""}`}><div class="other-scroll"><${PAGES[name]} /></div>
    <${Side}>${alarm ? html`<${Cases} cases=${screen.cases} />` : null}<${Also} also=${screen.also} /></${Side}></main>`;
}

function App() {
  const [visit, setVisit] = useState(null);
  const [role, setRole] = useState(null);
  const [tab, setTab] = useState(null);
  const [screen, setScreen] = useState(null);
  const [lost, setLost] = useState(null);
  const [note, setNote] = useState("");
  const [told, setTold] = useState({ busy: null, refusal: null, stuck: null });
  const [staging, setStaging] = useState(false);
  const [dialog, setDialog] = useState(null);
  const [tries, setTries] = useState(0);
  const [sitting, setSitting] = useState(0);
  const acts = useRef(null);
  const leaving = useRef(null); // as it is now: the acts outlive what is drawn

  const enter = (answer) => {
    hold(answer.token);
    learn(answer.words);
    setVisit(answer);
    setNote("");
    const roles = answer.me?.roles ?? [];
    const kept = recalled(answer.me?.name);
    const next = [role, kept.role].find((each) => roles.includes(each)) ?? roles[0] ?? null;
    setRole(next);
    if (!next) setTab(null);
    else if (next !== role) setTab(next === kept.role && TABS[next].includes(kept.tab) ? kept.tab : TABS[next][0]);
  };
  // Who sits here is asked anew. It may be the same person still, signed in once more elsewhere: then
  // the stream begins anew, and what was refused is told.
  const leave = (text, refusal = null) => {
    setScreen(null);
    setDialog(null);
    acts.current.drop();
    setTold({ busy: null, refusal: null, stuck: null });
    const entered = (answer) => {
      enter(answer);
      setSitting((n) => n + 1);
      if (answer.me) setTold((now) => ({ ...now, refusal }));
      else setNote(text);
    };
    get("/api/visit").then(entered, () => setTries((n) => n + 1));
  };
  leaving.current = leave;
  acts.current ??= new Acts((change) => {
    setTold((now) => ({ ...now, ...change }));
    if (change.gone) leaving.current(word("signed_out"), change.refusal);
  });

  useEffect(() => {
    let later;
    get("/api/visit").then(
      (answer) => (enter(answer), setLost(null)),
      async (failure) => {
        await get("/api/words").then((answer) => learn(answer.words), () => null); // those of the visit did not come
        setLost({ text: failure.problem ?? "" });
        later = setTimeout(() => setTries((n) => n + 1), AGAIN);
      },
    );
    return () => clearTimeout(later);
  }, [tries]);

  const name = visit?.me?.name;
  useEffect(() => {
    if (!name || !role) return undefined;
    return follow(role, {
      onBack: () => setLost(null),
      onScreen: (next) => {
        setLost(null);
        setScreen(next);
        acts.current.arrived(next.seq);
      },
      onLost: (text) => setLost({ text }),
      onCut: () => setLost({ text: "" }),
      onGone: () => (setLost({ text: "" }), setTimeout(() => setTries((n) => n + 1), AGAIN)),
      onSignedOut: () => leave(word("signed_out")),
    });
  }, [name, role, tries, sitting]);

  useEffect(() => {
    if (visit) keep(name, role, tab);
  }, [visit, name, role, tab]);

  const view = !visit ? "starting" : !visit.me ? "sign-in" : tab;
  useLayoutEffect(() => mark({ view, role, seq: screen?.seq, mark: screen?.table.mark, busy: told.busy }));

  if (!visit) return html`<main class="starting">${lost ? html`<${Lost} text=${lost.text} />` : html`<span class="spinner" aria-hidden="true"></span>`}</main>`;
  if (!visit.me) return html`<${SignIn} visit=${visit} onVisit=${enter} note=${note} />`;

  const close = () => setDialog(null);
  const press = (button) => {
    if (button.asks?.length || button.checklist?.length || button.second?.length) {
      const act = (deed, second) => acts.current.press(button.id, deed, second);
      setDialog(() => () => html`<${AskDialog} key=${button.id} button=${button} onAct=${act} onClose=${close} />`);
      return;
    }
    // What was opened while the answer was awaited stays.
    acts.current.press(button.id, button.deed).then(() => setDialog((now) => (now === dialog ? null : now)));
  };
  const stage = async (order, which) => {
    setStaging(true);
    try {
      await post("/api/stage", { order, ...(which ? { name: which } : {}) });
    } catch (failure) {
      setTold((now) => ({ ...now, refusal: { code: failure.code, text: failure.problem ?? word("no_answer"), hint: failure.hint } }));
    } finally {
      setStaging(false);
    }
  };
  const desk = {
    visit, screen, staging, press, stage, close,
    ...(screen ? arranged(screen) : {}),
    busy: told.busy,
    robot: screen?.stage?.crew === "playing",
    open: (draw) => setDialog(() => draw),
  };
  const chooseRole = (next) => (setScreen(null), setDialog(null), setRole(next), setTab(TABS[next][0]));
  const signOut = () => post("/api/sign-out", {}).then(() => leave(""), (failure) => setLost({ text: failure.problem ?? "" }));

  return html`<${Desk.Provider} value=${desk}>
    <${Header} role=${role} onRole=${chooseRole} tabs=${TABS[role]} tab=${tab} onTab=${setTab} onSignOut=${signOut} />
    <div class="banners">
      ${lost ? html`<${Lost} text=${lost.text} />` : null}
      ${screen?.trouble ? html`<${Trouble} text=${screen.trouble} />` : null}
      <div class="over">${told.stuck ? html`<${Stuck} onAgain=${told.stuck.again} onDismiss=${() => setTold({ ...told, stuck: null })} />` : null}
      ${told.refusal ? html`<${Refusal} refusal=${told.refusal} onDismiss=${() => setTold({ ...told, refusal: null })} />` : null}</div>
    </div>
    ${screen && tab !== "record" ? html`<${Prompt} prompt=${screen.prompt} alarm=${screen.cases.length > 0} />` : null}
    ${screen
      ? tab === "table" ? html`<${TablePage} screen=${screen} />` : html`<${OtherPage} name=${tab} screen=${screen} role=${role} />`
      : html`<main class="starting"><span class="spinner" aria-hidden="true"></span></main>`}
    ${screen?.stage ? html`<${Stage} />` : null}
    ${dialog ? html`<${dialog} />` : null}
  </${Desk.Provider}>`;
}

showTheme();
listenForKeys();
render(html`<${App} />`, document.getElementById("app"));
