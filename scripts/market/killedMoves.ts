/**
 * Moves of envelopes between two nodes that are killed every seven seconds, each order sent three
 * times: what became of them. In virtual time.
 */
import { SeededRandom } from "../sim/random.js";
import { customerOf, faultsAtRest, heldBy, send, signedOrder, type SentOrder } from "./pair.js";
import { LocalMesh, type LocalNode } from "./localMesh.js";

/** Seven seconds. */
const KILL_CALCONDS = 9;
/** Of each node's customer, for each move of a calcond. */
const ENVELOPES = 4;
const SENT_TIMES = 3;
const FAR_CALCONDS = 900;

export interface KilledMoves {
  /** Orders that their node took. */
  readonly moves: number;
  readonly delivered: number;
  readonly refunded: number;
  readonly kills: number;
  /** Faults at rest; empty where nothing is. */
  readonly faults: readonly string[];
}

/** @param moves to make, so many of them in a calcond at most */
export async function killedMoves(
  moves: number,
  { perCalcond, seed }: { readonly perCalcond: number; readonly seed: string },
): Promise<KilledMoves> {
  const mesh = new LocalMesh();
  const random = new SeededRandom(seed);
  const below = (count: number): number => Math.floor(random.next() * count);
  try {
    const options = { transfers: { origins: ["*"] } };
    const pair = [await mesh.add("here", options), await mesh.add("there", options)] as const;
    for (const node of pair) {
      await customerOf(node, ENVELOPES * perCalcond);
      // Answers sealed alike in one instant have one id.
      await mesh.pass(2);
    }
    const ids = new Set((await Promise.all(pair.map(heldBy))).flat().map(({ id }) => id));
    const taken: SentOrder[] = [];
    let [kills, nonce] = [0, 0];
    for (let calcond = 1; taken.length < moves; calcond += 1) {
      const way = below(2) === 0 ? pair : ([pair[1], pair[0]] as const);
      const isKilled = calcond % KILL_CALCONDS === 0;
      if (isKilled) way[below(2)]!.raw.failAfter(below(2 * perCalcond));
      for (const token of (await heldBy(way[0])).slice(0, perCalcond)) {
        const ahead = below(20) === 0 ? 1 + below(3) : FAR_CALCONDS;
        const terms = { expires: mesh.time.calcond + ahead, nonce: `killed-${(nonce += 1)}` };
        const order = signedOrder(mesh, way, [token], terms);
        if (await sentThrice(order)) taken.push(order);
        if (taken.length >= moves) break;
      }
      await mesh.pass(1);
      if (!isKilled) continue;
      for (const node of pair) if (below(2) === 0 || isStopped(node)) await mesh.kill(node);
      kills += 1;
    }
    for (const node of pair) await mesh.kill(node);
    await mesh.until("nothing is under way", async () => pair.every(isAtRest));
    const faults = [...(await faultsAtRest(pair, ids))];
    const ends = { delivered: 0, refunded: 0 };
    for (const { from, id, to } of taken) {
      const states = [
        (await from.store.transfers.out(id))?.state,
        (await to.store.transfers.in(id))?.state,
      ].join(" ");
      if (states === "delivered minted") ends.delivered += 1;
      else if (states === "refunded void") ends.refunded += 1;
      else faults.push(`${id}: ${states}`);
    }
    return { moves: taken.length, ...ends, kills, faults };
  } finally {
    await mesh.stop();
  }
}

/** @returns whether its node has taken it; one whose disk has stopped has not, as far as it says */
async function sentThrice(order: SentOrder): Promise<boolean> {
  let isTaken = false;
  for (let i = 0; i < SENT_TIMES; i += 1)
    isTaken =
      (await send(order).then(
        () => true,
        () => false,
      )) || isTaken;
  return isTaken;
}

/** A disk that has stopped keeps nothing: its node has to be begun anew. */
function isStopped({ node }: LocalNode): boolean {
  return node.sealer.blocked !== null;
}

function isAtRest({ node: { services } }: LocalNode): boolean {
  return services.outgoing.open === 0 && services.heardMoves.size === 0;
}
