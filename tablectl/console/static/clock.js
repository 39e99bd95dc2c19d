// What time it is at the table: the console tells it when a stream of events begins. A screen says
// only when the table was last heard of, which may be long ago. In between it is counted on by a clock
// that nobody sets.

const MICROSECONDS = 1000; // in a millisecond

let began = performance.timeOrigin; // what it was at the table when this page began, in milliseconds

/** Set by the table's clock, in microseconds. */
export function setClock(now) {
  began = now / MICROSECONDS - performance.now();
}

/** The time at the table, in microseconds. */
export const tableTime = () => (began + performance.now()) * MICROSECONDS;
