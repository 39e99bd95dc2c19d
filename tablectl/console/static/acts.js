// One act at a time. A press has one key, which stays the same however often it has to be sent, so
// that it counts once. The page is busy until the answer and until the table that the answer speaks
// of is on the screen; a second tap meanwhile does nothing. It is so for a moment at least: the second
// half of a double tap must not press the act that has come to the same place.

import { post, Refused, Unanswered } from "./line.js";

const PAUSES = [400, 800, 1600, 3200]; // milliseconds before each new attempt
const LEAST = 350; // milliseconds for which a press keeps the page busy
const SHOWN_WITHIN = 2500; // then the page stops waiting for the screen that follows

/** Somebody has signed in at another page of this browser, or the console was started again. */
const NOT_OURS = ["no_token", "no_visit"];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A deed with the answers of a button's asks in it; an answer is `{path, value}`. */
export function filled(deed, answers) {
  const made = structuredClone(deed);
  for (const { path, value } of answers) {
    let part = made;
    for (const step of path.slice(0, -1)) part = part[step] ??= {};
    part[path.at(-1)] = value;
  }
  return made;
}

/** The acts of a page; `tell(change)` is told of what it does: `{busy}`, `{refusal}`, `{stuck}`. */
export class Acts {
  constructor(tell) {
    this.tell = tell;
    this.busy = null;
    this.seq = -1;
    this.awaiting = null;
    this.sitting = 0;
  }

  /** Somebody else may sit here from now on: what has no answer yet is not sent again, since that
      would be in their name. */
  drop() {
    this.sitting += 1;
    this.awaiting?.done();
    this.awaiting = null;
    this.mark(null);
  }

  /** Press a button; resolves to true when it was accepted. */
  async press(id, deed, second) {
    if (this.busy !== null) return false;
    const body = { deed, key: freshKey(), ...(second ? { second } : {}) };
    return this.send(id, body);
  }

  async send(id, body) {
    const { sitting } = this;
    const isLeft = () => sitting !== this.sitting;
    const least = pause(LEAST);
    this.mark(id);
    try {
      const answer = await this.answered(body, isLeft);
      await this.shown(answer);
      if (answer.accepted) await least;
      if (!isLeft()) this.tell({ stuck: null, refusal: answer.accepted ? null : answer.refusal });
      return answer.accepted;
    } catch (failure) {
      if (!isLeft()) this.failed(failure, id, body);
      return false;
    } finally {
      if (!isLeft()) this.mark(null);
    }
  }

  async answered(body, isLeft) {
    for (const ms of PAUSES) {
      try {
        return await post("/api/acts", body);
      } catch (failure) {
        if (!(failure instanceof Unanswered) && failure.status !== 503) throw failure;
        await pause(ms);
        if (isLeft()) throw failure;
      }
    }
    return post("/api/acts", body);
  }

  failed(failure, id, body) {
    if (failure instanceof Unanswered || failure.status === 503) {
      this.tell({ stuck: { again: () => this.busy === null && this.send(id, body) } });
    } else if (failure instanceof Refused) {
      const refusal = { code: failure.code, text: failure.problem, hint: failure.hint };
      this.tell({ refusal, gone: failure.status === 401 || NOT_OURS.includes(failure.code) });
    } else {
      throw failure;
    }
  }

  /** Wait until the screen is as new as the answer. */
  shown(answer) {
    if (!answer.accepted || !(answer.seq > this.seq)) return null;
    return new Promise((done) => {
      const late = setTimeout(done, SHOWN_WITHIN);
      this.awaiting = { seq: answer.seq, done: () => (clearTimeout(late), done()) };
    });
  }

  /** A screen arrived. */
  arrived(seq) {
    this.seq = seq;
    if (this.awaiting && seq >= this.awaiting.seq) {
      this.awaiting.done();
      this.awaiting = null;
    }
  }

  mark(id) {
    this.busy = id;
    this.tell({ busy: id });
  }
}
