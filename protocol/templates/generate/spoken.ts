/**
 * Other ways to write the same sentence, settled before it is read: a record of fields (`{"sensor":
 * "boiler", "op": ">", "limit": "3 bar"}`), a question with an act behind it, and numbers of things.
 */
import { ACT } from "./acts.js";
import { KEYS, type Role } from "./fields.js";
import { isNoName } from "./nounPhrase.js";
import { withTags } from "./tags.js";
import { isAction } from "./things.js";
import { CALL_WORDS } from "./words.js";

/** `bearing no. 3`: a name. */
const NUMBER_SIGN = /\b(?:no|nr)\. ?(?=\d)/giu;
/** `rule "hot oven":`, what a rule is called. */
const RULE_NAME = /^(?:rule|alert|alarm|monitor|policy|name)? ?"[^"{}\d]{1,40}" ?: /iu;
/** `alarm_when: oxygen < 4 mg/L`. */
const ACT_NAME = /^(?:trigger|(?:alarm|alert|warn|notify)[_ -](?:when|if|on)) ?: (?=[a-z])/iu;
/** `down to under 4 kV`. */
const TO_UNDER = new RegExp(
  "(?<!\\b(?:sums?|adds?|adding|summing) )\\b(?:down to (?=below |under |less than )|" +
    "up to (?=above |over |more than ))",
  "giu",
);
const ONES = "one two three four five six seven eight nine".split(" ");
const TEENS =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORDS: Readonly<Record<string, number>> = Object.fromEntries([
  ...ONES.map((word, i) => [word, i + 1] as const),
  ...TEENS.map((word, i) => [word, i + 10] as const),
  ...TENS.map((word, i) => [word, 10 * (i + 2)] as const),
  ["hundred", 100],
]);
/** `colder than minus twenty`: a number, and no difference. */
const MINUS = new RegExp(
  "(?<=\\b(?:below|above|under|over|than|at|to|of|reach(?:es)?|hits|is|between|and) )minus " +
    `(${[...TENS, ...TEENS, ...ONES].join("|")})(?:[ -](${ONES.join("|")}))?\\b`,
  "giu",
);
/** `twice in a row`. */
const TWICE =
  /\b(?:twice|thrice)(?= (?:in a row|in succession|running|consecutively|one after the other)\b)/giu;
/** `tank A level`: a name, and no article. */
const LETTERED = /\b(\p{Ll}{3,}) A (?=(?!few|lot|bit)\p{Ll}{2})/gu;
/** `1 vol%`, `3 % v/v`: what a share is of is the reading's own. */
const SHARES =
  /(?<=\d ?)(?:vol\.?[- ]?%|% ?\(?(?:v\/v|w\/w|vol\.?|by volume|by weight)\)?(?![a-z]))/giu;
/** `Is the tank over 3 m? Then alert me.` */
const QUESTION = new RegExp(
  `^(?:is|are|has|does) (?<what>[^?]*\\d[^?]*)\\?` +
    `(?= (?:(?:if so|if yes|then),? )?(?:${ACT.replace(/\(\?<[a-z0-9]+>/gu, "(?:")})[.!]?$)`,
  "iu",
);
const UNIT = String.raw`(?<=\d) (?:°|deg)?[A-Za-z%/^0-9]+(?![A-Za-z_])(?=\s*(?:[,;}]|$|[a-z_]+\s*[:=]))`;
const PAIR = new RegExp(
  String.raw`(?<key>[a-z][a-z_ -]*?)"?\s*[:=]\s*` +
    String.raw`(?:"(?<quoted>[^"]*)"|(?<bare>[^",;{}[\]\s]+(?:${UNIT})?))`,
  "giu",
);
/** `37.2 min, 38 max`: the ends of a range, and no minutes. */
const NUMBER = String.raw`[-+]?\d[\d.]*(?: ?(?:°|deg)?[A-Za-z%/^0-9]+?)?`;
const [MIN, MAX] = [String.raw`min(?:imum)?\b\.?`, String.raw`max(?:imum)?\b\.?`];
const LEAST_MOST = new RegExp(
  `(?<from>${NUMBER}) ${MIN} ?,? ?(?:and )?(?<to>${NUMBER}) ${MAX}`,
  "iu",
);
const MIN_MAX = new RegExp(
  `\\b${MIN}:? (?<from>${NUMBER}) ?,? ?(?:and )?${MAX}:? (?<to>${NUMBER})(?![\\w.])`,
  "iu",
);
const OPERATORS: Readonly<Record<string, string>> = {
  gt: ">",
  ge: ">=",
  gte: ">=",
  lt: "<",
  le: "<=",
  lte: "<=",
  greater: ">",
  less: "<",
  high: ">",
  low: "<",
  max: ">",
  min: "<",
  above: ">",
  over: ">",
  below: "<",
  under: "<",
};

/** @param text normalized */
export function plainly(text: string): string {
  const record = recordOf(text);
  return withTags(record ?? text)
    .replace(TO_UNDER, "")
    .replace(LETTERED, (all, word: string) =>
      isNoName(word) || isAction(word) || CALL_WORDS.includes(word) ? all : `${word}_A `,
    )
    .replace(MINUS, (_all, tens: string, ones?: string) =>
      String(-(WORDS[tens.toLowerCase()]! + (WORDS[ones?.toLowerCase() ?? ""] ?? 0))),
    )
    .replace(TWICE, (word) => (word.toLowerCase() === "twice" ? "two times" : "three times"))
    .replace(LEAST_MOST, "$<from> to $<to>")
    .replace(MIN_MAX, "$<from> to $<to>")
    .replace(RULE_NAME, "")
    .replace(ACT_NAME, "alert when ")
    .replace(NUMBER_SIGN, "")
    .replace(SHARES, "%")
    .replace(QUESTION, (_all, what: string) => `if ${what},`);
}

/** A record whose fields are all known, as a sentence; null of any other text. */
function recordOf(text: string): string | null {
  const inner = /^\{(?<inner>[^{}[\]]*)\}$/u.exec(text)?.groups?.["inner"] ?? text;
  const pairs = [...inner.matchAll(PAIR)];
  const besides = pairs.reduce((left, [whole]) => left.replace(whole, ""), inner);
  if (pairs.length < 3 || /[^\s",;]/u.test(besides)) return null;
  const fields = new Map<Role, string>();
  for (const { groups = {} } of pairs) {
    const role = KEYS.get(groups["key"]!.toLowerCase().replace(/[ -]/gu, "_"));
    const value = groups["quoted"] ?? groups["bare"] ?? "";
    if (role === "note") continue;
    if (role === undefined || fields.has(role) || value === "") return null;
    fields.set(role, value);
  }
  return sentenceOf(fields);
}

function sentenceOf(fields: ReadonlyMap<Role, string>): string | null {
  const [what, limit] = [fields.get("what"), fields.get("limit")];
  const said = fields.get("how")?.toLowerCase() ?? "";
  const how = OPERATORS[said] ?? said;
  const act = fields.get("act")?.toLowerCase() ?? "alert";
  if (what === undefined || limit === undefined) return null;
  // What else is to be done stays in the sentence, and stops it.
  if (!/^(?:<|>|<=|>=|(?:rises|falls|drops) (?:above|below))$/u.test(how)) return null;
  const unit = fields.get("unit") ?? "";
  const hold = fields.get("hold");
  const name = what.replaceAll("_", " ");
  return `${act} when ${name} ${how} ${limit} ${unit} ${hold === undefined ? "" : `for ${hold}`}`
    .replace(/\s+/gu, " ")
    .trim();
}
