/** What this node knows of jobs, offers and nodes: in memory, made anew from the store at a start. */
import type { AcceptedEvent } from "../../protocol/mesh/judgement.js";
import { ASIDE_ROLE, type NodeBody } from "../../protocol/mesh/kinds.js";
import { faultOfOffer, isBeaconOf, MARKET_BODIES } from "../../protocol/market/bodies.js";
import type { WorkBeaconBody, WorkOfferBody } from "../../protocol/market/bodies.js";
import { Credibility } from "../../protocol/market/credibility.js";
import { addressBlocks, type Offer } from "../../protocol/market/draw.js";
import { jobOf, noFacts, takeFact, type JobFacts, type Said } from "../../protocol/market/facts.js";
import { progressOf, type Progress } from "../../protocol/market/progress.js";
import { CHALLENGE_CALCONDS, JOB_KEPT_CALCONDS } from "../../protocol/market/terms.js";
import { jobCancelBody, jobOpenBody } from "../../protocol/events/job.js";
import { parseJson, isObject } from "../../protocol/encoding/json.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Successions } from "../runtime/identity/successions.js";
import { ownText, ownTexts } from "../runtime/ownText.js";
import { RecentMap } from "../runtime/recentMap.js";
import { DueJobs } from "./dueJobs.js";
import { EarlyFacts, type MarketMessage } from "./earlyFacts.js";
import { JobPlaces } from "./jobPlaces.js";
import { NO_JOB } from "../../storage/repositories/market.js";
import type { Store } from "../../storage/store.js";

/** Kinds that the market takes, its own ones and those of stage 1. */
export const MARKET_KINDS = ["job.open", "job.cancel", ...Object.keys(MARKET_BODIES)] as const;

const SCHEMAS = { ...MARKET_BODIES, "job.open": jobOpenBody, "job.cancel": jobCancelBody };
type MarketKind = keyof typeof SCHEMAS;

function isMarketKind(kind: string): kind is MarketKind {
  return Object.hasOwn(SCHEMAS, kind);
}

/** Nodes that said who they are; who did so longest ago is forgotten first. */
const NODES_MAX = 4_096;
/** Nodes that offer work; beyond it no further one is taken in. */
const OFFERS_MAX = 4_096;

interface BookModules {
  readonly crypto: Crypto;
  readonly store: Store;
  readonly successions: Successions;
  readonly publicKey: string;
}

export class MarketBook {
  readonly jobs = new Map<string, JobFacts>();
  readonly due = new DueJobs();
  /** Jobs that were settled since their results were last looked at. */
  readonly ended = new Set<string>();
  readonly offers = new Map<string, Offer>();
  readonly credibility = new Credibility();
  readonly #places = new JobPlaces();
  readonly #early = new EarlyFacts();
  /** Jobs that made room, and are still on the disk. */
  readonly #left = new Set<string>();
  /** Jobs of which a result was challenged. */
  readonly disputed = new Set<string>();
  /** Nodes whose bond is withheld -> the challenge that showed it. */
  readonly withheld = new Map<string, string>();
  readonly #net: string;
  readonly #modules: BookModules;
  readonly #blocks = new RecentMap<string, readonly string[]>(NODES_MAX);
  readonly #aside = new RecentMap<string, true>(NODES_MAX);
  readonly #byNonce = new Map<string, string>();
  /** Keys that offered work until they ended. */
  readonly #formerOffers = new RecentMap<string, true>(OFFERS_MAX);
  /** Authors of whom two histories are proven: nothing from a number on counts. */
  readonly #parted = new Map<string, number>();
  /** Where jobs stood when it was last asked, while nothing is said of them and no time passes. */
  readonly #progress = new Map<string, { readonly now: number; readonly progress: Progress }>();

