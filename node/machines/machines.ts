/** Machines: who owns them, who may do what with them, and their one key. */
import { randomBytes } from "node:crypto";
import type { Principal } from "../../protocol/identity/principal.js";
import { Refusal } from "../../protocol/refusal.js";
import {
  lowestRole,
  roleOn,
  roleRefusal,
  type Action,
  type GrantableRole,
  type Role,
  type SeenRole,
} from "../../protocol/identity/roles.js";
import {
  machineId,
  MACHINE_ID_PATTERN,
  slugFault,
  slugVariant,
} from "../../protocol/identity/slug.js";
import {
  MACHINE_GRANTS_MAX,
  MACHINES_OF_ACCOUNT_MAX,
  PUBLIC_PLACES_KEPT_MAX,
} from "../../protocol/limits.js";
import type { MachineGrant, MachineRecord } from "../../storage/identityRecords.js";
import type { ReceiptPlace } from "../../storage/records.js";
import type { Transaction } from "../../storage/guard.js";
import type { Store } from "../../storage/store.js";
import { buckets } from "../../storage/buckets.js";
import { CorruptRecordError } from "../../storage/errors.js";
import type { ListedMachine, ListOfMachines } from "../../storage/repositories/machineLists.js";
import { faultOf } from "../../storage/table.js";
import { damagedKeyError } from "../accounts/damagedKey.js";
import { DamagedError } from "../runtime/damage.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { makeKey } from "../runtime/keyFormat.js";
import { PublicMachines, type PublicPage } from "./publicMachines.js";

const CID = /^[0-9a-f]{32}$/;
const ID_BYTES = 16;
/** Characters of its id that name a machine nobody named. */
const OWN_SLUG_CHARS = 12;
/** Alternatives tried for a slug that is taken. */
const VARIANTS_TRIED_MAX = 32;

export interface MachineWish {
  readonly slug?: string;
  readonly name?: string;
  readonly isPublic?: boolean;
}

/** A machine that is about to be made, and its key. */
export interface MachineDraft {
  readonly record: MachineRecord;
  /** Shown once. */
  readonly key: string;
  /** To be among the keys of the guard that writes it. */
  readonly guardKey: string;
}

/** What an answer tells about a machine that was just made. */
export interface MadeMachine {
  readonly id: string;
  readonly slug: string;
  readonly key: string;
  readonly genesisCalcond: number;
}

interface MachineModules {
  readonly store: Store;
  readonly deadlines: Deadlines;
  readonly published?: PublicMachines;
}

/** Who computed a receipt, and where it is kept here; null of one that came from a peer. */
interface Computation {
  readonly account: string | null;
  readonly place: ReceiptPlace | null;
}

export interface SeenMachine {
  readonly machine: MachineRecord;
  /** The asker's. */
  readonly role: Role;
}

interface MachineChange<T> {
  readonly changed: MachineRecord;
  readonly made: (changed: MachineRecord) => T;
}

export class Machines {
  readonly #store: Store;
  readonly #deadlines: Deadlines;
  readonly #published: PublicMachines;

  constructor({
    store,
    deadlines,
    published = new PublicMachines(PUBLIC_PLACES_KEPT_MAX, store.machines),
  }: MachineModules) {
    this.#store = store;
    this.#deadlines = deadlines;
    this.#published = published;
  }

