/**
 * The invariants, checked at rest on what the nodes hold, against what clients were told and what
 * left the nodes. Signatures are verified anew, whatever the nodes believed.
 */
import { valueBits } from "../../../protocol/encoding/bits.js";
import { toHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import {
  eventId,
  eventLeaf,
  NO_HASH,
  readHeader,
  verifyEventSignature,
  verifyNoteSignature,
} from "../../../protocol/seal/event.js";
import type { EventHeader } from "../../../protocol/seal/event.js";
import type { Crypto, JsonValue } from "../../../protocol/ports.js";
import { verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { SPINE_HOLDERS } from "../../../protocol/placement/spines.js";
import { appendLeaf, EMPTY_FRONTIER } from "../../../protocol/seal/merkle.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { StoredEvent } from "../../../storage/repositories/spine.js";
import type { Store } from "../../../storage/store.js";
import { scan } from "../../../storage/kv/table.js";
import { checkBounds, checkSealedOnce, checkToldOnce } from "./checkEffects.js";
import { checkStreams } from "./checkStreams.js";
import { checkMachines } from "./checkMachines.js";
import { checkMoney } from "./checkMoney.js";
import { checkForks } from "./checkForks.js";
import { checkContracts } from "./checkContracts.js";
import { checkReactors } from "./checkReactors.js";
import { checkShared } from "./checkShared.js";
import { Memo } from "../memo.js";
import type { LifeParts, SimNode } from "../node.js";
import type { World } from "../world.js";

const EVENTS_MAX = 1_000_000;
const READ_EVENTS_MAX = 65_536;
const ANNOUNCEMENTS_MAX = 10_000;

/** Every honest node with what it runs; a node that is not up at rest is a violation itself. */
function upNodes(world: World): readonly (readonly [SimNode, LifeParts])[] {
  return world.honest.flatMap((node) => {
    if (node.up !== null) return [[node, node.up] as const];
    world.violate("I1", `${node.place} does not come up again`);
    return [];
  });
}

/**
 * @param headsWereEqual whether a moment was found at which they were: nodes go on saying things,
 * so they need not be equal now
 * @throws what a store fails with; damaged records do
 */
export async function checkAtRest(world: World, headsWereEqual: boolean): Promise<void> {
  const nodes = upNodes(world);
  const reader = new EventReader(world.crypto);
  for (const [node, { store }] of nodes) {
    await checkSpines(world, node, store, reader);
    await checkAnnouncements(world, node, store);
    await checkDetached(world, node, store);
  }
  await checkAcknowledged(world);
  await checkSaid(world);
  await checkHeads(world, nodes, headsWereEqual);
  checkAccused(world, nodes);
  checkNames(world, nodes);
  await checkForks(world);
  await checkSealedOnce(world, nodes);
  await checkToldOnce(world, nodes);
  await checkBounds(world, nodes);
  await checkShared(world);
  await checkMoney(world, nodes);
  await checkMachines(world, nodes);
  await checkStreams(world, nodes);
  await checkReactors(world, nodes);
  await checkContracts(world, nodes);
}

/** I4 and I6: every spine held is dense, linked from 0, signed, and its tip is its last event. */
async function checkSpines(
  world: World,
  node: SimNode,
  store: Store,
  reader: EventReader,
): Promise<void> {
  for (const author of await store.spine.authors()) {
    const { events, tip } = await spineAt(store, author);
    const fail = (invariant: string, seq: number, why: string): void =>
      world.violate(invariant, `${node.place} holds ${author.slice(0, 8)} ${seq}: ${why}`);
    let frontier = EMPTY_FRONTIER;
    let prev = NO_HASH;
    let calcond = 0;
    for (const [seq, event] of events.entries()) {
      const wrong = reader.fault(event, { author, seq, prev, calcond });
      if (wrong !== null) fail(wrong.invariant, event.seq, wrong.why);
      calcond = reader.header(event)?.calcond ?? calcond;
      frontier = appendLeaf(world.crypto, frontier, eventLeaf(world.crypto, event.header));
      prev = event.id;
    }
    if (tip?.seq !== events.length - 1 || tip.id !== prev)
      fail("I4", tip?.seq ?? -1, "not its tip");
    else if (tip.edge.join() !== frontier.hashes.map(toHex).join())
      fail("I4", tip.seq, "another tree");
  }
}

/** Readings of a spine that went on meanwhile. */
const SPINE_READINGS_MAX = 20;

/**
 * A spine with its tip, both of one moment: nodes at rest still say things, and each reading takes
 * its time.
 */
async function spineAt(store: Store, author: string) {
  let before = await store.spine.tip(author);
  for (let reading = 1; ; reading += 1) {
    const events = await store.spine.range(author, 0, EVENTS_MAX);
    const tip = await store.spine.tip(author);
    if ((tip?.id === before?.id && tip?.seq === before?.seq) || reading === SPINE_READINGS_MAX)
      return { events, tip };
    before = tip;
  }
}

interface Place {
  readonly author: string;
  readonly seq: number;
  readonly prev: string;
  readonly calcond: number;
}

interface Fault {
  readonly invariant: string;
  readonly why: string;
}

/**
 * What there is to say of an event by itself; the same bytes are looked at once, no matter who
 * holds them.
 */
class EventReader {
  readonly #crypto: Crypto;
  readonly #read = new Memo<{ readonly header: EventHeader | null; readonly fault: Fault | null }>(
    READ_EVENTS_MAX,
  );

  constructor(crypto: Crypto) {
    this.#crypto = crypto;
  }

  header(event: StoredEvent): EventHeader | null {
    return this.#of(event).header;
  }

  fault(event: StoredEvent, at: Place): Fault | null {
    const { header, fault } = this.#of(event);
    if (header === null) return fault;
    if (header.seq !== at.seq || event.seq !== at.seq) {
      return { invariant: "I4", why: "a hole before it" };
    }
    if (header.author !== at.author) return { invariant: "I4", why: "another author's" };
    if (header.prev !== at.prev) return { invariant: "I4", why: "not linked to the one before" };
    if (header.calcond < at.calcond) return { invariant: "I4", why: "its clock went back" };
    return fault;
  }

  #of(event: StoredEvent): { readonly header: EventHeader | null; readonly fault: Fault | null } {
    const { id, header: text, sig, body } = event;
    return this.#read.get(`${id}\n${text}\n${sig}\n${body ?? ""}`, () => {
      const header = readHeader(parsed(text));
      if (header === null || canonicalize({ ...header }) !== text) {
        return { header: null, fault: { invariant: "I4", why: "no canonical header" } };
      }
      return { header, fault: this.#intrinsicFault(event, header) };
    });
  }

  #intrinsicFault({ id, header: text, sig, body }: StoredEvent, header: EventHeader): Fault | null {
    const crypto = this.#crypto;
    if (eventId(crypto, text) !== id) return { invariant: "I4", why: "not its id" };
    if (body !== null && crypto.sha256Hex(body) !== header.body_hash) {
      return { invariant: "I4", why: "another body" };
    }
    return verifyEventSignature(crypto, header.author, text, sig)
      ? null
      : { invariant: "I6", why: "a bad signature" };
  }
}

