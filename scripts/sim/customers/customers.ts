/**
 * Clients with an account: they open it at one node with the shared demo key, begin machines, buy
 * credits, pay for computations with them, move envelopes to each other, make channels, tick them,
 * pull what they ticked, make reactors and step them, deploy contracts and fire them.
 */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/encoding/json.js";
import type { JsonObject } from "../../../protocol/ports.js";
import { CONTRACT, deployed, drawFiring, type CustomerContract } from "./contractOrders.js";
import type { OrderEntry, OrderKind } from "../history.js";
import type { SimNode } from "../node.js";
import {
  fieldsOf,
  OPERATIONS,
  OPERATOR,
  perform,
  REFUSED,
  textAt,
  type Asked,
  type Order,
} from "./orders.js";
import { askPatiently, DOUBLED_CHANCE } from "./patience.js";
import type { SeededRandom } from "../random.js";
import { drawStep, noteReactor, REACTOR, stepped, type CustomerReactor } from "./reactorOrders.js";
import { drawRequest } from "./requests.js";
import type { World } from "../world.js";

const SHARED_DEMO = "demo-shared";
const CREDITS_BOUGHT = 30;
const MOVED_MAX = 3;
/** Channels of one customer. */
const CHANNELS_MAX = 2;
const REACTORS_MAX = 1;
const CONTRACTS_MAX = 1;
const SUB_TICKS_MAX = 4;
/** Calconds between two ticks. */
const INTERVAL_MAX = 3;
/** What channels compute. */
const TICKED = "NM19";
const TEMPLATE = {
  outputFormat: "template",
  contentType: "text/csv",
  template: "{{tick}},{{calcond}},{{value}},{{token}}",
};
/** Of an answer that shows a secret, a key protects the kept copy: it has to be long. */
const KEY_PREFIX = "order of a simulated customer, number ";

export interface Customer {
  readonly node: SimNode;
  /** Known once the answer to its opening was heard. */
  account: string | null;
  key: string | null;
  readonly channels: CustomerChannel[];
  readonly reactors: CustomerReactor[];
  readonly contracts: CustomerContract[];
}

/** A channel whose making was answered. */
interface CustomerChannel {
  readonly id: string;
  /** Whose it is, who pays its ticks: a customer whose node lost an account opens another. */
  readonly account: string;
  readonly key: string;
  /** The order that made it, and the last whose tick was answered. */
  readonly op: number;
  tick: { readonly seq: number; readonly op: number };
}

export class Customers {
  readonly #world: World;
  readonly #random: SeededRandom;
  readonly #customers: Customer[];

