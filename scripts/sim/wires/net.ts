/**
 * The network as one life of a simulated node sees it. Connections have two ends that may disagree:
 * an answer that is lost, a cut or a crash leaves one of them open until it notices.
 */
import { Gate } from "../../../node/mesh/host/gater.js";
import { LargePackets } from "../../../node/mesh/host/largePackets.js";
import { NetError, UnservedError } from "../../../node/mesh/host/net.js";
import type {
  Net,
  RequestHandler,
  RequestOptions,
  ServeOptions,
  TopicValidator,
} from "../../../node/mesh/host/net.js";
import { Progress } from "../../../node/mesh/host/transfer.js";
import type { RelayRole } from "../../../node/mesh/host/relaying.js";
import type { SimLoop } from "../loop.js";
import { SOUND, type NetFlaws } from "../plants.js";
import { RelayDesk, relayedAddress, relayIn } from "./relays.js";
import type { Connection, Route } from "./routes.js";
import { messageId, SeenMessages } from "./seen.js";
import type { SimWire } from "./wire.js";

const DIAL_MS_MAX = 5_000;
const KEEPALIVE_MS = 5_000;
/** A connection over which nothing has passed both ways for so long is given up. */
const SILENCE_MS_MAX = 15_000;
/** Neighbours a message is pushed to. */
const FANOUT_MAX = 8;
const PIECE_BYTES = 16_384;

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

export interface SimNetOptions {
  readonly peerId: string;
  readonly place: string;
  readonly life: number;
  /** Whether it is a relay, or uses those of others; neither where it is not given. */
  readonly relay?: RelayRole;
}

