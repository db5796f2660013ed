/** The composition root: every part is made here, in the order it needs, and closed in reverse. */
import { createApi, createServer, type HttpServer } from "../api/index.js";
import type { Config } from "../config/schema.js";
import type { MeshSecretRing } from "../config/secrets.js";
import { genesisOf, net8 } from "../protocol/events/topics.js";
import { NAME_KINDS } from "../protocol/names/bodies.js";
import { builtinRegistry, type Registry } from "../protocol/operators/index.js";
import type { Clock, Logger } from "../protocol/ports.js";
import { ENGINE_VERSION, SOFTWARE_VERSION } from "../protocol/version.js";
import { openStore, type Store } from "../storage/store.js";
import { removeApiFile, writeApiFile, type ApiInfo } from "./runtime/apiFile.js";
import { createApiContext } from "./apiContext.js";
import { systemClock } from "./runtime/clock.js";
import { nodeCrypto } from "./runtime/crypto.js";
import { FirstResult, type FirstResultReport } from "./compute/firstResult.js";
import { checkHead, writeHead } from "./spine/headFile.js";
import { loadIdentity, type Identity } from "./runtime/identity.js";
import { MeshNode } from "./mesh/meshNode.js";
import { peerIdOf } from "./mesh/host/peerKey.js";
import { systemScheduler } from "./runtime/scheduler.js";
import { createMetrics, type Metrics } from "./runtime/metrics.js";
import { measureMoney } from "./ledger/measureMoney.js";
import { measureMesh } from "./mesh/measure.js";
import { measureNames } from "./names/measureNames.js";
import { versionHolds } from "./runtime/registryCheck.js";
import { serveMetrics } from "./runtime/metricsServer.js";
import { nodeHandlers } from "./operations/index.js";
import type { Services } from "./operations/modules.js";
import { AccountKeys } from "./accounts/accountKeys.js";
import { AccountOpening } from "./onboarding/accountOpening.js";
import { Accounts } from "./accounts/accounts.js";
import { Claims } from "./onboarding/claims.js";
import { DemoKeys } from "./onboarding/demoKeys.js";
import { ComputeService } from "./compute/compute.js";
import { Deadlines } from "./runtime/deadlines.js";
import { Due } from "./runtime/due.js";
import { FollowedLogs } from "./spine/followedLogs.js";
import { BackgroundRunner } from "./runtime/background.js";
import { followingTask } from "./runtime/following.js";
import { Idempotency } from "./accounts/idempotency.js";
import { idempotencySweep } from "./accounts/idempotencySweep.js";
import { Effects } from "./ledger/effects.js";
import { Ledger } from "./ledger/ledger.js";
import { Machines } from "./machines/machines.js";
import { MeshView } from "./mesh/meshView.js";
import { NameAnswers } from "./names/nameAnswers.js";
import { NameRegister } from "./names/nameRegister.js";
import { Names } from "./names/names.js";
import { OwnSpine } from "./spine/ownSpine.js";
import { Prover } from "./compute/prover.js";
import { Readiness } from "./sealing/readiness.js";
import { PublicRecord } from "./ledger/publicRecord.js";
import { Receipts } from "./compute/receipts.js";
import { Addresses } from "./accounts/scrypt.js";
import { SESSION_FORGOTTEN, Sessions } from "./accounts/sessions.js";
import { SolverService } from "./compute/solvers.js";
import { Supply } from "./ledger/supply.js";
import { SpineLog } from "./spine/spineLog.js";
import { SpinUp } from "./onboarding/spinUp.js";
import { VaultFollower } from "./vaults/vaultFollower.js";
import { BOND_END, BondEnds } from "./vaults/bondEnds.js";
import { createVaults } from "./vaults/createVaults.js";
import { Work } from "./accounts/work.js";
import { SealEngine } from "./sealing/engine.js";
import { Sealer } from "./sealing/sealer.js";
import { GrowthWithUse, letGenerationsGrow } from "./runtime/heapGenerations.js";
import { Closers } from "./runtime/shutdown.js";
import { SolverPool } from "./compute/workers/pool.js";

/** Running exchanges may take this long to finish at shutdown. */
const HTTP_DRAIN_MS = 5_000;

interface DaemonOptions {
  readonly config: Config;
  readonly meshSecrets: MeshSecretRing | null;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Called when the node can no longer seal or acknowledge anything: the process has to end. */
  readonly fatal: (error: unknown) => void;
}

export interface Started {
  readonly api: ApiInfo;
  readonly metricsUrl: string | null;
  /** Null where it is sealed only when peers have told this node's own head. */
  readonly firstResult: FirstResultReport | null;
  readonly httpAdapter: HttpServer["kind"];
}

