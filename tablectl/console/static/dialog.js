// A dialog over the page. The browser's own modal dialog keeps the focus inside and the page behind
// it out of reach; Esc closes it, and the focus goes back to what had it.

import { html, useEffect, useRef } from "./vendor/preact-htm.js";
import { word } from "./words.js";

export function Dialog({ title, about, name, onClose, wide, alarm, children }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    const dialog = box.current;
    dialog.showModal();
    dialog.querySelector("[data-first]")?.focus();
    return () => {
      if (dialog.open) dialog.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  const cancelled = (event) => {
    event.preventDefault();
    onClose();
  };
  const outside = (event) => event.target === box.current && onClose();
  return html`<dialog ref=${box} class=${`dialog${wide ? " wide" : ""}${alarm ? " alarm" : ""}`} aria-label=${about ? `${about}: ${title}` : title}
    data-dialog=${name} onCancel=${cancelled} onClick=${outside}>
    <div class="dialog-body">
      <header><h2>${about ? html`<small>${about}</small> ` : null}${title}</h2>
        <button type="button" class="close" aria-label=${word("close")} data-do="close" onClick=${onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l14 14M19 5L5 19" /></svg></button></header>
      ${children}
    </div>
  </dialog>`;
}
