/** Machines: who sees them, and who may do what with them. */
import type { Principal } from "../../protocol/identity/principal.js";
import {
  lowestRole,
  roleOn,
  roleRefusal,
  type Action,
  type Role,
  type SeenRole,
} from "../../protocol/identity/roles.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { MACHINE_ID_PATTERN } from "../../protocol/identity/slug.js";
import type { MachineGrant, MachineRecord } from "../../storage/records/identityRecords.js";
import type { ReceiptPlace } from "../../storage/records/records.js";
import type { Store } from "../../storage/store.js";
import { CorruptRecordError } from "../../storage/kv/errors.js";
import type { ListedMachine, ListOfMachines } from "../../storage/repositories/machineLists.js";
import { faultOf } from "../../storage/kv/table.js";
import { DamagedError } from "../runtime/damage.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { KeptMachines } from "./keptMachines.js";
import type { PublicMachines, PublicPage } from "./publicMachines.js";

interface MachinesModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "reckon">;
  readonly published: PublicMachines;
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

/** What may be done with a machine that is closed. */
const READING: ReadonlySet<Action> = new Set([
  "read",
  "read-payload",
  "read-grants",
  "drop-payload",
]);

export class Machines {
  readonly #store: Store;
  readonly #deadlines: Pick<Deadlines, "reckon">;
  readonly #published: PublicMachines;
  readonly #kept: KeptMachines;

  constructor({ store, deadlines, published }: MachinesModules) {
    this.#store = store;
    this.#kept = new KeptMachines(store);
    this.#deadlines = deadlines;
    this.#published = published;
  }

  /** Whether rows may be added to its log: false where there is no such machine. */
  async isOpen(id: string): Promise<boolean> {
    const machine = await this.#kept.get(id);
    return machine !== undefined && machine.closedCalcond === undefined;
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
    try {
      const found = MACHINE_ID_PATTERN.test(slugOrId)
        ? await this.#kept.get(slugOrId)
        : await this.#store.machines.bySlug(slugOrId);
      return found ?? null;
    } catch (error) {
      return faultOf(error);
    }
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
    const ofAccount = await machines.listedOf(asker.account);
    return isAmong(
      asker.machine === null ? ofAccount : ofAccount.filter(({ id }) => id === asker.machine),
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
    return this.checked(machine ?? undefined, slugOrId, principal, action);
  }

  /** As `require`, of the record as the writer's guard read it. */
  checked(
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
    if (machine.closedCalcond !== undefined && !READING.has(action)) {
      throw new Refusal("MACHINE_CLOSED", `${machine.slug} is closed: its log can be read`, {
        members: { closedCalcond: machine.closedCalcond },
      });
    }
    return { machine, role };
  }

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
