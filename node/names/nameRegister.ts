/**
 * The entrance for what owners sign: everything that can be said against it is said before it is
 * written.
 */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import {
  CALCOND_NS,
  NAME_COMMITS_OF_ACCOUNT_MAX,
  NAMES_OF_OWNER_MAX,
} from "../../protocol/limits.js";
import {
  isSignedByOwner,
  NAME_BODIES,
  nameBodyFault,
  termFault,
} from "../../protocol/names/bodies.js";
import type { ClaimBody, OwnedKind, RevokeBody, UpdateBody } from "../../protocol/names/bodies.js";
import { subjectOf } from "../../protocol/names/nameSet.js";
import {
  NAME_AHEAD_CALCONDS_MAX,
  NAME_GRACE_CALCONDS,
  NAME_COMMIT_WINDOW_CALCONDS,
  NAME_COMMITS_OF_NODE_MAX,
  NAME_LATE_CALCONDS_MAX,
  nameFault,
  workBits,
} from "../../protocol/names/rules.js";
import { hasWork } from "../../protocol/names/work.js";
import type { Crypto, JsonObject } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Names } from "./names.js";

export type Handed = OwnedKind | "name.commit";

export class NameRegister {
  readonly #names: Names;
  readonly #crypto: Crypto;
  /** Commitments of each account in the present window. */
  readonly #commits = new Map<string, number>();
  #window = -1;
  /** Being written. */
  #committing = 0;

  constructor(names: Names, crypto: Crypto) {
    this.#names = names;
    this.#crypto = crypto;
  }

  /**
   * Checks a signed statement, appends it to this node's spine and publishes it. The same again
   * changes nothing.
   * @param account who hands it in; a commitment is counted for it
   * @returns the event's id, and the claim it is about; null for a commitment
   * @throws Refusal
   */
  async take(
    kind: Handed,
    body: JsonObject,
    account = "",
  ): Promise<{ readonly id: string; readonly claim: string | null }> {
    const held = this.#names.saidAlready(this.#crypto.sha256Hex(canonicalize(body)));
    if (held !== null) return { id: held, claim: claimIn(body) ?? held };
    if (kind === "name.claim") await this.#checkClaim(body);
    else if (kind !== "name.commit") this.#checkChange(kind, body);
    else return { id: await this.#commit(body, account), claim: null };
    const said = await this.#names.say(kind, body);
    if (said === null) throw new Refusal("NOT_READY", "this node may write nothing now");
    return { id: said.id, claim: claimIn(body) ?? said.id };
  }

  async #commit(body: JsonObject, account: string): Promise<string> {
    if (!NAME_BODIES["name.commit"].safeParse(body).success) throw shapeless("name.commit");
    this.#checkQuota(account);
    this.#commits.set(account, (this.#commits.get(account) ?? 0) + 1);
    this.#committing += 1;
    try {
      const said = await this.#names.say("name.commit", body);
      if (said === null) throw new Refusal("NOT_READY", "this node may write nothing now");
      return said.id;
    } finally {
      this.#committing -= 1;
    }
  }

  /** What exceeds it would be counted by nobody, and is refused instead. */
  #checkQuota(account: string): void {
    const {
      calcond,
      book,
      options: { publicKey },
    } = this.#names;
    const window = Math.floor(calcond / NAME_COMMIT_WINDOW_CALCONDS);
    if (window !== this.#window) this.#commits.clear();
    this.#window = window;
    const ofAccount = this.#commits.get(account) ?? 0;
    const isFull =
      book.set.commitsOf(publicKey, calcond) + this.#committing >= NAME_COMMITS_OF_NODE_MAX;
    if (ofAccount < NAME_COMMITS_OF_ACCOUNT_MAX && !isFull) return;
    const nextCalcond = (window + 1) * NAME_COMMIT_WINDOW_CALCONDS;
    throw new Refusal(
      "RATE_LIMITED",
      isFull
        ? `this node takes ${NAME_COMMITS_OF_NODE_MAX} commitments in ${NAME_COMMIT_WINDOW_CALCONDS} calconds`
        : `an account makes ${NAME_COMMITS_OF_ACCOUNT_MAX} commitments in ${NAME_COMMIT_WINDOW_CALCONDS} calconds`,
      { members: { nextCalcond }, retryAfterSeconds: secondsUntil(nextCalcond - calcond) },
    );
  }

