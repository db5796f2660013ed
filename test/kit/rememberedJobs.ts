/** A market that does many jobs and goes on for hours: what its nodes still hold of them. */
import { textOf } from "./requests.js";
import { containersIn, type ContainerSizes } from "./containers.js";
import { JOB_CALCONDS_MIN, JOB_KEPT_CALCONDS } from "../../protocol/market/terms.js";
import { nameOfKey } from "../../storage/records/buckets.js";
import {
  callOf,
  principalOf,
  readAnswer,
  LocalMesh,
  type LocalNode,
} from "../../scripts/market/localMesh.js";

const CALCOND_MS = 777.000777;
/** Between two looks for what is long over, and a little more. */
const FORGET_CALCONDS = 700;
const AT_ONCE = 50;
const ASKER = "ada";

/** An asker and two contributors, who take what was burned for them. */
export class RememberingMesh {
  readonly mesh = new LocalMesh();
  readonly asker: LocalNode;
  readonly contributors: readonly LocalNode[];
  #opened = 0;

  private constructor(mesh: LocalMesh, asker: LocalNode, contributors: readonly LocalNode[]) {
    this.mesh = mesh;
    this.asker = asker;
    this.contributors = contributors;
  }

  static async begin(credits: number): Promise<RememberingMesh> {
    const mesh = new LocalMesh();
    const asker = await mesh.add("asker");
    const contributors: LocalNode[] = [];
    for (const name of ["one", "two"]) {
      const node = await mesh.add(name, { transfers: { origins: ["*"] } });
      await mesh.contribute(node, name);
      contributors.push(node);
    }
    await asker.node.services.ledger.post({
      kind: "grant",
      entries: [
        { account: "mint:credits", delta: -credits },
        { account: `paid:${ASKER}`, delta: credits },
      ],
    });
    return new RememberingMesh(mesh, asker, contributors);
  }

  /** Opens jobs of two replicas, and waits until each has ended. @returns how they ended */
  async work(jobs: number): Promise<Readonly<Record<string, number>>> {
    const { jobOrders } = this.asker.node.services;
    const ended: Record<string, number> = {};
    for (let left = jobs; left > 0; left -= AT_ONCE) {
      const ids: string[] = [];
      for (let i = 0; i < Math.min(left, AT_ONCE); i += 1) ids.push(await this.#open());
      await this.mesh.until("the jobs have ended", async () => !jobOrders.isBusy);
      for (const id of ids) {
        const { node } = this.asker;
        const job = await readAnswer(node.handlers.jobGet({ id }, callOf(principalOf(ASKER))));
        const state = textOf(job, "state");
        ended[state] = (ended[state] ?? 0) + 1;
      }
    }
    return ended;
  }

  async #open(): Promise<string> {
    const order = {
      operators: ["NM19"],
      inputs: { m: (this.#opened += 1), a: 3 },
      class: "replicated" as const,
      k: 2,
      deadline: JOB_CALCONDS_MIN,
    };
    const { node } = this.asker;
    return textOf(await readAnswer(node.handlers.jobOpen(order, callOf(principalOf(ASKER)))), "id");
  }

  /** So long that nobody is to remember the jobs. */
  async forget(): Promise<void> {
    await this.#jump(JOB_CALCONDS_MIN + JOB_KEPT_CALCONDS);
    for (let i = 0; i < 2; i += 1) await this.#jump(FORGET_CALCONDS);
  }

  #jump(calconds: number): Promise<void> {
    return this.mesh.time.pass(calconds * CALCOND_MS, () => this.mesh.settle());
  }

  /** Entries of all containers that services of the asker and of a contributor hold. */
  held(): ContainerSizes {
    const [one] = this.contributors;
    const sizes = containersIn({
      // Counted first, so that it is told apart: the disks and the network are in memory here.
      disk: [this.asker.raw, one!.raw],
      network: this.mesh.hub,
      asker: this.asker.node.services,
      one: one!.node.services,
    });
    return new Map([...sizes].filter(([path]) => !/^(disk|network)\b/.test(path)));
  }

  /** Records on the disks of the asker and of a contributor, by their bucket. */
  kept(): ContainerSizes {
    const kept = new Map<string, number>();
    for (const { name, raw } of [this.asker, this.contributors[0]!])
      for (const [key] of raw.contents()) {
        const bucket = `${name} ${nameOfKey(Buffer.from(key, "latin1")).bucket}`;
        kept.set(bucket, (kept.get(bucket) ?? 0) + 1);
      }
    return kept;
  }
}

/** Containers that fill up to a bound, and the bound. */
const BOUNDS: readonly (readonly [path: RegExp, most: number])[] = [
  [/\.(ledger\.#accounts|books\.#balances\.#durable)$/, 65_536],
  [/\.authors\.#ids\.(#ids|#places)\.#(young|old)$/, 8_192],
  [/\.#movedNs\.#entries$/, 256],
  [/\.unheard\.#ids\.#entries$/, 4_096],
  // Each level of the tree of a log: hashes of the part that is not full.
  [/\.tiles\.levels\[\]$/, 10 * 256],
  // Of three spines, one hash for each bit of their lengths.
  [/\.(frontier\.hashes|tip\.edge)$/, 3 * 53],
];

/** Containers that hold more than before, and more than they may. @param growth that is chance */
export function grown(
  before: ContainerSizes,
  after: ContainerSizes,
  growth: number,
): readonly string[] {
  return [...after].flatMap(([path, size]) => {
    const most =
      BOUNDS.find(([named]) => named.test(path))?.[1] ?? (before.get(path) ?? 0) + growth;
    return size > most ? [`${path}: ${before.get(path) ?? 0}, then ${size}`] : [];
  });
}
