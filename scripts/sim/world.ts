/** Several whole nodes in one process, and everything about them that an observer outside knows. */
import { Refusal } from "../../protocol/errors/refusal.js";
import { eventId, readHeader } from "../../protocol/seal/event.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { toHex } from "../../protocol/encoding/hex.js";
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { DrawRows } from "../../node/mesh/shards/placement.js";
import type { KeepPolicy } from "../../node/mesh/intake/keeping.js";
import { genesisOf, net8 } from "../../protocol/events/topics.js";
import { builtinRegistry } from "../../protocol/operators/index.js";
import type { KernelRequest } from "../../protocol/chains/result.js";
import type { JsonValue } from "../../protocol/ports.js";
import { sharedCrypto } from "./crypto.js";
import type { SimCrypto } from "./crypto.js";
import { collectAlone } from "./heap.js";
import { History } from "./history.js";
import { signedClaim } from "./customers/claims.js";
import type { ClaimEntry, ComputeEntry, FetchEntry, VerifyEntry } from "./history.js";
import { SimLoop } from "./loop.js";
import { SimNode } from "./node.js";
import type { SimNodeOptions } from "./node.js";
import { askPatiently, DOUBLED_CHANCE, NO_ANSWER } from "./customers/patience.js";
import { SeededRandom } from "./random.js";
import { computeOn, drawRequest, drawTable, tableOn } from "./customers/requests.js";
import type { Asking } from "./customers/requests.js";
import type { SimNet } from "./wires/net.js";
import { SimWire } from "./wires/wire.js";

/** Something that must never happen, and when it was seen. */
export interface Violation {
  /** Number of the invariant. */
  readonly invariant: string;
  readonly detail: string;
  /** Event of the simulation at which it was seen. */
  readonly event: number;
}

export interface WorldOptions {
  readonly seed: string;
  /** Sees each line of the trace. */
  readonly onTrace?: (line: string) => void;
  /** Sees what nodes log. */
  readonly onLog?: (line: string) => void;
  /** Whose spines its nodes keep; everybody's unless given. */
  readonly keep?: KeepPolicy;
  /** Connections that each of its nodes bears; any number unless given. */
  readonly connectionsMax?: number;
  /** The first nodes are witnesses of all spines, and one of them gathers the heads for all. */
  readonly gathered?: boolean;
}

export type NewNode = Partial<SimNodeOptions> & Pick<SimNodeOptions, "place">;

const CLOCK_OFFSET_MS_MAX = 400;
const DRIFT_PPM_MAX = 100;
const BOOTSTRAP_MAX = 2;
const CAPACITY_SPREAD = 3;
const VERIFIED_PEERS = 3;
const VERIFIED_RECEIPTS = 4;
/** More than a run is long, the epochs of nodes with wrong clocks among them. */
const EPOCHS_MAX = 8;
/** Nodes whose first sights order the names: one of them may lie. */
const WITNESS_PLACES = ["n0", "n1", "n2", "n3"];
const WITNESS_QUORUM = 3;

export class World {
  readonly seed: string;
  readonly random: SeededRandom;
  readonly loop: SimLoop;
  readonly wire: SimWire<SimNet>;
  readonly crypto: SimCrypto = sharedCrypto();
  readonly draws = new DrawRows(EPOCHS_MAX);
  readonly registry = builtinRegistry((text) => this.crypto.sha256Hex(text));
  readonly network: string;
  readonly genesis: {
    readonly name: string;
    readonly registryFamily: string;
    readonly witnesses: readonly string[];
  };
  readonly history = new History();
  readonly nodes: SimNode[] = [];
  readonly violations: Violation[] = [];
  /** Authors that break the rules in this run: nothing is promised for their spines. */
  readonly liars = new Set<string>();
  /** Nodes that found their own key in use elsewhere. */
  readonly selfEquivocating = new Set<string>();
  /** How often each verdict was given on a message: shows what a run has exercised. */
  readonly verdicts = new Map<string, number>();
  /** Virtual milliseconds from the moment an event is first said until each other node has it. */
  readonly spreadMs: number[] = [];
  /** Id of each own event that left its node, by author and number. */
  readonly #said = new Map<string, string>();
  /** When an event was first said, by id. */
  readonly #saidMs = new Map<string, number>();
  readonly #onLog: ((line: string) => void) | null;
  readonly #keep: KeepPolicy;
  readonly #connectionsMax: number;
  readonly #witness: SimNodeOptions["witness"];

