/**
 * Whether this node's clock can be relied on. While it cannot, the node neither seals nor publishes;
 * it goes on computing. Two things tell: the monotonic clock, whether somebody set the wall clock,
 * and peers, whether it agrees with theirs. A clock that agreed and was not set since is right,
 * whoever says what: quartz drifts, and does not jump.
 */
import { CALCOND_NS, CLOCK_SKEW_CALCONDS_MAX } from "../../../protocol/limits.js";
import type { Clock, Logger } from "../../../protocol/ports.js";
import { CLOCK_REMEDY, type ClockLine } from "../../runtime/clockLine.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import { ballotOf, type Ballot, type MeasuredClock } from "./clockVotes.js";

const SKEW_MS_MAX = (CLOCK_SKEW_CALCONDS_MAX * Number(CALCOND_NS)) / 1e6;
/** Between looks whether the wall clock was set. */
const LOOK_MS = 1_000;
/** A clock that was set is taken as right when nobody has said anything about it for so long. */
const ALONE_NS = 60_000_000_000n;
/** By how much two clocks may drift apart: 100 parts in a million. */
const DRIFT = 1e-4;

interface Clocks {
  /** Clocks of connected peers, each measured since the last `forgetClocks`. */
  measured(): readonly MeasuredClock[];
  /** They were measured by a clock that has been set since. */
  forgetClocks(): void;
  /** Measures those of all connected peers, and calls `review`. */
  measureAll(): void;
}

interface GuardModules {
  readonly clocks: Clocks;
  readonly clock: Clock;
  readonly line: ClockLine;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** The last instant sealed. */
  readonly notBeforeNs?: () => bigint;
}

/** When the clock agreed, and by how much it may have been off then. */
interface Agreed {
  readonly offsetMs: number;
  readonly errorMs: number;
  readonly monoNs: bigint;
  readonly partedNs: bigint;
}

/** When the clock was set, by the monotonic one, and by how much. */
interface Step {
  readonly sinceNs: bigint;
  readonly partedNs: bigint;
}

export class ClockGuard {
  readonly #modules: GuardModules;
  readonly #onChange: (skewed: boolean, offsetMs: number) => void;
  #agreed: Agreed | null = null;
  #step: Step | null = null;
  /** What peers found, and whether the operator's did. */
  #found: "configured" | "others" | null = null;
  #wasSkewed = false;
  /** By how far it was off when that was found last. */
  #offMs = 0;
  #warned: "off" | "liars" | null = null;
  #timer: Cancel = () => undefined;

  constructor(
    modules: GuardModules,
    onChange: (skewed: boolean, offsetMs: number) => void = () => undefined,
  ) {
    this.#modules = modules;
    this.#onChange = onChange;
  }

  get isSkewed(): boolean {
    return this.#found !== null || this.#step !== null;
  }

  /**
   * Median of how far those whose word counts are ahead, in milliseconds; null without any. Where
   * they say what cannot be, what they said when the clock agreed.
   */
  get offsetMs(): number | null {
    const said = this.#ballot();
    if (said === null) return null;
    const isLie = this.#agreed !== null && !this.#isPlausible(said);
    return Math.round(isLie ? this.#agreed!.offsetMs : middle(said));
  }

  /**
   * By how far peers are ahead of a clock that is off, in milliseconds: as long as nothing is sealed for
   * it, also where who said so has left, and while measurements leave no doubt. Null for any other.
   */
  get offMs(): number | null {
    if (this.isSkewed) return this.#offMs;
    const said = this.#ballot();
    const isOff = said !== null && isBeyond(said) && this.#isPlausible(said);
    return isOff ? Math.round(middle(said)) : null;
  }

  /** Whether connected peers that the operator named share this clock; null where none can tell. */
  get namedSays(): boolean | null {
    const named = this.#modules.clocks.measured().filter((one) => one.standing === "configured");
    const said = ballotOf(named, true);
    if (said === null) return null;
    if (isBeyond(said)) return false;
    return isWithin(said) ? true : null;
  }

  start(): void {
    if (!this.#modules.line.isWatched) return;
    this.#timer = this.#modules.scheduler.after(LOOK_MS, () => {
      this.start();
      this.#look();
    });
  }

  stop(): void {
    this.#timer();
  }

  /**
   * To be called when a clock was measured. With too few of them, or where they were measured too
   * badly to tell, the last finding stands.
   */
  review(): void {
    this.#watchStep();
    const said = this.#ballot();
    if (said !== null) this.#weigh(said);
    this.#tell(said === null ? 0 : middle(said));
  }

