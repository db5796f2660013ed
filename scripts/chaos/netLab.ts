/**
 * Machines in network namespaces of Linux: public ones, and ones behind translators of addresses,
 * joined by a router. Addresses are real, so no exemption for loopback applies. Needs root, and the
 * tools of `iproute2` and `iptables`. What it makes is named after the process and removed with it.
 *
 * Each machine has a second line to the machine of the tests, over which it is asked for what it
 * holds. No daemon listens there for others.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNode, writeMeshSecret, type RunningNode } from "../devnet/daemons.js";

const PREFIX = "cm";
const NAMESPACES = "/run/netns";
const ASKED_NETWORKS = 200;
const MACHINES_MAX = 200;
/** Next hop of every machine: the router answers to it on each of its lines. */
const NEXT_HOP = "169.254.240.1";
export const P2P_PORT = 4287;
const ASKED_PORT = 8287;
/** Lines of all laboratories of this process: the kernel removes one some time after its namespace. */
let askedLines = 0;

function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function inside(name: string, ...command: readonly string[]): string {
  return run("ip", "netns", "exec", name, ...command);
}

function errorText(error: unknown): string {
  return String(error instanceof Error ? error.message : error).replaceAll("\n", " ");
}

/** Tries what a laboratory needs. @returns why there can be none; null where there can */
export function whyNoNamespaces(): string | null {
  if (process.platform !== "linux") return "no network namespaces on this system";
  if (process.getuid?.() !== 0) return "network namespaces need root";
  const name = `${PREFIX}${process.pid}try`;
  try {
    run("ip", "netns", "add", name);
    run("ip", "-n", name, "link", "add", "e0", "type", "veth", "peer", "name", "e1");
    run("ip", "-n", name, "link", "add", "inner", "type", "bridge");
    inside(name, "sysctl", "-qw", "net.ipv4.ip_forward=1");
    inside(name, "iptables", "-t", "nat", "-A", "POSTROUTING", "-o", "e0", "-j", "MASQUERADE");
    inside(
      name,
      "iptables",
      ..."-A FORWARD -m conntrack --ctstate ESTABLISHED -j ACCEPT".split(" "),
    );
    return null;
  } catch (error) {
    return `this machine makes no network namespaces: ${errorText(error).slice(0, 160)}`;
  } finally {
    try {
      run("ip", "netns", "del", name);
    } catch {
      // It was never made.
    }
  }
}

/** One machine of the laboratory. */
export interface Machine {
  readonly name: string;
  /** Of its line to others: public, or the one behind its translator. */
  readonly ip: string;
  readonly askedIp: string;
  /** The router's end of its public line, or of its translator's. */
  readonly routerLine: string;
}

export interface StartOptions {
  readonly bootstrap?: readonly (RunningNode | string)[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Its data: the name of its machine where left out. */
  readonly data?: string;
}

export class NetLab {
  readonly dir: string;
  readonly secretFile: string;
  readonly #core: string;
  readonly #askedNetwork = freeNetwork();
  readonly #names: string[] = [];
  readonly #running = new Set<RunningNode>();
  #machines = 0;
  #lines = 0;

