/**
 * The market of work on this node: gathers what is said of jobs, and has each part do its next step
 * when something was said and once in a calcond while anything is under way.
 */
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import { type EncodedEvent } from "../../protocol/seal/event.js";
import { nodeBody } from "../../protocol/mesh/kinds.js";
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, JsonObject, Logger } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../runtime/scheduler.js";
import type { SeparateSteps } from "../runtime/separateSteps.js";
import type { MarketBook } from "./book.js";
import type { Checks } from "./checks.js";
import type { Contributor } from "./contributor.js";
import type { Disputes } from "./disputes.js";
import type { JobDocuments } from "./documents.js";
import type { Keeper } from "./keeper.js";
import type { JobOrders } from "./orders.js";
import type { Recomputations } from "./recomputations.js";
import type { MarketVoice } from "./voice.js";
import type { WorkPart } from "./workPart.js";

/** A calcond, in the milliseconds of a timer. */
const NODES_MAX = 4_096;
/** Between two looks for what is long over. */
const FORGET_CALCONDS = 600;

interface MarketModules {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly store: Store;
  readonly book: MarketBook;
  readonly publisher: MarketVoice;
  readonly keeper: Keeper;
  readonly orders: JobOrders;
  readonly contributor: Contributor;
  readonly disputes: Disputes;
  readonly checks: Checks;
  readonly recomputations: Recomputations;
  readonly documents: JobDocuments;
  readonly steps: SeparateSteps;
  readonly part: WorkPart;
}

/** What the mesh gives to the market once it is there. */
export interface MarketMesh {
  say(kind: string, body: JsonObject): Promise<EncodedEvent | null>;
  fetchDocument(hash: string): Promise<string | null>;
  /** Says whether this node asks for work, does any, or has a word in it. */
  takePart(takesPart: boolean): void;
  /** Whether what others have said of work is known here. */
  readonly seesWork: boolean;
}

export class Market {
  readonly #modules: MarketModules;
  #tail: Promise<void> = Promise.resolve();
  #isAsked = false;
  #timer: Cancel | null = null;
  #stopped = false;
  #forgottenAt = 0;

  constructor(modules: MarketModules) {
    this.#modules = modules;
    const poke = (): void => this.poke();
    modules.orders.onChange(poke);
    modules.contributor.onChange(poke);
    modules.disputes.onChange(poke);
    modules.recomputations.onChange(poke);
    modules.documents.onChange(poke);
  }

  get calcond(): number {
    return Number(this.#modules.clock.nowNs() / CALCOND_NS);
  }

  use(mesh: MarketMesh): void {
    this.#modules.publisher.use((kind, body) => mesh.say(kind, body));
    this.#modules.documents.useFetch((hash) => mesh.fetchDocument(hash));
    this.#modules.orders.useView(() => mesh.seesWork);
    this.#modules.part.use((takesPart) => mesh.takePart(takesPart));
    this.poke();
  }

  /** Takes another author's event once it is durable. */
  take = ({ bodyText, event, headerText, id }: AcceptedEvent): void => {
    const { author, calcond, kind } = event.header;
    if (kind === "node") this.#learn(author, event.body);
    else {
      const { sig } = event;
      this.#modules.book.take({
        id,
        kind,
        author,
        calcond,
        body: bodyText,
        header: headerText,
        sig,
      });
    }
    this.poke();
  };

  #learn(author: string, body: JsonObject | null): void {
    const read = nodeBody.safeParse(body);
    if (read.success) this.#modules.book.learnNode(author, read.data);
  }

  async load(): Promise<void> {
    const { book, contributor, disputes, orders, store, publisher } = this.#modules;
    for (const [author, { text }] of await store.peers.announcements("node", NODES_MAX)) {
      const read = parseJson(text);
      const body = read.ok && isObject(read.value) ? (read.value["body"] ?? read.value) : null;
      this.#learn(author, isObject(body ?? undefined) ? (body as JsonObject) : null);
    }
    this.#forgottenAt = this.calcond;
    for await (const [[, id], record] of store.market.events()) book.take({ ...record, id }, true);
    await publisher.readOwn();
    await disputes.load();
    await this.#modules.checks.load();
    await orders.load(this.calcond);
    await contributor.load();
  }

  /** The own spine was continued from what peers kept of it. */
  async readGrown(): Promise<void> {
    await this.#modules.publisher.readOwn();
    this.poke();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.();
    this.#timer = null;
    this.#modules.contributor.stop();
    await this.#tail;
  }

  /** Has every part look at what it can do now; askings in between fall together. */
  poke(): void {
    if (this.#stopped || this.#isAsked) return;
    this.#isAsked = true;
    this.#tail = this.#tail.then(() => this.#run());
  }

  /** When nothing is left that could be done now. */
  async idle(): Promise<void> {
    for (;;) {
      const tail = this.#tail;
      await tail;
      await this.#modules.contributor.idle();
      await this.#modules.recomputations.idle();
      await this.#modules.documents.idle();
      if (tail === this.#tail) return;
    }
  }

  async #run(): Promise<void> {
    this.#isAsked = false;
    if (this.#stopped) return;
    this.#timer?.();
    this.#timer = null;
    try {
      await this.#step(this.calcond);
    } catch (error) {
      this.#modules.log.warn("a step of the market failed; it is tried again", {
        error: String(error),
      });
    }
    if (this.#stopped) return;
    const { book, disputes, orders, scheduler } = this.#modules;
    const isBusy = book.due.size > 0 || orders.isBusy || disputes.isBusy;
    // Where nothing is under way what is over is forgotten all the same.
    if (!isBusy && book.jobs.size === 0 && !this.#modules.part.isLeaving) return;
    this.#timer ??= scheduler.after(isBusy ? CALCOND_MS : FORGET_CALCONDS * CALCOND_MS, () => {
      this.#timer = null;
      this.poke();
    });
  }

  async #step(now: number): Promise<void> {
    const { book, contributor, disputes, keeper, orders, part, steps, publisher } = this.#modules;
    part.look(now);
    if (publisher.isInDoubt) await publisher.readOwn();
    await orders.step(now);
    const due = book.takeDue(now);
    for (const facts of due)
      await steps.run(`beacon of ${facts.id}`, () => keeper.ofJob(facts, now));
    await disputes.step(now, keeper);
    await contributor.step(now, due);
    for (const facts of due) {
      const next = Math.min(keeper.nextOf(facts, now), contributor.nextOf(facts, now));
      if (next < Infinity) book.due.schedule(facts.id, next);
    }
    if (now >= this.#forgottenAt + FORGET_CALCONDS)
      await steps.run("forgetting", () => this.#forget(now));
  }

  async #forget(now: number): Promise<void> {
    const { book, checks, contributor, disputes, documents, keeper, orders, store } = this.#modules;
    this.#forgottenAt = now;
    const operations = [
      ...(await book.forget(now)),
      ...contributor.forget(),
      ...(await orders.forget(now)),
      ...(await documents.forget(now)),
    ];
    if (operations.length > 0) await store.write(operations);
    checks.forget();
    keeper.forget();
    await disputes.forget();
  }
}
