// The auditor's part of the page: the record as a timeline, a search, a round step by step, and its
// verification. It asks below /api/record and draws what comes; every text is the catalogue's.

const AT_MOST = 1000; // entries on one page; behind them "Older" begins a new one
const POLL_MS = 500;
const PAUSE_MS = 150;
const PARTS = ["timeline", "search", "round", "verify"];
const FIELDS = [
  { name: "person" },
  { name: "device" },
  { name: "kind", hint: "audit_kind_hint" },
  { name: "round", label: "audit_in_round", number: true },
  { name: "clause", hint: "audit_clause_hint" },
  { name: "text" },
  { name: "since", hint: "audit_when_hint" },
  { name: "until", hint: "audit_when_hint" },
];

const SIGNS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  previous: "M17 5L7 12l10 7z",
  next: "M7 5l10 7-10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
};

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Draws into `place`; what is returned takes it away again. */
export function mount(place, shared) {
  const { html, render } = shared;
  const Auditor = auditor(shared);
  render(html`<${Auditor} />`, place);
  return () => render(null, place);
}

function auditor(shared) {
  const { html, useState, word } = shared;
  const Entries = entries(shared);
  const Search = search(shared, Entries);
  const Round = round(shared);
  const Verification = verification(shared);

  return function Auditor() {
    const [part, setPart] = useState("timeline");
    const [number, setNumber] = useState(null);
    const openRound = (wanted) => {
      setNumber(wanted);
      setPart("round");
    };
    return html`<div class="audit" data-audit=${part}>
      <nav class="audit-parts" aria-label=${word("audit_parts")}>
        ${PARTS.map((name) => html`<button key=${name} type="button" data-part=${name} aria-current=${part === name ? "page" : null}
          onClick=${() => setPart(name)}>${word(`audit_${name}`)}</button>`)}
      </nav>
      <div class="audit-part">
        ${part === "timeline" ? html`<${Entries} path="/api/record/timeline?" openRound=${openRound} />` : null}
        ${part === "search" ? html`<${Search} openRound=${openRound} />` : null}
        ${part === "round" ? html`<${Round} number=${number} setNumber=${setNumber} />` : null}
        ${part === "verify" ? html`<${Verification} />` : null}
      </div>
    </div>`;
  };
}

/** The answer of an address; a long record is asked again until it has been gone through. */
async function patiently(get, path, waits, isLeft) {
  for (;;) {
    try {
      return await get(path);
    } catch (failure) {
      if (failure.code !== "still_reading" || isLeft()) throw failure;
      waits(failure.problem);
      await pause(PAUSE_MS);
    }
  }
}

function problem({ html, word }) {
  return function Problem({ failure, again }) {
    if (!failure) return null;
    return html`<div class="audit-problem" role="alert">
      <p><b>${failure.problem ?? failure.message}</b></p>
      ${failure.hint ? html`<p>${failure.hint}</p>` : null}
      ${again && failure.status !== 400 ? html`<button type="button" class="audit-button" onClick=${again}>${word("audit_again")}</button>` : null}
    </div>`;
  };
}

function damage({ html, word }) {
  return function Damage({ found }) {
    if (!found) return null;
    return html`<div class="audit-problem" role="alert" data-damage=${found.seq}>
      <p><b>${word("audit_damage")}</b></p><p>${found.problem}</p></div>`;
  };
}

// ---------------------------------------------------------------- entries: timeline and search

