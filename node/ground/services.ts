/** The services of a node, made in the order in which they need each other. */
import { AccountKeys } from "../accounts/accountKeys.js";
import { Accounts } from "../accounts/accounts.js";
import { Idempotency } from "../accounts/idempotency.js";
import { Offering } from "../agents/offering.js";
import { Addresses } from "../accounts/scrypt.js";
import { Sessions } from "../accounts/sessions.js";
import { Work } from "../accounts/work.js";
import { ComputeService } from "../compute/compute.js";
import { Evaluator } from "../compute/evaluator.js";
import { KeptRows } from "../compute/keptRows.js";
import { Prover } from "../compute/prover.js";
import { Receipts } from "../compute/receipts.js";
import { SolverService } from "../compute/solvers.js";
import { SolverPool } from "../compute/workers/pool.js";
import { Effects } from "../ledger/effects.js";
import { Ledger } from "../ledger/ledger.js";
import { PublicRecord } from "../ledger/publicRecord.js";
import { Supply } from "../ledger/supply.js";
import { createMachines, type MachineServices } from "../machines/createMachines.js";
import { LogProofs } from "../machines/log/logProofs.js";
import { LogCheckpoints } from "../machines/log/logCheckpoints.js";
import { LogValidation } from "../machines/log/logValidation.js";
import { MachineLog } from "../machines/log/machineLog.js";
import { peerIdOf } from "../mesh/host/peerKey.js";
import { MeshView } from "../mesh/meshView.js";
import { NameAnswers } from "../names/nameAnswers.js";
import { NameRegister } from "../names/nameRegister.js";
import { Names } from "../names/names.js";
import { AccountOpening } from "../onboarding/accountOpening.js";
import { Claims } from "../onboarding/claims.js";
import { DemoKeys } from "../onboarding/demoKeys.js";
import { SpinUp } from "../onboarding/spinUp.js";
import type { Services } from "../operations/modules.js";
import { SuccessionDocuments } from "../spine/successionDocuments.js";
import { RecordRepair } from "../repair/recordRepair.js";
import { FollowedLogs } from "../spine/followedLogs.js";
import { SpineLog } from "../spine/spineLog.js";
import { secureCrypto } from "../runtime/secureCrypto.js";
import { createContracts } from "../contracts/createContracts.js";
import { createMarket } from "../market/createMarket.js";
import { createModels } from "../models/createModels.js";
import { createMail } from "../mail/createMail.js";
import { createDelivery, type DeliveredMail } from "../mail/delivery/createDelivery.js";
import { MailInbound } from "../mail/inbound/inbound.js";
import { createMailPages } from "../mail/rendering/createMailPages.js";
import { createPages } from "../pages/createPages.js";
import { createReactors } from "../reactors/createReactors.js";
import { createTransfers, takesFrom, transferConfigOf } from "../transfers/createTransfers.js";
import { createWitness } from "../witness/createWitness.js";
import { Successions } from "../runtime/identity/successions.js";
import { createStreams } from "../streams/createStreams.js";
import { createVaults, type Vaults } from "../vaults/createVaults.js";
import type { Ground } from "./ground.js";
import { optionalParts } from "./optional.js";
import type { NodeConfig } from "./ports.js";

/** Everything, with what only the composition uses. */
export interface NodeServices extends Services {
  readonly pool: SolverPool;
  readonly keptRows: KeptRows;
  readonly repair: RecordRepair;
}

type Money = Pick<
  Services,
  keyof MachineServices | "accounts" | "ledger" | "opening" | "work" | "publicRecord" | "supply"
>;

