/** Expressions of a reactor: they name the state, what a step is given, or the number of steps. */

const OF_STATE = /(?<![\w.])(?:x\.|u\b|n\b)/;

export function isOfState(text: string): boolean {
  return OF_STATE.test(text);
}