function entries(shared) {
  const { html, useEffect, useRef, useState, word, get } = shared;
  const Problem = problem(shared);
  const Damage = damage(shared);
  const Entry = entry(shared);
  const NOTHING = { rows: [], before: null, damage: null, failure: null, wait: "", busy: true };

  return function Entries({ path, openRound, looks = false }) {
    const [shown, setShown] = useState(NOTHING);
    const asked = useRef(0);
    const foot = useRef(null);

    /* One question at a time; a newer one, or leaving the page, makes an older one's answer void. */
    const load = async (before, kept) => {
      const mine = ++asked.current;
      const isLeft = () => asked.current !== mine;
      let [rows, at, found] = [kept, before, null];
      setShown((was) => ({ ...was, rows, failure: null, busy: true }));
      try {
        do {
          const from = at === null ? path : `${path}${path.endsWith("?") ? "" : "&"}before=${at}`;
          found = await patiently(get, from, (wait) => !isLeft() && setShown((was) => ({ ...was, wait })), isLeft);
          if (isLeft()) return;
          rows = [...rows, ...found.entries];
          at = found.before;
          setShown((was) => ({ ...was, rows, before: at, damage: found.damage, wait: "" }));
        } while (at !== null && found.entries.length === 0);
        setShown((was) => ({ ...was, busy: false }));
      } catch (failure) {
        if (!isLeft()) setShown((was) => ({ ...was, before: at, failure, busy: false, wait: "" }));
      }
    };
    const older = () => load(shown.before, shown.rows.length >= AT_MOST ? [] : shown.rows);
    const stop = () => {
      asked.current += 1;
      setShown((was) => ({ ...was, busy: false, wait: "" }));
    };

    useEffect(() => {
      setShown(NOTHING);
      load(null, []);
      return () => void (asked.current += 1);
    }, [path]);
    useEffect(() => {
      if (shown.busy || shown.before === null || shown.failure || shown.rows.length >= AT_MOST || !foot.current) return undefined;
      const seen = new IntersectionObserver((met) => met.some((each) => each.isIntersecting) && older());
      seen.observe(foot.current);
      return () => seen.disconnect();
    }, [shown]);

    const last = shown.rows.at(-1);
    const count = String(shown.rows.length);
    return html`<section class="audit-entries" aria-busy=${shown.busy}>
      <${Damage} found=${shown.damage} />
      ${shown.rows.length
        ? html`<table class="audit-table"><caption class="unseen">${word("audit_entries")}</caption>
          <thead><tr><th scope="col" class="number">${word("audit_nr")}</th><th scope="col">${word("audit_time")}</th><th scope="col">${word("audit_in_round")}</th>
            <th scope="col">${word("audit_source")}</th><th scope="col">${word("audit_what")}</th></tr></thead>
          <tbody>${shown.rows.map((each) => html`<${Entry} key=${each.seq} entry=${each} openRound=${openRound} />`)}</tbody></table>`
        : null}
      <${Problem} failure=${shown.failure} again=${() => load(shown.before, shown.rows)} />
      <div class="audit-foot" ref=${foot}>
        <p role="status">${shown.wait
          ? word("audit_still", { problem: shown.wait })
          : shown.busy
            ? looks && shown.before !== null ? word("audit_looked", { count, seq: String(shown.before) }) : word("audit_reading")
            : last
              ? word("audit_shown", { count, seq: String(last.seq) })
              : shown.failure || shown.before !== null ? "" : word("audit_none")}
          ${!shown.busy && last && shown.before === null ? html` ${word("audit_begin")}` : null}</p>
        ${shown.busy && looks ? html`<button type="button" class="audit-button" onClick=${stop}>${word("audit_stop")}</button>` : null}
        ${!shown.busy && shown.before !== null ? html`<button type="button" class="audit-button" data-older onClick=${older}>${word("audit_older")}</button>` : null}
        ${!shown.busy && !looks ? html`<button type="button" class="audit-button" data-newest onClick=${() => load(null, [])}>${word("audit_newest")}</button>` : null}
      </div>
    </section>`;
  };
}

