/**
 * A question in words, read whole, beside a ranking of the same records by BM25 for the same words
 * in the same process; and the search of operators.
 */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { searchOperators } from "../../protocol/router/laws/find.js";
import { routeQuery, writtenRoute } from "../../protocol/router/route.js";
import { stemsOf } from "../../protocol/router/text.js";
import { QUESTION_SETS } from "../words/sets.js";
import type { Row } from "./report.js";

const DATA = [
  "dist/protocol/lexicon/words/built",
  "protocol/lexicon/words/kinds",
  "protocol/lexicon/words/things",
  ...["kin", "words", "plain", "entities", "constantNames"].map(
    (name) => `protocol/router/laws/lexicon/${name}`,
  ),
];
const ROUNDS = 3;
const K1 = 1.2;
const B = 0.75;
const US_PER_MS = 1_000;

export function benchWords(): Promise<readonly Row[]> {
  const registry = builtinRegistry();
  const queries = QUESTION_SETS.flatMap((set) =>
    (JSON.parse(readFileSync(`test/vectors/words/${set}.json`, "utf8")) as { query: string }[]).map(
      ({ query }) => query,
    ),
  );
  const ranked = bm25(
    registry.entries.map(({ record }) =>
      stemsOf(
        `${record.name} ${record.description} ${Object.values(record.symbols)
          .map(({ name }) => name)
          .join(" ")}`,
      ),
    ),
  );
  const before = process.cpuUsage();
  writtenRoute(routeQuery(registry, queries[0]!));
  const { system, user } = process.cpuUsage(before);
  const read = msOf(queries, (query) => writtenRoute(routeQuery(registry, query)));
  const ranking = msOf(queries, (query) => ranked(stemsOf(query)));
  const searched = msOf(queries, (query) => searchOperators(registry, query, { limit: 5 }));
  let bytes = 0;
  for (const file of DATA) bytes += gzipSync(readFileSync(`${file}.json`)).length;
  return Promise.resolve([
    {
      name: `a question in words, of ${queries.length}`,
      value: read,
      unit: "ms",
      target: "under 5 ms",
    },
    {
      name: "the first question of a process",
      value: (system + user) / US_PER_MS,
      unit: "ms",
      target: "under 150 ms",
    },
    { name: "BM25 over the same records, by an inverted index", value: ranking, unit: "ms" },
    { name: "search of operators by words", value: searched, unit: "ms" },
    {
      name: "names and words, compressed",
      value: bytes / 1_000,
      unit: "kB",
      target: "under 300 kB",
    },
  ]);
}

/** Processor time of one, when all have been read once. */
function msOf(queries: readonly string[], body: (query: string) => unknown): number {
  for (const query of queries) body(query);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) for (const query of queries) body(query);
  const { system, user } = process.cpuUsage(before);
  return (system + user) / US_PER_MS / (ROUNDS * queries.length);
}

/** By an inverted index: of each word the documents that have it, with its weight in them. */
function bm25(documents: readonly (readonly string[])[]) {
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const postings = new Map<string, (readonly [document: number, weight: number])[]>();
  documents.forEach((stems, at) => {
    const counts = new Map<string, number>();
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    const size = 1 - B + (B * stems.length) / mean;
    for (const [stem, count] of counts) {
      const list = postings.get(stem) ?? [];
      list.push([at, (count * (K1 + 1)) / (count + K1 * size)]);
      postings.set(stem, list);
    }
  });
  return (stems: readonly string[]): readonly number[] => {
    const scores = new Map<number, number>();
    for (const stem of new Set(stems)) {
      const list = postings.get(stem) ?? [];
      const rarity = Math.log(1 + (documents.length - list.length + 0.5) / (list.length + 0.5));
      for (const [at, weight] of list) scores.set(at, (scores.get(at) ?? 0) + rarity * weight);
    }
    return [...scores]
      .sort(([a, one], [b, other]) => other - one || a - b)
      .slice(0, 10)
      .map(([at]) => at);
  };
}
