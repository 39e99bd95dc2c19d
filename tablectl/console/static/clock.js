// What time it is at the table: the console tells it when a stream of events begins. A screen says
// only when the table was last heard of, which may be long ago.

const MICROSECONDS = 1000; // in a millisecond

let ahead = 0; // milliseconds by which the table's clock is before the browser's

/** Set by the table's clock, in microseconds. */
export function setClock(now) {
  ahead = now / MICROSECONDS - Date.now();
}

/** The time at the table, in microseconds. */
export const tableTime = () => (Date.now() + ahead) * MICROSECONDS;
