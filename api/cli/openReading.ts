/** An open question at a terminal: its reading is shown, and sealed if somebody says so. */
import { isObject } from "../../protocol/encoding/json.js";
import type { Outcome } from "../client/client.js";
import { isOpenReading, openCondition } from "../readable/typedReading.js";
import type { Session } from "./session.js";

type Input = Readonly<Record<string, unknown>>;

/** Drafts by the condition that was proposed, if somebody says that it is meant. */
export async function confirmedDraft(
  session: Session,
  outcome: Outcome<unknown>,
  input: Input,
  draft: (input: Input) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown> | null> {
  const answer = shownTo(session, outcome);
  const condition = answer === null ? null : openCondition(answer);
  if (condition === null || !(await agreed(session, "is that meant?"))) return null;
  return draft({ ...input, hints: { condition } });
}

/** Seals the reading that is open, if somebody says so. @returns null where nothing is to be sealed */
export async function sealedReading(
  session: Session,
  outcome: Outcome<unknown>,
  input: Input,
  seal: (input: Input) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown> | null> {
  const answer = shownTo(session, outcome);
  if (answer === null || !isOpenReading(answer)) return null;
  if (!(await agreed(session, "seal?"))) return null;
  const { constants: _, query: __, ...job } = input;
  return seal({ ...job, reading: answer["reading"] });
}

/** The answer that somebody looks at; null of a problem, and where only a program reads it. */
function shownTo({ options }: Session, outcome: Outcome<unknown>): Input | null {
  const { field, json, quiet } = options;
  const isShown = field === undefined && json !== true && quiet !== true;
  if (!isShown || outcome.kind === "problem") return null;
  return isObject(outcome.value) ? outcome.value : null;
}

/** Whether somebody is there, and says so. */
async function agreed({ modules: { ask } }: Session, question: string): Promise<boolean> {
  if (ask === undefined || ask === null) return false;
  const answer = await ask(`${question} [y/n] `);
  return /^y(?:es)?$/i.test(answer.trim());
}
