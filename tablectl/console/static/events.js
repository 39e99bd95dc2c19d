// The table as it comes: one stream of server-sent events a role. The browser takes the stream up
// again by itself; where it gives up (an answer that is no stream), `onGone` is told, and the page
// asks for the visit first, since it may have ended. What has not changed meanwhile does not come
// once more, so it is the stream itself that tells that it is back. The console breaks every silence
// by telling the time; a stream that is silent for longer is dead, though no end of it was seen, and
// another one is opened.

import { setClock } from "./clock.js";

const SILENCE = 25000; // milliseconds without any event, after which nobody is there

/** Follow the table in a role; returns what ends it. */
export function follow(role, { onBack, onScreen, onLost, onSignedOut, onCut, onGone }) {
  let source;
  let silent;
  const heard = () => {
    clearTimeout(silent);
    silent = setTimeout(() => {
      source.close();
      onCut();
      begin();
    }, SILENCE);
  };
  const end = () => {
    clearTimeout(silent);
    source.close();
  };
  const begin = () => {
    source = new EventSource(`/api/events?role=${encodeURIComponent(role)}`);
    const on = (kind, then) => source.addEventListener(kind, (event) => (heard(), then(event)));
    heard();
    on("open", onBack);
    on("time", (event) => setClock(JSON.parse(event.data).now));
    on("screen", (event) => onScreen(JSON.parse(event.data)));
    on("lost", (event) => onLost(JSON.parse(event.data).text));
    source.addEventListener("signed_out", () => {
      end();
      onSignedOut();
    });
    on("error", () => {
      if (source.readyState === EventSource.CLOSED) {
        end();
        onGone();
      } else onCut();
    });
  };
  begin();
  return end;
}
