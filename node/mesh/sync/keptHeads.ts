/**
 * `/calc/kept/1`: two nodes that keep different spines compare the ends of those that both keep. Who
 * asks knows the list of whose spines the other has, and marks in it those that it keeps, too. So
 * nothing but a hash travels while both have the same, and a list only when it has changed.
 */
import * as z from "zod";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { Binding } from "../../../protocol/mesh/kinds.js";
import type { Crypto, JsonValue } from "../../../protocol/ports.js";
import { FrameError } from "../host/frame.js";
import { rubbish, type ServiceExchange } from "../host/exchange.js";
import { publicKeyOf } from "../host/peerKey.js";
import type { AuthorBook } from "../intake/authorBook.js";
import type { Keeping } from "../intake/keeping.js";
import type { NodeNotes } from "./nodeNotes.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { SyncFault } from "./syncClient.js";
import type { Tip } from "./syncHeads.js";

const KEPT_PROTOCOL = "/calc/kept/1";
/** More authors than anybody keeps. */
const LISTED_MAX = 2_048;
const REQUEST_BYTES_MAX = 4_096;
const ANSWER_BYTES_MAX = 524_288;
/** As many as there may be connections, and some more. */
const LISTS_MAX = 128;
/** The first question finds out which list it is, the second is answered by it. */
const QUESTIONS_MAX = 3;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const bits = z
  .string()
  .regex(/^(?:[0-9a-f]{2})*$/)
  .max(LISTED_MAX / 4);
const keptRequest = z.strictObject({
  heads: hash,
  list: hash.nullable(),
  marks: bits,
  nodes: hash,
});
/** Whether both have heard the same of nodes. */
const nodes = z.boolean();
const keptAnswer = z.union([
  z.strictObject({ nodes, same: z.literal(true) }),
  z.strictObject({ nodes, authors: z.array(hash).max(LISTED_MAX), binding: bits }),
  z.strictObject({
    nodes,
    tips: z.array(z.tuple([hash, z.int().min(0), hash])).max(LISTED_MAX),
  }),
]);

/** Whose spines a node has, by name, and of which of them something binds others. */
interface KeptList {
  readonly authors: readonly string[];
  readonly binding: string;
  readonly hash: string;
}

interface KeptHeadsModules {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly exchange: ServiceExchange;
  readonly authors: AuthorBook;
  readonly keeping: Keeping;
  readonly nodes: Pick<NodeNotes, "fill" | "hashBeside">;
  /** Every spine held, the own one too. */
  readonly tips: () => readonly Tip[];
  readonly ownBinding: () => Binding;
  /** Whether a node said that words of work are nothing to it. */
  readonly isAside: (node: string) => boolean;
}

export class KeptHeads {
  readonly #publicKey: string;
  readonly #modules: KeptHeadsModules;
  /** Lists of peers. */
  readonly #lists = new RecentMap<string, KeptList>(LISTS_MAX);

  constructor(publicKey: string, modules: KeptHeadsModules) {
    this.#publicKey = publicKey;
    this.#modules = modules;
  }

