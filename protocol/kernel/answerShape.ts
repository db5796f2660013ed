/** The short forms of an answer: what its caller reads of it, the rest by its receipt. */

/** `minimal`, or the members that are named. */
export type AnswerShape = "minimal" | readonly string[];

type Members = Readonly<Record<string, unknown>>;

/** What a minimal answer keeps where it is there. */
export const MINIMAL_MEMBERS: readonly string[] = [
  "value",
  "unit",
  "uncertainty",
  "receipt_id",
  "rows_count",
  "rows",
];
/** Why there is no value or no seal is never left out. */
const REASONS: readonly string[] = ["refusal", "inputError", "problem", "unsealed_reason"];
/** The answers of a batch: each has the form, and what stands beside them stays. */
const LIST = "answers";

/** An answer in the form that was asked for; members it has not are left out. */
export function shapedAnswer(answer: Members, shape: AnswerShape): Members {
  const list = answer[LIST];
  if (Array.isArray(list)) {
    const answers: readonly Members[] = list;
    return { ...answer, [LIST]: answers.map((one) => shapedAnswer(one, shape)) };
  }
  const names = shape === "minimal" ? MINIMAL_MEMBERS : shape;
  const kept = [...names, ...REASONS.filter((name) => !names.includes(name))];
  return Object.fromEntries(
    kept.flatMap((name) => (answer[name] === undefined ? [] : [[name, answer[name]] as const])),
  );
}

/** The same of its JSON text. */
export function shapedText(text: string, shape: AnswerShape): string {
  const answer: Members = JSON.parse(text);
  return JSON.stringify(shapedAnswer(answer, shape));
}