function entry({ html, word }) {
  return function Entry({ entry: it, openRound }) {
    const [day, clock] = it.at.split(" ");
    return html`<tr class=${it.loud ? "loud" : null} data-seq=${it.seq}>
      <td class="number">${it.seq}</td>
      <td class="when"><span>${day}</span> <b>${clock}</b></td>
      <td><button type="button" class="audit-link" aria-label=${word("audit_open_round", { round: String(it.round) })}
        onClick=${() => openRound(it.round)}>${it.round}</button></td>
      <td class="source"><b>${it.who}</b>${it.who === it.source ? null : html`<small>${word(`audit_source_${it.source}`)}</small>`}</td>
      <td class="what">
        <p>${it.loud ? html`<span class="loud-sign" role="img" aria-label=${word("audit_loud")}>!</span>` : null}${it.text}
          ${it.clauses.map((clause) => html` <cite>${clause}</cite>`)}</p>
        ${it.led.length ? html`<ul>${it.led.map((told) => html`<li>${told}</li>`)}</ul>` : null}
      </td>
    </tr>`;
  };
}

function search(shared, Entries) {
  const { html, useState, word } = shared;

  return function Search({ openRound }) {
    const [path, setPath] = useState(null);
    const find = (event) => {
      event.preventDefault();
      const given = [...new FormData(event.currentTarget)].filter(([, value]) => value.trim());
      setPath(`/api/record/search?${new URLSearchParams(given.map(([name, value]) => [name, value.trim()]))}`);
    };
    return html`<div class="audit-search">
      <form class="audit-form" role="search" onSubmit=${find} onReset=${() => setPath(null)}>
        ${FIELDS.map(({ name, hint, label, number }) => html`<label key=${name}><span>${word(label ?? `audit_${name}`)}</span>
          <input name=${name} type="text" inputmode=${number ? "numeric" : null} maxlength="200" autocomplete="off" spellcheck="false"
            aria-describedby=${hint ? `hint-${name}` : null} />
          ${hint ? html`<small id=${`hint-${name}`}>${word(hint)}</small>` : null}</label>`)}
        <div class="audit-form-do">
          <button type="submit" class="audit-button primary">${word("audit_find")}</button>
          <button type="reset" class="audit-button">${word("audit_clear")}</button>
        </div>
      </form>
      ${path ? html`<${Entries} key=${path} path=${path} openRound=${openRound} looks />` : null}
    </div>`;
  };
}

// ---------------------------------------------------------------- a round step by step