/** I6 for what is kept beside the spines. */
async function checkAnnouncements(world: World, node: SimNode, store: Store): Promise<void> {
  const { crypto } = world;
  for (const kind of ["node", "digest", "head"] as const) {
    for (const [author, { text }] of await store.peers.announcements(kind, ANNOUNCEMENTS_MAX)) {
      const value = parsed(text);
      const [signed, sig] = isObject(value)
        ? [value[kind === "head" ? "note" : "header"], value["sig"]]
        : [undefined, undefined];
      const holds =
        isObject(signed) &&
        typeof sig === "string" &&
        signed["author"] === author &&
        (kind === "head" ? verifyNoteSignature : verifyEventSignature)(
          crypto,
          author,
          canonicalize(signed),
          sig,
        );
      if (!holds) world.violate("I6", `${node.place} holds a ${kind} that is not its author's`);
    }
  }
}

async function checkDetached(world: World, node: SimNode, store: Store): Promise<void> {
  for await (const [[author, seq], text] of scan(store.kv, buckets.detached)) {
    const value = parsed(text);
    const header = isObject(value) ? readHeader(value["header"]) : null;
    const sig = isObject(value) ? value["sig"] : null;
    if (
      header === null ||
      typeof sig !== "string" ||
      header.author !== author ||
      header.seq !== seq ||
      !verifyEventSignature(world.crypto, author, canonicalize({ ...header }), sig)
    ) {
      world.violate("I6", `${node.place} keeps a detached event with a bad signature`);
    }
  }
}

/** I1 and I9: what a client was told is there, proves itself, and computes to the same bits. */
async function checkAcknowledged(world: World): Promise<void> {
  const { crypto, registry } = world;
  for (const { op, place, outcome } of world.history.acknowledged()) {
    const node = world.nodes.find((one) => one.place === place)!;
    if (node.up === null || world.liars.has(node.author.publicKey)) continue;
    const held = await node.up.receipts.own(outcome.receiptId);
    if (held === null) {
      world.violate("I1", `${place} has lost the acknowledged operation ${op}`);
      continue;
    }
    const { valid, reasons, reexecution } = verifyHeld({ crypto, registry }, parsed(held.text), {
      id: outcome.receiptId,
      key: node.author.publicKey,
      // What left a node is held against its own clock, which may be wrong.
      nowCalcond: node.clock.calcond(),
    });
    if (!valid) world.violate("I9", `operation ${op}: ${reasons.join("; ")}`);
    const { verdict = null, result = null } = reexecution ?? {};
    if (verdict !== "agrees" || result === null || valueBits(result.value) !== outcome.valueBits) {
      world.violate("I9", `operation ${op} does not compute to ${outcome.valueBits} again`);
    }
  }
}

