/** All that works on names, put together. */
import type { Ground } from "../ground/ground.js";
import { Addresses } from "../accounts/scrypt.js";
import { SuccessionDocuments } from "../spine/successionDocuments.js";
import { NameAnswers } from "./nameAnswers.js";
import { NameRegister } from "./nameRegister.js";
import { Names, type Genesis } from "./names.js";

type Modules = Pick<
  Ground,
  | "clock"
  | "crypto"
  | "followedLogs"
  | "identity"
  | "log"
  | "scheduler"
  | "spine"
  | "spineLog"
  | "store"
  | "successions"
>;

/** What whoever starts the node may hand in. */
export interface NamePorts {
  /** Absent: derived in the threads of the process. */
  readonly addresses?: Addresses;
}

export interface NameServices {
  readonly names: Names;
  readonly nameAnswers: NameAnswers;
  readonly nameRegister: NameRegister;
}

export function createNames(
  genesis: Genesis,
  modules: Modules,
  { addresses = new Addresses() }: NamePorts,
): NameServices {
  const { crypto, identity, scheduler, spine, store } = modules;
  const { net } = spine;
  const names = new Names(
    { publicKey: identity.publicKeyHex, net, genesis },
    { ...modules, addresses, after: (ms, f) => scheduler.after(ms, f) },
  );
  return {
    names,
    nameAnswers: new NameAnswers(names, store, new SuccessionDocuments({ ...modules, net })),
    nameRegister: new NameRegister(names, crypto),
  };
}
