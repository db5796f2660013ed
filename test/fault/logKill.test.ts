/**
 * Kills a node at a random instant while machines take events and compute, reactors step, contracts
 * fire and channels tick, again and again: nothing acknowledged is lost, no number is missing or
 * there twice, a retry is answered alike, and nothing is charged without its row. What a round looks
 * at is what came since the round before; all of it is looked at once more in the end.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { startNode, temporaryDir, type RunningNode } from "../../scripts/devnet/daemons.js";
import { linearGenerator } from "../kit/generator.js";
import { call, numberOf, textOf } from "../kit/requests.js";
import { runs } from "../kit/runs.js";
import { KilledChannel } from "./killedChannel.js";
import { KilledContract } from "./killedContract.js";
import { KilledMachine } from "./killedMachine.js";
import { KilledReactor } from "./killedReactor.js";

const SEED = 20_261_126;
// A round takes 0.9 to 1.3 s of processor time on shared cores, of which the start takes 0.7 to 1.0.
const ROUNDS = runs(10, 500);
const MACHINES = runs(1, 3);
const SENDERS_A_MACHINE = 2;
const STEPPERS_A_REACTOR = 2;
/** One in four ticks by itself. */
const CHANNELS = runs(4, 16);
/** A round is hardly longer than a calcond: these fire about once in it, when the node starts. */
const TIMED = runs(4, 16);
const KILL_AFTER_MS_MIN = 10;
const KILL_AFTER_MS_MAX = 70;
/**
 * In one round of four the time alone decides. In the others a kill comes after so many answers of
 * each, or of all channels together: a machine with other work kills no node that has done nothing.
 */
const BY_TIME_EVERY = 4;
const HEARD_MIN = 2;
const LOOK_MS = 2;
const CREDITS = 100_000_000;