/** I4: what left a node stands on its spine, so nothing said was forgotten. */
async function checkSaid(world: World): Promise<void> {
  const byAuthor = new Map(world.honest.map((node) => [node.author.publicKey, node]));
  for (const [author, seq, id] of world.said()) {
    const node = byAuthor.get(author);
    if (node === undefined || node.up === null) continue;
    const held = await node.up.store.spine.event(author, seq);
    if (held?.id !== id) {
      world.violate("I4", `${node.place} has said event ${seq}, and holds another or none`);
    }
  }
}

/** I5: what a node holds of an honest spine is a part of it, and all of it once nothing moves. */
async function checkHeads(
  world: World,
  nodes: readonly (readonly [SimNode, LifeParts])[],
  headsWereEqual: boolean,
): Promise<void> {
  for (const [owner, { spine, store: own }] of nodes) {
    const { publicKey } = owner.author;
    for (const [node, { store, mesh }] of nodes) {
      const tip = await store.spine.tip(publicKey);
      const size = spine.tip?.seq ?? "nothing";
      const isHere = tip !== undefined || mesh.keeps(publicKey);
      if (isHere && !headsWereEqual && tip?.id !== spine.tip?.id) {
        world.violate(
          "I5",
          `${node.place} has ${owner.place} at ${tip?.seq ?? "nothing"} and not at ${size}`,
        );
      }
      if (tip !== undefined && (await own.spine.event(publicKey, tip.seq))?.id !== tip.id) {
        world.violate("I5", `${node.place} has an event ${tip.seq} that ${owner.place} has not`);
      }
    }
  }
}

/** I8, and I1 for claims: one state of names, one holder of each, and no claim forgotten. */
function checkNames(world: World, nodes: readonly (readonly [SimNode, LifeParts])[]): void {
  const [first] = nodes;
  const wanted = first?.[1].names.book.stateHash();
  for (const [node, { names }] of nodes) {
    if (names.book.stateHash() !== wanted) {
      world.violate("I8", `${node.place} and ${first![0].place} hold different names`);
    }
    for (const { op, place, id, state, isRolledBack } of world.history.claims()) {
      if (state === "ok" && place === node.place && !isRolledBack && !names.book.set.has(id!)) {
        world.violate("I1", `${place} has lost the acknowledged claim ${op}`);
      }
    }
  }
  for (const subject of first?.[1].names.book.subjects() ?? []) {
    const holders = new Set(
      nodes.flatMap(
        ([
          { clock },
          {
            names: { book },
          },
        ]) =>
          book.state(subject, clock.calcond()) === "held"
            ? [book.history(subject)?.tenures.at(-1)?.claim.body.owner]
            : [],
      ),
    );
    if (holders.size > 1) world.violate("I8", `${subject} has ${holders.size} holders`);
  }
}

/** Whether every honest node has come to the same state of names. */
export function namesEqual({ honest }: World): boolean {
  return new Set(honest.map(({ up }) => up?.names.book.stateHash())).size === 1;
}

/** Nobody who kept the rules is taken for somebody who did not. */
function checkAccused(world: World, nodes: readonly (readonly [SimNode, LifeParts])[]): void {
  for (const {
    author: { publicKey },
    peerId,
    place,
  } of world.honest) {
    if (world.selfEquivocating.has(publicKey)) {
      world.violate("I4", `${place} believes that its key is in use elsewhere`);
    }
    for (const [node, { mesh }] of nodes) {
      if (mesh.snapshot().frozen.includes(publicKey)) {
        world.violate("I5", `${node.place} has frozen the honest ${place}`);
      }
      if (mesh.scores().denied.includes(peerId)) {
        world.violate("I13", `${node.place} has cut off the honest ${place}`);
      }
    }
  }
}

/** Whether all honest nodes hold all honest heads: cheap enough to be asked again and again. */
export async function headsEqual(world: World, without: readonly SimNode[] = []): Promise<boolean> {
  const honest = world.honest.filter((node) => !without.includes(node));
  const nodes = honest.map(({ up }) => up);
  for (const owner of honest) {
    const id = owner.up?.spine.tip?.id;
    if (id === undefined) return false;
    const { publicKey } = owner.author;
    let others = 0;
    for (const parts of nodes) {
      const tip = await parts?.store.spine.tip(publicKey);
      if (parts === null || (tip === undefined ? parts.mesh.keeps(publicKey) : tip.id !== id))
        return false;
      if (tip !== undefined) others += 1;
    }
    if (others - 1 < Math.min(SPINE_HOLDERS, honest.length - 1)) return false;
  }
  return true;
}

function parsed(text: string): JsonValue {
  const read = parseJson(text);
  return read.ok ? read.value : null;
}