  /** By slug or id; null where there is none, or it is another account's. @throws DamagedError */
  async owned(account: string, slugOrId: string): Promise<MachineRecord | null> {
    const found = await this.#find(slugOrId);
    if (!(found instanceof CorruptRecordError)) return found?.owner === account ? found : null;
    if (isAmong(await this.#store.machines.listedOf(account), slugOrId))
      throw damagedMachineError(slugOrId, found);
    return null;
  }

  /**
   * By slug or id; null where there is none, or none that the caller has a role on. @throws
   * DamagedError
   */
  async seen(slugOrId: string, principal: Principal | null): Promise<MachineRecord | null> {
    const found = await this.#find(slugOrId);
    if (found instanceof CorruptRecordError) {
      if (await this.#mayKnow(slugOrId, principal)) throw damagedMachineError(slugOrId, found);
      return null;
    }
    return found !== null && this.roleOf(found, principal) !== null ? found : null;
  }

  async #find(slugOrId: string): Promise<MachineRecord | CorruptRecordError | null> {
    const { machines } = this.#store;
    const found = await (
      MACHINE_ID_PATTERN.test(slugOrId) ? machines.get(slugOrId) : machines.bySlug(slugOrId)
    ).catch(faultOf);
    return found ?? null;
  }

  /**
   * Whether there is such a machine is told to its owner and, if it is public, to everybody. Both
   * are known from the lists that it stands in. To whom its owner gave a role is not known without
   * its record: it is to them as to any outsider.
   */
  async #mayKnow(slugOrId: string, principal: Principal | null): Promise<boolean> {
    const { machines } = this.#store;
    const asker = askerOf(principal);
    if (principal?.unlimited === true || isAmong(await machines.listedInPublic(), slugOrId))
      return true;
    if (asker === null) return false;
    const own = await machines.listedOf(asker.account);
    return isAmong(
      asker.machine === null ? own : own.filter(({ id }) => id === asker.machine),
      slugOrId,
    );
  }

  /** In the order in which they began. */
  ofAccount(account: string): Promise<ListOfMachines> {
    return this.#store.machines.ofAccount(account);
  }

  /** Of the public ones, in the order in which they began. */
  published(page: { readonly limit: number; readonly offset: number }): Promise<PublicPage> {
    return this.#published.page(page);
  }

  roleOf(machine: MachineRecord, principal: Principal | null): Role | null {
    return roleOn(machine, askerOf(principal), this.#deadlines.reckon());
  }

  /** The caller's role, by slug or id; null for an outsider. @throws DamagedError */
  async roleOn(slugOrId: string, principal: Principal | null): Promise<SeenRole | null> {
    const machine = await this.seen(slugOrId, principal);
    const role = machine === null ? null : this.roleOf(machine, principal);
    return machine === null || role === null ? null : { slug: machine.slug, role };
  }

  /**
   * The machine, if the caller may do `action` with it.
   * @throws Refusal NOT_FOUND for whoever has no role on it, FORBIDDEN for too low a one;
   * DamagedError
   */
  async require(
    slugOrId: string,
    principal: Principal | null,
    action: Action = "read",
  ): Promise<SeenMachine> {
    const machine = await this.seen(slugOrId, principal);
    return this.#checked(machine ?? undefined, slugOrId, principal, action);
  }

  #checked(
    machine: MachineRecord | undefined,
    slug: string,
    principal: Principal | null,
    action: Action,
  ): SeenMachine {
    const role = machine === undefined ? null : this.roleOf(machine, principal);
    const needed = lowestRole(action);
    if (machine === undefined || role === null) throw roleRefusal(slug, null, needed)!;
    const refusal = roleRefusal(slug, { slug: machine.slug, role }, needed);
    if (refusal !== null) throw refusal;
    return { machine, role };
  }

  // What they computed.

  /**
   * Whether it is the caller's own: of a machine's key, only what was computed with it. @throws
   * CorruptRecordError
   */
  async mayRead(principal: Principal | null, { account, place }: Computation): Promise<boolean> {
    if (principal === null || principal.owner !== account) return false;
    const { machine } = principal;
    return (
      machine === null ||
      (place !== null && (await this.#store.machines.ranAt([machine], place)).length > 0)
    );
  }

  /**
   * The machine of a receipt's account whose key computed it; null also where what says so is
   * damaged.
   */
  async computedBy({ account, place }: Computation): Promise<MachineRecord | null> {
    if (account === null || place === null) return null;
    const { machines } = await this.ofAccount(account);
    const ran = await this.#store.machines
      .ranAt(
        machines.map((machine) => machine.id),
        place,
      )
      .catch(faultOf);
    return ran instanceof CorruptRecordError
      ? null
      : (machines.find(({ id }) => id === ran[0]) ?? null);
  }

  // Making one.

  /** A private one. @throws Refusal INVALID_INPUT for a slug nobody may have */
  draft(owner: string, { slug, name }: Pick<MachineWish, "slug" | "name"> = {}): MachineDraft {
    const id = machineId(randomBytes(ID_BYTES));
    const own = slug ?? `m-${id.slice(2, 2 + OWN_SLUG_CHARS)}`;
    const fault = slugFault(own);
    if (fault !== null) throw slugError(own, fault);
    const calcond = this.#deadlines.now();
    return {
      record: {
        id,
        slug: own,
        name: name ?? null,
        owner,
        genesisCalcond: calcond,
        createdCalcond: calcond,
        isPublic: false,
        grants: [],
        granted: 0,
      },
      key: makeKey("machine"),
      guardKey: `uniq:slug/${own}`,
    };
  }

  /** For whoever has work to show first. @throws Refusal SLUG_TAKEN */
  async checkFree(slug: string | undefined): Promise<void> {
    if (slug !== undefined && (await this.#store.machines.isTaken(slug)))
      throw await this.#slugTaken(slug);
  }

  /**
   * Adds a draft and its key to the batch of its guard. @throws Refusal SLUG_TAKEN with free ones
   * that are near
   */
  async add(tx: Transaction, { record, key }: MachineDraft): Promise<void> {
    const { slug, owner, id, createdCalcond } = record;
    if ((await tx.get(buckets.slug, slug).catch(faultOf)) !== undefined)
      throw await this.#slugTaken(slug);
    tx.add(this.#store.machines.putOps(record));
    tx.add(
      this.#store.keys.addOps(key, {
        account: owner,
        purpose: "compute",
        createdCalcond,
        machine: id,
        asked: true,
      }),
    );
  }

  create(owner: string, wish: MachineWish): Step<MachineDraft> {
    const { record, ...kept } = this.draft(owner, wish);
    const draft = { ...kept, record: { ...record, isPublic: wish.isPublic ?? false } };
    return {
      keys: [draft.guardKey, `acct:${owner}`],
      run: async (tx) => {
        if ((await this.#store.machines.listedOf(owner)).length >= MACHINES_OF_ACCOUNT_MAX) {
          throw new Refusal(
            "CONFLICT",
            `an account has at most ${MACHINES_OF_ACCOUNT_MAX} machines`,
          );
        }
        await this.add(tx, draft);
        this.#follow(tx, draft.record);
        return draft;
      },
    };
  }

  async #slugTaken(slug: string): Promise<Refusal> {
    for (let n = 2; n < VARIANTS_TRIED_MAX; n += 1) {
      const nearest = slugVariant(slug, n);
      if (!(await this.#store.machines.isTaken(nearest))) {
        return new Refusal("SLUG_TAKEN", `there is a machine ${slug} already`, {
          members: { nearest },
        });
      }
    }
    return new Refusal("SLUG_TAKEN", `there is a machine ${slug} already, and many like it`);
  }

  // Changing one.

  async change(
    slugOrId: string,
    principal: Principal,
    { name, isPublic }: Pick<MachineWish, "name" | "isPublic">,
  ): Promise<Step<SeenMachine>> {
    const action = isPublic === undefined ? "edit" : "set-public";
    return this.#update(slugOrId, principal, action, ({ machine, role }) => ({
      changed: {
        ...machine,
        ...(name === undefined ? {} : { name }),
        ...(isPublic === undefined ? {} : { isPublic }),
      },
      made: (changed) => ({ machine: changed, role }),
    }));
  }

  /** Gives a role to an account, or to one key of the owner's account. */
  async grant(
    slugOrId: string,
    principal: Principal,
    wish: {
      readonly principal: string;
      readonly role: GrantableRole;
      readonly expiresCalcond: number | null;
    },
  ): Promise<Step<MachineGrant>> {
    const { machine: seen } = await this.require(slugOrId, principal, `grant-${wish.role}`);
    const to = await this.#grantee(seen.owner, wish.principal);
    return this.#update(seen.id, principal, `grant-${wish.role}`, ({ machine }) => {
      const now = this.#deadlines.now();
      if (wish.expiresCalcond !== null && wish.expiresCalcond <= now) {
        throw new Refusal("INVALID_INPUT", "expiresCalcond is over already", {
          members: { calcond: now },
        });
      }
      const standing = machine.grants.filter(
        ({ expiresCalcond }) => expiresCalcond === null || expiresCalcond > now,
      );
      if (standing.length >= MACHINE_GRANTS_MAX) {
        throw new Refusal("CONFLICT", `a machine has at most ${MACHINE_GRANTS_MAX} grants`);
      }
      const given: MachineGrant = {
        id: `g_${machine.granted + 1}`,
        principal: wish.principal,
        to,
        role: wish.role,
        expiresCalcond: wish.expiresCalcond,
        createdCalcond: now,
        by: principal.keyPrefix,
      };
      return {
        changed: { ...machine, grants: [...standing, given], granted: machine.granted + 1 },
        made: () => given,
      };
    });
  }