  /** A finding of strangers goes with them: whoever else is there agrees, or nobody is. */
  peerLeft(): void {
    if (this.#found !== "others") return;
    if (this.#modules.clocks.measured().length === 0) this.#found = null;
    this.review();
  }

  #look(): void {
    this.#watchStep();
    const { clocks, line, log } = this.#modules;
    this.#tell(0);
    if (this.#step === null) return;
    if (clocks.measured().length > 0) return;
    if (this.#monoNs - this.#step.sinceNs < ALONE_NS) {
      clocks.measureAll();
      return;
    }
    log.warn("the clock was set, and no peer says anything about it: it is taken as it is now");
    line.accept();
    this.#step = null;
    this.#tell(0);
  }

  /** Measurements are told apart by whether the clock was set between them. */
  #watchStep(): void {
    const { clocks, line, log, notBeforeNs = () => 0n } = this.#modules;
    if (!line.hasStepped(notBeforeNs())) {
      if (line.hasStepped()) line.accept();
      if (this.#step === null) return;
      this.#step = null;
      clocks.forgetClocks();
      clocks.measureAll();
      return;
    }
    const { partedNs } = line;
    if (this.#step !== null && isNear(partedNs, this.#step.partedNs)) return;
    this.#step = { sinceNs: this.#monoNs, partedNs };
    this.#offMs = Math.round(-Number(partedNs) / 1e6);
    this.#agreed = null;
    log.warn("the clock was set: nothing is sealed until peers agree with it or it is set back", {
      byMs: Number(partedNs / 1_000_000n),
      remedy: CLOCK_REMEDY,
    });
    clocks.forgetClocks();
    clocks.measureAll();
  }

  #ballot(): Ballot | null {
    return ballotOf(this.#modules.clocks.measured(), this.#agreed === null);
  }

  #weigh(said: Ballot): void {
    if (isBeyond(said)) this.#weighOff(said);
    else if (isWithin(said)) this.#agree(said);
  }

  #agree(said: Ballot): void {
    // What the operator's peers found, strangers do not take back.
    if (this.#found === "configured" && !said.counts) return;
    const { line } = this.#modules;
    if (this.#step !== null) line.accept();
    this.#step = null;
    this.#found = null;
    this.#warned = null;
    this.#agreed = {
      offsetMs: middle(said),
      errorMs: (said.high - said.low) / 2,
      monoNs: this.#monoNs,
      partedNs: line.partedNs,
    };
  }

  #weighOff(said: Ballot): void {
    // Nothing is sealed by a clock that was set, so nothing has to be found.
    if (this.#step !== null) return;
    if (!this.#isPlausible(said)) {
      this.#warn("liars", said);
    } else if (said.counts) {
      const isNamed = this.#modules.clocks.measured().some((one) => one.standing === "configured");
      this.#found = isNamed ? "configured" : "others";
      this.#offMs = Math.round(middle(said));
    } else if (this.#found === null) {
      this.#warn("off", said);
    }
  }

  /** Whether the clock can be off by that, as it agreed before and was not set since. */
  #isPlausible(said: Ballot): boolean {
    const agreed = this.#agreed;
    const { line } = this.#modules;
    if (agreed === null || !line.isWatched) return true;
    const driftMs = (Number(this.#monoNs - agreed.monoNs) / 1e6) * DRIFT;
    const setMs = Math.abs(Number(line.partedNs - agreed.partedNs)) / 1e6;
    const errorMs = (said.high - said.low) / 2;
    const apartMs = Math.abs(middle(said) - agreed.offsetMs);
    return apartMs <= agreed.errorMs + errorMs + driftMs + setMs;
  }

  #warn(what: "off" | "liars", said: Ballot): void {
    if (this.#warned === what) return;
    this.#warned = what;
    const fields = { offsetMs: Math.round(middle(said)), votes: said.votes };
    const { log } = this.#modules;
    if (what === "off") log.warn("this clock is off that of a peer", fields);
    else log.warn("peers say that this clock is off; it agreed before and was not set", fields);
  }

  #tell(offsetMs: number): void {
    const { isSkewed } = this;
    if (isSkewed === this.#wasSkewed) return;
    this.#wasSkewed = isSkewed;
    const parted = this.#step === null ? 0 : -Number(this.#step.partedNs) / 1e6;
    this.#onChange(isSkewed, Math.round(offsetMs === 0 ? parted : offsetMs));
  }

  get #monoNs(): bigint {
    const { clock } = this.#modules;
    return clock.monoNs?.() ?? clock.nowNs();
  }
}

/** Whether the whole of it is more than two calconds off, on one side. */
function isBeyond({ low, high }: Ballot): boolean {
  return low > SKEW_MS_MAX || high < -SKEW_MS_MAX;
}

function isWithin({ low, high }: Ballot): boolean {
  return low >= -SKEW_MS_MAX && high <= SKEW_MS_MAX;
}

function middle({ low, high }: { readonly low: number; readonly high: number }): number {
  return (low + high) / 2;
}

/** Whether a clock was set once, and has only been read since. */
function isNear(a: bigint, b: bigint): boolean {
  const apart = a - b;
  return apart < CALCOND_NS && apart > -CALCOND_NS;
}
