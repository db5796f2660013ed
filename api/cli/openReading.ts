/** An open question at a terminal: its reading is shown, and sealed if somebody says so. */
import { isObject } from "../../protocol/encoding/json.js";
import type { Outcome } from "../client/client.js";
import { isOpenReading } from "../readable/typedReading.js";
import type { Session } from "./session.js";

type Input = Readonly<Record<string, unknown>>;

/** Asks where somebody is there to answer. @returns null where nothing is to be sealed */
export async function sealedReading(
  { modules: { ask }, options }: Session,
  outcome: Outcome<unknown>,
  input: Input,
  seal: (input: Input) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown> | null> {
  const { field, json, quiet } = options;
  const isShown = field === undefined && json !== true && quiet !== true;
  if (ask === undefined || ask === null || !isShown) return null;
  if (outcome.kind === "problem" || !isObject(outcome.value)) return null;
  if (!isOpenReading(outcome.value)) return null;
  const answer = await ask("seal? [y/n] ");
  if (!/^y(?:es)?$/i.test(answer.trim())) return null;
  const { constants: _, query: __, ...job } = input;
  return seal({ ...job, reading: outcome.value["reading"] });
}