export class Daemon {
  readonly started: Started;
  readonly #closers: Closers;
  readonly #log: Logger;

  private constructor(started: Started, closers: Closers, log: Logger) {
    this.started = started;
    this.#closers = closers;
    this.#log = log;
  }

  /** A start that fails is undone: nothing keeps listening and the lock is free again. */
  static async start(options: DaemonOptions): Promise<Daemon> {
    const closers = new Closers();
    try {
      const started = await new Start(options, closers).run();
      return new Daemon(started, closers, options.log);
    } catch (error) {
      await closers.closeAll(options.log);
      throw error;
    }
  }

  /** The shutdown step that is running, for the message of a forced end. */
  get closing(): string {
    return this.#closers.current;
  }

  /** Idempotent. @returns whether every step ended well. */
  stop(): Promise<boolean> {
    return this.#closers.closeAll(this.#log);
  }
}

/** One start, step by step. */
class Start {
  readonly #config: Config;
  readonly #secrets: MeshSecretRing | null;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #fatal: (error: unknown) => void;
  readonly #closers: Closers;
  readonly #metrics: Metrics = createMetrics();
  readonly #readiness = new Readiness();

  constructor(options: DaemonOptions, closers: Closers) {
    this.#config = options.config;
    this.#secrets = options.meshSecrets;
    this.#log = options.log;
    this.#clock = options.clock ?? systemClock();
    this.#fatal = options.fatal;
    this.#closers = closers;
  }

