/**
 * A thread that checks signatures, in virtual time: what comes while it is busy gathers and goes
 * together, answers come in the order of the questions, and the thread may die with all of them.
 */
import type { SignatureChecker } from "../../node/mesh/intake/eventJudge.js";
import { verifyCheck } from "../../protocol/mesh/judgement.js";
import type { SignatureCheck } from "../../protocol/mesh/judgement.js";
import type { SimScheduler } from "./clock.js";
import type { SimCrypto } from "./crypto.js";
import type { SeededRandom } from "./random.js";

/** One batch may take so long: the thread shares its core with others. */
const BATCH_MS_MAX = 40;
const DEATH_CHANCE = 0.02;

interface Asked {
  readonly checks: readonly SignatureCheck[];
  readonly resolve: (valid: readonly boolean[]) => void;
  readonly reject: (error: Error) => void;
}

interface CheckerModules {
  readonly crypto: SimCrypto;
  readonly scheduler: SimScheduler;
  readonly random: SeededRandom;
}

export class SimChecker implements SignatureChecker {
  readonly #modules: CheckerModules;
  /** A planted fault: what waits for a batch to end is forgotten. */
  readonly #forgets: boolean;
  #sent: readonly Asked[] = [];
  #waiting: Asked[] = [];
  #ended = false;

  constructor(modules: CheckerModules, forgets: boolean) {
    this.#modules = modules;
    this.#forgets = forgets;
  }

  async check(check: SignatureCheck): Promise<boolean> {
    const [isValid] = await this.checkAll([check]);
    return isValid === true;
  }

  checkAll(checks: readonly SignatureCheck[]): Promise<readonly boolean[]> {
    if (this.#ended) return Promise.reject(new Error("the thread has ended"));
    return new Promise((resolve, reject) => {
      if (this.#forgets && this.#sent.length > 0) return;
      this.#waiting.push({ checks, resolve, reject });
      if (this.#sent.length === 0) this.#send();
    });
  }

  /** What still waits is refused; anyone who asked checks it itself. */
  stop(): void {
    this.#ended = true;
    const refused = [...this.#sent, ...this.#waiting.splice(0)];
    this.#sent = [];
    for (const { reject } of refused) reject(new Error("the thread was stopped"));
  }

  #send(): void {
    const { scheduler, random } = this.#modules;
    this.#sent = this.#waiting.splice(0);
    if (this.#sent.length === 0) return;
    scheduler.after(random.between(0.1, BATCH_MS_MAX), () => {
      if (random.chance(DEATH_CHANCE)) this.stop();
      else this.#answer();
    });
  }

  #answer(): void {
    const { crypto } = this.#modules;
    const sent = this.#sent;
    this.#sent = [];
    for (const { checks, resolve } of sent)
      resolve(checks.map((check) => verifyCheck(crypto, check)));
    this.#send();
  }
}