export class SimNet implements Net {
  readonly peerId: string;
  readonly place: string;
  readonly life: number;
  /** Planted faults. */
  flaws: NetFlaws = SOUND;
  readonly #relay: RelayRole;
  /** Of a relay. */
  readonly #relayCalls: RelayDesk;
  /** Relays at which this node has a place. */
  readonly #relays = new Set<string>();
  readonly #largePackets = new LargePackets(
    () => undefined,
    () => this.#loop.nowMs,
  );
  readonly #wire: SimWire<SimNet>;
  readonly #loop: SimLoop;
  readonly #onPublish: (topic: string, data: Uint8Array) => void;
  readonly #connections = new Map<string, Connection>();
  readonly #validators = new Map<string, TopicValidator>();
  readonly #served = new Map<string, Served>();
  readonly #peerListeners = new Set<(peer: string, connected: boolean) => void>();
  readonly #subscriberListeners = new Set<(peer: string, topic: string) => void>();
  readonly #gate = new Gate(new Set(), () => this.#loop.nowMs);
  readonly #seen: SeenMessages;
  /** Connections asked for and not answered; whatever comes over one shows that it stands. */
  readonly #dialing = new Map<number, (peer: SimNet) => void>();
  #state: "up" | "stopped" | "dead" = "up";

  /** @param onPublish sees what this node itself says, not what it passes on */
  constructor(
    wire: SimWire<SimNet>,
    { peerId, place, life, relay = "off" }: SimNetOptions,
    onPublish: (topic: string, data: Uint8Array) => void,
  ) {
    this.#wire = wire;
    this.#loop = wire.loop;
    this.#seen = new SeenMessages(wire.loop);
    this.peerId = peerId;
    this.place = place;
    this.life = life;
    this.#relay = relay;
    this.#relayCalls = new RelayDesk(wire.loop);
    this.#onPublish = onPublish;
    wire.attach(this);
  }

  static address(peerId: string): string {
    return `/memory/${peerId}/p2p/${peerId}`;
  }

  addresses(): readonly string[] {
    const own = this.#wire.addressOf(this) ?? SimNet.address(this.peerId);
    const relayed = [...this.#relays].flatMap((relay) => {
      const net = this.#wire.at(this.#connections.get(relay)?.place ?? "");
      return net === undefined ? [] : [relayedAddress(net.addresses()[0]!, this.peerId)];
    });
    return [own, ...relayed];
  }

  ipOf(peer: string): string | null {
    const connection = this.#connections.get(peer);
    if (connection === undefined) return null;
    return this.#wire.sites.seenFrom(connection.via ?? connection.place);
  }

  largePacketsLost(): readonly string[] {
    return this.#largePackets.suspected;
  }

  async publish(topic: string, data: Uint8Array): Promise<number> {
    if (this.#state === "dead") return never();
    if (this.#state === "stopped") throw new NetError("CLOSED", "the host is stopped");
    const bytes = new Uint8Array(data);
    this.#onPublish(topic, bytes);
    const name = topic.split("/").slice(4).join("/");
    const message: Message = { topic, name, data: bytes, id: messageId(topic, bytes) };
    this.#seen.isNew(message.id);
    return this.#push(message, null);
  }

  subscribe(topic: string, validate: TopicValidator): () => void {
    this.#validators.set(topic, validate);
    for (const connection of this.#connections.values()) this.#tellTopics(connection);
    return () => {
      this.#validators.delete(topic);
      if (this.#state !== "up") return;
      for (const connection of this.#connections.values()) this.#tellTopics(connection);
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
    options: RequestOptions,
  ): Promise<Uint8Array> {
    const { timeoutMs, bytesMax, promptMs } = options;
    const wholeMs = this.flaws.fixedTimes ? timeoutMs : (options.wholeMs ?? timeoutMs);
    if (this.#state === "dead") return never();
    const connection = this.#connections.get(peer);
    if (connection === undefined) {
      return Promise.reject(new NetError("UNREACHABLE", "no connection to the peer"));
    }
    if (this.flaws.muted.has(protocol))
      return Promise.reject(new NetError("NO_ANSWER", "not asked"));
    const bytes = new Uint8Array(data);
    return new Promise((resolve, reject) => {
      const endPrompt = this.#expectWithin(promptMs, peer, () => progress.moved > 0);
      const settle = (end: () => void): void => {
        endPrompt();
        progress.end();
        this.#largePackets.came(peer, progress.moved);
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
      const { id, via } = connection;
      const asked = (net: SimNet): void =>
        net.#asked(this, { id, place: this.place, via }, protocol, bytes, (answer, back) => {
          const length = "bytes" in answer ? answer.bytes.length : 0;
          const pieceMax = this.#pieceBytes(net.place);
          let left = Math.max(1, Math.ceil(length / pieceMax));
          for (let at = 0; at < Math.max(1, length); at += pieceMax) {
            const piece = Math.min(length - at, pieceMax);
            const arrive = (): void => {
              progress.move(piece);
              left -= 1;
              if (left === 0) take(answer);
            };
            net.#carry(back, `answer ${protocol}`, arrive, piece);
          }
        });
      this.#carry(connection, `ask ${protocol}`, asked, bytes.length);
    });
  }

  /** As of a host: the way is suspected where nothing has come by then. @returns how to stop it */
  #expectWithin(ms: number | undefined, peer: string, hasCome: () => boolean): () => void {
    if (ms === undefined || this.flaws.blind) return () => undefined;
    return this.#loop.after(ms, () => {
      if (this.#state !== "dead" && !hasCome()) this.#largePackets.stalled(peer);
    });
  }

  /** Puts something on the way of a connection; a relay between passes it on while it may. */
  #carry({ id, place, via }: Route, what: string, arrive: (net: SimNet) => void, bytes = 0): void {
    if (!this.#wire.sites.passes(id, this.place, place, bytes)) return;
    if (via === null) this.#wire.carry(what, this.place, place, arrive, bytes);
    else {
      const passOn = (relay: SimNet): void => {
        if (relay.#relayCalls.takes(id, bytes)) this.#wire.carry(what, via, place, arrive, bytes);
      };
      this.#wire.carry(what, this.place, via, passOn, bytes);
    }
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
    if (!this.flaws.unserved.has(protocol)) this.#served.set(protocol, { handler, bytesMax });
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

  async dial(address: string): Promise<string> {
    if (this.#state === "dead") return never();
    const peer = address.split("/").at(-1) ?? "";
    if (this.#connections.has(peer)) return peer;
    if (peer === this.peerId || this.refuses(peer) || this.#state === "stopped") {
      throw new NetError("UNREACHABLE", `nobody to dial at ${address}`);
    }
    const place = this.#wire.find(peer, this.place);
    if (place === null) throw new NetError("UNREACHABLE", `nobody answers at ${address}`);
    const relay = relayIn(address);
    const via = relay === null ? null : await this.#dialRelay(relay);
    return this.#dialOver({ id: this.#wire.nextConnection(), place, via }, peer);
  }

  /** @returns the place of a relay that this node is connected to now */
  async #dialRelay(address: string): Promise<string> {
    const relay = await this.dial(address);
    const connection = this.#connections.get(relay);
    if (connection?.via === null) return connection.place;
    throw new NetError("UNREACHABLE", `no direct way to the relay at ${address}`);
  }

  #dialOver(route: Route, peer: string): Promise<string> {
    const { id, place, via } = route;
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
        this.#connect(net, route);
        end(() => resolve(peer));
      });
      // A translator drops what nobody behind it has asked for.
      if (via === null && this.#wire.sites.isHidden(place, this.place)) return;
      const called = (net: SimNet): void => {
        const accepted = net.#dialed(this, { id, place: this.place, via });
        const back = { id, place: this.place, via };
        net.#carry(back, accepted ? "accept" : "refuse", (self) => {
          if (self !== this) return;
          if (!accepted || this.refuses(peer)) fail("refused");
          else this.#dialing.get(id)?.(net);
        });
      };
      if (via === null) this.#carry(route, "dial", called);
      else {
        this.#wire.carry("hop", this.place, via, (relay) => {
          const hasPlace = relay.#relayCalls.holds(peer) && !relay.flaws.connectsNobody;
          if (hasPlace && relay.#relayCalls.open(id, this.peerId))
            this.#wire.carry("dial", via, place, called);
          else this.#wire.carry("refuse", via, this.place, () => fail("no place at the relay"));
        });
      }
    });
  }

  async disconnect(peer: string): Promise<void> {
    const connection = this.#connections.get(peer);
    if (connection !== undefined) this.#close(peer, connection.id, true);
  }

  async deny(peer: string, ms: number): Promise<void> {
    this.#gate.deny(peer, ms);
    await this.disconnect(peer);
  }

  admit(peer: string): void {
    this.#gate.admit(peer);
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
    for (const connection of this.#connections.values()) this.#tellClosed(connection);
  }

  refuses(peer: string): boolean {
    return this.#gate.isDenied(peer);
  }

  isConnected(peer: string, id: number): boolean {
    return this.#state === "up" && this.#connections.get(peer)?.id === id;
  }

  #dialed(from: SimNet, route: Route): boolean {
    if (this.#state !== "up") return false;
    // As at a host: who is kept out is let in once a minute, to be told so.
    if (this.refuses(from.peerId) && !this.#gate.takeNotice(from.peerId)) return false;
    this.#connect(from, route);
    return true;
  }

  #connect({ peerId: peer, life }: SimNet, route: Route): void {
    const { id, place, via } = route;
    const held = this.#connections.get(peer);
    if (held !== undefined && held.id >= id) return;
    if (held !== undefined && (held.place !== place || held.life !== life)) {
      this.#close(peer, held.id, false);
    }
    const isKnown = this.#connections.has(peer);
    this.#connections.set(peer, {
      id,
      place,
      via,
      life,
      aliveUs: this.#loop.nowUs,
      topics: isKnown ? held!.topics : new Set(),
      waiting: isKnown ? held!.waiting : new Set(),
    });
    this.#keepAlive(peer, id);
    this.#tellTopics(route);
    if (this.#relay === "use" && via === null) this.#askForPlace(peer, route);
    if (!isKnown) for (const listener of this.#peerListeners) listener(peer, true);
  }

  /** A relay among the peers gives a place, at which this node can be called. */
  #askForPlace(peer: string, route: Route): void {
    this.#carry(route, "reserve", (net) => {
      if (net.#relay !== "serve" || !net.#isFrom(this, { ...route, place: this.place })) return;
      if (!net.#relayCalls.reserve(this.peerId)) return;
      net.#carry({ ...route, place: this.place }, "reserved", (self) => {
        if (self === this && this.isConnected(peer, route.id)) this.#relays.add(peer);
      });
    });
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

  #isAlive({ id, place, via }: Connection): boolean {
    const wire = this.#wire;
    const ends = [this.place, place];
    return (
      wire.at(place)?.isConnected(this.peerId, id) === true &&
      ends.every((end) => !wire.isPaused(end)) &&
      !wire.sites.isStuck(id, this.place, place) &&
      !wire.sites.isStuck(id, place, this.place) &&
      (via === null
        ? wire.passes(this.place, place) && wire.passes(place, this.place)
        : this.#isRelayed(id, via, ends))
    );
  }

  #isRelayed(id: number, via: string, ends: readonly string[]): boolean {
    const wire = this.#wire;
    const relay = wire.at(via);
    return (
      relay !== undefined &&
      !wire.isPaused(via) &&
      ends.every((end) => wire.passes(end, via) && wire.passes(via, end)) &&
      relay.#relayCalls.takes(id, 0)
    );
  }

  #close(peer: string, id: number, tell: boolean): void {
    const connection = this.#connections.get(peer);
    if (connection?.id !== id) return;
    this.#connections.delete(peer);
    this.#relays.delete(peer);
    this.#relayCalls.left(peer);
    this.#largePackets.left(peer);
    if (tell) this.#tellClosed(connection);
    this.#wire.sites.ended(id, this.place, connection.place);
    const closed = new NetError("CLOSED", "the connection is closed");
    for (const fail of connection.waiting) fail(closed);
    for (const listener of this.#peerListeners) listener(peer, false);
  }

  #tellClosed(route: Route): void {
    const { id, via } = route;
    this.#carry(route, "close", (net) => {
      if (net.#state === "up") net.#close(this.peerId, id, false);
      if (via !== null) this.#wire.at(via)?.relayedEnded(id);
    });
  }

  /** A connection over this relay is over. */
  relayedEnded(id: number): void {
    this.#relayCalls.close(id);
  }

  /** Whether something came over a connection this end knows; if not, the other end is told. */
  #isFrom(from: SimNet, route: Route): boolean {
    const { peerId, place } = from;
    const { id } = route;
    if (this.#state === "up" && !this.refuses(peerId)) this.#dialing.get(id)?.(from);
    if (this.isConnected(peerId, id)) return true;
    const held = this.#connections.get(peerId);
    if (this.#state === "up" && (held === undefined || held.id < id)) this.#tellClosed(route);
    return held !== undefined && held.place === place && this.#state === "up";
  }

  #tellTopics(route: Route): void {
    const back = { ...route, place: this.place };
    // As they are when it arrives: a later word does not come before an earlier one over a stream.
    this.#carry(route, "topics", (net) =>
      net.#follows(this, back, new Set(this.#validators.keys())),
    );
  }

  #follows(from: SimNet, route: Route, topics: ReadonlySet<string>): void {
    const { peerId: peer } = from;
    const connection = this.#isFrom(from, route) ? this.#connections.get(peer) : undefined;
    if (connection?.id !== route.id) return;
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
      const connection = this.#connections.get(peer)!;
      const { id, via } = connection;
      const back = { id, place: this.place, via };
      const arrive = (net: SimNet): void => net.#receive(message, this, back);
      this.#carry(connection, label, arrive, message.data.length);
    }
    return chosen.length;
  }

  #receive(message: Message, from: SimNet, route: Route): void {
    const validate = this.#validators.get(message.topic);
    if (!this.#isFrom(from, route) || validate === undefined || this.refuses(from.peerId)) return;
    if (this.#seen.isNew(message.id)) void this.#judge(message, from.peerId, validate);
  }

  async #judge(message: Message, from: string, validate: TopicValidator): Promise<void> {
    const verdict = await validate(new Uint8Array(message.data), from);
    if (verdict === "accept" && this.#state === "up") this.#push(message, from);
  }

  /** @param reply takes the answer, and the way back */
  #asked(
    from: SimNet,
    route: Route,
    protocol: string,
    data: Uint8Array,
    reply: (answer: Answer, back: Route) => void,
  ): void {
    if (!this.#isFrom(from, route)) return;
    const answer = (given: Answer): void => reply(given, route);
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
