/**
 * The network as one life of a simulated node sees it. Connections have two ends that may disagree:
 * an answer that is lost, a cut or a crash leaves one of them open until it notices.
 */
import { createHash } from "node:crypto";
import { NetError, UnservedError } from "../../node/mesh/host/net.js";
import type {
  Net,
  RequestHandler,
  RequestOptions,
  ServeOptions,
  TopicValidator,
} from "../../node/mesh/host/net.js";
import { Progress } from "../../node/mesh/host/transfer.js";
import type { SimLoop } from "./loop.js";
import type { SimWire } from "./wire.js";

const DIAL_MS_MAX = 5_000;
const KEEPALIVE_MS = 5_000;
/** A connection over which nothing has passed both ways for so long is given up. */
const SILENCE_MS_MAX = 15_000;
/** Neighbours a message is pushed to. */
const FANOUT_MAX = 8;
/** How long the bytes of a message are known, so that they are judged once. */
const SEEN_US = 240_000_000;
const SEEN_PRUNED_AT = 2_048;
const MESSAGE_ID_BYTES = 20;
const PIECE_BYTES = 16_384;

interface Connection {
  /** Numbers grow: of two connections between the same lives the later one stays. */
  readonly id: number;
  /** Where the other end is, and which life of the node there. */
  readonly place: string;
  readonly life: number;
  /** What the peer follows, as far as it has told. */
  topics: ReadonlySet<string>;
  /** Requests without an answer. */
  readonly waiting: Set<(error: NetError) => void>;
  aliveUs: number;
}

interface Served {
  readonly handler: RequestHandler;
  readonly bytesMax: number;
}

interface Message {
  readonly topic: string;
  /** What the topic is called in traces. */
  readonly name: string;
  readonly data: Uint8Array;
  readonly id: string;
}

