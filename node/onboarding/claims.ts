/**
 * Free credits of the day: once per machine and UTC day, and once per account, as machines cost
 * nothing. They are for owners who are nearly out of credits. Whether a claim is due is said before
 * any work is asked for.
 */
import { Refusal } from "../../protocol/errors/refusal.js";
import { MINT_CREDITS, purseOf } from "../../protocol/economy/accounts.js";
import { DAILY_CREDITS } from "../../protocol/economy/freeCredits.js";
import { dayText } from "../../protocol/economy/charges.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock } from "../../protocol/ports.js";
import { buckets } from "../../storage/records/buckets.js";
import type { Store } from "../../storage/store.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Machines } from "../machines/machines.js";
import { left, type Counted, type Work, type Worker } from "../accounts/work.js";

const CLAIM_KIND = "claim";
const DAY_NS = 86_400_000_000_000n;

interface ClaimModules {
  readonly ledger: Pick<Ledger, "open" | "owned">;
  readonly machines: Pick<Machines, "owned">;
  readonly work: Pick<Work, "require">;
  readonly store: Store;
  readonly clock: Clock;
}

interface ClaimOptions {
  /** Free and paid credits together from which on a claim is not due. */
  readonly unlockBelow: number;
}

interface Day {
  /** Days since 1970. */
  readonly day: number;
  readonly calcond: number;
  /** First calcond that begins on the next day. */
  readonly nextCalcond: number;
}

export interface ClaimRequest {
  readonly account: string;
  /** Slug or id of a machine of the account. */
  readonly machine: string;
  /** Id of the machine whose key it is asked with: no other's may be claimed. */
  readonly only: string | null;
}

/** What a claim came to. */
export interface Claimed {
  readonly credited: number;
  /** Id of the machine. */
  readonly machine: string;
  /** As text, `2026-11-26`. */
  readonly day: string;
  /** First calcond at which the account may claim again. */
  readonly nextCalcond: number;
}

export class Claims {
  readonly #modules: ClaimModules;
  readonly #unlockBelow: number;

  constructor({ unlockBelow }: ClaimOptions, modules: ClaimModules) {
    this.#modules = modules;
    this.#unlockBelow = unlockBelow;
  }

  /**
   * What comes of it, and how often the address may do it.
   * @throws Refusal NOT_FOUND, ALREADY_CLAIMED, NOT_ELIGIBLE, and what showing work may say
   */
  async claim(
    { account, machine: slugOrId, only }: ClaimRequest,
    worker: Worker,
  ): Promise<Counted<Claimed>> {
    const { machines, work } = this.#modules;
    const machine = await machines.owned(account, slugOrId);
    if (machine === null || (only !== null && only !== machine.id))
      throw new Refusal("NOT_FOUND", "none of your machines has this slug or id");
    await this.#check(account, machine.id);
    const ticket = await work.require("claim", worker);
    return {
      keys: [`uniq:claim/${machine.id}`, `acct:${account}`, ticket.guardKey],
      run: async (tx) => {
        const { day, calcond, nextCalcond } = await this.#check(account, machine.id);
        await ticket.take(tx);
        const credits = DAILY_CREDITS;
        tx.put(buckets.claimed, [machine.id, day], { account, credits, calcond });
        tx.put(buckets.claimday, account, { day, machine: machine.id, credits, calcond });
        tx.book({
          kind: CLAIM_KIND,
          note: { machine: machine.id },
          entries: [
            { account: MINT_CREDITS, delta: -credits },
            { account: purseOf("free", account), delta: credits },
          ],
        });
        const claim = {
          credited: credits,
          machine: machine.id,
          day: dayText(day),
          nextCalcond,
        };
        return { made: claim, allowances: left(ticket) };
      },
    };
  }

  /** A clock that is set back makes no day new: only one after the last claim's counts. */
  async #check(account: string, machine: string): Promise<Day> {
    const { clock, store } = this.#modules;
    const today = dayOf(clock.nowNs());
    const last = await store.work.lastClaim(machine);
    if (last !== null && today.day <= last.day)
      throw alreadyClaimed("this machine has claimed its credits", machine, last.day);
    await this.#checkBalance(account);
    const of = await store.work.lastClaimOf(account);
    if (of !== undefined && today.day <= of.day) {
      const what = `your machine ${of.machine} has claimed the ${of.credits} credits of the account`;
      throw alreadyClaimed(what, machine, of.day);
    }
    return today;
  }

  async #checkBalance(account: string): Promise<void> {
    const { ledger } = this.#modules;
    await ledger.open(account);
    // With what is set aside: it is not spent until something is sealed for it.
    const owned = ledger.owned(account);
    if (owned === undefined)
      throw new Refusal("BUSY", "the balance is being read again", {
        retryAfterSeconds: 1,
      });
    const balance = owned.free + owned.paid;
    if (balance < this.#unlockBelow) return;
    throw new Refusal(
      "NOT_ELIGIBLE",
      `${balance} credits are left; a claim is open below ${this.#unlockBelow}`,
      { members: { balance, unlockBelow: this.#unlockBelow } },
    );
  }
}

function alreadyClaimed(what: string, machine: string, day: number): Refusal {
  const { nextCalcond } = dayOf(BigInt(day) * DAY_NS);
  return new Refusal("ALREADY_CLAIMED", `${what} of ${dayText(day)}`, {
    members: { machine, day: dayText(day), nextCalcond },
  });
}

function dayOf(ns: bigint): Day {
  const day = ns / DAY_NS;
  return {
    day: Number(day),
    calcond: Number(ns / CALCOND_NS),
    nextCalcond: Number(((day + 1n) * DAY_NS + CALCOND_NS - 1n) / CALCOND_NS),
  };
}
