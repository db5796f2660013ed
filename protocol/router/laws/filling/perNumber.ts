/** Findings on a number and the text that it stands in, which hundreds of inputs ask for. */
import { keepingFew } from "../../../once.js";
import type { Given } from "../reading/reading.js";

interface Found<V> {
  readonly text: string;
  readonly value: V;
}

/** Keeps what was found for the numbers of one question. */
export function perNumber<V>(
  find: (given: Given, text: string) => V,
): (given: Given, text: string) => V {
  const foundFor = keepingFew((_given: Given): { last: Found<V> | null } => ({ last: null }));
  return (given, text) => {
    const found = foundFor(given);
    if (found.last?.text !== text) found.last = { text, value: find(given, text) };
    return found.last.value;
  };
}
