/** Files of public pages for browsers: by machine, page, and commit where one is named. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { INDEX } from "../../protocol/pages/files.js";
import { PAGE_CACHE_BYTES_MAX, PAGE_CACHE_ENTRIES_MAX } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Machines } from "../machines/machines.js";
import { PageCache, type CachedFile, type CachedPage } from "./pageCache.js";
import { fileNotFound, pageNotFound, type Pages } from "./pages.js";
import type { PageServes } from "./pageServes.js";

/** Below this the saving is less than a packet. */
const PACKED_BYTES_MIN = 1_024;
/** What shrinks. */
const TEXT = /^(?:text\/|application\/(?:json|manifest\+json|wasm)$|image\/svg\+xml$)/;
const packedBytes = promisify(gzip);

export interface ServedFile {
  readonly page: Pick<CachedPage, "allowScripts" | "commit" | "machine" | "name">;
  readonly file: CachedFile["file"];
  readonly bytes: Uint8Array;
  readonly isPacked: boolean;
  /** A commit was named: what stands there never changes. */
  readonly isFixed: boolean;
}

interface ServingModules {
  readonly machines: Machines;
  readonly pages: Pages;
  readonly serves: Pick<PageServes, "count">;
}

/** A folder was named without the slash at its end: links of its index would lead astray. */
export class FolderNamed extends Error {
  override readonly name = "FolderNamed";
  /** Where its index stands, from where it was asked for. */
  readonly location: string;
  constructor(path: string) {
    super("a folder ends in a slash");
    this.location = `${encodeURIComponent(path.slice(path.lastIndexOf("/") + 1))}/`;
  }
}

export class PageServing {
  readonly #modules: ServingModules;
  readonly #cache = new PageCache(PAGE_CACHE_ENTRIES_MAX, PAGE_CACHE_BYTES_MAX);

  constructor(modules: ServingModules) {
    this.#modules = modules;
    modules.pages.onChanged((machine, name) =>
      this.#cache.forget((page) => page.machine === machine && page.name === name),
    );
  }

  get cachedBytes(): number {
    return this.#cache.bytes;
  }

  /** The machine was changed: whether its pages are public may have been. */
  forget(machine: string): void {
    this.#cache.forget((page) => page.machine === machine);
  }

  /**
   * @param segment name of the page, or `name@commit`
   * @param path "" for its index, and so of a folder
   * @throws Refusal NOT_FOUND, MACHINE_CLOSED
   * @throws FolderNamed
   */
  file(
    machine: string,
    segment: string,
    path: string,
    takesGzip: boolean,
  ): ServedFile | Promise<ServedFile> {
    const wanted = path === "" || path.endsWith("/") ? `${path}${INDEX}` : path;
    const page = this.#cache.get(`${machine}/${segment}`);
    const known = page?.read.get(wanted);
    if (page !== undefined && known !== undefined) {
      const isPackable = takesGzip && packable(known);
      if (!isPackable || known.packed !== null)
        return this.#served(page, segment, known, isPackable);
    }
    return this.#read(machine, segment, wanted, takesGzip);
  }

  /** Bytes of it were sent. */
  count({ page }: Pick<ServedFile, "page">, bytes: number): void {
    this.#modules.serves.count(page, bytes);
  }

  async #read(
    machine: string,
    segment: string,
    path: string,
    takesGzip: boolean,
  ): Promise<ServedFile> {
    const address = `${machine}/${segment}`;
    const page = this.#cache.get(address) ?? (await this.#page(machine, segment));
    let known = page.read.get(path);
    if (known === undefined) {
      const file = page.listed.get(path);
      if (file === undefined && page.listed.has(`${path}/${INDEX}`)) throw new FolderNamed(path);
      if (file === undefined) throw fileNotFound(page.name, path);
      const read = await this.#modules.pages.bytesOf([page.machine, page.name], file);
      known = page.read.get(path) ?? { file, bytes: read, packed: null };
      if (page.read.get(path) === undefined) {
        page.read.set(path, known);
        this.#cache.grown(address, page, known.bytes.length);
      }
    }
    const isPackable = takesGzip && packable(known);
    if (isPackable && known.packed === null) {
      const packed = await packedBytes(known.bytes);
      if (known.packed === null) {
        known.packed = packed;
        this.#cache.grown(address, page, packed.length);
      }
    }
    return this.#served(page, segment, known, isPackable);
  }

  async #page(machine: string, segment: string): Promise<CachedPage> {
    const { generation } = this.#cache;
    const [name = "", commit] = segment.split("@");
    const found = await this.#modules.machines.require(machine, null);
    const { closedCalcond, id, slug } = found.machine;
    if (closedCalcond !== undefined)
      throw new Refusal("MACHINE_CLOSED", `${slug} is closed: its pages are shown no more`, {
        members: { closedCalcond },
      });
    const read = await this.#modules.pages.read(machine, name, null, commit);
    if (read.machine.id !== id) throw pageNotFound(machine, name);
    const page: CachedPage = {
      machine: id,
      name,
      commit: read.hash,
      allowScripts: read.commit.allowScripts,
      listed: new Map(read.commit.files.map((file) => [file.path, file])),
      read: new Map(),
    };
    this.#cache.put(`${machine}/${segment}`, page, generation);
    return page;
  }

  #served(
    page: CachedPage,
    segment: string,
    { bytes, file, packed }: CachedFile,
    isPacked: boolean,
  ): ServedFile {
    const sent = isPacked && packed !== null ? packed : bytes;
    return {
      page,
      file,
      bytes: sent,
      isPacked: isPacked && packed !== null,
      isFixed: segment.includes("@"),
    };
  }
}

function packable({ bytes, file }: CachedFile): boolean {
  return bytes.length >= PACKED_BYTES_MIN && TEXT.test(file.contentType);
}