function round(shared) {
  const { html, useEffect, useRef, useState, word, get } = shared;
  const Problem = problem(shared);
  const Damage = damage(shared);
  const Step = step(shared);
  const Steps = steps(shared);
  const Felt = felt(shared);
  const NOTHING = { steps: [], about: null, failure: null, wait: "", busy: false };

  return function Round({ number, setNumber }) {
    const [told, setTold] = useState(NOTHING);
    const [at, setAt] = useState(0);
    const asked = useRef(0);

    const load = async () => {
      const mine = ++asked.current;
      const isLeft = () => asked.current !== mine;
      const waits = (wait) => !isLeft() && setTold((was) => ({ ...was, wait }));
      setAt(0);
      setTold({ ...NOTHING, busy: true });
      try {
        let wanted = number;
        if (wanted === null) {
          const newest = await patiently(get, "/api/record/timeline?limit=1", waits, isLeft);
          wanted = newest.rounds?.[1] ?? null;
          if (isLeft()) return;
          if (wanted === null) return setTold({ ...NOTHING });
          return setNumber(wanted);
        }
        for (let [after, known] = [0, []]; after !== null; ) {
          const about = await patiently(get, `/api/record/round/${wanted}?after=${after}`, waits, isLeft);
          if (isLeft()) return;
          known = [...known, ...about.steps];
          after = about.after;
          const steps = known;
          setTold({ ...NOTHING, steps, about, busy: after !== null });
        }
      } catch (failure) {
        if (!isLeft()) setTold((was) => ({ ...was, failure, busy: false, wait: "" }));
      }
      return undefined;
    };
    useEffect(() => {
      load();
      return () => void (asked.current += 1);
    }, [number]);

    const count = told.steps.length;
    const go = (wanted) => setAt(Math.min(Math.max(wanted, 0), Math.max(count - 1, 0)));
    useEffect(() => {
      const keyed = (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        go(to);
      };
      addEventListener("keydown", keyed);
      return () => removeEventListener("keydown", keyed);
    }, [at, count]);

    const show = (event) => {
      event.preventDefault();
      const wanted = Number.parseInt(new FormData(event.currentTarget).get("number"), 10);
      if (wanted === number) load();
      else if (wanted > 0) setNumber(wanted);
    };
    const rounds = told.about?.rounds ?? null;
    const now = told.steps[at];
    const stands = told.steps.slice(0, at + 1).findLast((each) => each.felt)?.felt;
    const button = (name, to, off) => html`<button type="button" class="audit-button step" data-step=${name} disabled=${off}
      aria-label=${word(`audit_${name}`)} title=${word(`audit_${name}`)} onClick=${() => go(to)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[name]} /></svg></button>`;
    return html`<div class="audit-round" data-round=${number} aria-busy=${told.busy}>
      <form class="audit-round-bar" onSubmit=${show}>
        <button type="button" class="audit-button" disabled=${!rounds || number <= rounds[0]} onClick=${() => setNumber(number - 1)}>${word("audit_round_before")}</button>
        <label><span class="unseen">${word("audit_round_number")}</span>
          <input name="number" type="text" inputmode="numeric" pattern="[0-9]*" maxlength="15" autocomplete="off" key=${number} defaultValue=${number ?? ""} value=${number ?? ""} /></label>
        <button type="submit" class="audit-button">${word("audit_show")}</button>
        <button type="button" class="audit-button" disabled=${!rounds || number >= rounds[1]} onClick=${() => setNumber(number + 1)}>${word("audit_round_after")}</button>
        <span class="quiet">${rounds ? word("audit_rounds", { first: String(rounds[0]), last: String(rounds[1]) }) : null}</span>
      </form>
      <${Problem} failure=${told.failure} again=${load} />
      <${Damage} found=${told.about?.damage} />
      ${told.about?.differs_at ? html`<p class="audit-problem">${word("audit_differs", { seq: String(told.about.differs_at) })}</p>` : null}
      ${told.wait || (told.busy && !count) ? html`<p role="status" class="quiet">${told.wait ? word("audit_still", { problem: told.wait }) : word("audit_reading")}</p>` : null}
      ${!told.busy && !count && !told.failure ? html`<p class="quiet">${word("audit_no_rounds")}</p>` : null}
      ${now
        ? html`<div class="audit-stepper">
          <${Steps} steps=${told.steps} at=${at} go=${go} number=${number} />
          <div class="audit-now">
            <div class="audit-walk">
              ${button("first", 0, at === 0)}${button("previous", at - 1, at === 0)}
              <b>${word("audit_step", { step: String(at + 1), count: String(count) })}</b>
              ${button("next", at + 1, at === count - 1)}${button("last", count - 1, at === count - 1)}
              <small class="quiet">${word("audit_keys")}</small>
            </div>
            <${Step} step=${now} />
            <${Felt} felt=${stands} />
          </div>
        </div>`
        : null}
    </div>`;
  };
}

function steps({ html, useEffect, useRef, word }) {
  return function Steps({ steps: all, at, go, number }) {
    const list = useRef(null);
    useEffect(() => {
      const [box, row] = [list.current, list.current?.children[at]];
      if (!row) return;
      if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop;
      const low = row.offsetTop + row.offsetHeight - box.clientHeight;
      if (low > box.scrollTop) box.scrollTop = low;
    }, [at, all.length]);
    return html`<ol class="audit-steps" ref=${list} aria-label=${word("audit_steps", { round: String(number) })}>
      ${all.map((each, nth) => html`<li key=${each.seq}><button type="button" data-seq=${each.seq} aria-current=${nth === at ? "step" : null}
        class=${each.rulings.length ? "loud" : null} onClick=${() => go(nth)}>
        <span class="number">${each.seq}</span><span>${each.rulings.length ? html`<span class="loud-sign" role="img" aria-label=${word("audit_ruling")}>!</span>` : null}${each.text}</span></button></li>`)}
    </ol>`;
  };
}

