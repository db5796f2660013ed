/**
 * What the readings of all questions with a value say, one JSON line a question, for
 * `fitWeights.py`: node dist/scripts/words/readings.js > readings.jsonl
 */
import { readFileSync } from "node:fs";
import { compute } from "../../protocol/chains/compute.js";
import { planChain } from "../../protocol/chains/plan.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { lawIndexOf } from "../../protocol/router/laws/lexicon/lawIndex.js";
import { readQuestion } from "../../protocol/router/laws/reading/reading.js";
import { isWhole, readingsOf, type Reading } from "../../protocol/router/laws/filling/readings.js";
import { featuresOf, weightOf } from "../../protocol/router/laws/weigh.js";
import { saidBy } from "../../protocol/router/laws/questionRoots.js";
import { FEATURES } from "../../protocol/router/laws/weights.js";
import { normalized } from "../../protocol/router/text.js";
import { QUESTION_SETS } from "./sets.js";

interface Question {
  readonly query: string;
  readonly kind: string;
  readonly value?: number;
  readonly rel?: number;
}

const READINGS_MAX = 16;
const REL_TOL = 1e-3;

const registry = builtinRegistry();
const { profiles } = lawIndexOf(registry);

function valueOf({ filled, profile }: Reading): number | null {
  if (!("uses" in filled)) return null;
  const plan = planChain(registry, [profile.law.id]);
  if (plan.status !== "plan") return null;
  const inputs = Object.fromEntries(filled.uses.map(({ slot, value }) => [slot.name, value]));
  const result = compute(plan, { inputs });
  return result.status === "value" ? result.value : null;
}

for (const set of QUESTION_SETS) {
  const questions: readonly Question[] = JSON.parse(
    readFileSync(`test/vectors/words/${set}.json`, "utf8"),
  );
  for (const { kind, query, rel = REL_TOL, value: expected } of questions) {
    if (kind === "refuse") continue;
    const question = readQuestion(normalized(query));
    const said = saidBy(profiles, question);
    const readings = readingsOf(profiles, question, said.roots)
      .map((one) => ({ one, weight: weightOf(profiles, one, said) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, READINGS_MAX)
      .map(({ one }) => {
        const value = isWhole(one) ? valueOf(one) : null;
        const features = featuresOf(profiles, one, said);
        const isRight =
          expected === undefined
            ? !isWhole(one)
            : value !== null && Math.abs(value - expected) <= rel * Math.abs(expected);
        return {
          right: isRight,
          x: FEATURES.map((name) => features[name]),
        };
      });
    process.stdout.write(`${JSON.stringify({ features: FEATURES, readings })}\n`);
  }
}
