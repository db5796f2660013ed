/**
 * What each candidate of a proposal says, one JSON line a question with a value, for `fitProposals.py`:
 *
 *     node dist/scripts/words/proposals.js FILE... > proposals.jsonl
 */
import { readFileSync } from "node:fs";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { weighed, type Weighed } from "../../protocol/router/proposal/propose.js";
import { sizeFeaturesOf } from "../../protocol/router/proposal/size.js";
import { FEATURES } from "../../protocol/router/proposal/weights.js";
import { normalized } from "../../protocol/router/text.js";
import { isRight, questionSet } from "./expected.js";

const CANDIDATES_MAX = 60;
const registry = builtinRegistry();

function unitOf({ chain, guess }: Weighed): string {
  const target = chain?.target ?? guess.target;
  return target.unit?.text ?? "1";
}

for (const file of process.argv.slice(2)) {
  const { answerable } = questionSet.parse(JSON.parse(readFileSync(file, "utf8")));
  for (const expected of answerable) {
    const candidates = weighed(registry, normalized(expected.q))
      .slice(0, CANDIDATES_MAX)
      .flatMap((one) => {
        const value = one.value();
        if (value === null) return [];
        const { chain, guess, weight } = one;
        const features = one.features();
        return [
          {
            right: isRight(expected, { value, unit: unitOf(one) }),
            x: FEATURES.map((name) => features[name]),
            size: sizeFeaturesOf(value, one.numbers.question),
            weight,
            value,
            by: [...(chain?.steps ?? []).map(({ book }) => book.id), guess.profile.law.id].join(
              " > ",
            ),
            target: (chain?.target ?? guess.target).name,
          },
        ];
      });
    const { q: query, unit, value } = expected;
    process.stdout.write(
      `${JSON.stringify({ file, query, value, unit, features: FEATURES, candidates })}\n`,
    );
  }
}
