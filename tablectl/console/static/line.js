// Requests to the console: JSON there and back, the visit's token with every POST. What is refused
// is thrown as `Refused`, what got no answer at all, or none in time, as `Unanswered`. Nothing is
// repeated here.

const ANSWER_WITHIN = 15000; // milliseconds, for what is posted; to read a record may take longer

let token = "";

/** The console answered, and said no: `{status, code, problem, hint}`. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.problem);
    Object.assign(this, { status, code: error.code, problem: error.problem, hint: error.hint ?? "" });
  }
}

/** Nobody answered: whether the request arrived is not known. */
export class Unanswered extends Error {}

export function hold(newToken) {
  token = newToken ?? "";
}

export const get = (path) => ask(path, { method: "GET" });

export const post = (path, body) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Tablectl": token },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });

async function ask(path, request) {
  let response;
  let answer;
  try {
    response = await fetch(path, { ...request, credentials: "same-origin", cache: "no-store" });
    answer = await response.json();
  } catch (failure) {
    throw new Unanswered(failure.message, { cause: failure });
  }
  if (!response.ok || answer.error) {
    const bare = { code: `status_${response.status}`, problem: `${response.status}`, hint: "" };
    throw new Refused(response.status, answer.error ?? bare);
  }
  return answer;
}
