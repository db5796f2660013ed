/**
 * A new node opens its spine by a clock that its bootstrap peers share: what a wrong clock signs
 * first can never be taken back, and nobody keeps it.
 */
import type { Logger } from "../../../protocol/ports.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import type { ClockGuard } from "./clockGuard.js";

/** For so long a bootstrap peer is waited for; a clock that nobody spoke of is then taken as it is. */
export const FIRST_CLOCK_MS = 5_000;

interface FirstClockModules {
  readonly clock: Pick<ClockGuard, "isSkewed" | "namedSays">;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** Whether the operator named peers. */
  readonly hasNamed: boolean;
}

export class FirstClock {
  readonly #modules: FirstClockModules;
  /** Ends when the spine may be opened. */
  readonly known: Promise<void>;
  /** Ends when the clock was found right or wrong, or nobody answered in time. */
  readonly judged: Promise<void>;
  #tellKnown = (): void => undefined;
  #tellJudged = (): void => undefined;
  #state: "asking" | "off" | "known" = "asking";
  #isLate = false;
  #timer: Cancel = () => undefined;

  constructor(modules: FirstClockModules) {
    this.#modules = modules;
    this.known = new Promise((tell) => {
      this.#tellKnown = tell;
    });
    this.judged = new Promise((tell) => {
      this.#tellJudged = tell;
    });
  }

  /** Whether nothing may be signed yet. */
  get isWaiting(): boolean {
    return this.#state !== "known";
  }

  start(): void {
    if (this.#modules.hasNamed) {
      this.#timer = this.#modules.scheduler.after(FIRST_CLOCK_MS, () => {
        this.#isLate = true;
        this.review();
      });
    } else {
      this.#isLate = true;
    }
    this.review();
  }

  stop(): void {
    this.#timer();
  }

  /** To be called when a clock was measured, or a peer left. */
  review(): void {
    if (!this.isWaiting) return;
    const { clock, hasNamed } = this.#modules;
    const says = clock.namedSays;
    if (clock.isSkewed || says === false) this.#isOff();
    else if (says === true) this.#pass();
    else if (this.#isLate && (this.#state === "asking" || !hasNamed)) this.#pass();
  }

  #isOff(): void {
    if (this.#state === "off") return;
    this.#state = "off";
    this.#modules.log.error(
      "the clock of this new node is off that of its peers: nothing is signed until it is set right",
    );
    this.#tellJudged();
  }

  #pass(): void {
    if (this.#modules.hasNamed && this.#modules.clock.namedSays === null)
      this.#modules.log.warn(
        "no bootstrap peer has told the time: this new node begins by its own clock",
        { waitedMs: FIRST_CLOCK_MS },
      );
    this.#state = "known";
    this.#timer();
    this.#tellJudged();
    this.#tellKnown();
  }
}
