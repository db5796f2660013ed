/** Hosted pages of machines: published, taken down and read. Each change is a row of the machine's log. */
import { commitOf, committed } from "../../protocol/pages/commit.js";
import { readFiles, type SentFile } from "../../protocol/pages/files.js";
import type { Principal } from "../../protocol/identity/principal.js";
import {
  PAGE_COMMITS_MAX,
  PAGE_STORED_BYTES_MAX,
  PAGES_OF_MACHINE_MAX,
} from "../../protocol/limits.js";
import type { Crypto } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Operation } from "../../storage/kv/kv.js";
import type {
  PageCommitRecord,
  PageFileRecord,
  PageRecord,
} from "../../storage/records/pageRecords.js";
import type { PageKey } from "../../storage/repositories/pages.js";
import type { Store } from "../../storage/store.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { PendingRow } from "../machines/log/draft.js";
import { payloadText, type MachineLog } from "../machines/log/machineLog.js";
import type { Machines, SeenMachine } from "../machines/machines.js";
import type { Deadlines } from "../runtime/deadlines.js";

export interface PageModules {
  readonly store: Store;
  readonly crypto: Crypto;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly machines: Machines;
  readonly machineLog: Pick<MachineLog, "append">;
}

/** What the page must show for a change to be made; "none" where it must show nothing. */
export type Expected = string | undefined;

export interface PageOptions {
  readonly files: readonly SentFile[];
  readonly allowScripts: boolean;
  readonly expected?: Expected;
}

/** A page as its readers see it. */
export interface ShownPage {
  readonly machine: SeenMachine["machine"];
  readonly name: string;
  readonly record: PageRecord;
}

export interface ReadPage extends ShownPage {
  readonly hash: string;
  readonly commit: PageCommitRecord;
}

/** With the row that says so. */
export interface ChangedPage extends ShownPage {
  readonly row: PendingRow;
}

export type PublishedPage = ChangedPage & ReadPage;

/** Called when what a page shows may have changed. */
type PageListener = (machine: string, name: string) => void;

export class Pages {
  readonly #modules: PageModules;
  readonly #listeners = new Set<PageListener>();

  constructor(modules: PageModules) {
    this.#modules = modules;
  }

  onChanged(listener: PageListener): void {
    this.#listeners.add(listener);
  }

