/**
 * Check 8: the words of the records. They have their form and name symbols that exist, and two laws of
 * one set of kinds differ in a word of their cases: without it a question could mean either.
 */
import { recordWords } from "../../../protocol/lexicon/words/recordWordsForm.js";
import type { RecordWords } from "../../../protocol/lexicon/words/recordWords.js";
import { compileRecord } from "../../../protocol/operators/entry.js";
import { expressionOf } from "../../../protocol/operators/margin.js";
import type { OperatorRecord } from "../../../protocol/operators/schema.js";
import { NEUTRAL } from "../../../protocol/router/laws/lexicon/lawWords.js";
import { rootsOf } from "../../../protocol/router/laws/lexicon/roots.js";

type Found = (id: string, message: string) => void;

/** Kinds that are computed from given inputs: only their laws are found by words. */
const COMPUTED: ReadonlySet<string> = new Set(["closed-form", "implicit", "integral"]);

/** Two resistors in parallel are no three. */
const COUNTS: ReadonlySet<string> = new Set(rootsOf("two three four both"));

function symbolsIn({ between, bodies, from, ideal, states }: RecordWords): readonly string[] {
  return [
    ...Object.values(states ?? {}).flatMap((values) => Object.keys(values)),
    ...Object.keys({ ...ideal, ...bodies, ...from }),
    ...(between ?? []),
  ];
}

/** Roots of the words by which a law is told from others: of its names and of its cases. */
function caseRootsOf({ name }: OperatorRecord, words: RecordWords): ReadonlySet<string> {
  const { also = [], cases = "", names = [] } = words;
  const roots = rootsOf([name, ...names, ...also, cases].join(" "));
  return new Set(roots.filter((root) => !NEUTRAL.has(root) || COUNTS.has(root)));
}

function kindsOf({ result, symbols }: OperatorRecord): string {
  const inputs = new Set(Object.values(symbols).map(({ quantity }) => quantity));
  return `${[...inputs].sort().join(", ")} -> ${result?.quantity ?? ""}`;
}

interface Telling {
  /** Words that no other law of the set has. */
  readonly own: readonly string[];
  /** Laws that have all its words. */
  readonly like: readonly string[];
}

/** Laws of one set of kinds, by the set and by id. */
export type Collisions = ReadonlyMap<string, ReadonlyMap<string, Telling>>;

export function collisionsOf(
  records: readonly OperatorRecord[],
  words: ReadonlyMap<string, RecordWords>,
): Collisions {
  const groups = new Map<string, OperatorRecord[]>();
  for (const record of records) {
    if (record.result === null || !COMPUTED.has(record.kind)) continue;
    if (Object.keys(record.symbols).length === 0) continue;
    const kinds = kindsOf(record);
    groups.set(kinds, [...(groups.get(kinds) ?? []), record]);
  }
  const collisions = new Map<string, ReadonlyMap<string, Telling>>();
  for (const [kinds, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (group.length < 2) continue;
    const roots = new Map(
      group.map((record) => [record.id, caseRootsOf(record, words.get(record.id) ?? {})]),
    );
    const telling = group.map(({ id }): [string, Telling] => {
      const some = [...roots.get(id)!];
      const others = group.filter((one) => one.id !== id);
      const own = some.filter((root) => !others.some((one) => roots.get(one.id)!.has(root)));
      const like = others.filter((one) => some.every((root) => roots.get(one.id)!.has(root)));
      return [id, { own: own.sort(), like: like.map((one) => one.id) }];
    });
    collisions.set(kinds, new Map(telling));
  }
  return collisions;
}

/** Both sides of a bound have one dimension, and the example of the record keeps it. */
function checkRegime(record: OperatorRecord, { regime = [] }: RecordWords, found: Found): void {
  for (const { holds, when } of regime) {
    const [left, right] = holds.split("<=");
    const compiled = compileRecord(expressionOf(record, `(${right}) - (${left})`));
    if (!compiled.ok) {
      found(record.id, `words.regime ${holds}: ${compiled.refusal.message}`);
      continue;
    }
    const inputs = "inputs" in record.example ? record.example.inputs : {};
    const margin = compiled.equation.evaluate(inputs);
    if (when === undefined && margin.status === "value" && margin.value < 0)
      found(record.id, `words.regime ${holds}: the example lies outside`);
  }
}

export function checkWords(
  records: readonly OperatorRecord[],
  values: ReadonlyMap<string, unknown>,
  found: Found,
): void {
  const byId = new Map(records.map((record) => [record.id, record]));
  const words = new Map<string, RecordWords>();
  for (const [id, value] of values) {
    const parsed = recordWords.safeParse(value);
    if (!parsed.success) {
      for (const { message, path } of parsed.error.issues)
        found(id, `words${path.length > 0 ? `.${path.join(".")}` : ""}: ${message}`);
      continue;
    }
    words.set(id, parsed.data);
    const record = byId.get(id);
    if (record !== undefined) checkRegime(record, parsed.data, found);
    const { result, symbols = {} } = record ?? {};
    for (const symbol of symbolsIn(parsed.data))
      if (!(symbol in symbols) && symbol !== result?.symbol)
        found(id, `words: "${symbol}" is no symbol of the record`);
  }
  for (const [kinds, laws] of collisionsOf(records, words))
    for (const [id, { like }] of laws)
      if (like.length > 0)
        found(
          id,
          `no word of its names or cases tells it from ${like.join(", ")}, which takes and gives ` +
            `the same kinds (${kinds}); add one to words.cases`,
        );
}
