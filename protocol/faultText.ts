/** The fault of one value of a request, in words, and which values it takes. */
import type * as z from "zod";

type Issue = z.core.$ZodIssue;

/** Of a fault as zod reports it; a union reports those of its parts. */
export interface FaultText {
  readonly message: string;
  /** Allowed values, where there are some to choose from. */
  readonly accepts?: string;
}

/** So many values are named in a message; all of them stand in `accepts`. */
const NAMED_MAX = 16;
/** What zod says of a union that nobody wrote a message for. */
const UNSAID = "Invalid input";
const TYPES: Readonly<Record<string, string>> = {
  number: "a number",
  int: "a whole number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};
/** A number that came with its unit, most of the time. */
const TEXT_FOR_NUMBER = "expected number, received string";
const NUMBER = "expected a number in SI, without its unit, and not a text";

export function faultText(issue: Issue): FaultText {
  // Where the schema has words of its own.
  if (issue.code === "invalid_union" && issue.message !== UNSAID) return { message: issue.message };
  const values = valuesOf(issue);
  if (values.length > 0) {
    const named = values.slice(0, NAMED_MAX).join(", ");
    const more = values.length > NAMED_MAX ? ", ..." : "";
    const others = typesOf(issue).map((type) => `; or ${type}`);
    return {
      message: `expected ${values.length === 1 ? "" : "one of "}${named}${more}${others.join("")}`,
      accepts: values.join(", "),
    };
  }
  if (issue.code === "invalid_union") {
    const types = typesOf(issue);
    return { message: types.length === 0 ? issue.message : `expected ${types.join(" or ")}` };
  }
  if (issue.code === "invalid_type") return { message: wrongType(issue) };
  if (issue.code === "too_small" || issue.code === "too_big") return { message: beyond(issue) };
  return { message: issue.message };
}

/** What zod says where the schema has no words of its own. */
const WRONG_TYPE = /^Invalid input: expected \w+, received (\w+)$/;
const BEYOND = /^Too (?:small|big): expected/;

function wrongType(issue: Extract<Issue, { code: "invalid_type" }>): string {
  if (issue.message.includes(TEXT_FOR_NUMBER)) return NUMBER;
  const [, received] = WRONG_TYPE.exec(issue.message) ?? [];
  if (received === undefined) return issue.message;
  const expected = typesOf(issue).join(" or ");
  if (received === "undefined") return `is missing: ${expected} is needed`;
  const given = received === "null" ? "null" : TYPES[received];
  return `expected ${expected}${given === undefined ? "" : `, and not ${given}`}`;
}

/** A number, a text or a list outside what it may be. */
function beyond(issue: Extract<Issue, { code: "too_small" | "too_big" }>): string {
  if (!BEYOND.test(issue.message)) return issue.message;
  const isSmall = issue.code === "too_small";
  const bound = String(isSmall ? issue.minimum : issue.maximum);
  const limit =
    issue.inclusive === false
      ? isSmall
        ? "more than"
        : "less than"
      : isSmall
        ? "at least"
        : "at most";
  const things: Readonly<Record<string, string>> = {
    array: "items",
    set: "items",
    string: "characters",
  };
  const thing = things[issue.origin];
  return thing === undefined
    ? `must be ${limit} ${bound}`
    : `must have ${limit} ${bound} ${bound === "1" ? thing.slice(0, -1) : thing}`;
}

/** Values of which it would have to be one. */
function valuesOf(issue: Issue): readonly string[] {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "invalid_union") return [];
  return [...new Set(issue.errors.flat().filter(isOfWhole).flatMap(valuesOf))];
}

/** Kinds of value that a union takes beside the values it names. */
function typesOf(issue: Issue): readonly string[] {
  if (issue.code === "invalid_type") return [TYPES[issue.expected] ?? `a ${issue.expected}`];
  if (issue.code !== "invalid_union") return [];
  return [...new Set(issue.errors.flat().filter(isOfWhole).flatMap(typesOf))];
}

/** A fault inside a value that has the right kind belongs to its place. */
function isOfWhole(issue: Issue): boolean {
  return issue.path.length === 0;
}
