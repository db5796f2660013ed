/**
 * Whose spines a node keeps. With `all` it is everybody's, as far as there are places. With `share`
 * it is its own, those of whom something binds others, those of nodes that its operator named, and
 * those that fall to it by rendezvous. A key costs nothing, so a spine counts for rendezvous only
 * where its key shows work: whoever wants many of them to fall to one node pays for all that do not.
 */
import type { Crypto } from "../../../protocol/ports.js";
import type { PlacedNode } from "../../../protocol/placement/rendezvous.js";
import { holdsSpine, spineHolders } from "../../../protocol/placement/spines.js";
import { hasWork, KEY_WORK_BITS } from "./keyWork.js";

export type KeepPolicy = "all" | "share";

interface KeepingOptions {
  readonly policy: KeepPolicy;
  /** Own public key, hex. */
  readonly publicKey: string;
  /** Zero bits that the hash of a key begins with where it shows work. */
  readonly workBits?: number | undefined;
}

interface KeepingModules {
  readonly crypto: Pick<Crypto, "sha256" | "sha256Hex">;
  /** Whether something that the author has said binds others. */
  readonly isBinding: (author: string) => boolean;
  /** Whether all of that is of work. */
  readonly isOfWork: (author: string) => boolean;
  /** Whether the operator named the node of the author: a configured peer, one let in, a witness. */
  readonly isNamed: (author: string) => boolean;
}

const NOBODY: readonly PlacedNode[] = [];
/** Spines of which it is remembered whether they fall to this node. */
const FALLS_MAX = 16_384;
/** Spines of which it is remembered to whom they fall. */
const HOLDERS_MAX = 256;

export class Keeping {
  readonly #options: KeepingOptions;
  readonly #modules: KeepingModules;
  #nodes: () => readonly PlacedNode[] = () => NOBODY;
  /** Whether each spine falls to this node, among these nodes. */
  readonly #falls = new Map<string, boolean>();
  #fallsAmong = NOBODY;
  /** Holders of spines, among the same nodes. */
  readonly #holders = new Map<string, readonly string[]>();
  #takesPart = false;
  #isQuiet = false;

  constructor(options: KeepingOptions, modules: KeepingModules) {
    this.#options = options;
    this.#modules = modules;
  }

  /** @param nodes those among which spines are shared out; the same list until it changes */
  use(nodes: () => readonly PlacedNode[]): void {
    this.#nodes = nodes;
  }

  get isShare(): boolean {
    return this.#options.policy === "share";
  }

  /** Whether words of work are nothing to this node. */
  get isAside(): boolean {
    return this.isShare && !this.#takesPart;
  }

  /** @param takesPart whether this node asks for work, does any, or has a word in it */
  takePart(takesPart: boolean): void {
    this.#takesPart = takesPart;
  }

  /** Whether this node does not follow the heads of all, but has those handed to it that it keeps. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  beQuiet(isQuiet: boolean): void {
    this.#isQuiet = isQuiet;
  }

  keeps(author: string): boolean {
    if (!this.isShare || author === this.#options.publicKey) return true;
    const { isBinding, isNamed, isOfWork } = this.#modules;
    const binds = isBinding(author) && !(this.isAside && isOfWork(author));
    return binds || isNamed(author) || this.#isHolder(author);
  }

  /** Nodes to which a spine falls by rendezvous, the first first; none where its key shows no work. */
  holdersOf(author: string): readonly string[] {
    this.#among(this.#nodes());
    let holders = this.#holders.get(author);
    if (holders === undefined) {
      const { crypto } = this.#modules;
      holders = this.showsWork(author) ? spineHolders(crypto, author, this.#fallsAmong) : [];
      if (this.#holders.size >= HOLDERS_MAX) this.#holders.clear();
      this.#holders.set(author, holders);
    }
    return holders;
  }

  /** Whether the key of an author cost something. */
  showsWork(author: string): boolean {
    return hasWork(this.#modules.crypto, author, this.#options.workBits ?? KEY_WORK_BITS);
  }

  #among(nodes: readonly PlacedNode[]): void {
    if (nodes === this.#fallsAmong) return;
    this.#falls.clear();
    this.#holders.clear();
    this.#fallsAmong = nodes;
  }

  #isHolder(author: string): boolean {
    const nodes = this.#nodes();
    this.#among(nodes);
    const known = this.#falls.get(author);
    if (known !== undefined) return known;
    const own = nodes.find(({ node }) => node === this.#options.publicKey);
    const falls =
      own !== undefined &&
      this.showsWork(author) &&
      holdsSpine(this.#modules.crypto, author, own, nodes);
    if (this.#falls.size >= FALLS_MAX) this.#falls.clear();
    this.#falls.set(author, falls);
    return falls;
  }
}
