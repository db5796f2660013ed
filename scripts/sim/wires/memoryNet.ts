/** A network inside one process, for tests and simulations: messages pass in order and at once. */
import { NetError, UnservedError } from "../../../node/mesh/host/net.js";
import type {
  Net,
  RequestHandler,
  RequestOptions,
  ServeOptions,
  TopicValidator,
} from "../../../node/mesh/host/net.js";
import { peerIdOf } from "../../../node/mesh/host/peerKey.js";

/** The wires between nodes; who is not linked does not hear. */
export class MemoryHub {
  readonly #nodes = new Map<string, MemoryNet>();
  readonly #links = new Set<string>();
  /** Pairs between which no call comes through. */
  readonly #parted = new Set<string>();

  /**
   * @param publicKey of the new node, hex
   * @param ip from which it is seen; null where addresses do not matter
   */
  join(publicKey: string, ip: string | null = null): MemoryNet {
    const net = new MemoryNet(this, peerIdOf(publicKey), ip);
    this.#nodes.set(net.peerId, net);
    return net;
  }

  node(peer: string): MemoryNet | undefined {
    return this.#nodes.get(peer);
  }

  linked(a: string, b: string): boolean {
    return this.#links.has(linkName(a, b));
  }

  neighbours(peer: string): readonly MemoryNet[] {
    return [...this.#nodes.values()].filter((node) => this.linked(peer, node.peerId));
  }

  link(a: string, b: string): void {
    if (a === b || this.linked(a, b) || this.#parted.has(linkName(a, b))) return;
    this.#links.add(linkName(a, b));
    this.#tell(a, b, true);
  }

  cut(a: string, b: string): void {
    if (this.#links.delete(linkName(a, b))) this.#tell(a, b, false);
  }

  /** Cuts two nodes off from each other, until `heal`. */
  part(a: string, b: string): void {
    this.cut(a, b);
    this.#parted.add(linkName(a, b));
  }

  isParted(a: string, b: string): boolean {
    return this.#parted.has(linkName(a, b));
  }

  /** Calls come through again. */
  heal(): void {
    this.#parted.clear();
  }

  remove(peer: string): void {
    for (const neighbour of this.neighbours(peer)) this.cut(peer, neighbour.peerId);
    this.#nodes.delete(peer);
  }

  #tell(a: string, b: string, connected: boolean): void {
    this.node(a)?.peerChanged(b, connected);
    this.node(b)?.peerChanged(a, connected);
  }
}

function linkName(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

interface Served {
  readonly handler: RequestHandler;
  readonly options: ServeOptions;
}

export class MemoryNet implements Net {
  readonly peerId: string;
  readonly #hub: MemoryHub;
  readonly #validators = new Map<string, TopicValidator>();
  readonly #served = new Map<string, Served>();
  readonly #peerListeners = new Set<(peer: string, connected: boolean) => void>();
  readonly #subscriberListeners = new Set<(peer: string, topic: string) => void>();
  readonly #denied = new Set<string>();
  /** Topic and bytes of what has passed, as text. */
  readonly #seen = new Set<string>();

  readonly ip: string | null;

  constructor(hub: MemoryHub, peerId: string, ip: string | null = null) {
    this.#hub = hub;
    this.peerId = peerId;
    this.ip = ip;
  }

  addresses(): readonly string[] {
    return [`/memory/${this.peerId}/p2p/${this.peerId}`];
  }

  async publish(topic: string, data: Uint8Array): Promise<number> {
    this.#seen.add(messageName(topic, data));
    const followers = this.#followers(topic);
    await Promise.all(followers.map((node) => node.receive(topic, data, this.peerId)));
    return followers.length;
  }

  /** A message from a neighbour: judged once, and passed on if accepted. */
  async receive(topic: string, data: Uint8Array, from: string): Promise<void> {
    const validate = this.#validators.get(topic);
    const name = messageName(topic, data);
    if (validate === undefined || this.#seen.has(name)) return;
    this.#seen.add(name);
    if ((await validate(new Uint8Array(data), from)) !== "accept") return;
    const others = this.#followers(topic).filter(({ peerId }) => peerId !== from);
    await Promise.all(others.map((node) => node.receive(topic, data, this.peerId)));
  }

  subscribe(topic: string, validate: TopicValidator): () => void {
    this.#validators.set(topic, validate);
    for (const neighbour of this.#hub.neighbours(this.peerId))
      neighbour.subscribed(this.peerId, topic);
    return () => {
      this.#validators.delete(topic);
    };
  }

  subscribers(topic: string): readonly string[] {
    return this.#followers(topic).map(({ peerId }) => peerId);
  }

  async request(
    peer: string,
    protocol: string,
    data: Uint8Array,
    { bytesMax }: RequestOptions,
  ): Promise<Uint8Array> {
    const node = this.#hub.linked(this.peerId, peer) ? this.#hub.node(peer) : undefined;
    if (node === undefined) throw new NetError("UNREACHABLE", "no connection to the peer");
    const answer = await node.answer(protocol, new Uint8Array(data), this.peerId);
    if (answer.length > bytesMax)
      throw new NetError("TOO_LARGE", `an answer of ${answer.length} bytes`);
    return new Uint8Array(answer);
  }

  async answer(protocol: string, data: Uint8Array, from: string): Promise<Uint8Array> {
    const served = this.#served.get(protocol);
    if (served === undefined) throw new UnservedError(protocol);
    const { bytesMax, onOversized } = served.options;
    if (data.length > bytesMax) {
      onOversized?.(from);
      throw new NetError("NO_ANSWER", "the request is too large");
    }
    try {
      return await served.handler(data, from);
    } catch (error) {
      throw new NetError("NO_ANSWER", "the peer gave no answer", error);
    }
  }

  async serve(protocol: string, handler: RequestHandler, options: ServeOptions): Promise<void> {
    this.#served.set(protocol, { handler, options });
  }

  peers(): readonly string[] {
    return this.#hub.neighbours(this.peerId).map(({ peerId }) => peerId);
  }

  ipOf(peer: string): string | null {
    return this.#hub.linked(this.peerId, peer) ? (this.#hub.node(peer)?.ip ?? null) : null;
  }

  onPeer(listener: (peer: string, connected: boolean) => void): () => void {
    this.#peerListeners.add(listener);
    return () => {
      this.#peerListeners.delete(listener);
    };
  }

  onSubscriber(listener: (peer: string, topic: string) => void): () => void {
    this.#subscriberListeners.add(listener);
    return () => {
      this.#subscriberListeners.delete(listener);
    };
  }

  async dial(address: string): Promise<string> {
    const peer = address.split("/").at(-1) ?? "";
    const node = this.#hub.node(peer);
    const isParted = this.#hub.isParted(this.peerId, peer);
    if (node === undefined || isParted || node.refuses(this.peerId) || this.refuses(peer)) {
      throw new NetError("UNREACHABLE", `nobody answers at ${address}`);
    }
    this.#hub.link(this.peerId, peer);
    return peer;
  }

  async disconnect(peer: string): Promise<void> {
    this.#hub.cut(this.peerId, peer);
  }

  async deny(peer: string, _ms: number): Promise<void> {
    this.#denied.add(peer);
    this.#hub.cut(this.peerId, peer);
  }

  admit(peer: string): void {
    this.#denied.delete(peer);
  }

  async stop(): Promise<void> {
    this.#hub.remove(this.peerId);
  }

  refuses(peer: string): boolean {
    return this.#denied.has(peer);
  }

  peerChanged(peer: string, connected: boolean): void {
    for (const listener of this.#peerListeners) listener(peer, connected);
    if (!connected) return;
    for (const topic of this.#hub.node(peer)?.topics() ?? []) this.subscribed(peer, topic);
  }

  subscribed(peer: string, topic: string): void {
    for (const listener of this.#subscriberListeners) listener(peer, topic);
  }

  topics(): readonly string[] {
    return [...this.#validators.keys()];
  }

  #followers(topic: string): readonly MemoryNet[] {
    return this.#hub.neighbours(this.peerId).filter((node) => node.topics().includes(topic));
  }
}

function messageName(topic: string, data: Uint8Array): string {
  return `${topic} ${Buffer.from(data).toString("latin1")}`;
}
