// Where the auditor's part of the page is mounted; it is loaded when it is first opened.

import { html, render, useEffect, useMemo, useRef, useState } from "./vendor/preact-htm.js";
import { Card } from "./card.js";
import { get, post } from "./line.js";
import { word } from "./words.js";

export function Record({ role }) {
  const place = useRef(null);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    let end = null;
    let left = false;
    const shared = { html, render, useEffect, useMemo, useRef, useState, word, get, post, Card, role };
    import("./auditor.js")
      .then((part) => {
        if (!left) end = part.mount(place.current, shared);
      })
      .catch((failure) => setProblem(failure.message));
    return () => {
      left = true;
      end?.();
    };
  }, [role]);
  return html`<section class="record" aria-label=${word("record")}>${problem ? html`<p class="problem" role="alert">${word("not_loaded")} ${problem}</p>` : null}<div class="record-place" ref=${place} data-record></div></section>`;
}
