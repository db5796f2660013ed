/** What handlers may use. A handler translates; it holds no rule. */
import type { Clock, Crypto } from "../../protocol/ports.js";
import type { Registry } from "../../protocol/operators/registry.js";
import type { Store } from "../../storage/store.js";
import type { Identity } from "../identity.js";
import type { Accounts } from "../services/accounts.js";
import type { ComputeService } from "../services/compute.js";
import type { Idempotency } from "../services/idempotency.js";
import type { MeshView } from "../services/meshView.js";
import type { NameAnswers } from "../services/nameAnswers.js";
import type { NameRegister } from "../services/nameRegister.js";
import type { Names } from "../services/names.js";
import type { OwnSpine } from "../services/ownSpine.js";
import type { Prover } from "../services/prover.js";
import type { Readiness } from "../services/readiness.js";
import type { Receipts } from "../services/receipts.js";
import type { SolverService } from "../services/solvers.js";
import type { FollowedLogs } from "../services/followedLogs.js";
import type { SpineLog } from "../services/spineLog.js";
import type { Work } from "../services/work.js";

export interface Services {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly registry: Registry;
  readonly store: Store;
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly compute: ComputeService;
  readonly idempotency: Idempotency;
  readonly prover: Prover;
  readonly receipts: Receipts;
  readonly readiness: Readiness;
  readonly spine: OwnSpine;
  readonly spineLog: SpineLog;
  readonly followedLogs: FollowedLogs;
  /** libp2p peer id; derived from the identity key. */
  readonly peerId: string;
  readonly mesh: MeshView;
  readonly names: Names;
  readonly nameAnswers: NameAnswers;
  readonly nameRegister: NameRegister;
  readonly solvers: SolverService;
  readonly work: Work;
}