  constructor({
    seed,
    onTrace,
    onLog,
    keep = "all",
    connectionsMax = Infinity,
    gathered = false,
  }: WorldOptions) {
    collectAlone();
    this.seed = seed;
    this.random = new SeededRandom(seed);
    this.loop = new SimLoop(onTrace ?? null);
    this.wire = new SimWire<SimNet>(this.loop, this.random.stream("wire"));
    const witnesses = WITNESS_PLACES.map((place) =>
      toHex(this.crypto.ed25519PublicKey(this.#keyOf(place))),
    );
    this.genesis = { name: "simulation", registryFamily: "calc", witnesses };
    this.network = net8(this.crypto, genesisOf("simulation", "calc", witnesses));
    this.#onLog = onLog ?? null;
    this.#keep = keep;
    this.#connectionsMax = connectionsMax;
    this.#witness = gathered
      ? { keys: witnesses, quorum: WITNESS_QUORUM, gatherer: witnesses[0], logs: [] }
      : null;
  }

  /** Adds a node that is not started yet; what is not said is drawn. */
  add({ place, ...given }: NewNode): SimNode {
    const random = this.random.stream(`node ${place}`);
    const known = random.shuffled(this.nodes.map(({ author }) => author.publicKey));
    const node = new SimNode(
      {
        place,
        seed: this.#keyOf(place),
        network: this.network,
        genesis: this.genesis,
        bootstrap: known.slice(0, BOOTSTRAP_MAX),
        clockOffsetMs: random.between(-CLOCK_OFFSET_MS_MAX, CLOCK_OFFSET_MS_MAX),
        driftPpm: random.between(-DRIFT_PPM_MAX, DRIFT_PPM_MAX),
        plant: null,
        capacity: 1 + random.int(CAPACITY_SPREAD),
        guarded: true,
        site: null,
        relay: "off",
        keep: this.#keep,
        connectionsMax: this.#connectionsMax,
        witness: this.#witness,
        ...given,
      },
      {
        wire: this.wire,
        random,
        registry: this.registry,
        crypto: this.crypto,
        draws: this.draws,
        observer: {
          onPublish: (publisher, _topic, data) => this.#published(publisher, data),
          onVerdict: (code) => {
            this.verdicts.set(code, (this.verdicts.get(code) ?? 0) + 1);
          },
          onHeard: (id) => {
            const saidMs = this.#saidMs.get(id);
            if (saidMs !== undefined) this.spreadMs.push(this.loop.nowMs - saidMs);
          },
          onLog: (logger, level, message, fields) =>
            this.#onLog?.(`${this.loop.events} ${logger.place} ${level} ${message} ${fields}`),
          onSelfEquivocation: ({ author }) => {
            this.selfEquivocating.add(author.publicKey);
          },
        },
      },
    );
    this.nodes.push(node);
    return node;
  }

  #keyOf(place: string): Uint8Array {
    return this.random.stream(`key ${place}`).bytes(32);
  }

  /** Nodes that keep the rules. */
  get honest(): readonly SimNode[] {
    return this.nodes.filter(({ author }) => !this.liars.has(author.publicKey));
  }

  violate(invariant: string, detail: string): void {
    const { events } = this.loop;
    if (this.violations.some((one) => one.invariant === invariant && one.detail === detail)) return;
    this.violations.push({ invariant, detail, event: events });
    this.loop.note(`violation ${invariant} ${detail}`);
  }

  /** A client asks a node to compute, and again under the same key while it gets no answer. */
  compute(node: SimNode, shared: boolean): ComputeEntry {
    const { history, random } = this;
    const op = history.nextOp;
    const request = drawRequest(random, op);
    const entry = this.#computation(node, shared, canonicalize(request.inputs));
    const chance = random.stream(`client ${op}`);
    this.#ask(node, entry, request, chance);
    if (chance.chance(DOUBLED_CHANCE)) this.#ask(node, entry, request, chance);
    return entry;
  }

  #computation({ place }: SimNode, shared: boolean, inputs: string): ComputeEntry {
    return this.history.add<ComputeEntry>({
      kind: "compute",
      op: this.history.nextOp,
      place,
      shared,
      inputs,
      asked: 0,
      state: "unknown",
      outcome: null,
      isRolledBack: false,
      why: "",
    });
  }