  constructor(net: string, modules: BookModules) {
    this.#net = net;
    this.#modules = modules;
    modules.successions.onEnded(({ key, successor }) => this.#succeed(key, successor));
  }

  /** Nodes that said who they are. */
  get nodes(): Iterable<string> {
    return [...this.#blocks.entries()].map(([node]) => node);
  }

  /** Whether a node said that it hears nothing of work. */
  isAside(node: string): boolean {
    return this.#aside.has(node);
  }

  learnNode(author: string, { addrs, roles }: NodeBody): void {
    if (roles.includes(ASIDE_ROLE)) this.#aside.set(author, true);
    else this.#aside.delete(author);
    this.#blocks.set(author, addressBlocks(addrs));
    const offer = this.offers.get(author);
    if (offer !== undefined)
      this.offers.set(author, { ...offer, blocks: this.#blocks.get(author)! });
  }

  /** A liar that changes its key is a liar. */
  #succeed(key: string, successor: string): void {
    if (this.offers.delete(key)) this.#formerOffers.set(key, true);
    const challenge = this.withheld.get(key);
    if (challenge !== undefined) this.withheld.set(successor, challenge);
  }

  /** Whether a node has attested a bond under which it works, or worked until its key ended. */
  hasOffered(node: string): boolean {
    return this.offers.has(node) || this.#formerOffers.has(node);
  }

  /** The bond of a node is withheld: it is drawn no more, under whatever key. */
  withhold(node: string, challenge: string): void {
    this.withheld.set(node, challenge);
    this.withheld.set(this.#modules.successions.newestOf(node), challenge);
  }

  part(author: string, seq: number): void {
    this.#parted.set(author, Math.min(seq, this.#parted.get(author) ?? seq));
  }

  /** Operations that keep an event, for the batch that stores it. */
  effect = ({ bodyText, event, headerText, id }: AcceptedEvent): readonly Operation[] => {
    const { author, calcond, kind } = event.header;
    const job = event.body === null ? null : (jobOf(kind, id, event.body) ?? NO_JOB);
    if (job === null) return [];
    const record = { kind, author, calcond, body: bodyText, header: headerText, sig: event.sig };
    const { market } = this.#modules.store;
    const keep = (message: MarketMessage): readonly Operation[] => {
      const { id: named, ...kept } = message;
      return market.eventOps(job, named, kept);
    };
    if (job === NO_JOB || this.jobs.has(job) || this.#early.isOpening(job))
      return keep({ ...record, id });
    if (kind !== "job.open" || !this.#places.mayOpen(author)) return [];
    return [...keep({ ...record, id }), ...this.#early.opens(job, keep)];
  };

  /**
   * Takes in an event that was kept. @returns the job that it is about, or null
   * @param isOwn of this node, or on its disk: there is room for it
   */
  take(
    { author: saidBy, body: bodyText, calcond, header, id: named, kind, sig }: MarketMessage,
    isOwn = false,
  ): string | null {
    // A record remembered for hours keeps no message.
    const [author, id] = [ownText(saidBy), ownText(named)];
    const seq = seqIn(header);
    if (!isMarketKind(kind) || seq >= (this.#parted.get(author) ?? Infinity)) return null;
    const read = parseJson(bodyText);
    if (!read.ok || !isObject(read.value)) return null;
    const parsed = SCHEMAS[kind].safeParse(ownTexts(read.value));
    if (!parsed.success) return null;
    const said: Said<unknown> = { id, author, calcond, seq, body: parsed.data };
    if (kind === "work.offer") {
      this.#takeOffer(author, calcond, parsed.data as WorkOfferBody);
      return null;
    }
    const { crypto } = this.#modules;
    if (
      kind === "work.beacon" &&
      !isBeaconOf(crypto, this.#net, author, parsed.data as WorkBeaconBody)
    )
      return null;
    const job = ownText(jobOf(kind, id, read.value)!);
    if (!isOwn && !this.jobs.has(job) && kind !== "job.open") {
      const texts = { body: ownText(bodyText), header: ownText(header), sig: ownText(sig) };
      this.#early.remember(job, { ...texts, kind, author, calcond, id });
      return null;
    }
    if (kind === "job.open" && !this.#open(author, job, isOwn)) return null;
    const facts = this.jobs.get(job) ?? noFacts(job);
    this.jobs.set(job, facts);
    takeFact(facts, kind, said);
    if (kind === "work.challenge") this.disputed.add(job);
    this.#progress.delete(job);
    this.due.change(job);
    if (facts.settled !== null) this.ended.add(job);
    if (facts.open !== null)
      this.#byNonce.set(`${facts.open.author} ${facts.open.body.nonce}`, job);
    if (kind === "job.open") for (const early of this.#early.take(job)) this.take(early);
    return job;
  }

  /** @returns whether the job has a place; own ones and those on the disk always do */
  #open(author: string, job: string, isOwn: boolean): boolean {
    if (this.#places.has(author, job)) return true;
    if (!isOwn && !this.#places.mayOpen(author)) return false;
    const leaving = this.#places.open(author, job);
    if (leaving !== null) this.#leave(leaving);
    return true;
  }

  /** The spine of an author has made room for another: so do its jobs in which this node has no part. */
  leave(author: string): void {
    for (const job of this.#places.jobsOf(author)) this.#leave(job);
  }

  #leave(job: string): void {
    const facts = this.jobs.get(job);
    const { publicKey } = this.#modules;
    if (facts?.open?.author === publicKey || facts?.claims.has(publicKey) === true) return;
    this.#drop(job);
    this.#left.add(job);
  }

  #drop(job: string): void {
    const facts = this.jobs.get(job);
    this.jobs.delete(job);
    this.due.forget(job);
    this.ended.delete(job);
    this.disputed.delete(job);
    this.#progress.delete(job);
    if (facts === undefined || facts.open === null) return;
    const { author, body } = facts.open;
    this.#byNonce.delete(`${author} ${body.nonce}`);
    this.#places.close(author, job);
  }

  #takeOffer(node: string, calcond: number, offer: WorkOfferBody): void {
    if (this.#modules.successions.endOf(node) !== null) {
      if (faultOfOffer(this.#modules.crypto, node, offer) === null)
        this.#formerOffers.set(node, true);
      return;
    }
    const known = this.offers.get(node);
    if (known !== undefined && known.calcond > calcond) return;
    if (known === undefined && this.offers.size >= OFFERS_MAX) return;
    if (faultOfOffer(this.#modules.crypto, node, offer) !== null) return;
    this.offers.set(node, { node, offer, calcond, blocks: this.#blocks.get(node) ?? [] });
  }

  /** The job that an author opened with a nonce. */
  opened(author: string, nonce: string): string | null {
    return this.#byNonce.get(`${author} ${nonce}`) ?? null;
  }

  progress(facts: JobFacts, now: number): Progress {
    const known = this.#progress.get(facts.id);
    if (known?.now === now) return known.progress;
    const progress = progressOf(this.#modules.crypto, facts, now);
    this.#progress.set(facts.id, { now, progress });
    this.credibility.count(facts, progress);
    return progress;
  }

  /** Jobs that something was said of or whose time has come, and something can still come of. */
  takeDue(now: number): readonly JobFacts[] {
    return this.due.take(now).flatMap((job) => {
      const facts = this.jobs.get(job);
      const isLive =
        facts !== undefined && facts.open !== null && facts.settled === null && now <= endOf(facts);
      return isLive ? [facts] : [];
    });
  }

  /** Forgets what is long over. @returns operations that remove it from the store */
  async forget(now: number): Promise<readonly Operation[]> {
    const { store } = this.#modules;
    const operations: Operation[] = [];
    for (const [job, facts] of this.jobs) {
      const last = facts.open?.body.deadline ?? newestOf(facts);
      if (now <= last + JOB_KEPT_CALCONDS) continue;
      this.#drop(job);
      this.#left.add(job);
    }
    for (const job of this.#left) {
      this.#left.delete(job);
      for (const [[, id]] of await store.market.eventsOf(job))
        operations.push(...store.market.forgetEventOps(job, id));
    }
    this.credibility.forget((job) => this.jobs.has(job));
    return [...operations, ...(await this.#forgetOffers(now))];
  }

  /** Of the offers of a node the newest counts, and one that is closed is none. */
  async #forgetOffers(now: number): Promise<readonly Operation[]> {
    const { market } = this.#modules.store;
    const isOver = ({ calcond, offer }: Offer): boolean =>
      !offer.open && now > calcond + JOB_KEPT_CALCONDS;
    const operations: Operation[] = [];
    for (const [[, id], { author, calcond }] of await market.eventsOf(NO_JOB)) {
      const known = this.offers.get(author);
      if (known !== undefined && calcond >= known.calcond && !isOver(known)) continue;
      if (now > calcond + JOB_KEPT_CALCONDS) operations.push(...market.forgetEventOps(NO_JOB, id));
    }
    for (const [node, offer] of this.offers) if (isOver(offer)) this.offers.delete(node);
    return operations;
  }
}

/** Up to when a job without a settlement is looked at: its asker has some time to settle it. */
function endOf({ open }: JobFacts): number {
  return (open?.body.deadline ?? 0) + CHALLENGE_CALCONDS;
}

function newestOf({ claims, commits, draws, reveals, settles }: JobFacts): number {
  const said = [claims, commits, draws, reveals, settles].flatMap((map) => [...map.values()]);
  return Math.max(0, ...said.map(({ calcond }) => calcond));
}

/** The number of an event on its spine, from its canonical header; beyond all where there is none. */
function seqIn(header: string): number {
  const found = /"seq":(\d+)/.exec(header)?.[1];
  return found === undefined ? Infinity : Number(found);
}
