// The technician's view: every device with its phase, its identity and what went over its line.
// What is simulated carries stripes and the word.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { useDesk } from "./desk.js";
import { Dialog } from "./dialog.js";
import { get } from "./line.js";
import { word } from "./words.js";

const READY = "ready";
const EVERY = 2000; // milliseconds between two looks at a line

function Frames({ device }) {
  const { close } = useDesk();
  const [frames, setFrames] = useState(null);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    let ended = false;
    let next;
    const look = async () => {
      try {
        const answer = await get(`/api/frames/${encodeURIComponent(device)}`);
        if (!ended) setFrames(answer.frames), setProblem(null);
      } catch (failure) {
        if (!ended) setProblem(failure.problem ?? word("connection_lost"));
      }
      if (!ended) next = setTimeout(look, EVERY);
    };
    look();
    return () => {
      ended = true;
      clearTimeout(next);
    };
  }, [device]);
  return html`<${Dialog} title=${word("frames_of", { device })} name="frames" onClose=${close} wide>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
    ${frames === null ? html`<p class="nothing">${word("loading")}</p>` : frames.length === 0 ? html`<p class="nothing">${word("no_frames")}</p>` : html`<ol class="frames" tabindex="0">${frames.toReversed().map((frame) => html`<li>${typeof frame === "string" ? frame : JSON.stringify(frame)}</li>`)}</ol>`}
  </${Dialog}>`;
}

function Device({ device }) {
  const { open } = useDesk();
  return html`<article class=${`device${device.simulated ? " simulated" : ""}${device.phase === READY ? "" : " amiss"}`} data-device=${device.name} data-phase=${device.phase} aria-label=${device.name}>
    <header><h3>${device.name}</h3><span class=${device.simulated ? "sim-word" : "real-word"}>${word(device.simulated ? "simulated" : "real")}</span></header>
    <p class="phase">${device.text}</p>
    <dl><dt>${word("kind")}</dt><dd>${device.kind}</dd>
      ${device.identity?.length ? html`<dt>${word("identity")}</dt><dd>${device.identity.map((text) => html`<p>${text}</p>`)}</dd>` : null}
      ${device.can?.length ? html`<dt>${word("can")}</dt><dd>${device.can.join(", ")}</dd>` : null}</dl>
    <footer><button type="button" class="act small" data-frames=${device.name} onClick=${() => open(() => html`<${Frames} device=${device.name} />`)}><span class="act-text"><b>${word("frames")}</b></span></button></footer>
  </article>`;
}

export function Devices() {
  const { screen } = useDesk();
  const amissFirst = screen.devices.toSorted((one, other) => (one.phase === READY) - (other.phase === READY));
  return html`<section class="devices" aria-label=${word("devices")}>${amissFirst.map(
    (device) => html`<${Device} key=${device.name} device=${device} />`,
  )}${screen.devices.length ? null : html`<p class="nothing">${word("no_devices")}</p>`}</section>`;
}
