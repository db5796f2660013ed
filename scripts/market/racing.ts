/**
 * Four witnesses of which one lies and one is down: a log that signs two histories races its
 * checkpoints to all of them, and an honest log waits for its quorum. In virtual time.
 */
import { Witness } from "../../node/witness/witness.js";
import { nodeCrypto as crypto } from "../../node/runtime/crypto.js";
import { FollowedLogs } from "../../node/spine/followedLogs.js";
import { OwnSpine } from "../../node/spine/ownSpine.js";
import { SpineLog } from "../../node/spine/spineLog.js";
import { toHex } from "../../protocol/encoding/hex.js";
import type { Logger } from "../../protocol/ports.js";
import {
  checkpointOrigin,
  parseCheckpoint,
  signCheckpoint,
} from "../../protocol/seal/checkpoint.js";
import {
  buildLevels,
  consistencyProof,
  levelReader,
  rangeRoot,
  type SubtreeReader,
} from "../../protocol/seal/merkle.js";
import { addCheckpointText } from "../../protocol/witness/addCheckpoint.js";
import { cosignatureLine, witnessOfNode } from "../../protocol/witness/cosignature.js";
import { MemoryStore } from "../stores/memory.js";
import { Store } from "../../storage/store.js";
import { SeededRandom } from "../sim/random.js";
import { customerOf } from "./pair.js";
import { LocalMesh, localKey, LocalTime } from "./localMesh.js";

const NET = "0a1b2c3d";
const WITNESSES = 4;
export const RACED_QUORUM = 3;
/** Both histories begin alike. */
const COMMON_EVENTS = 5;
const GROWTH_MAX = 4;

const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

interface History {
  readonly leaves: Uint8Array[];
  read: SubtreeReader;
}

export interface Raced {
  readonly questions: number;
  readonly cosigned: number;
  readonly refused: number;
  /** Sizes at which a root has a quorum, and those at which more than one has. */
  readonly quorums: number;
  readonly doubled: number;
}

/** @param rounds in each of which every witness is asked once, of either history, all at once */
export async function raceCheckpoints(rounds: number, seed: string): Promise<Raced> {
  const random = new SeededRandom(seed);
  const authorSeed = crypto.sha256(`forking ${seed}`);
  const author = toHex(crypto.ed25519PublicKey(authorSeed));
  const origin = checkpointOrigin(NET, author);
  const leaf = (name: string): Uint8Array => crypto.sha256(`${seed} ${name}`);
  const common = Array.from({ length: COMMON_EVENTS }, (_, at) => leaf(`common ${at}`));
  const histories = [0, 1].map((): History => historyOf([...common]));
  const stores = Array.from({ length: WITNESSES }, () => new Store(new MemoryStore()));
  const tip = { seq: 0, id: "11".repeat(32), calcond: 0, edge: [toHex(common[0]!)] };
  for (const store of stores) await store.write([store.spine.tipOp(author, tip)]);
  const witnesses = stores.map((store, at) => witnessOn(store, `${seed} witness ${at}`));
  /** Size, root -> who has cosigned it. */
  const cosigned = new Map<string, Set<number>>();
  let [questions, refused, lines] = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, history] of histories.entries())
      grow(history, `${round} ${name}`, random, leaf);
    // The last one lies, and one of the others is down for the round; now and then one was killed.
    const down = random.int(WITNESSES - 1);
    const killed = random.int(WITNESSES - 1);
    if (random.int(4) === 0)
      witnesses[killed] = witnessOn(stores[killed]!, `${seed} witness ${killed}`);
    // Each is shown both histories, in any order.
    const asked = Array.from({ length: 4 * WITNESSES }, () => random.int(WITNESSES)).filter(
      (at) => at !== down,
    );
    await Promise.all(
      asked.map(async (at) => {
        const history = histories[random.int(2)]!;
        const behind = random.int(4) === 0 ? random.int(3) : 0;
        const size = history.leaves.length - behind;
        const root = rangeRoot(crypto, history.read, 0, size);
        const note = signCheckpoint(crypto, { origin, size, root }, authorSeed);
        questions += 1;
        const holds =
          at === WITNESSES - 1
            ? lied(note, `${seed} witness ${at}`)
            : await isCosigned(witnesses[at]!, { origin, history, size, note });
        if (!holds) refused += 1;
        else {
          lines += 1;
          const key = `${size} ${toHex(root)}`;
          cosigned.set(key, (cosigned.get(key) ?? new Set()).add(at));
        }
      }),
    );
  }
  const bySize = new Map<string, number>();
  for (const [key, by] of cosigned) {
    const size = key.slice(0, key.indexOf(" "));
    if (by.size >= RACED_QUORUM) bySize.set(size, (bySize.get(size) ?? 0) + 1);
  }
  const doubled = [...bySize.values()].filter((roots) => roots > 1).length;
  return { questions, cosigned: lines, refused, quorums: bySize.size, doubled };
}

