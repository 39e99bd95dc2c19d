// The table as it comes: one stream of server-sent events a role. The browser takes the stream up
// again by itself; where it gives up (an answer that is no stream), `onGone` is told, and the page
// asks for the visit first, since it may have ended. What has not changed meanwhile does not come
// once more, so it is the stream itself that tells that it is back.

import { setClock } from "./clock.js";

/** Follow the table in a role; returns what ends it. */
export function follow(role, { onBack, onScreen, onLost, onSignedOut, onCut, onGone }) {
  const source = new EventSource(`/api/events?role=${encodeURIComponent(role)}`);
  source.addEventListener("open", onBack);
  source.addEventListener("time", (event) => setClock(JSON.parse(event.data).now));
  source.addEventListener("screen", (event) => onScreen(JSON.parse(event.data)));
  source.addEventListener("lost", (event) => onLost(JSON.parse(event.data).text));
  source.addEventListener("signed_out", () => {
    source.close();
    onSignedOut();
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) onGone();
    else onCut();
  });
  return () => source.close();
}
