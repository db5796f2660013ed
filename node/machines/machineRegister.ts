/** How machines begin: an id, a slug that nobody else has, and one key. */
import type { Principal } from "../../protocol/identity/principal.js";
import type { RowActor } from "../../protocol/log/row.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { machineId, slugFault, slugVariant } from "../../protocol/identity/slug.js";
import { MACHINES_OF_ACCOUNT_MAX } from "../../protocol/limits.js";
import { buckets } from "../../storage/records/buckets.js";
import type { MachineRecord } from "../../storage/records/identityRecords.js";
import type { Store } from "../../storage/store.js";
import { faultOf } from "../../storage/kv/table.js";
import type { EffectTransaction, Step } from "../ledger/effects.js";
import type { Deadlines } from "../runtime/deadlines.js";
import { makeKey } from "../runtime/identity/keyFormat.js";
import type { RandomBytes } from "../runtime/random.js";
import { payloadText, type MachineLog } from "./log/machineLog.js";
import type { PublicMachines } from "./publicMachines.js";

const ID_BYTES = 16;
/** Characters of its id that name a machine nobody named. */
const OWN_SLUG_CHARS = 12;
/** Alternatives tried for a slug that is taken. */
const VARIANTS_TRIED_MAX = 32;

export interface MachineRequest {
  readonly slug?: string;
  readonly name?: string;
  readonly isPublic?: boolean;
  /** Of its key. */
  readonly purpose?: "compute" | "master";
}

/** A machine that is about to be made, and its key. */
export interface MachineDraft {
  readonly record: MachineRecord;
  /** Shown once. */
  readonly key: string;
  readonly purpose: "compute" | "master";
  /** To be among the keys of the guard that writes it. */
  readonly guardKey: string;
}

/** What an answer tells about a machine that was just made. */
export interface NewMachine {
  readonly id: string;
  readonly slug: string;
  readonly key: string;
  readonly genesisCalcond: number;
}

interface RegisterModules {
  readonly store: Store;
  readonly deadlines: Pick<Deadlines, "now">;
  readonly published: PublicMachines;
  readonly random: RandomBytes;
  readonly machineLog: Pick<MachineLog, "begin" | "append">;
}

export class MachineRegister {
  readonly #store: Store;
  readonly #deadlines: Pick<Deadlines, "now">;
  readonly #published: PublicMachines;
  readonly #random: RandomBytes;
  readonly #machineLog: RegisterModules["machineLog"];

  constructor({ store, deadlines, published, random, machineLog }: RegisterModules) {
    this.#machineLog = machineLog;
    this.#store = store;
    this.#deadlines = deadlines;
    this.#published = published;
    this.#random = random;
  }

  /** A private one. @throws Refusal INVALID_INPUT for a slug nobody may have */
  draft(
    owner: string,
    { slug, name, purpose = "compute" }: Pick<MachineRequest, "slug" | "name" | "purpose"> = {},
  ): MachineDraft {
    const id = machineId(this.#random.bytes(ID_BYTES));
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
      key: makeKey("machine", this.#random),
      purpose,
      guardKey: `uniq:slug/${own}`,
    };
  }

  /** For a caller who must show work first. @throws Refusal SLUG_TAKEN */
  async checkFree(slug: string | undefined): Promise<void> {
    if (slug !== undefined && (await this.#store.machines.isTaken(slug)))
      throw await this.#slugTaken(slug);
  }

  /**
   * Adds a draft, its key and the first row of its log to the batch of its guard. @throws Refusal
   * SLUG_TAKEN with free ones that are near
   */
  async add(
    tx: EffectTransaction,
    { key, purpose, record }: MachineDraft,
    actor: RowActor,
  ): Promise<void> {
    const { slug, owner, id, createdCalcond, genesisCalcond, isPublic, name } = record;
    if ((await tx.get(buckets.slug, slug).catch(faultOf)) !== undefined)
      throw await this.#slugTaken(slug);
    tx.add(this.#store.machines.putOps(record));
    tx.add(
      this.#store.keys.addOps(key, {
        account: owner,
        purpose,
        createdCalcond,
        machine: id,
        asked: true,
      }),
    );
    this.#machineLog.begin(tx, { machine: id, owner, genesisCalcond });
    this.#machineLog.append(tx, id, {
      transitionType: "created",
      actor,
      payload: payloadText({ slug, name, is_public: isPublic }),
    });
  }

  create(
    { keyPrefix, owner }: Pick<Principal, "keyPrefix" | "owner">,
    machine: MachineRequest,
  ): Step<MachineDraft> & { readonly machine: string } {
    const { record, ...kept } = this.draft(owner, machine);
    const draft = { ...kept, record: { ...record, isPublic: machine.isPublic ?? false } };
    return {
      machine: record.id,
      keys: [draft.guardKey, `acct:${owner}`],
      run: async (tx) => {
        if ((await this.#store.machines.listedOf(owner)).length >= MACHINES_OF_ACCOUNT_MAX) {
          throw new Refusal(
            "CONFLICT",
            `an account has at most ${MACHINES_OF_ACCOUNT_MAX} machines`,
          );
        }
        await this.add(tx, draft, { key: keyPrefix, role: "owner" });
        this.#published.followed(tx, draft.record);
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
