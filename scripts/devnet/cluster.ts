/** A cluster of real daemons on loopback: killed, paused, partitioned and started again at will. */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { createWriteStream, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { CLOCK_FILE_ENV, DIAL_FROM_ENV } from "./preload.js";
import { Links, sourceAddress } from "./links.js";
import { CALC, startNode, writeMeshSecret } from "./daemons.js";
import type { RunningNode } from "./daemons.js";

const PRELOAD = new URL("./preload.js", import.meta.url);
/** Daemons that start at the same time: a start keeps one processor busy. */
const STARTING_MAX = Math.min(4, availableParallelism());
const PORTS = { first: 20_000, beyond: 32_000 } as const;
const PORT_TRIES = 100;
/** Ports of the nodes of this process. */
const given = new Set<number>();
/** Nodes whose addresses every other node is given. */
const ENTRANCES = 3;

export interface ClusterOptions {
  /** Directory of all data and logs. */
  readonly dir: string;
  readonly count: number;
  /** A proxy before each node, so that links can be cut. */
  readonly faults?: boolean;
  /** All begin at the same moment, with keys that were made before. */
  readonly atOnce?: boolean;
  /** More arguments of every daemon. */
  readonly args?: readonly string[];
  /** Clocks that can be set: by how many milliseconds those of the first nodes are off. */
  readonly clockOffsetsMs?: readonly number[];
  /** More of the environment of some nodes, looked up at each start. */
  readonly environment?: ReadonlyMap<number, Readonly<Record<string, string>>>;
  /** Other `node` binaries for some nodes. */
  readonly execPaths?: ReadonlyMap<number, string>;
  /** Another copy of the program than that of this checkout. */
  readonly calc?: string;
  /** The same for some nodes only. */
  readonly calcs?: ReadonlyMap<number, string>;
  /** Told of each start, kill, cut and the like. */
  readonly onChange?: (line: string) => void;
}

type State = "stopped" | "running" | "paused";

/** One place of the cluster: its directory and addresses outlive its processes. */
export interface Member {
  readonly n: number;
  readonly dataDir: string;
  readonly logFile: string;
  readonly state: State;
  /** Null unless running or paused. */
  readonly node: RunningNode | null;
  /** From the start of the process to its being ready, in milliseconds. */
  readonly readyMs: number;
}

interface Place {
  n: number;
  dataDir: string;
  logFile: string;
  state: State;
  node: RunningNode | null;
  readyMs: number;
  /** Kept over restarts, so that the others find it where it was. */
  p2pPort: number;
  httpPort: number;
  publicAddress: string | null;
  log: Writable;
}

export class Cluster {
  readonly #options: ClusterOptions;
  readonly #links: Links | null;
  readonly #places: readonly Place[];
  readonly secretFile: string;

  private constructor(options: ClusterOptions, links: Links | null) {
    this.#options = options;
    this.#links = links;
    this.secretFile = writeMeshSecret(options.dir);
    this.#places = Array.from({ length: options.count }, (_, n) => {
      const logFile = join(options.dir, `node-${n}.log`);
      return {
        n,
        dataDir: join(options.dir, `node-${n}`),
        logFile,
        state: "stopped",
        node: null,
        readyMs: 0,
        p2pPort: 0,
        httpPort: 0,
        publicAddress: null,
        log: createWriteStream(logFile, { flags: "a" }),
      };
    });
  }

  /** Starts all nodes. @throws StartError; nothing keeps running then */
  static async start(options: ClusterOptions): Promise<Cluster> {
    mkdirSync(options.dir, { recursive: true });
    const links = options.faults === true ? await Links.open(options.count) : null;
    const cluster = new Cluster(options, links);
    if (options.clockOffsetsMs !== undefined) {
      for (const { n } of cluster.members) cluster.setClock(n, options.clockOffsetsMs[n] ?? 0);
    }
    try {
      await cluster.#startAll();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get members(): readonly Member[] {
    return this.#places;
  }

  /** The running nodes, in order. */
  get nodes(): readonly RunningNode[] {
    return this.#places.flatMap(({ node, state }) =>
      node !== null && state === "running" ? [node] : [],
    );
  }

  /** @throws RangeError unless it runs */
  node(n: number): RunningNode {
    const { node } = this.#place(n);
    if (node === null) throw new RangeError(`node ${n} does not run`);
    return node;
  }

  /**
   * Starts a stopped node on its old data, at its old addresses.
   * @param args for this start only
   */
  async restart(n: number, args: readonly string[] = []): Promise<RunningNode> {
    const place = this.#place(n);
    if (place.node !== null) await this.stopNode(n);
    if (place.p2pPort === 0) [place.p2pPort, place.httpPort] = [await freePort(), await freePort()];
    this.#links?.target(n, place.p2pPort);
    const begun = performance.now();
    const execPath = this.#options.execPaths?.get(n);
    const calc = this.#options.calcs?.get(n) ?? this.#options.calc;
    const node = await startNode({
      dataDir: place.dataDir,
      args: [...this.#args(place), ...args],
      env: this.#environment(n),
      ...(execPath === undefined ? {} : { execPath }),
      ...(calc === undefined ? {} : { calc }),
    });
    place.readyMs = performance.now() - begun;
    place.node = node;
    place.state = "running";
    this.#settle(place, node);
    this.#say(`node ${n} is ready after ${place.readyMs.toFixed(0)} ms: ${node.api.http}`);
    return node;
  }

  /** The same on other data than it had. */
  async startOn(n: number, dataDir: string): Promise<RunningNode> {
    this.#place(n).dataDir = dataDir;
    return this.restart(n);
  }

  /** SIGKILL. */
  async kill(n: number): Promise<void> {
    const place = this.#place(n);
    const { node } = place;
    if (node === null) return;
    this.#ended(place);
    await node.kill();
    this.#say(`node ${n} was killed`);
  }

  /** SIGTERM. @returns the exit code */
  async stopNode(n: number): Promise<number | null> {
    const place = this.#place(n);
    const { node } = place;
    if (node === null) return null;
    if (place.state === "paused") node.child.kill("SIGCONT");
    this.#ended(place);
    const code = await node.stop();
    this.#say(`node ${n} stopped with code ${code}`);
    return code;
  }

  /** SIGSTOP: its connections stay, and it answers nobody. */
  pause(n: number): void {
    this.node(n).child.kill("SIGSTOP");
    this.#place(n).state = "paused";
    this.#say(`node ${n} is paused`);
  }

  resume(n: number): void {
    this.node(n).child.kill("SIGCONT");
    this.#place(n).state = "running";
    this.#say(`node ${n} goes on`);
  }

  /** Cuts every link between nodes of different groups; who is in no group keeps its links. */
  partition(groups: readonly (readonly number[])[]): void {
    const links = this.#faulty();
    for (const [i, group] of groups.entries()) {
      for (const a of group) for (const b of groups.slice(i + 1).flat()) links.cut(a, b);
    }
    this.#say(`partitioned: ${groups.map((group) => group.join(",")).join(" | ")}`);
  }

  /** What `from` sends no longer reaches `to`; the other way stays open. */
  hold(from: readonly number[], to: readonly number[]): void {
    const links = this.#faulty();
    for (const a of from) for (const b of to) if (a !== b) links.hold(a, b);
    this.#say(`one way: ${from.join(",")} no longer reach ${to.join(",")}`);
  }

  heal(): void {
    this.#faulty().heal();
    this.#say("healed");
  }

  /** From now on its clock is off by so many milliseconds, whether it runs or not. */
  setClock(n: number, offsetMs: number): void {
    if (this.#options.clockOffsetsMs === undefined)
      throw new RangeError("these clocks cannot be set");
    const file = this.#clockFile(this.#place(n).n);
    writeFileSync(`${file}.new`, String(offsetMs));
    renameSync(`${file}.new`, file);
    this.#say(`the clock of node ${n} is off by ${offsetMs} ms`);
  }

  /** Idempotent; no process of the cluster is left. */
  async stop(): Promise<void> {
    await Promise.all(this.#places.map(({ n }) => this.stopNode(n)));
    await this.#links?.close();
    await Promise.all(
      this.#places.map(
        ({ log }) =>
          new Promise<void>((done) => {
            log.end(done);
          }),
      ),
    );
  }

  async #startAll(): Promise<void> {
    if (this.#options.atOnce === true) {
      for (const place of this.#places) await this.#makeKnown(place);
      await Promise.all(this.#places.map(({ n }) => this.restart(n)));
      return;
    }
    const waiting = this.#places.map(({ n }) => n);
    // The entrances first: the others are given their addresses.
    for (const n of waiting.splice(0, ENTRANCES)) await this.restart(n);
    const worker = async (): Promise<void> => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await this.restart(n);
    };
    await Promise.all(Array.from({ length: STARTING_MAX }, worker));
  }

  /** A key and an address that the others can be given before it runs. */
  async #makeKnown(place: Place): Promise<void> {
    const { n, dataDir } = place;
    const calc = this.#options.calcs?.get(n) ?? this.#options.calc ?? CALC;
    const ask = (...args: readonly string[]): string =>
      execFileSync(process.execPath, [calc, ...args, "--data-dir", dataDir], { encoding: "utf8" });
    ask("init");
    const peer = ask("id", "--field", "peer_id").trim();
    [place.p2pPort, place.httpPort] = [await freePort(), await freePort()];
    const port = this.#links?.port(n) ?? place.p2pPort;
    place.publicAddress = `/ip4/127.0.0.1/tcp/${port}/p2p/${peer}`;
  }

  #args(place: Place): readonly string[] {
    const bootstrap = this.#places
      .slice(0, ENTRANCES)
      .flatMap(({ n, publicAddress }) =>
        n === place.n || publicAddress === null ? [] : [publicAddress],
      );
    return [
      "--network",
      "test",
      "--mesh-secret-file",
      this.secretFile,
      "--p2p",
      `/ip4/127.0.0.1/tcp/${place.p2pPort}`,
      "--http",
      `127.0.0.1:${place.httpPort}`,
      ...(bootstrap.length === 0 ? [] : ["--bootstrap", bootstrap.join(",")]),
      ...(this.#options.args ?? []),
    ];
  }

  #environment(n: number): Readonly<Record<string, string>> {
    const more: Readonly<Record<string, string>> = {
      ...this.#options.environment?.get(n),
      ...(this.#options.clockOffsetsMs !== undefined
        ? { [CLOCK_FILE_ENV]: this.#clockFile(n) }
        : {}),
      ...(this.#links === null
        ? {}
        : {
            [DIAL_FROM_ENV]: sourceAddress(n),
            CALC_P2P_ANNOUNCE: `/ip4/127.0.0.1/tcp/${this.#links.port(n)}`,
          }),
    };
    if (Object.keys(more).length === 0) return more;
    return { NODE_OPTIONS: `--import ${fileURLToPath(PRELOAD)}`, ...more };
  }

  #clockFile(n: number): string {
    return join(this.#options.dir, `clock-${n}`);
  }

  #settle(place: Place, node: RunningNode): void {
    const { n, log } = place;
    const { api, child } = node;
    log.write(`--- started as process ${api.pid}\n${node.output()}`);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        log.write(chunk);
      });
    }
    const [address] = api.p2p;
    if (address === undefined) throw new Error(`node ${n} has no address`);
    place.publicAddress ??= address;
    child.once("exit", () => {
      if (place.node !== node) return;
      this.#ended(place);
      this.#say(`node ${n} ended by itself; see ${place.logFile}`);
    });
  }

  #ended(place: Place): void {
    place.node = null;
    place.state = "stopped";
  }

  #place(n: number): Place {
    const place = this.#places[n];
    if (place === undefined) throw new RangeError(`there is no node ${n}`);
    return place;
  }

  #faulty(): Links {
    if (this.#links === null) throw new RangeError("links can only be cut with --faults");
    return this.#links;
  }

  #say(line: string): void {
    this.#options.onChange?.(line);
  }
}

/**
 * A port that is free now; a node keeps it over its restarts. It lies below the range from which
 * systems give ports to whoever asks for any: there an outgoing connection of another process could
 * hold it by the time the node binds it.
 */
async function freePort(): Promise<number> {
  for (let left = PORT_TRIES; ; left -= 1) {
    const port = randomInt(PORTS.first, PORTS.beyond);
    // A port given is free as long as its node is not there yet.
    if (given.has(port)) continue;
    try {
      await bindOnce(port);
      given.add(port);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || left <= 1) throw error;
    }
  }
}

function bindOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.close(() => resolve());
    });
  });
}