/** What an answer to a request came to. */
type Answer =
  | { readonly bytes: Uint8Array }
  | { readonly fault: string }
  | { readonly unserved: string };

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export class SimNet implements Net {
  readonly peerId: string;
  readonly place: string;
  readonly life: number;
  /** A planted fault: requests of these protocols never leave. */
  muted: ReadonlySet<string> = new Set();
  readonly #wire: SimWire<SimNet>;
  readonly #loop: SimLoop;
  readonly #onPublish: (topic: string, data: Uint8Array) => void;
  readonly #connections = new Map<string, Connection>();
  readonly #validators = new Map<string, TopicValidator>();
  readonly #served = new Map<string, Served>();
  readonly #peerListeners = new Set<(peer: string, connected: boolean) => void>();
  readonly #subscriberListeners = new Set<(peer: string, topic: string) => void>();
  /** Until when a peer is refused. */
  readonly #denied = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  /** Connections asked for and not answered; whatever comes over one shows that it stands. */
  readonly #dialing = new Map<number, (peer: SimNet) => void>();
  #state: "up" | "stopped" | "dead" = "up";

  /** @param onPublish sees what this node itself says, not what it passes on */
  constructor(
    wire: SimWire<SimNet>,
    {
      peerId,
      place,
      life,
    }: { readonly peerId: string; readonly place: string; readonly life: number },
    onPublish: (topic: string, data: Uint8Array) => void,
  ) {
    this.#wire = wire;
    this.#loop = wire.loop;
    this.peerId = peerId;
    this.place = place;
    this.life = life;
    this.#onPublish = onPublish;
    wire.attach(this);
  }

  static address(peerId: string): string {
    return `/memory/${peerId}/p2p/${peerId}`;
  }

  addresses(): readonly string[] {
    return [SimNet.address(this.peerId)];
  }

  async publish(topic: string, data: Uint8Array): Promise<number> {
    if (this.#state === "dead") return never();
    if (this.#state === "stopped") throw new NetError("CLOSED", "the host is stopped");
    const bytes = new Uint8Array(data);
    this.#onPublish(topic, bytes);
    const name = topic.split("/").slice(4).join("/");
    const message: Message = { topic, name, data: bytes, id: messageId(topic, bytes) };
    this.#isNew(message);
    return this.#push(message, null);
  }

  subscribe(topic: string, validate: TopicValidator): () => void {
    this.#validators.set(topic, validate);
    for (const { id, place } of this.#connections.values()) this.#tellTopics(place, id);
    return () => {
      this.#validators.delete(topic);
    };
  }

  subscribers(topic: string): readonly string[] {
    const peers: string[] = [];
    for (const [peer, { topics }] of this.#connections) if (topics.has(topic)) peers.push(peer);
    return peers;
  }

  request(
    peer: string,
    protocol: string,
    data: Uint8Array,
    { timeoutMs, wholeMs = timeoutMs, bytesMax }: RequestOptions,
  ): Promise<Uint8Array> {
    if (this.#state === "dead") return never();
    const connection = this.#connections.get(peer);
    if (connection === undefined) {
      return Promise.reject(new NetError("UNREACHABLE", "no connection to the peer"));
    }
    if (this.muted.has(protocol)) return Promise.reject(new NetError("NO_ANSWER", "not asked"));
    const bytes = new Uint8Array(data);
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        progress.end();
        if (connection.waiting.delete(fail) && this.#state !== "dead") end();
      };
      const fail = (error: NetError): void => settle(() => reject(error));
      const take = (answer: Answer): void =>
        settle(() => {
          if ("unserved" in answer) reject(new UnservedError(answer.unserved));
          else if ("fault" in answer) reject(new NetError("NO_ANSWER", answer.fault));
          else if (answer.bytes.length <= bytesMax) resolve(answer.bytes);
          else reject(new NetError("TOO_LARGE", `an answer of ${answer.bytes.length} bytes`));
        });
      const progress = new Progress({ firstByteMs: timeoutMs, wholeMs }, this.#loop);
      progress.signal.addEventListener("abort", () =>
        fail(new NetError("TIMEOUT", "no answer in time")),
      );
      connection.waiting.add(fail);
      const { id, place } = connection;
      const asked = (net: SimNet): void =>
        net.#asked(this, id, protocol, bytes, (answer) => {
          const length = "bytes" in answer ? answer.bytes.length : 0;
          let left = Math.max(1, Math.ceil(length / this.#pieceBytes(place)));
          for (let at = 0; at < Math.max(1, length); at += this.#pieceBytes(place)) {
            const piece = Math.min(length - at, this.#pieceBytes(place));
            const arrive = (): void => {
              progress.move(piece);
              left -= 1;
              if (left === 0) take(answer);
            };
            this.#wire.carry(`answer ${protocol}`, place, this.place, arrive, piece);
          }
        });
      this.#wire.carry(`ask ${protocol}`, this.place, place, asked, bytes.length);
    });
  }

  /** An answer over a slow line comes in pieces. */
  #pieceBytes(place: string): number {
    return this.#wire.isSlow(place, this.place) ? PIECE_BYTES : Infinity;
  }

  async serve(
    protocol: string,
    handler: RequestHandler,
    { bytesMax }: ServeOptions,
  ): Promise<void> {
    this.#served.set(protocol, { handler, bytesMax });
  }

  /** Requests without an answer. */
  get asking(): number {
    return [...this.#connections.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  peers(): readonly string[] {
    return [...this.#connections.keys()];
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

  dial(address: string): Promise<string> {
    if (this.#state === "dead") return never();
    const peer = address.split("/").at(-1) ?? "";
    if (this.#connections.has(peer)) return Promise.resolve(peer);
    if (peer === this.peerId || this.refuses(peer) || this.#state === "stopped") {
      return Promise.reject(new NetError("UNREACHABLE", `nobody to dial at ${address}`));
    }
    const place = this.#wire.find(peer, this.place);
    if (place === null || this.#wire.isHidden(place)) {
      return Promise.reject(new NetError("UNREACHABLE", `nobody answers at ${address}`));
    }
    const id = this.#wire.nextConnection();
    return new Promise((resolve, reject) => {
      let open = true;
      const end = (f: () => void): void => {
        if (!open) return;
        open = false;
        cancel();
        this.#dialing.delete(id);
        f();
      };
      const fail = (why: string): void => end(() => reject(new NetError("UNREACHABLE", why)));
      const cancel = this.#loop.after(DIAL_MS_MAX, () => {
        if (this.#state !== "dead") fail("no answer in time");
      });
      this.#dialing.set(id, (net) => {
        this.#connect(net, id);
        end(() => resolve(peer));
      });
      this.#wire.carry("dial", this.place, place, (net) => {
        const accepted = net.#dialed(this, id);
        this.#wire.carry(accepted ? "accept" : "refuse", place, this.place, (self) => {
          if (self !== this) return;
          if (!accepted || this.refuses(peer)) fail("refused");
          else this.#dialing.get(id)?.(net);
        });
      });
    });
  }

  async disconnect(peer: string): Promise<void> {
    const connection = this.#connections.get(peer);
    if (connection !== undefined) this.#close(peer, connection.id, true);
  }

  async deny(peer: string, ms: number): Promise<void> {
    this.#denied.set(peer, this.#loop.nowMs + ms);
    await this.disconnect(peer);
  }

  admit(peer: string): void {
    this.#denied.delete(peer);
  }

  async stop(): Promise<void> {
    if (this.#state !== "up") return;
    this.#state = "stopped";
    for (const [peer, { id }] of this.#connections) this.#close(peer, id, true);
    this.#wire.detach(this);
  }

  /** The process is gone. @param silent nobody is told, as when a machine loses its power */
  crash(silent: boolean): void {
    this.#state = "dead";
    this.#wire.detach(this);
    if (silent) return;
    for (const { id, place } of this.#connections.values()) this.#tellClosed(place, id);
  }

  refuses(peer: string): boolean {
    return (this.#denied.get(peer) ?? 0) > this.#loop.nowMs;
  }

  isConnected(peer: string, id: number): boolean {
    return this.#state === "up" && this.#connections.get(peer)?.id === id;
  }

  #dialed(from: SimNet, id: number): boolean {
    if (this.#state !== "up" || this.refuses(from.peerId)) return false;
    this.#connect(from, id);
    return true;
  }

  #connect({ peerId: peer, place, life }: SimNet, id: number): void {
    const held = this.#connections.get(peer);
    if (held !== undefined && held.id >= id) return;
    if (held !== undefined && (held.place !== place || held.life !== life)) {
      this.#close(peer, held.id, false);
    }
    const isKnown = this.#connections.has(peer);
    this.#connections.set(peer, {
      id,
      place,
      life,
      aliveUs: this.#loop.nowUs,
      topics: isKnown ? held!.topics : new Set(),
      waiting: isKnown ? held!.waiting : new Set(),
    });
    this.#keepAlive(peer, id);
    this.#tellTopics(place, id);
    if (!isKnown) for (const listener of this.#peerListeners) listener(peer, true);
  }

  #keepAlive(peer: string, id: number): void {
    this.#loop.after(KEEPALIVE_MS + this.#wire.random.between(0, 1_000), () => {
      const connection = this.#connections.get(peer);
      if (this.#state !== "up" || connection?.id !== id) return;
      if (this.#isAlive(connection)) connection.aliveUs = this.#loop.nowUs;
      if (this.#loop.nowUs - connection.aliveUs < SILENCE_MS_MAX * 1_000) this.#keepAlive(peer, id);
      else this.#close(peer, id, true);
    });
  }

  #isAlive({ id, place }: Connection): boolean {
    const wire = this.#wire;
    return (
      wire.at(place)?.isConnected(this.peerId, id) === true &&
      wire.passes(this.place, place) &&
      wire.passes(place, this.place) &&
      !wire.isPaused(place) &&
      !wire.isPaused(this.place)
    );
  }

  #close(peer: string, id: number, tell: boolean): void {
    const connection = this.#connections.get(peer);
    if (connection?.id !== id) return;
    this.#connections.delete(peer);
    if (tell) this.#tellClosed(connection.place, id);
    const closed = new NetError("CLOSED", "the connection is closed");
    for (const fail of connection.waiting) fail(closed);
    for (const listener of this.#peerListeners) listener(peer, false);
  }

  #tellClosed(place: string, id: number): void {
    this.#wire.carry("close", this.place, place, (net) => {
      if (net.#state === "up") net.#close(this.peerId, id, false);
    });
  }

  /** Whether something came over a connection this end knows; if not, the other end is told. */
  #isFrom(from: SimNet, id: number): boolean {
    const { peerId, place } = from;
    if (this.#state === "up" && !this.refuses(peerId)) this.#dialing.get(id)?.(from);
    if (this.isConnected(peerId, id)) return true;
    const held = this.#connections.get(peerId);
    if (this.#state === "up" && (held === undefined || held.id < id)) this.#tellClosed(place, id);
    return held !== undefined && held.place === place && this.#state === "up";
  }

  #tellTopics(place: string, id: number): void {
    const topics = new Set(this.#validators.keys());
    this.#wire.carry("topics", this.place, place, (net) => net.#follows(this, id, topics));
  }

  #follows(from: SimNet, id: number, topics: ReadonlySet<string>): void {
    const { peerId: peer } = from;
    const connection = this.#isFrom(from, id) ? this.#connections.get(peer) : undefined;
    if (connection?.id !== id) return;
    const before = connection.topics;
    connection.topics = topics;
    for (const topic of topics) {
      if (before.has(topic)) continue;
      for (const listener of this.#subscriberListeners) listener(peer, topic);
    }
  }

  #push(message: Message, except: string | null): number {
    const { topic } = message;
    const followers: string[] = [];
    for (const [peer, { topics }] of this.#connections) {
      if (peer !== except && topics.has(topic)) followers.push(peer);
    }
    const chosen =
      followers.length <= FANOUT_MAX
        ? followers
        : this.#wire.random.shuffled(followers).slice(0, FANOUT_MAX);
    const label = `${message.name} ${message.id.slice(0, 12)}`;
    for (const peer of chosen) {
      const { id, place } = this.#connections.get(peer)!;
      this.#wire.carry(label, this.place, place, (net) => net.#receive(message, this, id));
    }
    return chosen.length;
  }

  #receive(message: Message, from: SimNet, id: number): void {
    const validate = this.#validators.get(message.topic);
    if (!this.#isFrom(from, id) || validate === undefined || this.refuses(from.peerId)) return;
    if (this.#isNew(message)) void this.#judge(message, from.peerId, validate);
  }

  async #judge(message: Message, from: string, validate: TopicValidator): Promise<void> {
    const verdict = await validate(new Uint8Array(message.data), from);
    if (verdict === "accept" && this.#state === "up") this.#push(message, from);
  }

  #isNew({ id }: Message): boolean {
    const { nowUs } = this.#loop;
    if ((this.#seen.get(id) ?? -1) > nowUs) return false;
    this.#seen.delete(id);
    this.#seen.set(id, nowUs + SEEN_US);
    if (this.#seen.size > SEEN_PRUNED_AT) {
      for (const [known, until] of this.#seen) {
        if (until > nowUs) break;
        this.#seen.delete(known);
      }
    }
    return true;
  }

  #asked(
    from: SimNet,
    id: number,
    protocol: string,
    data: Uint8Array,
    answer: (answer: Answer) => void,
  ): void {
    if (!this.#isFrom(from, id)) return;
    const served = this.#served.get(protocol);
    if (served === undefined) answer({ unserved: protocol });
    else if (data.length > served.bytesMax) answer({ fault: "the request is too large" });
    else {
      served.handler(data, from.peerId).then(
        (bytes) => {
          if (this.#state === "up") answer({ bytes: new Uint8Array(bytes) });
        },
        (error: unknown) => {
          if (this.#state === "up") answer({ fault: String(error) });
        },
      );
    }
  }
}

function messageId(topic: string, data: Uint8Array): string {
  return createHash("sha256")
    .update(`${topic}\u0000`)
    .update(data)
    .digest()
    .toString("hex", 0, MESSAGE_ID_BYTES);
}