  async run(): Promise<Started> {
    const config = this.#config;
    const store = await openStore({ dir: config.dataDir });
    this.#closers.add("store", () => store.close());
    const identity = await loadIdentity(config.dataDir, nodeCrypto);
    const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));
    const { spine, sealer } = await this.#spine(store, identity);
    const mesh = new MeshView();
    const services = this.#services({ store, identity, registry, spine, sealer, mesh });
    await services.deadlines.load();
    await services.names.load();
    this.#closers.add("names", () => services.names.stop());
    this.#fireWhatIsDue(services);
    this.#runBehind(services, sealer);
    const token = await services.accounts.mintOperatorKey();
    const first = new FirstResult(services);
    // What has to be sealed first waits until the own head is known.
    const waits = this.#isGuarded(identity) && !(await first.isSealed());
    const firstResult = waits ? null : await first.run();
    if (spine.size > 0) await writeHead(config.dataDir, spine);
    const { server, http } = await this.#http(services);
    const node = await this.#mesh(services, sealer, mesh, http, async () => {
      if (spine.size === 0) await this.#openSpine(sealer, identity);
      if (waits) await first.run();
    });
    const metricsUrl = await this.#serveMetrics(services, sealer, server.kind);
    const api: ApiInfo = {
      http,
      ws: http.replace(/^http/, "ws"),
      p2p: node.addresses(),
      peerId: node.peerId,
      publicKey: identity.publicKeyHex,
      token,
      pid: process.pid,
      version: SOFTWARE_VERSION,
    };
    this.#readiness.markRunning();
    // After what is waiting already: a first search need not pay for the index.
    setImmediate(() => {
      registry.prepareSearch();
      // Receipts name the version, so records that are not what was built must not be sealed.
      if (!versionHolds(registry))
        this.#fatal(new Error("the operator records are not those the build stamped: build again"));
    });
    await writeApiFile(config.dataDir, api);
    this.#closers.add("api.json", async () => {
      this.#readiness.markStopping();
      await removeApiFile(config.dataDir);
    });
    return { api, metricsUrl, firstResult, httpAdapter: server.kind };
  }

  /** What runs behind the requests: readings that follow, and sweeps of what is over. */
  #runBehind(services: Services, sealer: Sealer): void {
    const { idempotency, publicRecord, sessions, supply, vault, store, work } = services;
    const log = this.#log.child("background");
    const runner = new BackgroundRunner({
      scheduler: systemScheduler,
      log,
      busy: () => sealer.waiting > 0,
      onFailed: (task) => this.#metrics.backgroundFailures.inc({ task }),
    });
    const vaults = new VaultFollower({ store, vault, log, windows: () => sealer.windows });
    const following = [
      followingTask("public record", publicRecord, log),
      followingTask("supply", supply, log),
      followingTask("vaults", vaults, log),
    ];
    const sweeps = [idempotencySweep({ idempotency, log }), work.sweep, sessions.nonceSweep];
    for (const task of [...following, ...sweeps]) runner.add(task);
    sealer.onWindow(() => {
      for (const { name } of following) runner.nudge(name);
    });
    this.#closers.add("background", () => runner.stop());
    runner.start();
  }

  /** The queue of what is due, with who acts on each of its kinds. */
  #fireWhatIsDue({ clock, deadlines, sessions, store }: Services): void {
    const due = new Due({
      store,
      clock,
      deadlines,
      scheduler: systemScheduler,
      log: this.#log.child("due"),
      onFired: (kind) => this.#metrics.dueFired.inc({ kind }),
      onFailed: (kind) => this.#metrics.dueFailures.inc({ kind }),
    });
    due.register(BOND_END, new BondEnds({ store, deadlines }));
    due.register(SESSION_FORGOTTEN, sessions.forgetting);
    this.#closers.add("due", () => due.stop());
    due.start();
  }

  /** The node's own log; an empty one is opened with its first event. */
  async #spine(store: Store, identity: Identity): Promise<{ spine: OwnSpine; sealer: Sealer }> {
    const { name, registryFamily, witnesses } = this.#config.network;
    const net = net8(nodeCrypto, genesisOf(name, registryFamily, witnesses));
    const author = { seed: identity.seed, publicKey: identity.publicKeyHex };
    const spine = new OwnSpine({ author, net }, { crypto: nodeCrypto, store });
    await spine.reload();
    await checkHead(this.#config.dataDir, store, spine);
    const log = this.#log.child("sealer");
    const engine = new SealEngine(
      { proofKey: identity.proofKey },
      { crypto: nodeCrypto, clock: this.#clock, store, spine, log },
    );
    await engine.start();
    const sealer = new Sealer({
      engine,
      spine,
      log,
      metrics: this.#metrics,
      growth: new GrowthWithUse(),
    });
    // Closed in reverse: nothing is sealed any more when the head is written down.
    this.#closers.add("head.json", () =>
      spine.size > 0 ? writeHead(this.#config.dataDir, spine) : undefined,
    );
    this.#closers.add("sealer", () => sealer.close());
    if (this.#isGuarded(identity)) sealer.block("RESTORE_GUARD");
    else if (spine.size === 0) await this.#openSpine(sealer, identity);
    this.#readiness.watch(sealer, this.#clock);
    return { spine, sealer };
  }

  /**
   * Whether peers may know more of this node's own spine than it does itself: it may have been
   * restored.
   */
  #isGuarded({ created }: Identity): boolean {
    return this.#secrets !== null && !created && !this.#config.mesh.alone;
  }

  async #openSpine(sealer: Sealer, { nextPublicKey }: Identity): Promise<void> {
    const next = nodeCrypto.sha256Hex(nextPublicKey);
    const opened = await sealer.append("spine.open", { engine_version: ENGINE_VERSION, next });
    if (opened === null)
      throw new Error(`the spine cannot be opened: ${sealer.blocked ?? "unknown reason"}`);
  }

  #services(made: {
    readonly store: Store;
    readonly identity: Identity;
    readonly registry: Registry;
    readonly spine: OwnSpine;
    readonly sealer: Sealer;
    readonly mesh: MeshView;
  }): Services {
    const { store, identity, registry, spine, sealer, mesh } = made;
    const [clock, crypto, metrics] = [this.#clock, nodeCrypto, this.#metrics];
    const pool = new SolverPool(
      {},
      {
        log: this.#log.child("solvers"),
        observe: (solver, outcome, seconds) =>
          metrics.solverSeconds.observe({ solver, outcome }, seconds),
      },
    );
    this.#closers.add("solvers", () => pool.close());
    const publicKey = identity.publicKeyHex;
    const readingsLog = this.#log.child("readings");
    const deadlines = new Deadlines({ store, clock, log: this.#log.child("deadlines") });
    this.#closers.add("deadlines", () => deadlines.stop());
    const accounts = new Accounts({ store, deadlines, proofKey: identity.proofKey });
    const machines = new Machines({ store, deadlines });
    const ledger = new Ledger({ sealer, store });
    const opening = new AccountOpening(
      { welcome: this.#config.credits.welcome },
      { store, deadlines, machines },
    );
    const names = new Names(
      { publicKey, net: spine.net, genesis: this.#config.network },
      {
        crypto,
        clock,
        store,
        spine,
        log: this.#log.child("names"),
        addresses: new Addresses(),
        after: (ms, f) => systemScheduler.after(ms, f),
      },
    );
    const work = new Work(
      { secret: identity.proofKey, enabled: this.#config.rateLimits === "on" },
      {
        crypto,
        deadlines,
        store,
        registry,
        onLimited: (policy) => metrics.rateLimited.inc({ policy }),
      },
    );
    return {
      ...createVaults({
        store,
        crypto,
        deadlines,
        ledger,
        log: this.#log.child("vaults"),
        seed: identity.seed,
        publicKey,
        windows: () => sealer.windows,
        onLarge: letGenerationsGrow,
      }),
      names,
      nameAnswers: new NameAnswers(names, store),
      nameRegister: new NameRegister(names, crypto),
      clock,
      crypto,
      registry,
      store,
      identity,
      spine,
      mesh,
      readiness: this.#readiness,
      accounts,
      deadlines,
      machines,
      keys: new AccountKeys({ store, deadlines, accounts }),
      sessions: new Sessions(
        { node: publicKey, secret: identity.proofKey },
        { store, crypto, deadlines, accounts },
      ),
      opening,
      spinUp: new SpinUp({ store, crypto, deadlines, machines, opening, work }),
      compute: new ComputeService({ registry, sealer, metrics }),
      solvers: new SolverService({
        pool,
        sealer,
        metrics,
        registryVersion: registry.registryVersion,
      }),
      idempotency: new Idempotency({ store, clock }),
      ledger,
      effects: new Effects({ store, ledger }),
      work,
      demoKeys: new DemoKeys({ accounts, opening, work }),
      claims: new Claims(this.#config.claim, { ledger, machines, work, store, clock }),
      prover: new Prover({ crypto, clock, registry, identity }),
      receipts: new Receipts({ crypto, store, publicKey, proofKey: identity.proofKey }),
      publicRecord: new PublicRecord({ crypto, store, log: readingsLog }),
      supply: Supply.of(store, readingsLog),
      spineLog: new SpineLog({ crypto, store, spine }),
      followedLogs: new FollowedLogs({ crypto, store }),
      peerId: peerIdOf(publicKey),
    };
  }

  async #http(services: Services): Promise<{ server: HttpServer; http: string }> {
    const context = createApiContext(this.#config, {
      ...services,
      log: this.#log,
      metrics: this.#metrics,
    });
    const { server, fallbackReason } = await createServer(
      createApi(nodeHandlers(services), context),
    );
    if (fallbackReason !== null) {
      this.#log.warn(
        "uWebSockets.js is not available: HTTP runs on node:http, which is several times slower",
        { reason: fallbackReason },
      );
    }
    const { host, port: wanted } = this.#config.http.listen;
    const port = await server.listen(host, wanted);
    this.#closers.add("http", () => server.close(HTTP_DRAIN_MS));
    return { server, http: `http://${host.includes(":") ? `[${host}]` : host}:${port}` };
  }

  async #mesh(
    services: Services,
    sealer: Sealer,
    view: MeshView,
    http: string,
    onHeadKnown: () => Promise<void>,
  ): Promise<MeshNode> {
    const { identity, names } = services;
    const node = await MeshNode.start(
      {
        config: this.#config,
        secrets: this.#secrets,
        http,
        onHeadKnown: this.#isGuarded(identity) ? onHeadKnown : null,
      },
      {
        ...services,
        sealer,
        log: this.#log.child("mesh"),
        metrics: this.#metrics,
        effects: Object.fromEntries(NAME_KINDS.map((kind) => [kind, names.effect])),
        heard: names.take,
        frozen: names.disown,
        grown: () => names.readGrown(),
      },
    );
    names.use((kind, body) => node.say(kind, body));
    this.#closers.add("mesh", () => node.stop());
    view.use(node.source);
    services.receipts.useFetch((id) => node.fetchReceipt(id));
    return node;
  }

  /** A port already in use costs the metrics, not the node. */
  async #serveMetrics(services: Services, sealer: Sealer, adapter: string): Promise<string | null> {
    const metrics = this.#metrics;
    metrics.buildInfo.set(
      {
        version: SOFTWARE_VERSION,
        engine_version: ENGINE_VERSION,
        registry_version: services.registry.registryVersion,
        http_adapter: adapter,
      },
      1,
    );
    const { listen } = this.#config.metrics;
    if (listen === null) return null;
    try {
      const server = await serveMetrics(metrics.registry, listen.host, listen.port, () => {
        metrics.spineHeight.set(services.spine.size);
        metrics.queueDepth.set(sealer.waiting);
        measureMesh(metrics, services.mesh);
        measureNames(metrics, services.names);
        measureMoney(metrics, {
          totals: services.ledger.totals(),
          supply: services.supply,
          sealed: sealer.sealed,
        });
      });
      this.#closers.add("metrics", () => server.close());
      return server.url;
    } catch (error) {
      this.#log.warn("metrics are off: their address is not free", {
        address: `${listen.host}:${listen.port}`,
        error: String(error),
      });
      return null;
    }
  }
}
