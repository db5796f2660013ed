/**
 * What a caller prefers of an answer that is sealed: a short form (RFC 7240, or `fields` in the
 * query), and whether its digest is sent (RFC 9530).
 */
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import { ApiError } from "../contract/definition/problem.js";
import { readForm } from "./validate.js";

export const APPLIED = "preference-applied";
const FIELDS = "fields";
const NAMES_MAX = 64;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const MINIMAL = /^return\s*=\s*"?minimal"?$/i;
/** Where nothing else is preferred, names need no quotes. */
const ALONE = /^fields\s*=\s*([A-Za-z0-9_, ]+)$/;
const NAMED = /^fields\s*=\s*"?([^"]*)"?$/i;
const DIGEST = /^sha-256\s*=\s*(\d{1,2})$/i;
/** Commas outside of quotes. */
const BETWEEN = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
const NO_READINGS = new Map<string, never>();

/** Preferences that are not known are passed over. @throws ApiError for names that are none */
export function preferredShape(prefer: string): AnswerShape | null {
  if (prefer === "") return null;
  if (prefer === "return=minimal") return "minimal";
  const alone = ALONE.exec(prefer)?.[1];
  if (alone !== undefined) return namesOf(alone);
  let shape: AnswerShape | null = null;
  for (const one of prefer.split(BETWEEN)) {
    const preference = one.trim();
    const names = NAMED.exec(preference)?.[1];
    if (names !== undefined) return namesOf(names);
    if (MINIMAL.test(preference)) shape = "minimal";
  }
  return shape;
}

/**
 * Of a call that takes its input in the body: `fields` may stand in the query, and nothing else.
 * @throws ApiError
 */
export function queriedShape(query: string): AnswerShape | null {
  const { [FIELDS]: names, ...others } = readForm(query, NO_READINGS);
  if (typeof names !== "string" || Object.keys(others).length > 0)
    throw new ApiError(
      "INVALID_BODY",
      "this call takes its fields in the body, not in the query; `fields` there names the " +
        "members of the answer that are wanted",
    );
  return namesOf(names);
}

/** Of a call whose query has other fields, too. @throws ApiError for names that are none */
export function shapeBeside(query: string): AnswerShape | null {
  const { [FIELDS]: names } = readForm(query, NO_READINGS);
  return typeof names === "string" ? namesOf(names) : null;
}

function namesOf(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined || names.length > NAMES_MAX)
    throw new ApiError(
      "INVALID_BODY",
      bad === undefined
        ? `at most ${NAMES_MAX} members of an answer can be named`
        : `${JSON.stringify(bad)} in \`fields\` is no name of a member: write fields=value,unit`,
    );
  return names;
}

/** As it is echoed in Preference-Applied. */
export function appliedText(shape: AnswerShape): string {
  return shape === "minimal" ? "return=minimal" : `fields="${shape.join(",")}"`;
}

/** Null where nothing is said of a SHA-256. */
export function wantsDigest(field: string): boolean | null {
  if (field === "") return null;
  for (const one of field.split(",")) {
    const rank = DIGEST.exec(one.trim())?.[1];
    if (rank !== undefined) return Number(rank) > 0;
  }
  return null;
}