  /** A client has a node compute a table of so many rows, once; its receipt is shared. */
  async table(node: SimNode, rows: number): Promise<ComputeEntry> {
    const inputs = drawTable(this.random.stream("table"), rows);
    const entry = this.#computation(node, true, canonicalize(inputs));
    entry.asked = 1;
    this.#answered(node, entry, await tableOn(node.up!, this.crypto, inputs));
    return entry;
  }

  #ask(node: SimNode, entry: ComputeEntry, request: KernelRequest, chance: SeededRandom): void {
    const { loop } = this;
    const { op, shared } = entry;
    const asking: Asking = { key: `operation ${op}`, visibility: shared ? "shared" : "private" };
    askPatiently<Awaited<ReturnType<typeof computeOn>>>(
      { loop, chance },
      {
        send: () => {
          entry.asked += 1;
          loop.note(`compute ${op} ${node.place}`);
          return node.up === null ? null : computeOn(node.up, this.crypto, request, asking);
        },
        answered: (outcome) => this.#answered(node, entry, outcome),
        failed: (why) => {
          if (entry.state === "ok" || entry.state === "unsealed") return false;
          entry.why = why;
          entry.state = why === NO_ANSWER ? "unknown" : "fail";
          loop.note(`computed ${op} ${entry.state}`);
          return true;
        },
      },
    );
  }

  #answered(
    node: SimNode,
    entry: ComputeEntry,
    outcome: Awaited<ReturnType<typeof computeOn>>,
  ): void {
    const { op } = entry;
    if ("unsealed" in outcome) {
      if (entry.state !== "ok") {
        entry.state = "unsealed";
        entry.why = outcome.unsealed;
      }
    } else {
      // An older copy of a disk no longer knows the first one.
      const { outcome: first, isRolledBack } = entry;
      if (first !== null && first.receiptId !== outcome.receiptId && !isRolledBack) {
        this.violate("I10", `${node.place} has given operation ${op} two receipts`);
      }
      entry.state = "ok";
      entry.outcome = outcome;
      this.#acknowledged(node, outcome.text);
    }
    this.loop.note(`computed ${op} ${entry.state} ${entry.outcome?.receiptId ?? ""}`);
  }

  /** Somebody has a node compare itself with its peers: nobody who keeps the rules may differ. */
  verify(node: SimNode): VerifyEntry {
    const entry = this.history.add<VerifyEntry>({
      kind: "verify",
      op: this.history.nextOp,
      place: node.place,
      state: "unknown",
      why: "",
    });
    const parts = node.up;
    if (parts === null) {
      entry.state = "fail";
      return entry;
    }
    parts.mesh.verify(VERIFIED_PEERS, VERIFIED_RECEIPTS).then(
      (round) => {
        entry.state = round === null ? "fail" : "done";
        this.loop.note(`verified ${entry.op} ${round?.agreed} ${round?.recomputed}`);
        for (const { peer, what } of round?.mismatches ?? []) this.#mismatch(node, peer, what);
      },
      (error: unknown) => {
        entry.state = "fail";
        entry.why = String(error);
      },
    );
    return entry;
  }

  #mismatch({ place }: SimNode, peer: string, what: string): void {
    const other = this.honest.find(({ peerId }) => peerId === peer);
    const isOfLiar = [...this.liars].some((author) => what === `spine ${author}`);
    if (other !== undefined && !isOfLiar) {
      this.violate("I9", `${place} finds that ${other.place} differs in ${what}`);
    }
  }

  /** A client asks a node for a shared receipt that may be elsewhere. */
  fetch(node: SimNode, receiptId: string): FetchEntry {
    const op = this.history.nextOp;
    const entry = this.history.add<FetchEntry>({
      kind: "fetch",
      op,
      place: node.place,
      receiptId,
      state: "unknown",
      why: "",
    });
    const parts = node.up;
    if (parts === null) {
      entry.state = "fail";
      return entry;
    }
    parts.receipts.find(receiptId).then(
      (found) => {
        entry.state = found === null ? "absent" : "found";
        this.loop.note(`fetched ${op} ${entry.state}`);
      },
      (error: unknown) => {
        entry.state = "fail";
        entry.why = String(error);
      },
    );
    return entry;
  }

  /**
   * An owner claims a name at a node.
   * @param owner number of the owner. @param sinceCalconds how long ago it is said to have been
   */
  claim(node: SimNode, owner: number, name: string, sinceCalconds = 0): ClaimEntry {
    const entry = this.history.add<ClaimEntry>({
      kind: "claim",
      op: this.history.nextOp,
      place: node.place,
      name,
      owner,
      state: "unknown",
      id: null,
      why: "",
      isRolledBack: false,
    });
    const parts = node.up;
    if (parts === null) {
      entry.state = "fail";
      return entry;
    }
    const claimed = node.clock.calcond() - sinceCalconds;
    signedClaim(this.crypto, this.network, { owner, name, claimed })
      .then((body) => parts.register.take("name.claim", body))
      .then(
        ({ id }) => {
          entry.state = "ok";
          entry.id = id;
          this.loop.note(`claimed ${entry.op} ${id}`);
        },
        (error: unknown) => {
          entry.state = error instanceof Refusal ? "refused" : "fail";
          entry.why = error instanceof Refusal ? error.code : String(error);
          this.loop.note(`claimed ${entry.op} ${entry.state} ${entry.why}`);
        },
      );
    return entry;
  }

  /** What an honest author has said, as `[author, seq, id]`. */
  said(): readonly (readonly [author: string, seq: number, id: string])[] {
    return [...this.#said].map(([name, id]) => {
      const [author, seq] = name.split(" ");
      return [author!, Number(seq), id];
    });
  }

  #published({ author, place }: SimNode, data: Uint8Array): void {
    const read = parseJson(Buffer.from(data).toString("utf8"));
    const message = read.ok && isObject(read.value) ? read.value["msg"] : undefined;
    if (!isObject(message)) return;
    if (isObject(message["note"])) {
      const { seq, id } = message["note"];
      if (typeof seq === "number" && typeof id === "string") {
        this.#heard(author.publicKey, seq, id, place);
      }
    } else this.#header(author.publicKey, message["header"], place);
  }

  #acknowledged({ author, place }: SimNode, answer: string): void {
    const read = parseJson(answer);
    const proof = read.ok && isObject(read.value) ? read.value["proof"] : undefined;
    if (isObject(proof)) this.#header(author.publicKey, proof["header"], place);
  }

  #header(author: string, value: JsonValue | undefined, place: string): void {
    const header = readHeader(value);
    if (header === null || header.author !== author) return;
    this.#heard(author, header.seq, eventId(this.crypto, canonicalize({ ...header })), place);
  }

  /**
   * Two different events of one number that left their author's node are a fork, no matter who saw
   * which.
   */
  #heard(author: string, seq: number, id: string, place: string): void {
    const name = `${author} ${seq}`;
    const before = this.#said.get(name);
    if (before === undefined) {
      this.#said.set(name, id);
      this.#saidMs.set(id, this.loop.nowMs);
    } else if (before !== id && !this.liars.has(author)) {
      this.violate("I4", `${place} has signed two events with number ${seq}`);
    }
  }
}
