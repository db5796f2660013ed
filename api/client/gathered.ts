/**
 * Computes that a program asks for in one turn, as `Promise.all` does, go to the node as one batch:
 * one request and one commit window in the place of many. Each call has the outcome that it would
 * have alone. Where the batch is not taken as a whole, each is asked for by itself.
 */
import { isObject } from "../../protocol/encoding/json.js";
import { BATCH_COMPUTATIONS_MAX } from "../../protocol/limits.js";
import { outcomeOfItem, type Outcome } from "./outcome.js";

type Fields = Readonly<Record<string, unknown>>;
type Answered = Outcome<Fields>;

/** What a computation of a batch may hold here; one with anything else goes alone. */
const MEMBERS: ReadonlySet<string> = new Set(
  "operators inputs uncertainties visibility unit".split(" "),
);

interface Waiting {
  readonly input: Fields;
  readonly resolve: (outcome: Answered) => void;
  readonly reject: (error: unknown) => void;
}

interface Calls {
  readonly one: (input: Fields) => Promise<Answered>;
  readonly batch: (computations: readonly Fields[]) => Promise<Answered>;
}

/** @returns answers as the call alone does, together with the others of its turn */
export function gatheredComputes({ batch, one }: Calls): Calls["one"] {
  let waiting: Waiting[] = [];

  async function ask(group: readonly Waiting[]): Promise<void> {
    const alone = (): unknown =>
      group.map(({ input, reject, resolve }) => one(input).then(resolve, reject));
    if (group.length === 1) return void alone();
    try {
      const outcome = await batch(group.map(({ input }) => input));
      const answers = outcome.kind === "result" ? outcome.value["answers"] : null;
      // One that the node cannot read, a body that is too long for it, or a balance that is too low
      // for all, is no fault of the others.
      if (!Array.isArray(answers) || answers.length !== group.length) return void alone();
      group.forEach(({ resolve }, at) => {
        const answer: unknown = answers[at];
        resolve(outcomeOfItem(isObject(answer) ? answer : {}, outcome.headers));
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  function send(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += BATCH_COMPUTATIONS_MAX)
      void ask(all.slice(at, at + BATCH_COMPUTATIONS_MAX));
  }

  return (input) =>
    Array.isArray(input["operators"]) && Object.keys(input).every((name) => MEMBERS.has(name))
      ? new Promise((resolve, reject) => {
          if (waiting.push({ input, resolve, reject }) === 1) queueMicrotask(send);
        })
      : one(input);
}
