/** What this node answers about names: views of the book, each with the events that prove it. */
import { parseJson } from "../../protocol/encoding/json.js";
import { isAddress, witnessQuorum } from "../../protocol/names/rules.js";
import type { NameRecords } from "../../protocol/names/bodies.js";
import type { History, NameState, Tenure } from "../../protocol/names/history.js";
import type { Claim } from "../../protocol/names/nameSet.js";
import { nearest } from "../../protocol/search/nearest.js";
import { NAME_PROOF_EVENTS_MAX } from "../../protocol/limits.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { SuccessionDocuments } from "../spine/successionDocuments.js";
import type { Names } from "./names.js";

const NEAREST = 3;
/**
 * Names on either side that a misspelt one is compared with: all would be a way to keep a node
 * busy.
 */
const COMPARED = 128;

export interface NameView {
  readonly name: string | null;
  readonly address: string;
  readonly publicKey: string;
  readonly state: NameState;
  readonly record: NameRecords;
  readonly sequence: number;
  /** Id of the event that claimed it. */
  readonly claim: string;
  readonly claimed: number;
  /** Null while too few witnesses have said when they saw it. */
  readonly effectiveCalcond: number | null;
  readonly expires: number;
  readonly unwitnessed: boolean;
  readonly witnesses: {
    readonly of: number;
    readonly needed: number;
    readonly seen: readonly { readonly witness: string; readonly seen: number }[];
  };
  /** Claims of others that came later. */
  readonly conflicts: number;
}

export interface NameProof {
  readonly genesis: {
    readonly name: string;
    readonly registry_family: string;
    readonly witnesses: readonly string[];
  };
  readonly events: readonly JsonValue[];
  /** Documents of the keys of witnesses that have changed; left out where there are none. */
  readonly successions?: readonly JsonObject[];
}

/** How a name was looked for and what there is instead. */
export type Resolved =
  | { readonly kind: "found"; readonly view: NameView; readonly names: readonly string[] }
  | { readonly kind: "ended"; readonly view: NameView }
  | { readonly kind: "unknown"; readonly nearest: readonly string[] };

export interface NameSearch {
  readonly publicKey?: string;
  readonly machine?: string;
  readonly prefix?: string;
  /** Subject after which to go on. */
  readonly after?: string;
  readonly limit: number;
}

export class NameAnswers {
  readonly #names: Names;
  readonly #store: Store;
  readonly #documents: Pick<SuccessionDocuments, "of">;

  constructor(names: Names, store: Store, documents: Pick<SuccessionDocuments, "of">) {
    this.#names = names;
    this.#store = store;
    this.#documents = documents;
  }

  resolve(asked: string): Resolved {
    const subject = isAddress(asked) ? this.#ofAddress(asked) : asked;
    const view = subject === null ? null : this.view(subject);
    if (view === null) {
      const known = isAddress(asked)
        ? []
        : this.#names.book.around(asked, COMPARED).filter((name) => !name.startsWith("@"));
      return { kind: "unknown", nearest: nearest(asked, known, NEAREST) };
    }
    if (view.state === "revoked" || view.state === "expired") return { kind: "ended", view };
    const { calcond, book } = this.#names;
    return {
      kind: "found",
      view,
      names: book.heldBy(view.publicKey, calcond).filter((name) => !name.startsWith("@")),
    };
  }

