/** Names on one node in memory: what it hears is handed to it, and what it says is noted. */
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Names } from "../../../../node/names/names.js";
import { Addresses } from "../../../../node/accounts/scrypt.js";
import type { EncodedEvent } from "../../../../protocol/seal/event.js";
import { createEvent, NO_HASH } from "../../../../protocol/seal/event.js";
import type { AcceptedEvent } from "../../../../protocol/mesh/judgement.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import type { JsonObject, LogFields, Logger } from "../../../../protocol/ports.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";
import { Successions } from "../../../../node/runtime/identity/successions.js";
import { endOwnKeyOps } from "../../../../node/spine/ownKeys.js";

export const NET = "00c0ffee";
export const START = 2_310_000_000;

export const seedOf = (n: number): Uint8Array => new Uint8Array(32).fill(n);
export const keyOf = (n: number): string =>
  Buffer.from(nodeCrypto.ed25519PublicKey(seedOf(n))).toString("hex");
/** Stands in for the slow one: what is tested is what is done with an address. */
export const quick = { scrypt: async (key: Uint8Array) => nodeCrypto.sha256(key).slice(0, 8) };
export const addressOf = (n: number): string =>
  nodeCrypto.sha256Hex(nodeCrypto.ed25519PublicKey(seedOf(n))).slice(0, 16);

export function claimBody(
  n: number,
  name: string | null,
  claimed: number,
  more: JsonObject = {},
): JsonObject {
  return {
    address: addressOf(n),
    claimed,
    expires: claimed + 1_000_000,
    name,
    owner: keyOf(n),
    records: {},
    sequence: 0,
    sig: "0".repeat(128),
    work: "a",
    ...more,
  };
}

/** An event as the judge hands it on. */
export function accepted(
  author: number,
  kind: string,
  body: JsonObject,
  calcond: number,
  seq = 1,
): AcceptedEvent {
  const { event, id, headerText, bodyText } = createEvent(
    nodeCrypto,
    { seed: seedOf(author), publicKey: keyOf(author) },
    { net: NET, kind, seq, prev: "1".repeat(64), calcond, body },
  );
  return { type: "event", event, id, headerText, bodyText, state: "detached" };
}

export interface Bench {
  readonly names: Names;
  readonly store: Store;
  readonly kv: MemoryStore;
  readonly time: { calcond: number };
  readonly warned: LogFields[];
  readonly said: EncodedEvent[];
  /** What the node's own spine got; `hold` makes it take nothing. */
  readonly voice: { hold: boolean; lose: boolean };
  hear(message: AcceptedEvent): Promise<void>;
  retry(): void;
}

export async function bench({
  witnesses = [],
  kv = new MemoryStore(),
  size = 1,
  calcond = START,
  successions = new Successions(),
  earlier = [],
}: {
  witnesses?: readonly string[];
  kv?: MemoryStore;
  size?: number;
  calcond?: number;
  successions?: Successions;
  /** Numbers of keys that the node had before. */
  earlier?: readonly number[];
} = {}): Promise<Bench> {
  const store = new Store(kv);
  const time = { calcond };
  const warned: LogFields[] = [];
  const said: EncodedEvent[] = [];
  const publisher = { hold: false, lose: false };
  let again = (): void => undefined;
  const log: Logger = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    child: () => log,
    warn: (_message, fields = {}) => {
      warned.push(fields);
    },
  };
  const spine = { size, tip: { calcond } };
  const names = new Names(
    { publicKey: keyOf(1), net: NET, genesis: { name: "t", registryFamily: "calc", witnesses } },
    {
      crypto: nodeCrypto,
      clock: { nowNs: () => BigInt(time.calcond) * CALCOND_NS },
      store,
      log,
      spine,
      successions,
      addresses: new Addresses(quick),
      after: (_ms, f) => {
        again = f;
        return () => undefined;
      },
    },
  );
  for (const n of earlier) await store.write(await endOwnKeyOps(store, keyOf(n)));
  await names.load();
  names.use(async (kind, body) => {
    if (publisher.hold) return null;
    const encoded = createEvent(
      nodeCrypto,
      { seed: seedOf(1), publicKey: keyOf(1) },
      {
        net: NET,
        kind,
        seq: spine.size,
        prev: spine.size === 0 ? NO_HASH : "1".repeat(64),
        calcond: time.calcond,
        body,
      },
    );
    const { id, headerText, bodyText, event } = encoded;
    await store.write(
      store.spine.appendOps(
        {
          author: keyOf(1),
          seq: spine.size,
          id,
          header: headerText,
          sig: event.sig,
          bodyHash: event.header.body_hash,
          body: bodyText,
        },
        { seq: spine.size, id, calcond: time.calcond, edge: [] },
      ),
    );
    spine.size += 1;
    said.push(encoded);
    if (publisher.lose) throw new Error("the process ends here");
    return encoded;
  });
  return {
    names,
    store,
    kv,
    time,
    warned,
    said,
    voice: publisher,
    hear: async (message) => {
      await store.write(names.effect(message));
      names.take(message);
      await names.idle();
    },
    retry: () => again(),
  };
}

/** A message said by a service on its own gets its turn. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export async function settled(is: () => boolean): Promise<void> {
  while (!is()) await turn();
}