  /** @throws Refusal INVALID_INPUT with every fault, FORBIDDEN, NOT_FOUND; with the step CONFLICT,
   * MACHINE_CLOSED, PRECONDITION_FAILED */
  async publish(
    slugOrId: string,
    name: string,
    principal: Principal,
    { allowScripts, expected, files: sent }: PageOptions,
  ): Promise<Step<PublishedPage>> {
    const { crypto, deadlines, machineLog, machines, store } = this.#modules;
    const { machine: seen } = await machines.require(slugOrId, principal, "publish");
    const read = readFiles(sent, (text) => Buffer.from(text, "base64"));
    if ("faults" in read) {
      const { faults } = read;
      throw new Refusal("INVALID_INPUT", faults.map(({ message }) => message).join("; "), {
        errors: faults.map((fault) => ({ ...fault, code: "INVALID_VALUE" })),
      });
    }
    const files = read.files.map((file) => committed(crypto, file));
    const hash = commitOf(crypto, { allowScripts, files });
    const key: PageKey = [seen.id, name];
    return this.#guarded({ slugOrId, principal, key }, async (tx, { machine, role }, before) => {
      checkExpected(before?.commit ?? null, expected);
      if (before === undefined) await this.#checkRoom(machine.id);
      const commit: PageCommitRecord = { calcond: deadlines.now(), allowScripts, files };
      const bytesOf = new Map(read.files.map(({ bytes }, i) => [files[i]!.sha256, bytes]));
      const record = await this.#stored(tx, { key, hash, before, commit, bytesOf });
      tx.add(store.pages.putOps(key, record));
      const row = machineLog.append(tx, machine.id, {
        transitionType: "page_commit",
        actor: { key: principal.keyPrefix, role },
        payload: payloadText({
          page: name,
          commit: hash,
          previous: before?.commit ?? null,
          allowScripts,
          files: files.length,
          bytes: read.bytes,
        }),
      });
      this.#tell(tx, key);
      return { machine, name, record, hash, commit, row };
    });
  }

  /** A change of a page, under the guard of its machine, by somebody who may publish there now. */
  #guarded<T>(
    {
      key,
      principal,
      slugOrId,
    }: { readonly slugOrId: string; readonly principal: Principal; readonly key: PageKey },
    change: (
      tx: EffectTransaction,
      seen: SeenMachine,
      before: PageRecord | undefined,
    ) => Promise<T>,
  ): Step<T> {
    const [id] = key;
    return {
      keys: [`mach:${id}`],
      run: async (tx) => {
        const record = await tx.get(buckets.mach, id);
        const seen = this.#modules.machines.checked(record, slugOrId, principal, "publish");
        return change(tx, seen, await tx.get(buckets.page, key));
      },
    };
  }

  /** Of what a commit holds only those files are written that no other commit of the page has. */
  async #stored(
    tx: EffectTransaction,
    {
      before,
      bytesOf,
      commit,
      hash,
      key,
    }: {
      readonly key: PageKey;
      readonly hash: string;
      readonly before: PageRecord | undefined;
      readonly commit: PageCommitRecord;
      readonly bytesOf: ReadonlyMap<string, Uint8Array>;
    },
  ): Promise<PageRecord> {
    const { store } = this.#modules;
    const held = before === undefined ? [] : await store.pages.commitsOf(key);
    const known = new Set(held.flatMap(([, { files }]) => files.map(({ sha256 }) => sha256)));
    const isNew = held.every(([other]) => other !== hash);
    const fresh = [...bytesOf].filter(([sha256]) => !known.has(sha256));
    const added = fresh.reduce((sum, [, bytes]) => sum + bytes.length, 0);
    const storedBytes = (before?.storedBytes ?? 0) + added;
    const commits = (before?.commits ?? 0) + (isNew ? 1 : 0);
    if (commits > PAGE_COMMITS_MAX || storedBytes > PAGE_STORED_BYTES_MAX) {
      throw new Refusal(
        "CONFLICT",
        `a page keeps at most ${PAGE_COMMITS_MAX} commits and ${PAGE_STORED_BYTES_MAX} bytes: drop ` +
          "an old commit first (DELETE with `commit`)",
        { members: { commits: before?.commits ?? 0, storedBytes: before?.storedBytes ?? 0 } },
      );
    }
    for (const [sha256, bytes] of fresh) tx.add(store.pages.fileOps(key, sha256, bytes));
    if (isNew) tx.add(store.pages.commitOps(key, hash, commit));
    return {
      commit: hash,
      createdCalcond: before?.createdCalcond ?? commit.calcond,
      commits,
      storedBytes,
    };
  }

  async #checkRoom(machine: string): Promise<void> {
    const names = await this.#modules.store.pages.ofMachine(machine);
    if (names.length >= PAGES_OF_MACHINE_MAX)
      throw new Refusal("CONFLICT", `a machine has at most ${PAGES_OF_MACHINE_MAX} pages`);
  }

  /**
   * Shows a page no more; its commits stay, to be read by their hashes.
   * @param commit drops this commit for good instead; it is not the one that is shown
   */
  async takeDown(
    slugOrId: string,
    name: string,
    principal: Principal,
    { commit, expected }: { readonly commit?: string | undefined; readonly expected?: Expected },
  ): Promise<Step<ChangedPage>> {
    const { machineLog, machines, store } = this.#modules;
    const { machine: seen } = await machines.require(slugOrId, principal, "publish");
    const key: PageKey = [seen.id, name];
    return this.#guarded({ slugOrId, principal, key }, async (tx, { machine, role }, before) => {
      if (before === undefined || (commit === undefined && before.commit === null))
        throw pageNotFound(slugOrId, name);
      checkExpected(before.commit, expected);
      const record =
        commit === undefined
          ? { ...before, commit: null }
          : await this.#dropped(tx, key, before, commit);
      tx.add(store.pages.putOps(key, record));
      const row = machineLog.append(tx, machine.id, {
        transitionType: "page_commit",
        actor: { key: principal.keyPrefix, role },
        payload: payloadText({
          page: name,
          commit: record.commit,
          previous: before.commit,
          dropped: commit ?? null,
        }),
      });
      this.#tell(tx, key);
      return { machine, name, record, row };
    });
  }

  async #dropped(
    tx: EffectTransaction,
    key: PageKey,
    before: PageRecord,
    commit: string,
  ): Promise<PageRecord> {
    const { store } = this.#modules;
    if (before.commit === commit)
      throw new Refusal("CONFLICT", "this commit is shown: publish another one, or take it down");
    const held = await store.pages.commitsOf(key);
    const dropped = held.find(([hash]) => hash === commit)?.[1];
    if (dropped === undefined) throw commitNotFound(key[1], commit);
    const others = held.filter(([hash]) => hash !== commit);
    const needed = new Set(others.flatMap(([, { files }]) => files.map(({ sha256 }) => sha256)));
    const gone = new Map(
      dropped.files.filter(({ sha256 }) => !needed.has(sha256)).map((file) => [file.sha256, file]),
    );
    const operations: Operation[] = [...store.pages.dropCommitOps(key, commit)];
    let bytes = 0;
    for (const [sha256, { size }] of gone) {
      operations.push(...store.pages.dropFileOps(key, sha256));
      bytes += size;
    }
    tx.add(operations);
    return { ...before, commits: before.commits - 1, storedBytes: before.storedBytes - bytes };
  }

  /** A page as it is shown, or as it was. @throws Refusal NOT_FOUND */
  async read(
    slugOrId: string,
    name: string,
    principal: Principal | null,
    commit?: string,
  ): Promise<ReadPage> {
    const { machines, store } = this.#modules;
    const { machine } = await machines.require(slugOrId, principal);
    const key: PageKey = [machine.id, name];
    const record = await store.pages.get(key);
    const hash = commit ?? record?.commit ?? null;
    if (record === undefined || hash === null) throw pageNotFound(slugOrId, name);
    const found = await store.pages.commit(key, hash);
    if (found === undefined) throw commitNotFound(name, hash);
    return { machine, name, record, hash, commit: found };
  }

  /** Of a page, those that were made last first. */
  async commits({ machine, name }: ShownPage): Promise<readonly (readonly [string, number])[]> {
    const held = await this.#modules.store.pages.commitsOf([machine.id, name]);
    const dated = held.map(([hash, { calcond }]) => [hash, calcond] as const);
    return dated.sort(([a, at], [b, to]) => to - at || (a < b ? -1 : 1));
  }

  /** Of a machine, by name; those that were taken down among them. */
  async list(slugOrId: string, principal: Principal | null): Promise<readonly ShownPage[]> {
    const { machines, store } = this.#modules;
    const { machine } = await machines.require(slugOrId, principal);
    const shown: ShownPage[] = [];
    for (const name of await store.pages.ofMachine(machine.id)) {
      const record = await store.pages.get([machine.id, name]);
      if (record !== undefined) shown.push({ machine, name, record });
    }
    return shown;
  }

  /** @throws Refusal NOT_FOUND for a path that the commit has not */
  bytes({ commit, machine, name }: ReadPage, path: string): Promise<Uint8Array> {
    const file = commit.files.find((one) => one.path === path);
    if (file === undefined) throw fileNotFound(name, path);
    return this.bytesOf([machine.id, name], file);
  }

  /** @throws Refusal NOT_FOUND where its commit was dropped meanwhile */
  async bytesOf(page: PageKey, { path, sha256 }: PageFileRecord): Promise<Uint8Array> {
    const bytes = await this.#modules.store.pages.file(page, sha256);
    if (bytes === undefined) throw fileNotFound(page[1], path);
    return bytes;
  }

  #tell(tx: Pick<EffectTransaction, "onSettled">, [machine, name]: PageKey): void {
    tx.onSettled(() => {
      for (const listener of this.#listeners) listener(machine, name);
    });
  }
}

function checkExpected(shown: string | null, expected: Expected): void {
  if (expected === undefined || (shown ?? "none") === expected) return;
  throw new Refusal(
    "PRECONDITION_FAILED",
    shown === null ? "the page shows nothing now" : `the page shows the commit ${shown} now`,
    { members: { have: shown } },
  );
}

export function pageNotFound(machine: string, name: string): Refusal {
  return new Refusal("NOT_FOUND", `${machine} shows no page ${name}`);
}

function commitNotFound(name: string, commit: string): Refusal {
  return new Refusal("NOT_FOUND", `the page ${name} keeps no commit ${commit}`);
}

export function fileNotFound(name: string, path: string): Refusal {
  return new Refusal("NOT_FOUND", `the page ${name} has no file ${path}`);
}