  /** The record of the address itself, or else of the first name its key holds. */
  #ofAddress(address: string): string | null {
    const { book, calcond } = this.#names;
    const subjects = book.claimedBy(address);
    const isLive = (subject: string): boolean =>
      ["held", "pending"].includes(book.state(subject, calcond));
    const bare = `@${address}`;
    if (subjects.includes(bare) && isLive(bare)) return bare;
    return (
      subjects.find((subject) => isLive(subject) && this.view(subject)?.address === address) ??
      subjects[0] ??
      null
    );
  }

  /** Null when nothing that counts was ever said of it. */
  view(subject: string): NameView | null {
    const { book, calcond } = this.#names;
    const history = book.history(subject);
    if (history === null) return null;
    const tenure = history.tenures.at(-1);
    const claim = tenure?.claim ?? history.unseen[0];
    return claim === undefined
      ? null
      : this.#viewOf(history, claim, tenure, book.state(subject, calcond));
  }

  /** The same of one claim, no matter who holds the name. */
  viewOfClaim(id: string): NameView | null {
    const { book } = this.#names;
    const claim = book.set.claim(id);
    if (claim === null) return null;
    const view = this.view(claim.body.name ?? `@${claim.body.address}`);
    if (view?.claim === id) return view;
    const history = book.history(claim.body.name ?? `@${claim.body.address}`);
    return history === null ? null : this.#viewOf(history, claim, undefined, "pending");
  }

  #viewOf(history: History, claim: Claim, tenure: Tenure | undefined, state: NameState): NameView {
    const { set } = this.#names.book;
    const { body } = claim;
    const isWitnessed = set.witnesses > 0;
    return {
      name: body.name,
      address: body.address,
      publicKey: body.owner,
      state,
      record: tenure?.records ?? body.records,
      sequence: tenure?.sequence ?? 0,
      claim: claim.id,
      claimed: body.claimed,
      effectiveCalcond: tenure?.effective ?? null,
      expires: tenure?.expires ?? body.expires,
      unwitnessed: !isWitnessed,
      witnesses: {
        of: set.witnesses,
        needed: witnessQuorum(set.witnesses),
        seen: isWitnessed
          ? [...set.sights(claim.id)]
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([witness, seen]) => ({ witness, seen }))
          : [],
      },
      conflicts: history.lost.filter(({ to }) => to === claim.id).length,
    };
  }

  /** The signed events behind a view. @throws CorruptRecordError */
  async proof({ claim }: NameView): Promise<NameProof> {
    const {
      book,
      options: {
        genesis: { name, registryFamily, witnesses },
      },
    } = this.#names;
    const { set } = book;
    const found = set.claim(claim)!;
    const tenure = book
      .history(found.body.name ?? `@${found.body.address}`)
      ?.tenures.find((one) => one.claim.id === claim);
    const said = [
      claim,
      ...(tenure?.commit === null || tenure === undefined ? [] : [tenure.commit.id]),
      ...(tenure?.changes.map(({ id }) => id) ?? []),
    ];
    const statements = said.map((id) => set.statements(id).map((one) => one.id));
    const ids = said.flatMap((id, i) => [id, ...statements[i]!]);
    const events: JsonValue[] = [];
    for (const id of ids.slice(0, NAME_PROOF_EVENTS_MAX)) {
      const record = await this.#store.names.get(id);
      const read = record === undefined ? null : parseJson(record.event);
      if (read?.ok === true) events.push(read.value);
    }
    const documents = await Promise.all(
      witnesses.map((witness) => this.#documents.of(witness, statements.flat())),
    );
    const successions = documents.filter((document) => document !== null);
    return {
      genesis: { name, registry_family: registryFamily, witnesses },
      events,
      ...(successions.length === 0 ? {} : { successions }),
    };
  }

  /** Live names, in order of their subjects. */
  lookup(search: NameSearch): {
    readonly found: readonly NameView[];
    readonly next: string | null;
  } {
    const { book, calcond } = this.#names;
    const { publicKey, machine, prefix, after, limit } = search;
    const subjects = publicKey === undefined ? book.subjects() : book.claimedBy(publicKey);
    const found: NameView[] = [];
    let last: string | null = null;
    for (const subject of subjects) {
      if (after !== undefined && subject <= after) continue;
      if (prefix !== undefined && !subject.replace(/^@/, "").startsWith(prefix)) continue;
      if (!["held", "pending"].includes(book.state(subject, calcond))) continue;
      const view = this.view(subject);
      if (view === null || (publicKey !== undefined && view.publicKey !== publicKey)) continue;
      if (machine !== undefined && view.record.machine !== machine) continue;
      if (found.length === limit) return { found, next: last };
      found.push(view);
      last = subject;
    }
    return { found, next: null };
  }
}