export function makeServices(config: NodeConfig, ground: Ground): NodeServices {
  const { store, crypto, clock, identity, registry, spine, sealer, metrics, deadlines, random } =
    ground;
  const publicKey = identity.publicKeyHex;
  const { proofKey } = identity;
  const pool = new SolverPool(
    {},
    {
      clock,
      scheduler: ground.scheduler,
      log: ground.log.child("solvers"),
      observe: (solver, outcome, seconds) =>
        metrics.solverSeconds.observe({ solver, outcome }, seconds),
    },
  );
  const evaluator = new Evaluator({ pool, registry, crypto });
  const logs = logsOf(ground);
  const money = moneyOf(config, ground, logs);
  const { accounts, ledger, machines, machineRegister, opening, work } = money;
  const compute = new ComputeService({ registry, sealer, metrics });
  const { registryVersion } = registry;
  const keptRows = new KeptRows({ clock, store, log: ground.log.child("solvers") });
  const solvers = new SolverService({ crypto, keptRows, pool, sealer, metrics, registryVersion });
  const effects = new Effects({ store, ledger });
  const receipts = new Receipts({ clock, crypto, publicKey, spine, store, proofKey });
  // For what computes by itself or for a caller, and seals that with a row.
  const sealed = {
    ...ground,
    ...logs,
    accounts,
    compute,
    effects,
    evaluator,
    ledger,
    machines,
    solvers,
  };
  const vaults = vaultsOf(ground, ledger);
  const followed = {
    spineLog: new SpineLog({ crypto, store, spine }),
    followedLogs: new FollowedLogs({ crypto, store }),
  };
  const successions = new Successions();
  const witness = createWitness(config.witness, {
    successions,
    ...ground,
    ...followed,
    log: ground.log.child("witness"),
  });
  const named = namesOf(config, { ...ground, ...followed, successions });
  const mail = mailOf(ground, { ...named, effects });
  return {
    ...money,
    ...logs,
    ...createMarket({
      ...sealed,
      ...vaults,
      log: ground.log.child("market"),
      witnesses: witness.witnessing.book,
      successions,
      takesFrom: takesFrom(transferConfigOf(config), successions),
    }),
    ...createTransfers(transferConfigOf(config), {
      ...sealed,
      ...vaults,
      ...witness,
      successions,
      log: ground.log.child("transfers"),
    }),
    streams: createStreams({
      ...sealed,
      crypto: secureCrypto,
      log: ground.log.child("streams"),
      receipts,
    }),
    reactors: createReactors(sealed),
    contracts: createContracts({ ...sealed, log: ground.log.child("contracts") }),
    ...vaults,
    hosted: createPages({
      ...sealed,
      machineChanges: money.machineChanges,
      log: ground.log.child("pages"),
    }),
    models: createModels({
      ...sealed,
      localServers: config.llm?.localServers ?? [],
      keysLost: config.llm?.keysLost ?? false,
      proofKey,
      ports: ground.models ?? {},
    }),
    ...named,
    mail,
    mailPages: createMailPages({ ...ground, crypto }, mail),
    mailInbound: new MailInbound({
      ...ground,
      ...mail,
      crypto: secureCrypto,
      secrets: config.meshSecrets?.secrets ?? null,
    }),
    offering: new Offering({
      network: config.network.name,
      isLimited: config.rateLimits !== "off",
      optional: optionalParts(config, ground),
    }),
    clock,
    crypto,
    registry,
    store,
    identity,
    spine,
    deadlines,
    pool,
    keptRows,
    mesh: new MeshView(),
    repair: new RecordRepair({ crypto, store, network: spine.net, log: ground.log.child("store") }),
    readiness: ground.readiness,
    keys: new AccountKeys({ store, deadlines, accounts, random }),
    sessions: new Sessions(
      { node: publicKey, secret: proofKey },
      { store, crypto, deadlines, accounts, random },
    ),
    spinUp: new SpinUp({ store, crypto, deadlines, machineRegister, opening, random, work }),
    demoKeys: new DemoKeys({ accounts, opening, random, work }),
    claims: new Claims(config.claim, { ledger, machines, work, store, clock }),
    compute,
    evaluator,
    solvers,
    effects,
    idempotency: new Idempotency({ store, clock, random }),
    prover: new Prover({ crypto, clock, evaluator, registry, identity }),
    receipts,
    ...followed,
    ...witness,
    successions,
    peerId: peerIdOf(publicKey),
  };
}

