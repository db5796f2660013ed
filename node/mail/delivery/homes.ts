/**
 * Whose an address at another node is. Its home node is asked, and what it says counts only under
 * the identity's own signature and for this node; where it cannot be asked, what it said last does.
 */
import { mailAddressText, readMailAddress } from "../../../protocol/mail/address.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isMailStatementSigned, type MailCrypto } from "../../../protocol/mail/keys.js";
import {
  MAIL_PROTOCOL,
  MAIL_REPLY_BYTES_MAX,
  readKeyReply,
} from "../../../protocol/mail/delivery.js";
import type { Logger } from "../../../protocol/ports.js";
import type { KnownAddressRecord } from "../../../storage/records/mailRecords.js";
import type { Store } from "../../../storage/store.js";
import type { Addresses } from "../../accounts/scrypt.js";
import type { ServiceExchange } from "../../mesh/host/exchange.js";
import type { Deadlines } from "../../runtime/deadlines.js";
import type { Lookup } from "../elsewhere.js";

/** A question so old is asked again: a minute. */
const FRESH_CALCONDS = 77;
/** Addresses and nodes that are remembered. */
const KNOWN_MAX = 4_096;
const HOMES_MAX = 4_096;
/** Questions that wait for an answer at a time. */
const ASKED_MAX = 64;

interface HomeModules {
  readonly store: Store;
  readonly crypto: Pick<MailCrypto, "ed25519Verify">;
  readonly addresses: Pick<Addresses, "of">;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly log: Logger;
  /** Key of who claimed the bare address in the book of names, or null. */
  readonly claimedBy: (nodeAddress: string) => string | null;
}

export class MailHomes {
  readonly #modules: HomeModules;
  /** Public keys by the address of the node. */
  readonly #homes = new Map<string, string>();
  readonly #met = new Set<string>();
  /** The one asked longest ago first. */
  readonly #known = new Map<string, KnownAddressRecord>();
  readonly #asking = new Map<string, Promise<Lookup>>();
  #exchange: ServiceExchange | null = null;

  constructor(modules: HomeModules) {
    this.#modules = modules;
  }

  async load(): Promise<void> {
    const { mail } = this.#modules.store;
    for await (const [address, key] of mail.homes.scan()) this.#meet(address, key);
    for await (const [address, record] of mail.known.scan()) this.#known.set(address, record);
  }

  use(exchange: ServiceExchange): void {
    this.#exchange = exchange;
  }

  /** Facts about an address of another node. */
  lookup(address: string): Promise<Lookup> {
    const read = readMailAddress(address);
    if (read === null || this.#exchange === null) return Promise.resolve({ kind: "unknown" });
    const text = mailAddressText(read);
    const known = this.#known.get(text);
    if (known !== undefined && this.#modules.deadlines.now() - known.calcond < FRESH_CALCONDS)
      return Promise.resolve({ kind: "known", signed: known.signed });
    const asking = this.#asking.get(text);
    if (asking !== undefined) return asking;
    if (this.#asking.size >= ASKED_MAX) return Promise.resolve({ kind: "unreached" });
    const asked = this.#ask(this.#exchange, text, read.node).finally(() => {
      this.#asking.delete(text);
    });
    this.#asking.set(text, asked);
    return asked;
  }

  async #ask(exchange: ServiceExchange, address: string, node: string): Promise<Lookup> {
    const home = await this.#homeOf(exchange, node);
    const before = this.#known.get(address);
    const last: Lookup =
      before === undefined ? { kind: "unreached" } : { kind: "known", signed: before.signed };
    if (home === null) return last;
    const { crypto, deadlines, log, store } = this.#modules;
    const text = canonicalize({ ask: "key", address });
    const answer = await exchange
      .ask(home, MAIL_PROTOCOL, text, MAIL_REPLY_BYTES_MAX)
      .catch((error: unknown) => {
        log.debug("a node was not asked for an address", { address, error: String(error) });
        return null;
      });
    const reply = answer === null ? null : readKeyReply(answer);
    if (reply === null) return last;
    const { entry: signed } = reply;
    if (signed === null) {
      this.#known.delete(address);
      await store.write(store.mail.known.delOps(address));
      return { kind: "unknown" };
    }
    const { statement } = signed;
    if (
      statement.address !== address ||
      statement.node !== home ||
      !isMailStatementSigned(crypto, signed)
    ) {
      log.warn("what a node says of an address is not signed by its identity", { address });
      return { kind: "unknown" };
    }
    await this.#keep(address, { signed, calcond: deadlines.now() });
    return { kind: "known", signed };
  }

  async #keep(address: string, record: KnownAddressRecord): Promise<void> {
    const { store } = this.#modules;
    this.#known.delete(address);
    this.#known.set(address, record);
    const [oldest] = this.#known.keys();
    const isFull = this.#known.size > KNOWN_MAX && oldest !== undefined;
    if (isFull) this.#known.delete(oldest);
    await store.write([
      ...store.mail.known.putOps(address, record),
      ...(isFull ? store.mail.known.delOps(oldest) : []),
    ]);
  }

  /** The key of a node, by its address; null of one that was never met. */
  async #homeOf(exchange: ServiceExchange, node: string): Promise<string | null> {
    const { addresses, claimedBy, store } = this.#modules;
    const known = this.#homes.get(node) ?? claimedBy(node);
    if (known !== null) return known;
    // A key is stretched once for good, so asking for nodes that do not exist keeps nobody busy.
    for (const key of exchange.peers()) {
      if (this.#met.has(key)) continue;
      const address = await addresses.of(key);
      if (this.#homes.size >= HOMES_MAX) break;
      this.#meet(address, key);
      await store.write(store.mail.homes.putOps(address, key));
    }
    return this.#homes.get(node) ?? null;
  }

  #meet(address: string, key: string): void {
    this.#homes.set(address, key);
    this.#met.add(key);
  }
}
