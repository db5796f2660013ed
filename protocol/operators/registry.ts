/** The operator registry: records by id, its version, honest counters, search. */
import { canonicalize } from "../encoding/jcs.js";
import { toHex } from "../encoding/hex.js";
import { sha256 } from "../encoding/sha256.js";
import { once } from "../once.js";
import { OperatorEntry } from "./entry.js";
import { nearest } from "../search/nearest.js";
import type { OperatorRecord } from "./schema.js";
import { SearchIndex, wordTableOf, type WordTable } from "./search.js";

export interface DomainCount {
  readonly total: number;
  readonly evaluable: number;
}

export interface Counters {
  readonly total: number;
  readonly domains: number;
  /** Records whose example is a value. */
  readonly evaluable: number;
  readonly refusing: number;
  readonly by_kind: Readonly<Record<string, number>>;
  readonly by_domain: Readonly<Record<string, DomainCount>>;
  /** Records declared `same_as` another one count once with it. */
  readonly distinct_equations: number;
}

export interface SearchOptions {
  readonly domain?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** `total` counts what matches, whatever `limit` and `offset`. */
export interface SearchResult {
  readonly total: number;
  readonly entries: readonly OperatorEntry[];
}

export interface Registry {
  /** SHA-256, in hex, of the canonical JSON of all records sorted by id. */
  readonly registryVersion: string;
  /** Sorted by id. */
  readonly entries: readonly OperatorEntry[];
  readonly byDomain: ReadonlyMap<string, readonly OperatorEntry[]>;
  readonly counters: Counters;
  get(id: string): OperatorEntry | undefined;
  /** Ids most like a misspelt one, nearest first. */
  nearest(id: string, n: number): readonly string[];
  /** Ranked when `query` has words, else by id. */
  search(query: string | undefined, options?: SearchOptions): SearchResult;
  /** Makes the search index now, so that the first query is as quick as the others. */
  prepareSearch(): void;
  /** What the index is made of. */
  wordTable(): WordTable;
  /**
   * The canonical JSON of all records in pieces: its SHA-256 is the version, unless somebody
   * changed the built form. Piece by piece, as the whole text takes memory that a process keeps.
   */
  canonicalParts(): Iterable<string>;
}

/** A registry that cannot be loaded: every problem, one a line. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
}

function sortedRecord<T>(pairs: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  return Object.fromEntries([...pairs].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Counted from the records each time: no number is typed anywhere. */
export function countRecords(records: readonly OperatorRecord[]): Counters {
  const byKind = new Map<string, number>();
  const byDomain = new Map<string, DomainCount>();
  let evaluable = 0;
  let repeated = 0;
  for (const record of records) {
    const value = "value" in record.example ? 1 : 0;
    const domain = byDomain.get(record.domain) ?? { total: 0, evaluable: 0 };
    byKind.set(record.kind, (byKind.get(record.kind) ?? 0) + 1);
    byDomain.set(record.domain, { total: domain.total + 1, evaluable: domain.evaluable + value });
    evaluable += value;
    repeated += record.same_as === undefined ? 0 : 1;
  }
  return {
    total: records.length,
    domains: byDomain.size,
    evaluable,
    refusing: records.length - evaluable,
    by_kind: sortedRecord(byKind),
    by_domain: sortedRecord(byDomain),
    distinct_equations: records.length - repeated,
  };
}

export function label(value: unknown, index: number): string {
  const id: unknown =
    typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" ? id : `record ${index}`;
}

function isRecord(value: unknown): value is OperatorRecord {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "symbols" in value &&
    "example" in value
  );
}

function* canonicalParts(records: readonly OperatorRecord[]): Generator<string> {
  for (const [index, record] of records.entries()) {
    yield `${index === 0 ? "[" : ","}${canonicalize(record)}`;
  }
  yield records.length === 0 ? "[]" : "]";
}

/** What a build has computed of the same records: it takes longer than loading them. */
export interface BuiltBefore {
  readonly version: string;
  readonly words?: WordTable;
}

/**
 * The registry of records that were checked before, in any order.
 * @param sha256Hex a faster hash than the portable one, with the same result.
 * @throws RegistryError for what is no record at all; nothing else is asked.
 */
export function registryOf(
  values: readonly unknown[],
  sha256Hex?: (text: string) => string,
  built?: BuiltBefore,
): Registry {
  const records = values
    .map((value, index) => {
      if (isRecord(value)) return value;
      throw new RegistryError(`${label(value, index)}: not an operator record`);
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const hash = (text: string): string =>
    sha256Hex === undefined ? toHex(sha256(text)) : sha256Hex(text);
  const registryVersion = built?.version ?? hash([...canonicalParts(records)].join(""));
  const entries = records.map((record) => new OperatorEntry(record));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byDomain = new Map<string, OperatorEntry[]>();
  for (const entry of entries) {
    const group = byDomain.get(entry.domain);
    if (group === undefined) byDomain.set(entry.domain, [entry]);
    else group.push(entry);
  }
  const wordTable = (): WordTable => built?.words ?? wordTableOf(records);
  const searchIndex = once(() => new SearchIndex(records, wordTable()));
  return {
    registryVersion,
    entries,
    byDomain,
    counters: countRecords(records),
    get: (id) => byId.get(id),
    prepareSearch: () => {
      searchIndex();
    },
    wordTable,
    canonicalParts: () => canonicalParts(records),
    nearest: (id, n) => nearest(id, byId.keys(), n),
    search: (query, options = {}) => {
      const { domain, limit, offset = 0 } = options;
      const ordered =
        query === undefined || query.trim() === ""
          ? entries
          : searchIndex()
              .rank(query)
              .map((position) => entries[position]!);
      const matching =
        domain === undefined ? ordered : ordered.filter((entry) => entry.domain === domain);
      return {
        total: matching.length,
        entries: matching.slice(offset, limit === undefined ? undefined : offset + limit),
      };
    },
  };
}
