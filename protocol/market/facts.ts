/** Words about a job, gathered from the spines of its parties; any order gives one state. */
import type { JobOpenBody } from "../events/job.js";
import type { JsonObject } from "../ports.js";
import type {
  JobDrawBody,
  JobSettleBody,
  WorkBeaconBody,
  WorkChallengeBody,
  WorkCommitBody,
  WorkRevealBody,
  WorkVrfBody,
  WorkVerdictBody,
} from "./bodies.js";

/** An event without its signature: what was said, by whom and when. */
export interface Said<Body> {
  readonly id: string;
  readonly author: string;
  readonly calcond: number;
  /** Its number on its author's spine, where whoever gathers needs it. */
  readonly seq?: number;
  readonly body: Body;
}

/** Everything known of one job. */
export interface JobFacts {
  /** Event id of its opening. */
  readonly id: string;
  /** Events that were taken in: what was read from them holds while none is added. */
  revision: number;
  open: Said<JobOpenBody> | null;
  /** By the node whose job it is; what anybody else says of it ends nothing. */
  cancelled: Said<unknown> | null;
  settled: Said<JobSettleBody> | null;
  /** By their authors: they may come before the job itself. */
  readonly cancels: Map<string, Said<unknown>>;
  readonly settles: Map<string, Said<JobSettleBody>>;
  readonly beacons: Map<string, Said<WorkBeaconBody>>;
  /** Words of witnesses, by what they are about and their author. */
  readonly words: Map<string, Said<WorkVrfBody>>;
  /** By what they are about: the job, or a challenge. */
  readonly draws: Map<string, Said<JobDrawBody>>;
  /** Each by its author: the first one of an author counts. */
  readonly claims: Map<string, Said<unknown>>;
  readonly commits: Map<string, Said<WorkCommitBody>>;
  readonly reveals: Map<string, Said<WorkRevealBody>>;
  /** By event id. */
  readonly challenges: Map<string, Said<WorkChallengeBody>>;
  readonly verdicts: Map<string, Said<WorkVerdictBody>>;
}

export function noFacts(id: string): JobFacts {
  return {
    id,
    revision: 0,
    open: null,
    cancelled: null,
    settled: null,
    cancels: new Map(),
    settles: new Map(),
    beacons: new Map(),
    words: new Map(),
    draws: new Map(),
    claims: new Map(),
    commits: new Map(),
    reveals: new Map(),
    challenges: new Map(),
    verdicts: new Map(),
  };
}

/** The job that an event is about; null for a kind that is about none. */
export function jobOf(kind: string, id: string, body: JsonObject): string | null {
  if (kind === "job.open") return id;
  const { job } = body;
  return typeof job === "string" && kind !== "work.offer" ? job : null;
}

/**
 * Which of two by one author stands first on its spine. An id decides nothing: who says something
 * twice in one calcond could choose it, after others have said theirs.
 */
export function isEarlier(a: Said<unknown>, b: Said<unknown>): boolean {
  if (a.seq !== undefined && b.seq !== undefined) return a.seq < b.seq;
  return a.calcond < b.calcond || (a.calcond === b.calcond && a.id < b.id);
}

/** @param key one for each author */
function keepFirst<Body>(map: Map<string, Said<Body>>, key: string, said: Said<Body>): void {
  const known = map.get(key);
  if (known === undefined || isEarlier(said, known)) map.set(key, said);
}

/** Only the node that opened a job ends it. */
function readOwner(facts: JobFacts): void {
  const owner = facts.open?.author ?? "";
  facts.cancelled = facts.cancels.get(owner) ?? null;
  facts.settled = facts.settles.get(owner) ?? null;
}

/**
 * Takes in an event whose form was checked. Who may say what is asked when the state is read: an
 * event may come before the one that gives its author the right.
 */
export function takeFact(
  facts: JobFacts,
  kind: string,
  { author, body, calcond, id, seq }: Said<unknown>,
): void {
  const said = <Body>(): Said<Body> => ({
    id,
    author,
    calcond,
    // The form of the body was checked by its kind.
    // eslint-disable-next-line typescript/no-unsafe-type-assertion
    body: body as Body,
    ...(seq === undefined ? {} : { seq }),
  });
  facts.revision += 1;
  switch (kind) {
    case "job.open":
      facts.open = said<JobOpenBody>();
      readOwner(facts);
      return;
    case "job.cancel":
      keepFirst(facts.cancels, author, said());
      readOwner(facts);
      return;
    case "job.settle":
      keepFirst(facts.settles, author, said());
      readOwner(facts);
      return;
    case "job.draw": {
      const one = said<JobDrawBody>();
      keepFirst(facts.draws, `${one.body.about} ${author}`, one);
      return;
    }
    case "work.beacon":
      facts.beacons.set(id, said());
      return;
    case "work.vrf": {
      const one = said<WorkVrfBody>();
      keepFirst(facts.words, `${one.body.about} ${author}`, one);
      return;
    }
    case "work.claim":
      keepFirst(facts.claims, author, said());
      return;
    case "work.commit":
      keepFirst(facts.commits, author, said());
      return;
    case "work.reveal":
      keepFirst(facts.reveals, author, said());
      return;
    case "work.challenge":
      facts.challenges.set(id, said());
      return;
    case "work.verdict":
      facts.verdicts.set(id, said());
      return;
    default:
  }
}

/** The draw of a job, or of a challenge, that counts: that of the node whose it is. */
export function drawOf(facts: JobFacts, about: string): Said<JobDrawBody> | null {
  const owner = about === facts.id ? facts.open?.author : facts.challenges.get(about)?.author;
  if (owner === undefined) return null;
  return facts.draws.get(`${about} ${owner}`) ?? null;
}