function step({ html, word }) {
  const Ruling = ({ ruling }) => html`<section class="audit-ruling">
    <h4><span class="loud-sign" aria-hidden="true">!</span>${word("audit_ruling")} <cite>${ruling.basis}</cite></h4>
    <p><b>${ruling.happened}</b></p>
    <p>${ruling.follows}</p>
    ${ruling.evidence.length ? html`<h5>${word("audit_evidence")}</h5><ul>${ruling.evidence.map((each) => html`<li>${each}</li>`)}</ul>` : null}
    ${ruling.clauses.length ? html`<h5>${word("audit_asks")}</h5><dl>${ruling.clauses.map((each) => html`<dt><cite>${each.citation}</cite></dt><dd>${each.says}</dd>`)}</dl>` : null}
  </section>`;

  return function Step({ step: it }) {
    return html`<section class="audit-step" data-seq=${it.seq}>
      <div aria-live="polite">
        <p class="quiet">${word("audit_at", { seq: String(it.seq), at: it.at })}</p>
        <h3>${it.text}</h3>
        <p class="quiet">${it.who}</p>
      </div>
      ${it.rulings.map((each) => html`<${Ruling} ruling=${each} />`)}
      <h4>${word("audit_led")}</h4>
      ${it.lines.length
        ? html`<dl class="audit-lines">${it.lines.map((line) => html`<dt>${line.label}</dt><dd>${line.text}</dd>`)}</dl>`
        : html`<p class="quiet">${word("audit_led_nothing")}</p>`}
    </section>`;
  };
}

function felt({ html, word, Card }) {
  return function Felt({ felt: it }) {
    if (!it?.known) return html`<section class="audit-felt"><p class="quiet">${word("audit_felt_unknown")}</p></section>`;
    const stakes = new Map(it.wagers.map((each) => [each.place, each]));
    const bare = it.wagers.filter((each) => !it.places.some(({ place }) => place === each.place));
    const rows = [...it.places, ...bare.map(({ place, label }) => ({ place, label, cards: [], count: 0 }))];
    return html`<section class="audit-felt">
      <h4>${word("audit_felt")}</h4>
      ${rows.length
        ? html`<table class="audit-table"><caption class="unseen">${word("audit_felt")}</caption>
          <thead><tr><th scope="col">${word("audit_place")}</th><th scope="col" class="number">${word("audit_count")}</th><th scope="col">${word("audit_cards")}</th><th scope="col">${word("audit_wagers")}</th></tr></thead>
          <tbody>${rows.map((row) => html`<tr key=${row.place} data-place=${row.place}><th scope="row">${row.label}</th><td class="number">${row.count}</td>
            <td class="cards">${row.cards.map((code) => html`<${Card} code=${code} />`)}</td><td>${stakes.get(row.place)?.text ?? ""}</td></tr>`)}</tbody></table>`
        : html`<p class="quiet">${word("audit_no_cards")}</p>`}
      <dl class="audit-lines">
        <dt>${word("audit_stands")}</dt><dd>${it.step}</dd>
        <dt>${word("audit_decks")}</dt><dd>${it.decks.map((deck) => html`<p>${deck.text}</p>`)}</dd>
        ${it.cases.length ? html`<dt>${word("audit_cases")}</dt><dd>${it.cases.map((told) => html`<p>${told}</p>`)}</dd>` : null}
      </dl>
    </section>`;
  };
}

// ---------------------------------------------------------------- verification

