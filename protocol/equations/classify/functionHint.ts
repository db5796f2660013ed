/** Names our form where a function of another program is called. */
import { editDistance, nearest } from "../../search/nearest.js";
import { FUNCTION_SPELLINGS } from "../reading/functions.js";
import { formHere } from "../reading/otherForms.js";

/** A name this share of its letters away from another is no misspelling of it. */
const ALIKE_SHARE = 1 / 3;

/** A sentence with a space before it, or nothing where nothing is near. */
export function functionHint(name: string): string {
  const form = formHere(name);
  if (form !== null) return form;
  const close = nearest(name, FUNCTION_SPELLINGS, 1)[0];
  if (close === undefined) return "";
  const distance = editDistance(name.toLowerCase(), close.toLowerCase());
  return distance > Math.max(1, name.length * ALIKE_SHARE)
    ? ""
    : ` The nearest function is ${close}.`;
}
