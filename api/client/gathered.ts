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

/** Characters of a batch; the node takes four times as many bytes. */
const CHARS_MAX = 1_000_000;
/** What a computation of a batch may hold here; one with anything else goes alone. */
const MEMBERS: ReadonlySet<string> = new Set([
  "operators",
  "inputs",
  "uncertainties",
  "visibility",
  "unit",
]);

interface Waiting {
  readonly input: Fields;
  readonly chars: number;
  readonly resolve: (outcome: Answered) => void;
  readonly reject: (error: unknown) => void;
}

interface Calls {
  readonly one: (input: Fields) => Promise<Answered>;
  readonly batch: (computations: readonly Fields[]) => Promise<Answered>;
}

export class GatheredComputes {
  readonly #calls: Calls;
  #waiting: Waiting[] = [];

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Answers as the call alone does, together with the others of this turn. */
  call(input: Fields): Promise<Answered> {
    const isOne = Object.keys(input).every((name) => MEMBERS.has(name));
    if (!isOne || !Array.isArray(input["operators"])) return this.#calls.one(input);
    const chars = JSON.stringify(input).length;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, chars, resolve, reject });
      if (this.#waiting.length === 1) queueMicrotask(() => this.#send());
    });
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const group of groupsOf(waiting)) void this.#ask(group);
  }

  async #ask(group: readonly Waiting[]): Promise<void> {
    const [first] = group;
    if (group.length === 1) return this.#alone(first!);
    try {
      const outcome = await this.#calls.batch(group.map(({ input }) => input));
      const answers = outcome.kind === "result" ? outcome.value["answers"] : null;
      // One that the node cannot read, or a balance that is too low for all, is no fault of the others.
      if (!Array.isArray(answers) || answers.length !== group.length) {
        await Promise.all(group.map((one) => this.#alone(one)));
        return;
      }
      group.forEach(({ resolve }, at) => {
        const answer: unknown = answers[at];
        resolve(outcomeOfItem(isObject(answer) ? answer : {}, outcome.headers));
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  #alone({ input, reject, resolve }: Waiting): Promise<void> {
    return this.#calls.one(input).then(resolve, reject);
  }
}

/** In order, each as large as a batch may be. */
function groupsOf(waiting: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const groups: Waiting[][] = [];
  let chars = 0;
  for (const one of waiting) {
    const group = groups.at(-1);
    const isFull =
      group === undefined ||
      group.length >= BATCH_COMPUTATIONS_MAX ||
      chars + one.chars > CHARS_MAX;
    if (isFull) groups.push([one]);
    else group.push(one);
    chars = isFull ? one.chars : chars + one.chars;
  }
  return groups;
}