function mailOf(
  ground: Ground,
  { effects, ...named }: Pick<Services, "names" | "nameAnswers"> & { readonly effects: Effects },
): DeliveredMail {
  const modules = {
    ...ground,
    addresses: named.names.addresses,
    claimedBy: (address: string) => claimedKey(named, address),
    crypto: secureCrypto,
    effects,
    publicKey: ground.identity.publicKeyHex,
    log: ground.log.child("mail"),
  };
  return createMail(modules, (parts) => createDelivery(modules, parts));
}

/** Key of the one who claimed an address in the book of names; a claim fits its owner's address. */
function claimedKey(
  { nameAnswers }: Pick<Services, "nameAnswers">,
  address: string,
): string | null {
  const found = nameAnswers.resolve(address);
  return found.kind === "found" && found.view.address === address ? found.view.publicKey : null;
}

function moneyOf(
  config: NodeConfig,
  ground: Ground,
  { machineLog }: Pick<Services, "machineLog">,
): Money {
  const { store, crypto, clock, deadlines, identity, registry, sealer, metrics, random } = ground;
  const { proofKey } = identity;
  const log = ground.log.child("readings");
  const accounts = new Accounts({ store, deadlines, proofKey, random });
  const machines = createMachines({ crypto, store, deadlines, random, machineLog });
  const ledger = new Ledger({ clock, sealer, store });
  return {
    accounts,
    ...machines,
    ledger,
    opening: new AccountOpening(
      { welcome: config.credits.welcome },
      { store, deadlines, random, ...machines },
    ),
    work: new Work(
      { secret: proofKey, enabled: config.rateLimits === "on" },
      {
        crypto,
        deadlines,
        store,
        registry,
        random,
        onLimited: (policy) => metrics.rateLimited.inc({ policy }),
      },
    ),
    publicRecord: new PublicRecord({ crypto, store, log }),
    supply: Supply.of(store, log),
  };
}

function logsOf({
  crypto,
  deadlines,
  registry,
  sealer,
  spine,
  store,
}: Ground): Pick<Services, "machineLog" | "logCheckpoints" | "logProofs" | "logValidation"> {
  const machineLog = new MachineLog({ crypto, store, spine, deadlines, sealer });
  const { rowLog } = machineLog;
  return {
    machineLog,
    logCheckpoints: new LogCheckpoints({ crypto, store, rowLog }),
    logProofs: new LogProofs({ crypto, store, spine, rowLog }),
    logValidation: new LogValidation({ crypto, store, spine, registry }),
  };
}

function vaultsOf(ground: Ground, ledger: Ledger): Vaults {
  const { store, crypto, deadlines, identity, sealer, heap } = ground;
  return createVaults({
    store,
    crypto,
    deadlines,
    ledger,
    log: ground.log.child("vaults"),
    seed: identity.seed,
    publicKey: identity.publicKeyHex,
    windows: () => sealer.windows,
    ...(heap === undefined ? {} : { onLarge: () => heap.growNow() }),
  });
}

function namesOf(
  config: NodeConfig,
  ground: Ground & Pick<Services, "followedLogs" | "successions">,
): Pick<Services, "names" | "nameAnswers" | "nameRegister"> {
  const { store, crypto, clock, identity, spine, scheduler, successions } = ground;
  const names = new Names(
    { publicKey: identity.publicKeyHex, net: spine.net, genesis: config.network },
    {
      crypto,
      clock,
      store,
      spine,
      successions,
      log: ground.log.child("names"),
      addresses: ground.addresses ?? new Addresses(),
      after: (ms, f) => scheduler.after(ms, f),
    },
  );
  return {
    names,
    nameAnswers: new NameAnswers(
      names,
      store,
      new SuccessionDocuments({ ...ground, net: spine.net }),
    ),
    nameRegister: new NameRegister(names, crypto),
  };
}