  constructor() {
    removeLeftOvers();
    this.dir = mkdtempSync(join(tmpdir(), "calcmesh-netlab-"));
    this.secretFile = writeMeshSecret(this.dir);
    this.#core = this.#namespace();
    inside(this.#core, "sysctl", "-qw", "net.ipv4.ip_forward=1");
    run("ip", "link", "add", this.#bridge, "type", "bridge");
    run("ip", "addr", "add", `${this.#askedNetwork}.254/24`, "dev", this.#bridge);
    run("ip", "link", "set", this.#bridge, "up");
  }

  /** A machine that everybody can call. @param ip of any network, each a line of its own */
  machine(ip: string): Machine {
    const name = this.#namespace();
    const routerLine = this.#joinCore(name, [ip]);
    return this.#asked(name, ip, routerLine);
  }

  /**
   * Machines behind one translator that lets nobody in.
   * @param publicIps what others see them by, drawn by lot for each connection where several
   */
  hidden(publicIps: readonly string[], site: number, count = 1): readonly Machine[] {
    const translator = this.#namespace();
    const routerLine = this.#joinCore(translator, publicIps);
    inside(translator, "sysctl", "-qw", "net.ipv4.ip_forward=1");
    this.#ip(translator, "link add inner type bridge");
    this.#ip(translator, `addr add 192.168.${site}.1/24 dev inner`);
    this.#ip(translator, "link set inner up");
    this.#translate(translator, publicIps);
    for (const rule of [
      "FORWARD -i e0 -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT",
      "FORWARD -i e0 -j DROP",
      "INPUT -i e0 -j DROP",
    ])
      inside(translator, "iptables", "-A", ...rule.split(" "));
    return Array.from({ length: count }, (_, n) => {
      const name = this.#namespace();
      const ip = `192.168.${site}.${n + 2}`;
      const line = `in${n}`;
      this.#ip(translator, `link add ${line} type veth peer name e0 netns ${name}`);
      this.#ip(translator, `link set ${line} master inner`);
      this.#ip(translator, `link set ${line} up`);
      this.#ip(name, `addr add ${ip}/24 dev e0`);
      this.#ip(name, "link set e0 up");
      this.#ip(name, `route add default via 192.168.${site}.1`);
      return this.#asked(name, ip, routerLine);
    });
  }

  /** From now on a machine's line carries so much in each direction. @throws where the kernel has no token buckets */
  slow({ name, routerLine }: Machine, kbitPerSecond: number): void {
    const rate = [
      "root",
      "tbf",
      "rate",
      `${kbitPerSecond}kbit`,
      "burst",
      "8kb",
      "latency",
      "400ms",
    ];
    run("tc", "-n", name, "qdisc", "replace", "dev", "e0", ...rate);
    run("tc", "-n", this.#core, "qdisc", "replace", "dev", routerLine, ...rate);
  }

  /** Packets of more bytes are lost on the way from and to it, and nobody is told. */
  losesLarge({ routerLine }: Machine, bytes: number): void {
    for (const way of ["-i", "-o"])
      inside(
        this.#core,
        "iptables",
        ...`-I FORWARD ${way} ${routerLine} -m length --length ${bytes + 1}:65535 -j DROP`.split(
          " ",
        ),
      );
  }

  /** Nothing passes to it or from it, and nobody is told. */
  cut({ routerLine }: Machine): void {
    for (const way of ["-i", "-o"])
      inside(this.#core, "iptables", "-I", "FORWARD", way, routerLine, "-j", "DROP");
  }

  /** A daemon on a machine; again on its old data where it ran there before. */
  async start(
    { name, ip, askedIp }: Machine,
    { bootstrap = [], args = [], env = {}, data = name }: StartOptions = {},
  ): Promise<RunningNode> {
    const addresses = bootstrap.map((each) => (typeof each === "string" ? each : each.api.p2p[0]!));
    const node = await startNode({
      dataDir: join(this.dir, data),
      within: this.within(name),
      env,
      args: [
        "--http",
        `${askedIp}:${ASKED_PORT}`,
        "--p2p",
        `/ip4/${ip}/tcp/${P2P_PORT}`,
        "--mesh-secret-file",
        this.secretFile,
        "--mdns",
        "off",
        "--network",
        "test",
        "--rate-limits",
        "off",
        "--log-level",
        "debug",
        ...(addresses.length === 0 ? [] : ["--bootstrap", addresses.join(",")]),
        ...args,
      ],
    });
    this.#running.add(node);
    node.child.once("exit", () => this.#running.delete(node));
    return node;
  }

  /** The command that runs another in a machine. */
  within(name: string): readonly string[] {
    return ["ip", "netns", "exec", name];
  }

  /** Ends all daemons and removes all that was made. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((node) => node.kill()));
    for (const name of this.#names) run("ip", "netns", "del", name);
    run("ip", "link", "del", this.#bridge);
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  get #bridge(): string {
    return `${PREFIX}${process.pid}br`;
  }

  #ip(name: string, command: string): void {
    run("ip", "-n", name, ...command.split(" "));
  }

  #namespace(): string {
    const name = `${PREFIX}${process.pid}n${this.#names.length}`;
    run("ip", "netns", "add", name);
    this.#names.push(name);
    this.#ip(name, "link set lo up");
    return name;
  }

  /** A line to the router, with addresses. @returns the router's end of it */
  #joinCore(name: string, ips: readonly string[]): string {
    const line = `v${this.#lines}`;
    this.#lines += 1;
    this.#ip(this.#core, `link add ${line} type veth peer name e0 netns ${name}`);
    this.#ip(this.#core, `addr add ${NEXT_HOP}/32 dev ${line}`);
    this.#ip(this.#core, `link set ${line} up`);
    for (const ip of ips) {
      this.#ip(name, `addr add ${ip}/32 dev e0`);
    }
    this.#ip(name, "link set e0 up");
    for (const ip of ips) this.#ip(this.#core, `route add ${ip}/32 dev ${line}`);
    this.#ip(name, `route add default via ${NEXT_HOP} dev e0 onlink src ${ips[0]!}`);
    return line;
  }

  #translate(name: string, publicIps: readonly string[]): void {
    for (const [n, ip] of publicIps.entries()) {
      const left = publicIps.length - n;
      const lot =
        left === 1
          ? []
          : ["-m", "statistic", "--mode", "random", "--probability", String(1 / left)];
      const to = ["-j", "SNAT", "--to-source", ip];
      inside(name, "iptables", "-t", "nat", "-A", "POSTROUTING", "-o", "e0", ...lot, ...to);
    }
  }

  #asked(name: string, ip: string, routerLine: string): Machine {
    this.#machines += 1;
    if (this.#machines > MACHINES_MAX) throw new RangeError(`more than ${MACHINES_MAX} machines`);
    askedLines += 1;
    const line = `${PREFIX}${process.pid}m${askedLines}`;
    const askedIp = `${this.#askedNetwork}.${this.#machines}`;
    run("ip", "link", "add", line, "type", "veth", "peer", "name", "asked", "netns", name);
    run("ip", "link", "set", line, "master", this.#bridge, "up");
    this.#ip(name, `addr add ${askedIp}/24 dev asked`);
    this.#ip(name, "link set asked up");
    return { name, ip, askedIp, routerLine };
  }
}

/** Of the line over which tests ask: a network that belongs to one link (RFC 3927), and is not in use. */
function freeNetwork(): string {
  const used = run("ip", "-4", "-o", "addr", "show");
  const all = Array.from({ length: ASKED_NETWORKS }, (_, n) => {
    return `169.254.${16 + ((process.pid + n) % ASKED_NETWORKS)}`;
  });
  const free = all.find((network) => !used.includes(` ${network}.`));
  if (free === undefined) throw new RangeError("no network of one link is free");
  return free;
}

/** Of processes that ended before they could. */
function removeLeftOvers(): void {
  const entries = (() => {
    try {
      return readdirSync(NAMESPACES);
    } catch {
      return [];
    }
  })();
  for (const name of entries) {
    const pid = new RegExp(`^${PREFIX}(\\d+)(n\\d+|try)$`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    run("ip", "netns", "del", name);
  }
  const bridges = run("ip", "-o", "link", "show", "type", "bridge");
  for (const [, name, pid] of bridges.matchAll(new RegExp(`(${PREFIX}(\\d+)br)\\b`, "g")))
    if (!isAlive(Number(pid))) run("ip", "link", "del", name!);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