  async start(): Promise<void> {
    await this.#modules.exchange.serve(KEPT_PROTOCOL, REQUEST_BYTES_MAX, async (data, from) =>
      this.#answer(data, from),
    );
  }

  /** Whether a peer said that it has a spine, when it was asked last; null where it was not. */
  has(peer: string, author: string): boolean | null {
    const list = this.#lists.get(peer);
    return list === undefined ? null : indexOf(list.authors, author) >= 0;
  }

  /**
   * The peer's ends of the spines that both keep, or that this node lacks and keeps; null where they
   * are what is held here.
   * @throws SyncFault, FrameError, NetError; UnservedError of a peer of an earlier version
   */
  async compare(peer: string): Promise<readonly Tip[] | null> {
    const { exchange, nodes } = this.#modules;
    let isFilled = false;
    const to = publicKeyOf(peer);
    if (to === null) throw new FrameError("not the name of a node");
    for (let i = 0; i < QUESTIONS_MAX; i += 1) {
      const list = this.#lists.get(peer) ?? null;
      const marked = list === null ? [] : list.authors.map((author) => this.#isKept(author));
      const wanted = new Set(list?.authors.filter((_, at) => marked[at]));
      const request = {
        heads: this.#hashOf(this.#modules.tips().filter(([author]) => wanted.has(author))),
        list: list?.hash ?? null,
        marks: bitsOf(marked),
        nodes: nodes.hashBeside(to),
      };
      const data = await exchange.ask(to, KEPT_PROTOCOL, canonicalize(request), ANSWER_BYTES_MAX);
      const read = keptAnswer.safeParse(data);
      if (!read.success) throw new SyncFault("not an answer of this protocol");
      // Who should keep what follows from which nodes there are.
      if (!read.data.nodes && !isFilled) {
        await nodes.fill(peer);
        isFilled = true;
      }
      if ("same" in read.data) return null;
      if ("tips" in read.data) {
        if (read.data.tips.some(([author]) => !wanted.has(author)))
          throw new SyncFault("heads nobody asked for");
        return read.data.tips;
      }
      this.#take(peer, read.data);
    }
    throw new FrameError("a list that changes with each question");
  }

  #take(peer: string, answer: Pick<KeptList, "authors" | "binding">): void {
    const { authors } = this.#modules;
    if (answer.authors.some((author, i) => i > 0 && answer.authors[i - 1]! >= author))
      throw new SyncFault("a list that is not in order");
    this.#lists.set(peer, { ...answer, hash: this.#nameOf(answer) });
    for (const [i, author] of answer.authors.entries())
      if (bitAt(answer.binding, i) && authors.tip(author) === null) authors.noteBinding(author);
  }

  #isKept(author: string): boolean {
    const { authors, keeping } = this.#modules;
    return author === this.#publicKey || authors.tip(author) !== null || keeping.keeps(author);
  }

  #answer(data: JsonValue, from: string): string {
    const read = keptRequest.safeParse(data);
    if (!read.success) throw rubbish("not a request of this protocol");
    const { heads, list, marks } = read.data;
    const own = this.#own(this.#modules.isAside(from));
    const nodes = this.#modules.nodes.hashBeside(from) === read.data.nodes;
    if (own.hash !== list)
      return canonicalize({ authors: [...own.authors], binding: own.binding, nodes });
    const wanted = new Set(own.authors.filter((_, i) => bitAt(marks, i)));
    const tips = this.#modules.tips().filter(([author]) => wanted.has(author));
    if (this.#hashOf(tips) === heads) return canonicalize({ nodes, same: true });
    return canonicalize({ nodes, tips: tips.map((tip) => [...tip]) });
  }

  /** @param isAside for who need not keep what is of work alone */
  #own(isAside: boolean): KeptList {
    const { authors: book, ownBinding, tips } = this.#modules;
    const authors = tips()
      .map(([author]) => author)
      .sort()
      .slice(0, LISTED_MAX);
    const isBinding = (author: string): boolean => {
      const { binding, ofWork } =
        author === this.#publicKey
          ? ownBinding()
          : { binding: book.isBinding(author), ofWork: book.isOfWork(author) };
      return binding === true && !(isAside && ofWork === true);
    };
    const answer = { authors, binding: bitsOf(authors.map(isBinding)) };
    return { ...answer, hash: this.#nameOf(answer) };
  }

  #nameOf({ authors, binding }: Pick<KeptList, "authors" | "binding">): string {
    return this.#modules.crypto.sha256Hex(`${authors.join("")} ${binding}`);
  }

  #hashOf(tips: readonly Tip[]): string {
    const sorted = tips.map((tip) => [...tip]).sort(([a], [b]) => (a! < b! ? -1 : 1));
    return this.#modules.crypto.sha256Hex(canonicalize(sorted));
  }
}

/** By halving. @returns -1 where it is not there */
function indexOf(sorted: readonly string[], name: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < name) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === name ? low : -1;
}

/** One bit each, the first the highest of the first byte. */
function bitsOf(marked: readonly boolean[]): string {
  const bytes = new Uint8Array(Math.ceil(marked.length / 8));
  for (const [i, isMarked] of marked.entries()) if (isMarked) bytes[i >> 3]! |= 0x80 >> (i & 7);
  return toHex(bytes);
}

function bitAt(marks: string, at: number): boolean {
  const byte = fromHex(marks.slice((at >> 3) * 2, (at >> 3) * 2 + 2))?.[0] ?? 0;
  return (byte & (0x80 >> (at & 7))) !== 0;
}