  /** Which of a machine's grants give their role now. */
  async holding({ grants }: MachineRecord): Promise<ReadonlySet<MachineGrant>> {
    const now = this.#deadlines.reckon();
    const standing = grants.filter(
      ({ expiresCalcond }) => expiresCalcond === null || now < expiresCalcond,
    );
    const isLive = async ({ to }: MachineGrant): Promise<boolean> => {
      if (!("keyHash" in to)) return true;
      // Nobody gets in with a damaged one.
      const key = await this.#store.keys.byHash(to.keyHash).catch(faultOf);
      return (
        key !== undefined &&
        !(key instanceof CorruptRecordError) &&
        (key.revokedCalcond === null || now < key.revokedCalcond)
      );
    };
    const live = await Promise.all(standing.map(isLive));
    return new Set(standing.filter((_, i) => live[i]));
  }

  /** Takes a grant back: an admin those up to operator, the owner every one. */
  async ungrant(slugOrId: string, principal: Principal, id: string): Promise<Step<MachineGrant>> {
    const { machine: seen } = await this.require(slugOrId, principal, "read-grants");
    const found = seen.grants.find((grant) => grant.id === id);
    if (found === undefined)
      throw new Refusal("NOT_FOUND", `there is no grant ${id} on ${seen.slug}`);
    return this.#update(seen.id, principal, `grant-${found.role}`, ({ machine }) => ({
      changed: { ...machine, grants: machine.grants.filter((grant) => grant.id !== id) },
      made: () => found,
    }));
  }

  async #update<T>(
    slugOrId: string,
    principal: Principal,
    action: Action,
    change: (seen: SeenMachine) => MachineChange<T>,
  ): Promise<Step<T>> {
    const {
      machine: { id },
    } = await this.require(slugOrId, principal, action);
    return {
      keys: [`mach:${id}`],
      run: async (tx) => {
        const seen = this.#checked(await tx.get(buckets.mach, id), slugOrId, principal, action);
        const { changed, made } = change(seen);
        tx.add(this.#store.machines.putOps(changed));
        this.#follow(tx, changed);
        return made(changed);
      },
    };
  }

  /** The list of public ones follows under the guard: in the order of the writes. */
  #follow(tx: EffectTransaction, machine: MachineRecord): void {
    tx.onSettled((isWritten) => {
      if (isWritten) this.#published.follow(machine);
      else this.#published.forget();
    });
  }

  /** @throws Refusal INVALID_INPUT where it names neither an account nor one key of the owner's */
  async #grantee(owner: string, principal: string): Promise<MachineGrant["to"]> {
    const { accounts } = this.#store;
    const account = CID.test(principal) ? await accounts.nameOf(principal) : undefined;
    if (account !== undefined) return { account };
    const now = this.#deadlines.now();
    const { damaged, keys } = await this.#store.keys.ofAccount(owner);
    const named = keys.filter(
      ({ prefix, revokedCalcond }) =>
        prefix === principal && (revokedCalcond === null || revokedCalcond > now),
    );
    const [key] = named;
    if (key !== undefined && named.length === 1) return { keyHash: key.hash };
    if (damaged.some(({ prefix }) => prefix === principal)) throw damagedKeyError(principal);
    const message = "no account has this identity digest, and no one key of the owner begins so";
    throw new Refusal("INVALID_INPUT", message, {
      errors: [{ pointer: "/principal", code: "INVALID_VALUE", message }],
    });
  }
}

function askerOf(principal: Principal | null) {
  if (principal === null || principal.spinUpOnly) return null;
  const { owner, machine, keyHash } = principal;
  return { account: owner, machine, keyHash };
}

function isAmong(listed: readonly ListedMachine[], slugOrId: string): boolean {
  return listed.some(({ id, slug }) => slug === slugOrId || id === slugOrId);
}

function damagedMachineError(slugOrId: string, record: CorruptRecordError): DamagedError {
  return new DamagedError(
    `it is part of the machine ${slugOrId}, of which nothing can be told or changed`,
    record,
  );
}

function slugError(slug: string, fault: "form" | "reserved"): Refusal {
  const message =
    fault === "form"
      ? "a slug has 4 to 64 of a-z, 0-9 and -, with no - at either end"
      : `${slug} means something else where a machine is named: words of the interface, and 16 ` +
        "or 64 hex digits, are no slugs";
  return new Refusal("INVALID_INPUT", message, {
    errors: [{ pointer: "/slug", code: "INVALID_VALUE", message }],
  });
}