  /** @param perNode customers of each honest node, at most those that its demo key may open */
  constructor(world: World, perNode: number) {
    this.#world = world;
    this.#random = world.random.stream("customers");
    this.#customers = world.honest.flatMap((node) =>
      Array.from({ length: perNode }, () => ({
        node,
        account: null,
        key: null,
        channels: [],
        reactors: [],
        contracts: [],
      })),
    );
  }

  /** One of them asks for something. */
  order(): OrderEntry {
    const customer = this.#random.pick(this.#customers);
    const op = this.#world.history.nextOp;
    const order = this.#draw(customer, op);
    const body = canonicalize(order.body);
    const { path } = OPERATIONS[order.kind];
    const ticket = {
      scope: [ownerOf(customer, order), "POST", path, KEY_PREFIX + op].join("\u0000"),
      fingerprint: this.#world.crypto.sha256Hex(body),
    };
    const entry = this.#world.history.add<OrderEntry>({
      kind: "order",
      op,
      place: customer.node.place,
      what: order.kind,
      customer: this.#customers.indexOf(customer),
      account: customer.account,
      ticket,
      body,
      state: "unknown",
      text: null,
      isRolledBack: false,
      why: "",
    });
    const chance = this.#world.random.stream(`customer ${op}`);
    this.#ask(customer, entry, { order, ticket }, chance);
    if (chance.chance(DOUBLED_CHANCE)) this.#ask(customer, entry, { order, ticket }, chance);
    return entry;
  }

  /** One of them pulls the last tick of a channel: none that was acknowledged may be missing. */
  pull(): void {
    const customer = this.#random.pick(this.#customers);
    const { history, loop } = this.#world;
    const { node } = customer;
    const channel = customer.channels.at(-1);
    if (channel === undefined || node.up === null || channel.tick.seq === 0) return;
    const { id, tick } = channel;
    const { store } = node.up;
    loop.note(`pull ${id}`);
    void store.streams.state(id).then(
      (state) => {
        const isHeld = !history
          .orders()
          .some(({ isRolledBack, op }) => op === tick.op && isRolledBack);
        if (isHeld && (state?.ticks ?? 0) < tick.seq)
          this.#world.violate("I16", `${node.place} serves ${id} without tick ${tick.seq}`);
      },
      () => undefined,
    );
  }

  #draw(customer: Customer, op: number): Order {
    const { account, channels: channelNames, key, node } = customer;
    const random = this.#random;
    if (account === null || key === null) return { kind: "open", body: {}, key: null };
    const channels = channelNames.filter((one) => one.account === account);
    const reactors = customer.reactors.filter((one) => one.account === account);
    const contracts = customer.contracts.filter((one) => one.account === account);
    const others = this.#customers.filter(
      (one) => one.node === node && one.account !== null && one.account !== account,
    );
    const kind = random.pick<OrderKind>([
      "machine",
      "buy",
      ...Array.from({ length: 6 }, () => "compute" as const),
      ...(others.length === 0 ? [] : (["move", "move"] as const)),
      ...(channels.length < CHANNELS_MAX ? (["channel"] as const) : []),
      ...(channels.length === 0 ? [] : Array.from({ length: 4 }, () => "tick" as const)),
      ...(reactors.length < REACTORS_MAX ? (["reactor"] as const) : []),
      ...(reactors.length === 0 ? [] : (["step", "step", "step", "observe"] as const)),
      ...(contracts.length < CONTRACTS_MAX ? (["contract"] as const) : []),
      ...(contracts.length === 0 ? [] : (["fire", "fire", "fire", "resume"] as const)),
    ]);
    switch (kind) {
      case "open":
      case "machine":
        return { kind, key, body: { is_public: random.chance(0.5) } };
      case "buy":
        return {
          kind,
          key: null,
          body: { account, credits: CREDITS_BOUGHT, reference: `invoice ${op}` },
        };
      case "channel":
        return { kind, key, body: drawChannel(random) };
      case "reactor":
        return { kind, key, body: REACTOR };
      case "step":
      case "observe":
        return { kind, key, body: drawStep(random, op, kind, random.pick(reactors)) };
      case "contract":
        return { kind, key, body: CONTRACT };
      case "fire":
        return { kind, key, body: drawFiring(random, op, random.pick(contracts)) };
      case "resume":
        return { kind, key, body: { id: random.pick(contracts).id } };
      case "tick": {
        const channel = random.pick(channels);
        const { inputs } = drawRequest(random, op, TICKED);
        const shown = random.chance(0.5) ? key : channel.key;
        return { kind, key: shown, body: { id: channel.id, inputs: { ...inputs } } };
      }
      case "compute": {
        const { operators, inputs } = drawRequest(random, op);
        return { kind, key, body: { operators: [...operators], inputs: { ...inputs } } };
      }
      case "move":
        return {
          kind,
          key,
          body: { to: random.pick(others).account!, count: 1 + random.int(MOVED_MAX) },
        };
    }
  }

  #ask(customer: Customer, entry: OrderEntry, asked: Asked, chance: SeededRandom): void {
    const { loop } = this.#world;
    const { op } = entry;
    askPatiently<string>(
      { loop, chance },
      {
        send: () => {
          loop.note(`order ${op} ${entry.what} ${customer.node.place}`);
          const { up } = customer.node;
          return up === null ? null : perform(up, asked);
        },
        answered: (text) => {
          if (entry.text !== null && entry.text !== text)
            this.#world.violate("I10", `${entry.place} has answered order ${op} in two ways`);
          entry.state = "ok";
          entry.text = text;
          if (entry.what === "open") opened(customer, text);
          if (entry.what === "channel") noteChannel(customer, entry.account!, op, text);
          if (entry.what === "tick") ticked(customer, op, text);
          if (entry.what === "reactor") noteReactor(customer.reactors, entry.account!, text);
          if (entry.what === "step" || entry.what === "observe") stepped(customer.reactors, text);
          if (entry.what === "contract") deployed(customer.contracts, entry.account!, text);
          loop.note(`ordered ${op} ok`);
        },
        failed: (why) => {
          if (entry.state === "ok") return false;
          entry.why = why;
          entry.state = why.startsWith(REFUSED) ? "refused" : "unknown";
          loop.note(`ordered ${op} ${entry.state} ${why}`);
          return entry.state === "unknown";
        },
      },
    );
  }
}

/** A chain of one operator, whose inputs each tick brings. */
function drawChannel(random: SeededRandom): JsonObject {
  const contract = { operators: ["KO42", TICKED], subTicks: random.int(SUB_TICKS_MAX + 1) };
  return {
    contract,
    tickIntervalCalconds: 1 + random.int(INTERVAL_MAX),
    public: random.chance(0.5),
    ...(random.chance(0.5) ? {} : TEMPLATE),
  };
}

function noteChannel({ channels }: Customer, account: string, op: number, text: string): void {
  const answer = fieldsOf(text);
  const { channel } = answer;
  const id = textAt(isObject(channel) ? channel : {}, "id");
  if (channels.some((one) => one.id === id)) return;
  channels.push({ id, account, key: textAt(answer, "key"), op, tick: { seq: 0, op } });
}

function ticked({ channels }: Customer, op: number, text: string): void {
  const { channel, seq } = tickIn(text);
  const own = channels.find(({ id }) => id === channel);
  if (own !== undefined && seq > own.tick.seq) own.tick = { seq, op };
}

/** Which tick an answer is. @throws Error for an answer that is none */
export function tickIn(text: string): { readonly channel: string; readonly seq: number } {
  const { stream } = fieldsOf(text);
  const { channel, tick } = isObject(stream) ? stream : {};
  if (typeof channel !== "string" || typeof tick !== "number")
    throw new Error("an answer that is no tick");
  return { channel, seq: tick };
}

/** Whose key the request comes with. */
function ownerOf({ account }: Customer, { kind }: Order): string {
  if (kind === "open") return SHARED_DEMO;
  return kind === "buy" || account === null ? OPERATOR.owner : account;
}

function opened(customer: Customer, text: string): void {
  const answer = fieldsOf(text);
  customer.account = textAt(answer, "account");
  customer.key = textAt(answer, "apiKey");
}