  async #checkClaim(body: JsonObject): Promise<void> {
    const { name } = body;
    const fault = typeof name === "string" ? nameFault(name) : null;
    if (fault !== null) {
      throw new Refusal(
        fault,
        fault === "BAD_NAME"
          ? "a name has 4 to 64 of a-z, 0-9 and -, no - at its ends, and does not begin with xn--"
          : "this name is kept from everybody",
      );
    }
    const read = NAME_BODIES["name.claim"].safeParse(body);
    if (!read.success) throw shapeless("name.claim", read.error.issues[0]);
    const claim = read.data;
    this.#checkSigned("name.claim", body, claim);
    this.#checkTime(claim);
    const address = await this.#names.addresses.of(claim.owner);
    if (address !== claim.address) {
      throw new Refusal("ADDRESS_MISMATCH", `the address of this key is ${address}`, {
        members: { address },
      });
    }
    this.#checkFree(claim);
  }

  #checkSigned(
    kind: OwnedKind,
    body: JsonObject,
    { owner, name, work }: Partial<ClaimBody> = {},
  ): void {
    const { net } = this.#names.options;
    if (!isSignedByOwner(this.#crypto, net, kind, body)) {
      throw new Refusal("BAD_SIGNATURE", "the owner's signature over the body does not verify", {
        members: { net },
      });
    }
    if (owner !== undefined && !hasWork(this.#crypto, owner, name ?? null, work ?? "")) {
      const bits = workBits(name ?? null);
      throw new Refusal("POW_REQUIRED", `this name takes work of ${bits} leading zero bits`, {
        members: { bits },
      });
    }
    const fault = nameBodyFault[kind](this.#crypto, net, body);
    if (fault !== null) throw new Refusal("INVALID_INPUT", fault);
  }

  #checkTime({ claimed, expires }: { claimed: number; expires?: number }): void {
    const now = this.#names.calcond;
    if (claimed < now - NAME_LATE_CALCONDS_MAX) {
      throw new Refusal("BACKDATED", `claimed ${now - claimed} calconds ago`, {
        members: { calcond: now },
      });
    }
    if (claimed > now + NAME_AHEAD_CALCONDS_MAX) {
      throw new Refusal("FUTURE_CALCOND", `claimed ${claimed - now} calconds ahead`, {
        members: { calcond: now },
      });
    }
    const fault = expires === undefined ? null : termFault({ claimed, expires });
    if (fault !== null) throw new Refusal("INVALID_INPUT", fault);
  }

  #checkFree({ name, address, owner }: ClaimBody): void {
    const { book, calcond } = this.#names;
    const subject = subjectOf({ name, address });
    const holder = book.history(subject)?.tenures.at(-1);
    const state = book.state(subject, calcond);
    if (holder !== undefined && (state === "held" || state === "pending")) {
      throw new Refusal("NAME_TAKEN", `${subject} is ${state}`, {
        members: { holder: holder.claim.body.owner, effectiveCalcond: holder.effective },
      });
    }
    if (holder !== undefined && holder.revoked === null && holder.claim.body.owner !== owner) {
      const graceEndsCalcond = holder.expires + NAME_GRACE_CALCONDS;
      if (calcond < graceEndsCalcond)
        throw new Refusal(
          "NAME_TAKEN",
          `${subject} has expired, and until calcond ${graceEndsCalcond} only who held it may claim it`,
          { members: { holder: holder.claim.body.owner, graceEndsCalcond } },
        );
    }
    if (book.heldBy(owner, calcond).length >= NAMES_OF_OWNER_MAX) {
      throw new Refusal("NAME_LIMIT", `this identity holds ${NAMES_OF_OWNER_MAX} names already`);
    }
  }

  #checkChange(kind: "name.update" | "name.revoke", body: JsonObject): void {
    const read = NAME_BODIES[kind].safeParse(body);
    if (!read.success) throw shapeless(kind, read.error.issues[0]);
    const change: UpdateBody | RevokeBody = read.data;
    this.#checkSigned(kind, body);
    this.#checkTime(change);
    const { book, calcond } = this.#names;
    const claim = book.set.claim(change.claim);
    if (claim === null) throw new Refusal("NOT_FOUND", "no such claim is known here");
    if (claim.body.owner !== change.owner) {
      throw new Refusal("FORBIDDEN", "only who claimed a name may change it");
    }
    const subject = subjectOf(claim.body);
    const tenure = book.history(subject)?.tenures.at(-1);
    const state = book.state(subject, calcond);
    if (tenure?.claim.id !== claim.id || (state !== "held" && state !== "pending")) {
      throw new Refusal("NOT_FOUND", `this claim does not hold ${subject}`);
    }
    if (change.sequence !== tenure.sequence + 1) {
      throw new Refusal("STALE_SEQUENCE", `the next sequence is ${tenure.sequence + 1}`, {
        members: { sequence: tenure.sequence },
      });
    }
  }
}

/** At least one: a client that waits so long finds the next window open. */
function secondsUntil(calconds: number): number {
  return Math.max(1, Math.ceil((calconds * Number(CALCOND_NS)) / 1e9));
}

function claimIn({ claim }: JsonObject): string | null {
  return typeof claim === "string" ? claim : null;
}

function shapeless(kind: string, issue?: { path: PropertyKey[]; message: string }): Refusal {
  const where = issue === undefined ? "" : `: /${issue.path.join("/")} ${issue.message}`;
  return new Refusal("INVALID_INPUT", `not a body of ${kind}${where}`);
}
