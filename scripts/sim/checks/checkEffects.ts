/**
 * That each thing asked for, and each event, has had its effect once, and that nothing grows
 * without bound.
 */
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import {
  DETACHED_OF_AUTHOR_MAX,
  EVIDENCE_MAX,
  KNOWN_PEERS_MAX,
  REPLAY_MACS_MAX,
} from "../../../protocol/limits.js";
import { buckets } from "../../../storage/records/buckets.js";
import type { Bucket } from "../../../storage/records/buckets.js";
import { QUEUE_ITEMS_MAX } from "../../../storage/kv/groupCommit.js";
import type { Store } from "../../../storage/store.js";
import { scan } from "../../../storage/kv/table.js";
import { weighedBy } from "../customers/contractOrders.js";
import type { LifeParts, SimNode } from "../node.js";
import { fieldsOf, textAt } from "../customers/orders.js";
import { drivenBy } from "../customers/reactorOrders.js";
import type { World } from "../world.js";

const WINDOWS_MAX = 1_000_000;
const MOVES_A_FIRING = 2;

type UpNode = readonly [SimNode, LifeParts];

/** I10: no operation was sealed twice, however often it was asked for, nor one nobody asked for. */
export async function checkSealedOnce(world: World, nodes: readonly UpNode[]): Promise<void> {
  const { history } = world;
  const ordered = history.orders().flatMap(({ body, what, ...entry }) => {
    return what === "compute" || what === "tick" ? [{ ...entry, inputs: inputsOf(body) }] : [];
  });
  const ops = new Map([...history.computes(), ...ordered].map((entry) => [entry.inputs, entry]));
  const steps = new Map(
    history.orders().flatMap(({ body, what, ...entry }) => {
      const isStep = what === "step" || what === "observe";
      if (!isStep && what !== "fire") return [];
      const by = isStep ? drivenBy(fieldsOf(body)) : weighedBy(fieldsOf(body));
      return [[canonicalize(by), entry] as const];
    }),
  );
  const fires = new Map<string, number>();
  for (const { body, what, ...entry } of history.orders()) {
    if (what !== "fire") continue;
    const at = `${entry.place} ${textAt(fieldsOf(body), "id")}`;
    fires.set(at, (fires.get(at) ?? 0) + 1);
  }
  for (const [{ place }, { store }] of nodes) {
    const sealed = new Map<string, number>();
    const moves = new Map<string, number>();
    for await (const [, window] of store.envelopes.windowsFrom(0, WINDOWS_MAX)) {
      for (const { text } of window) {
        const inputs = inputsOf(text);
        sealed.set(inputs, (sealed.get(inputs) ?? 0) + 1);
      }
    }
    for (const [inputs, times] of sealed) {
      // A transition commits to its row: it is sealed once. Each firing may move the contract twice,
      // for its program sends itself an echo.
      const { contract, row } = fieldsOf(inputs);
      if (typeof contract === "string" && typeof row === "number") {
        const moved = (moves.get(contract) ?? 0) + 1;
        moves.set(contract, moved);
        if (times > 1 || moved > MOVES_A_FIRING * (fires.get(`${place} ${contract}`) ?? 0))
          world.violate("I10", `${place} has sealed a move of ${contract} that nobody asked for`);
        continue;
      }
      const entry = ops.get(inputs) ?? steps.get(canonicalize(drivenBy(fieldsOf(inputs))));
      if (entry === undefined || entry.place !== place) {
        world.violate("I10", `${place} has sealed what nobody asked it for`);
      } else if (times > 1 && !entry.isRolledBack) {
        world.violate("I10", `${place} has sealed operation ${entry.op} ${times} times`);
      }
    }
  }
}

function inputsOf(text: string): string {
  const read = parseJson(text);
  const inputs = read.ok && isObject(read.value) ? read.value["inputs"] : undefined;
  return inputs === undefined ? "" : canonicalize(inputs);
}

/** I10: anyone who listens on a node is told of each event of others once. */
export async function checkToldOnce(world: World, nodes: readonly UpNode[]): Promise<void> {
  for (const [
    {
      place,
      author: { publicKey },
    },
    { store, found, heard },
  ] of nodes) {
    for (const [id, times] of heard) {
      if (times < 2) continue;
      world.violate("I10", `${place} has told event ${id.slice(0, 16)} ${times} times`);
    }
    for (const { author } of world.honest) {
      if (author.publicKey === publicKey) continue;
      const tip = await store.spine.tip(author.publicKey);
      const from = (found.ends.get(author.publicKey) ?? -1) + 1;
      const events =
        tip === undefined
          ? []
          : await store.spine.range(author.publicKey, from, tip.seq + 1 - from);
      for (const { id, seq } of events) {
        if (heard.has(id) || found.detached.has(`${author.publicKey} ${seq}`)) continue;
        const name = `${author.publicKey.slice(0, 8)} ${seq}`;
        world.violate("I10", `${place} holds ${name} and has told nobody`);
      }
    }
  }
}

/** At rest; under load it may be far more. */
const WAITING_MAX = 16;
/** Timers of a node by itself, and for each of its peers. */
const TIMERS_MAX = 32;
const TIMERS_OF_PEER_MAX = 2;
/** Requests of a node that may be open at rest, for each of its peers. */
const ASKING_OF_PEER_MAX = 8;

async function count<K, V>({ kv }: Store, bucket: Bucket<K, V>): Promise<number> {
  let entries = 0;
  for await (const entry of scan(kv, bucket)) entries += entry.length > 0 ? 1 : 0;
  return entries;
}

/**
 * I12: what a node keeps beside its spines stays within its limits, and at rest next to nothing
 * waits.
 */
export async function checkBounds(world: World, nodes: readonly UpNode[]): Promise<void> {
  for (const [node, { mesh, sealer, store }] of nodes) {
    const { peers, evidence } = mesh.snapshot();
    const { waiting, replays } = mesh.load();
    const most: readonly (readonly [what: string, is: number, max: number])[] = [
      ["messages judged and not durable", waiting, WAITING_MAX],
      ["handshakes remembered", replays, REPLAY_MACS_MAX],
      ["proofs held", evidence, EVIDENCE_MAX],
      ["seals waiting", sealer.waiting, QUEUE_ITEMS_MAX],
      ["timers", node.timers, TIMERS_MAX + TIMERS_OF_PEER_MAX * peers],
      ["requests open", node.net?.asking ?? 0, ASKING_OF_PEER_MAX * peers],
      ["peers known", await count(store, buckets.peer), KNOWN_PEERS_MAX],
      [
        "detached events",
        await count(store, buckets.detached),
        DETACHED_OF_AUTHOR_MAX * (world.nodes.length + world.liars.size),
      ],
      ["own receipts nobody was told of", await count(store, buckets.untold), UNTOLD_MAX],
    ];
    for (const [what, is, max] of most) {
      if (is > max) world.violate("I12", `${node.place} has ${is} ${what}, and may have ${max}`);
    }
  }
}

/** Of what was sealed since the last round of repair, which is a calcond ago at most. */
const UNTOLD_MAX = 8;