class KilledNode {
  readonly #dataDir: string;
  #node: RunningNode | null = null;
  #credits = 0;
  /** Of the account that pays for what fires by itself, and its credits in the beginning. */
  #timedKey = "";
  #timedCredits = 0;
  readonly machines: KilledMachine[] = [];
  readonly reactors: KilledReactor[] = [];
  readonly channels: KilledChannel[] = [];
  /** Fire where they are asked to. */
  readonly contracts: KilledContract[] = [];
  /** Fire by themselves. */
  readonly timed: KilledContract[] = [];

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async start(): Promise<RunningNode> {
    const args = ["--rate-limits", "off", "--log-level", "error"];
    return (this.#node = await startNode({ dataDir: this.#dataDir, args }));
  }

  async stop(): Promise<void> {
    await this.#node?.stop();
  }

  async fill(node: RunningNode): Promise<void> {
    const account = textOf((await call(node, "GET", "/api/identity")).body, "account");
    await this.#grant(node, account);
    for (let i = 0; i < MACHINES; i += 1) {
      const machine = await KilledMachine.make(node, `oven-${i}`);
      this.machines.push(machine);
      this.reactors.push(await KilledReactor.make(node, machine.key));
      this.contracts.push(await KilledContract.onEvent(node, machine.key));
    }
    for (let i = 0; i < CHANNELS; i += 1)
      this.channels.push(await KilledChannel.make(node, i % 4 === 0));
    this.#credits = await this.#balance(node);
    const minted = await call(node, "POST", "/api/demo-key/mint", {}, { key: null });
    expect(minted.status, minted.text).to.equal(201);
    this.#timedKey = textOf(minted.body, "key");
    await this.#grant(node, textOf(minted.body, "account"));
    this.#timedCredits = await this.#balance(node, this.#timedKey);
    for (let i = 0; i < TIMED; i += 1)
      this.timed.push(await KilledContract.everyCalcond(node, this.#timedKey));
  }

  async #grant(node: RunningNode, account: string): Promise<void> {
    const grant = { account, credits: CREDITS, reference: `logs of ${account}` };
    const granted = await call(node, "POST", "/api/ledger/grant", grant);
    expect(granted.status, granted.text).to.equal(201);
  }

  /** @param lateness of each channel's first tick, for a tick takes no longer than a kill */
  load(node: RunningNode, round: number, lateness: () => number): readonly Promise<void>[] {
    const name = `round-${round}-client`;
    return [
      ...this.machines.flatMap((machine, m) => [
        ...Array.from({ length: SENDERS_A_MACHINE }, (_, c) =>
          machine.sender(node, `${name}-${m}-${c}-of-the-machine`),
        ),
        machine.computer(node, 1 + 1_000 * round + m),
      ]),
      ...this.reactors.flatMap((reactor, r) =>
        Array.from({ length: STEPPERS_A_REACTOR }, (_, c) =>
          reactor.stepper(node, `${name}-${r}-${c}-of-the-reactor`),
        ),
      ),
      ...this.contracts.map((contract, i) => contract.firer(node, `${name}-${i}-of-the-contract`)),
      ...this.channels.map(async (channel, i) => {
        await delay(lateness());
        await channel.ticker(node, `${name}-${i}-of-the-channel`);
      }),
    ];
  }

  get #acknowledgedTicks(): number {
    return this.channels.reduce((sum, one) => sum + one.acknowledged, 0);
  }

  /** Resolves when the load of a round was answered, and throws what a client of it throws. */
  async heard(clients: readonly Promise<void>[]): Promise<void> {
    const ticks = this.#acknowledgedTicks + HEARD_MIN;
    const round = { isOver: false };
    const look = async (): Promise<void> => {
      const all = [...this.machines, ...this.reactors, ...this.contracts];
      while (
        !round.isOver &&
        (this.#acknowledgedTicks < ticks || all.some((one) => one.heard < HEARD_MIN))
      )
        await delay(LOOK_MS);
    };
    try {
      await Promise.race([look(), Promise.all(clients)]);
    } finally {
      round.isOver = true;
    }
  }

  /** Of the account that pays for the machines; its channels tick without a charge to it. */
  async #balance(node: RunningNode, key = node.api.token): Promise<number> {
    const { body } = await call(node, "GET", "/api/ledger", undefined, { key });
    return numberOf(body, "free") + numberOf(body, "paid");
  }

  /**
   * The operator's own account, machines included, computes without a price (S5.6). What the account
   * of the timed contracts was charged has its row, and is looked at in the end.
   */
  async #checkCharges(node: RunningNode): Promise<void> {
    const paying = [...this.machines, ...this.reactors];
    for (const one of [...paying, ...this.contracts, ...this.timed]) await one.readOn(node);
    expect(this.#credits - (await this.#balance(node))).to.equal(0);
  }

  async check(node: RunningNode): Promise<void> {
    await this.#checkCharges(node);
    for (const machine of this.machines) await machine.check(node);
    for (const reactor of this.reactors) await reactor.check(node);
    for (const contract of this.contracts) await contract.check(node);
    for (const channel of this.channels) await channel.check(node);
  }

  async checkWhole(node: RunningNode): Promise<void> {
    for (const contract of this.timed) await contract.pause(node);
    await this.#checkCharges(node);
    const burned = this.#timedCredits - (await this.#balance(node, this.#timedKey));
    expect(burned).to.equal(creditsOf(this.timed));
    const paying = [...this.machines, ...this.reactors, ...this.contracts, ...this.timed];
    for (const one of [...paying, ...this.channels]) await one.checkWhole(node);
  }
}

function creditsOf(contracts: readonly KilledContract[]): number {
  return contracts.reduce((sum, { credits }) => sum + credits, 0);
}

describe("faults: SIGKILL of a node while machines append, reactors step, contracts fire", () => {
  it(`loses nothing, and has nothing twice, in ${ROUNDS} rounds (seed ${SEED})`, async () => {
    const dir = temporaryDir("log-kill");
    const random = linearGenerator(SEED);
    const killed = new KilledNode(dir.path);
    try {
      let node = await killed.start();
      await killed.fill(node);
      for (let round = 0; round < ROUNDS; round += 1) {
        const spread = KILL_AFTER_MS_MAX - KILL_AFTER_MS_MIN;
        const clients = killed.load(node, round, () => KILL_AFTER_MS_MAX * random());
        if (round % BY_TIME_EVERY !== 0) await killed.heard(clients);
        await delay(KILL_AFTER_MS_MIN + spread * random());
        await node.kill();
        await Promise.all(clients);
        node = await killed.start();
        await killed.check(node);
      }
      await killed.checkWhole(node);
      const { channels, machines, reactors } = killed;
      for (const { done } of machines) {
        expect(done.events).to.be.greaterThan(ROUNDS);
        expect(done.results).to.be.greaterThan(0);
      }
      for (const { charged } of reactors) expect(charged).to.be.greaterThan(ROUNDS);
      for (const { fired } of killed.contracts) expect(fired).to.be.greaterThan(ROUNDS);
      for (const { fired } of killed.timed) expect(fired).to.be.greaterThan(0);
      const acknowledged = channels.reduce((sum, one) => sum + one.acknowledged, 0);
      expect(acknowledged).to.be.greaterThan(ROUNDS);
      expect(channels.reduce((sum, { broken }) => sum + broken, 0)).to.be.greaterThan(0);
      for (const { ticks } of channels) expect(ticks).to.be.greaterThan(0);
    } finally {
      await killed.stop();
      dir.remove();
    }
  });
});
