/**
 * Numbers of a question given to the inputs of a law by how well words say each. A number may be left
 * out, at a price.
 */
import { countWork } from "../../workCount.js";
import type { Option } from "../laws/filling/fillTypes.js";

/** What a number may be; `price` is what it costs to leave it out. */
export interface Choice {
  readonly options: readonly Option[];
  readonly price: number;
}

/** One way to give the numbers; null for each that is left out. */
export interface NumberWay {
  readonly chosen: readonly (Option | null)[];
  readonly score: number;
}

const STEP_WORK = 1;
const STEPS_MAX = 1_500;
/** A symbol says no more than a word does that stands right beside a number. */
const SCORE_MAX = 60;

const worthOf = ({ score }: Option): number => Math.min(score, SCORE_MAX);

/** The best ways, no more than `most`; of two that are as good the one in the order of the question. */
export function waysOf(choices: readonly Choice[], most: number): readonly NumberWay[] {
  const ranked = choices.map(({ options, price }) => ({
    price,
    options: [...options].sort((a, b) => worthOf(b) - worthOf(a)),
  }));
  const rest = [0];
  for (let i = ranked.length - 1; i >= 0; i -= 1) {
    const { options, price } = ranked[i]!;
    rest.unshift(
      rest[0]! + Math.max(-price, options[0] === undefined ? -price : worthOf(options[0])),
    );
  }
  const found: NumberWay[] = [];
  let tried = 0;
  const keep = (chosen: readonly (Option | null)[], score: number): void => {
    let at = found.length;
    while (at > 0 && found[at - 1]!.score < score) at -= 1;
    found.splice(at, 0, { chosen, score });
    if (found.length > most) found.pop();
  };
  const go = (at: number, chosen: readonly (Option | null)[], score: number): void => {
    tried += 1;
    if (tried > STEPS_MAX) return;
    const least = found.length < most ? -Infinity : found.at(-1)!.score;
    if (score + rest[at]! <= least) return;
    const own = ranked[at];
    if (own === undefined) {
      keep(chosen, score);
      return;
    }
    for (const option of own.options) {
      if (chosen.some((one) => one?.slot === option.slot)) continue;
      go(at + 1, [...chosen, option], score + worthOf(option));
    }
    go(at + 1, [...chosen, null], score - own.price);
  };
  go(0, [], 0);
  countWork(STEP_WORK * tried);
  return found;
}