function witnessOn(store: Store, name: string): Witness {
  const seed = crypto.sha256(name);
  const publicKey = toHex(crypto.ed25519PublicKey(seed));
  const spine = new OwnSpine({ author: { seed, publicKey }, net: NET }, { crypto, store });
  const witness = new Witness(
    { net: NET, key: witnessOfNode(NET, publicKey)!, seed, logs: new Map() },
    {
      crypto,
      clock: new LocalTime(),
      store,
      spineLog: new SpineLog({ crypto, store, spine }),
      followedLogs: new FollowedLogs({ crypto, store }),
      log: SILENT,
    },
  );
  witness.ready();
  return witness;
}

function historyOf(leaves: Uint8Array[]): History {
  return { leaves, read: levelReader(buildLevels(crypto, leaves)) };
}

function grow(
  history: History,
  name: string,
  random: SeededRandom,
  leaf: (name: string) => Uint8Array,
): void {
  const count = random.int(GROWTH_MAX);
  for (let i = 0; i < count; i += 1) history.leaves.push(leaf(`${name} ${i}`));
  history.read = levelReader(buildLevels(crypto, history.leaves));
}

/** An honest witness's answer, asked anew from where it stands. */
async function isCosigned(
  witness: Witness,
  {
    history,
    note,
    origin,
    size,
  }: {
    readonly origin: string;
    readonly history: History;
    readonly size: number;
    readonly note: string;
  },
): Promise<boolean> {
  const old = (await witness.last(origin))?.size ?? 0;
  const isGrown = old > 0 && old < size;
  const proof = isGrown ? consistencyProof(crypto, history.read, old, size) : [];
  return (await witness.cosign(addCheckpointText({ old, proof, note }))).kind === "cosigned";
}

/** The liar signs whatever it is shown. */
function lied(note: string, name: string): boolean {
  const seed = crypto.sha256(name);
  const key = witnessOfNode(NET, toHex(crypto.ed25519PublicKey(seed)))!;
  const { text } = parseCheckpoint(note)!;
  return cosignatureLine(crypto, text, { key, seed, seconds: 1 }).length > 0;
}

export interface QuorumTimes {
  readonly events: number;
  /** Calconds from an event to its quorum: the greatest, and that of 99 in 100. */
  readonly most: number;
  readonly p99: number;
}

/** How long events of an honest log wait for the quorum, one witness of four being down. */
export async function timesToQuorum(events: number, seed: string): Promise<QuorumTimes> {
  const names = ["one", "two", "three", "four"];
  const random = new SeededRandom(seed);
  const mesh = new LocalMesh({ cosigned: { by: names, quorum: RACED_QUORUM } });
  try {
    for (const name of names) await mesh.add(name);
    const [one, , , four] = mesh.nodes;
    mesh.part([four!]);
    const waiting = new Map<number, number>();
    const times: number[] = [];
    for (let count = 0; times.length < events;) {
      if (count < events && random.int(3) === 0) {
        await customerOf(one!, 1);
        waiting.set(one!.node.services.spine.size - 1, mesh.time.calcond);
        count += 1;
      }
      await mesh.pass(1);
      const size = one!.node.services.witnessing.book.of(localKey("one"))?.size ?? 0;
      for (const [seq, since] of waiting) {
        if (seq >= size) continue;
        times.push(mesh.time.calcond - since);
        waiting.delete(seq);
      }
    }
    times.sort((a, b) => a - b);
    return { events, most: times.at(-1)!, p99: times[Math.ceil(times.length * 0.99) - 1]! };
  } finally {
    await mesh.stop();
  }
}