function verification(shared) {
  const { html, useEffect, useRef, useState, word, get, post } = shared;
  const Problem = problem(shared);
  const Result = result(shared);

  return function Verification() {
    const [now, setNow] = useState(null);
    const [failure, setFailure] = useState(null);
    const left = useRef(false);

    /* How it stands, and again while it goes on. */
    const follow = async (first) => {
      try {
        for (let found = await first; !left.current; found = await get("/api/record/verify")) {
          setNow(found);
          setFailure(null);
          if (found.state !== "running") return;
          await pause(POLL_MS);
        }
      } catch (refusal) {
        if (!left.current) setFailure(refusal);
      }
    };
    useEffect(() => {
      left.current = false;
      follow(get("/api/record/verify"));
      return () => void (left.current = true);
    }, []);
    const begin = (event) => {
      event.preventDefault();
      const head = new FormData(event.currentTarget).get("head").trim();
      follow(post("/api/record/verify", head ? { head } : {}));
    };
    const running = now?.state === "running";
    const told = !now
      ? ""
      : { none: word("audit_verify_never"), running: word("audit_verifying", { done: String(now.done), of: String(now.of) }) }[now.state] ??
        (now.result ? word(now.result.sound ? "audit_sound" : "audit_unsound") : "");
    return html`<div class="audit-verify" data-verification=${now?.state ?? ""}>
      <p>${word("audit_verify_what")}</p>
      <form class="audit-form" onSubmit=${begin}>
        <label class="wide"><span>${word("audit_head")}</span>
          <input name="head" type="text" maxlength="100" autocomplete="off" spellcheck="false" aria-describedby="hint-head" />
          <small id="hint-head">${word("audit_head_hint")}</small></label>
        <div class="audit-form-do"><button type="submit" class="audit-button primary" disabled=${running}>${word("audit_begin_verify")}</button></div>
      </form>
      <${Problem} failure=${failure ?? now?.error} />
      ${running ? html`<progress max=${Math.max(now.of, 1)} value=${now.done} aria-label=${word("audit_verify")}></progress>` : null}
      <p role="status" aria-live="polite" class=${now?.result ? `audit-verdict ${now.result.sound ? "sound" : "unsound"}` : "quiet"}>${told}</p>
      ${now?.result ? html`<${Result} result=${now.result} />` : null}
    </div>`;
  };
}

function result({ html, word }) {
  const where = (seq) => (seq ? String(seq) : word("audit_file"));

  return function Result({ result: it }) {
    return html`<div class="audit-result">
      <p>${word("audit_verified", { first: String(it.first), last: String(it.last) })}</p>
      ${it.head ? html`<dl class="audit-lines"><dt>${word("audit_new_head")}</dt><dd><code>${it.head}</code></dd></dl><p class="quiet">${word("audit_keep_head")}</p>` : null}
      ${it.findings.length
        ? html`<table class="audit-table"><caption>${word("audit_findings")}</caption>
          <thead><tr><th scope="col" class="number">${word("audit_nr")}</th><th scope="col">${word("audit_problem")}</th><th scope="col">${word("audit_do")}</th></tr></thead>
          <tbody>${it.findings.map((each) => html`<tr class="loud" data-code=${each.code}><td class="number">${where(each.seq)}</td><td>${each.problem} <code>${each.code}</code></td><td>${each.do}</td></tr>`)}</tbody></table>`
        : null}
      ${it.notes.length
        ? html`<table class="audit-table"><caption>${word("audit_notes")}</caption>
          <thead><tr><th scope="col" class="number">${word("audit_nr")}</th><th scope="col">${word("audit_what")}</th></tr></thead>
          <tbody>${it.notes.map((each) => html`<tr><td class="number">${where(each.seq)}</td><td>${each.problem}</td></tr>`)}</tbody></table>`
        : null}
      ${it.untold ? html`<p>${word("audit_untold", { count: String(it.untold) })}</p>` : null}
      <table class="audit-table narrow"><caption>${word("audit_counts")}</caption>
        <tbody>${Object.entries(it.counts).map(([kind, count]) => html`<tr><th scope="row">${kind}</th><td class="number">${count}</td></tr>`)}</tbody></table>
    </div>`;
  };
}
