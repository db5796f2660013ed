/**
 * The process around a node: files, listening, the metrics server, and the order in which it comes
 * up. Everything is closed in reverse.
 */
import { join } from "node:path";
import {
  AdapterUnavailable,
  createApi,
  createServer,
  type AdapterChoice,
  type ApiContext,
  type Dispatcher,
  type Extras,
  type HttpServer,
} from "../api/index.js";
import { ConfigError } from "../config/errors.js";
import { isLoopback } from "../config/loopback.js";
import type { Config } from "../config/schema.js";
import type { MeshSecretRing } from "../config/secrets.js";
import { REVOKE_SEQ } from "../protocol/events/succession.js";
import { makeTables } from "../protocol/math/pair/lazyTable.js";
import type { Registry } from "../protocol/operators/index.js";
import type { Clock, Logger } from "../protocol/ports.js";
import { convertQuantity } from "../protocol/units/quantity/index.js";
import { ENGINE_VERSION, SOFTWARE_VERSION } from "../protocol/version.js";
import { openStore, wasMoved, type Store } from "../storage/store.js";
import { createApiContext } from "./apiContext.js";
import { composeNode, type ComposedNode } from "./compose.js";
import { FirstResult, type FirstResultReport } from "./compute/firstResult.js";
import { hostPorts } from "./hostPorts.js";
import { removeApiFile, writeApiFile, type ApiInfo } from "./runtime/apiFile.js";
import { revokedAt, rotateKey, type Revoked } from "./ground/keyChange.js";
import { keyFileAt } from "./models/wrappingKeys.js";
import { systemClock } from "./runtime/clock.js";
import { nodeCrypto } from "./runtime/crypto.js";
import { diskGauges } from "./runtime/metrics/diskGauges.js";
import { GrowthWithUse, letGenerationsGrow } from "./runtime/metrics/heapGenerations.js";
import {
  identityMark,
  loadIdentity,
  useIdentity,
  type Identity,
} from "./runtime/identity/identity.js";
import {
  endKeyChange,
  keyChangeSecrets,
  readKeyChange,
  takeNextKey,
  type KeyChange,
} from "./runtime/identity/keyChange.js";
import { measuredDelays } from "./runtime/metrics/loopLag.js";
import { ShownGauges } from "./runtime/metrics/gauges.js";
import type { LoggedLines } from "./runtime/logger.js";
import { logLife } from "./runtime/lifeLog.js";
import { createMetrics, type Metrics } from "./runtime/metrics/metrics.js";
import { serveMetrics } from "./runtime/metrics/metricsServer.js";
import { systemRandom } from "./runtime/random.js";
import { versionHoldsInSlices } from "./runtime/registryCheck.js";
import { systemScheduler } from "./runtime/scheduler.js";
import type { StartStepName } from "./runtime/startSteps.js";
import { holdIdentity } from "./runtime/identity/soleIdentity.js";
import { Closers } from "./runtime/shutdown.js";
import { checkHead, forgetHead, readOwnHead, writeHead, type NotedHead } from "./spine/headFile.js";
import { endOwnKeyOps } from "./spine/ownKeys.js";
import type { OwnSpine } from "./spine/ownSpine.js";

/** Running exchanges may take this long to finish at shutdown. */
const HTTP_DRAIN_MS = 5_000;
/** Between slices of what is prepared: 80 ms of work at once kept the first callers waiting. */
const PREPARATION_PAUSE_MS = 20;
/** Some 3 ms. */
const TABLE_ROWS_AT_ONCE = 10;
const FIRST_QUANTITY = "20.0 ± 0.5 degC";

interface DaemonOptions {
  readonly config: Config;
  readonly meshSecrets: MeshSecretRing | null;
  readonly log: Logger;
  /** Whether the log is on a terminal, where the banner tells of the start already. */
  readonly isOnTerminal?: boolean;
  /** Absent: nobody can ask for lines of the log. */
  readonly logged?: LoggedLines;
  readonly clock?: Clock;
  /** Told what the start does next. @throws to end it; what was opened is closed */
  readonly onStep?: (step: StartStepName) => void;
  /** Served beside the tools of the contract. */
  readonly mcpExtras?: (context: ApiContext) => Extras;
  /** Called when the node can no longer seal or acknowledge anything: the process has to end. */
  readonly fatal: (error: unknown) => void;
}

export interface Started {
  readonly api: ApiInfo;
  readonly metricsUrl: string | null;
  /** Address of the metrics that could not be listened on. */
  readonly metricsBusy: string | null;
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
    for (;;) {
      const closers = new Closers();
      try {
        const started = await new Start(options, closers).run();
        if (started !== null) return new Daemon(started, closers, options.log);
      } catch (error) {
        await closers.closeAll(options.log);
        throw error;
      }
      // The old key has ended on its spine: the node begins anew under the next one.
      await closers.closeAll(options.log);
      await takeKey(options.config.dataDir);
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

/** The next key becomes the node's own. What was noted of the old one's head would not fit it. */
async function takeKey(dataDir: string): Promise<void> {
  const change = await readKeyChange(dataDir);
  if (change === null) return;
  await forgetHead(dataDir);
  await takeNextKey(dataDir, change, nodeCrypto);
}

/** Since this process began, to a tenth. */
function secondsUp(): number {
  return Math.round(process.uptime() * 10) / 10;
}

function pause(): Promise<void> {
  return new Promise((done) => {
    systemScheduler.after(PREPARATION_PAUSE_MS, done);
  });
}

/** What others reach, and what proxies stand before, the platform's own server reads. */
function adapterChoice({ adapter, listen, trustedProxies }: Config["http"]): AdapterChoice {
  if (adapter !== "auto") return adapter;
  return isLoopback(listen.host) && trustedProxies.length === 0 ? "auto" : "node";
}

/** One start, step by step. */
class Start {
  readonly #options: DaemonOptions;
  readonly #closers: Closers;
  readonly #metrics: Metrics = createMetrics();
  #change: KeyChange | null = null;

  constructor(options: DaemonOptions, closers: Closers) {
    this.#options = options;
    this.#closers = closers;
  }

  /** @returns null where the key of the node has ended: it begins anew under the next one */
  async run(): Promise<Started | null> {
    const { config } = this.#options;
    this.#change = await readKeyChange(config.dataDir);
    if (this.#change?.change === "revoke") await takeKey(config.dataDir);
    const node = await this.#node();
    const { services } = node;
    if (services.spine.isOver) return null;
    this.#step("result");
    const { identity, readiness, registry, spine } = services;
    const token = await services.accounts.mintOperatorKey();
    const first = new FirstResult(services);
    // What has to be sealed first waits until the own head is known.
    const waits = node.isGuarded && !(await first.isSealed());
    let firstResult = waits ? null : await first.run();
    if (spine.size > 0) await writeHead(config.dataDir, spine, identityMark(identity, nodeCrypto));
    this.#step("http");
    const { server, http } = await this.#http(node);
    this.#step("mesh");
    const mesh = await node.join(http, async () => {
      if (waits) firstResult = await first.run();
      await this.#keyKnown(node);
    });
    await mesh.begun;
    await this.#keyKnown(node);
    if (await this.#rotated(node)) return null;
    this.#step("metrics");
    const metricsUrl = await this.#serveMetrics(node, server.kind);
    const { listen } = config.metrics;
    const metricsBusy =
      metricsUrl === null && listen !== null ? `${listen.host}:${listen.port}` : null;
    const api: ApiInfo = {
      http,
      ws: http.replace(/^http/, "ws"),
      p2p: mesh.addresses(),
      peerId: mesh.peerId,
      publicKey: identity.publicKeyHex,
      token,
      pid: process.pid,
      version: SOFTWARE_VERSION,
    };
    this.#step("address");
    readiness.markRunning();
    // After what is waiting already.
    setImmediate(() => void this.#prepare(registry));
    await writeApiFile(config.dataDir, api);
    this.#closers.add("api.json", async () => {
      readiness.markStopping();
      await removeApiFile(config.dataDir);
    });
    this.#logLife(node, { api, metricsUrl });
    return { api, metricsUrl, metricsBusy, firstResult, httpAdapter: server.kind };
  }

  /**
   * What first requests need not pay for, in slices: the index of a search, the patterns that read a
   * quantity, the tables of functions. Receipts name the version of the records, so those that are
   * not what was built must not be sealed.
   */
  async #prepare(registry: Registry): Promise<void> {
    const { fatal } = this.#options;
    registry.prepareSearch();
    await pause();
    convertQuantity(FIRST_QUANTITY, "degF");
    if (!(await versionHoldsInSlices(registry, pause)))
      fatal(new Error("the operator records are not those the build stamped: build again"));
    let rows = 0;
    for (const _ of makeTables()) {
      rows += 1;
      if (rows % TABLE_ROWS_AT_ONCE === 0) await pause();
    }
  }

  /** One line when it runs, and a few a day after that. */
  #logLife(
    { services, sealer }: ComposedNode,
    { api, metricsUrl }: Pick<Started, "api" | "metricsUrl">,
  ): void {
    const { log, isOnTerminal = false } = this.#options;
    const { httpRequests } = this.#metrics;
    log[isOnTerminal ? "debug" : "info"]("started", {
      version: api.version,
      http: api.http,
      p2p: api.p2p,
      metrics: metricsUrl,
      node: api.publicKey,
      spine_height: services.spine.size,
      start_s: secondsUp(),
    });
    const stop = logLife({
      log,
      scheduler: systemScheduler,
      figures: () => ({
        up_s: secondsUp(),
        requests: httpRequests.total,
        sealed: sealer.sealed.free + sealer.sealed.paid,
        spine_height: services.spine.size,
        peers: services.mesh.source?.snapshot().peers ?? 0,
        not_ready: services.readiness.reasons(),
        resident_mb: Math.round(process.memoryUsage.rss() / 1e6),
      }),
    });
    this.#closers.add("life", stop);
  }

  /** A revocation that was asked for is on the spine. */
  async #keyKnown({ services: { spine } }: ComposedNode): Promise<void> {
    if (this.#change?.change !== "revoke" || spine.size <= REVOKE_SEQ) return;
    this.#change = null;
    await endKeyChange(this.#options.config.dataDir);
  }

  /** Gives the key up, where that was asked for and the spine is known to be whole. */
  async #rotated({ sealer, services: { identity } }: ComposedNode): Promise<boolean> {
    const { config, log } = this.#options;
    if (this.#change?.change !== "rotate" || this.#change.key !== identity.publicKeyHex)
      return false;
    const secrets = await keyChangeSecrets(config.dataDir);
    if ((await rotateKey(sealer, nodeCrypto, secrets)) !== null) return true;
    log.warn("the key of this node is changed by a later start", { not_sealing: sealer.blocked });
    return false;
  }

  #step(step: StartStepName): void {
    this.#options.onStep?.(step);
  }

  async #node(): Promise<ComposedNode> {
    const { config, meshSecrets, log, logged, clock = systemClock() } = this.#options;
    const { dataDir } = config;
    this.#step("directory");
    // Read and compared before anything in the directory is touched.
    const head = await readOwnHead(dataDir, nodeCrypto);
    // A copy is not touched while its original runs; who holds the same directory says so itself.
    const isCopy = head !== null && (await wasMoved(dataDir));
    const early = isCopy ? await this.#identity(dataDir) : null;
    const store = await openStore({
      dir: dataDir,
      after: (ms, f) => systemScheduler.after(ms, f),
      onMended: (file, at, bit) => {
        log.warn("a bit of the database was flipped, and was flipped back", { file, at, bit });
      },
    });
    this.#closers.add("store", () => store.close());
    if (!store.isNoted)
      log.warn("the file acknowledged is missing: whether the log is whole cannot be told");
    if (isCopy)
      log.warn(
        "this data directory was moved or copied since it was last open: the other one must never " +
          "run again",
      );
    const identity = early ?? (await this.#identity(dataDir));
    const revokes = await this.#endedKey(store, identity);
    this.#step("books");
    const mark = identityMark(identity, nodeCrypto);
    const growth = new GrowthWithUse({ log: log.child("heap"), scheduler: systemScheduler });
    return composeNode(
      { ...config, meshSecrets },
      {
        store,
        identity,
        clock,
        log,
        ...(revokes === undefined ? {} : { revokes }),
        ...(logged === undefined ? {} : { logged }),
        crypto: nodeCrypto,
        scheduler: systemScheduler,
        random: systemRandom,
        metrics: this.#metrics,
        closers: this.#closers,
        processFigures: {
          delays: measuredDelays(),
          residentBytes: () => process.memoryUsage.rss(),
        },
        models: { keys: keyFileAt(config.llm.keyFile ?? join(dataDir, "llm.key")) },
        net: hostPorts(config, { identity, meshSecrets, log: log.child("mesh") }),
        onSpine: (spine) => this.#watchHead(store, spine, { head, mark }),
        heap: {
          note: (items) => growth.note(items),
          growNow: letGenerationsGrow,
          rest: () => growth.rest(),
        },
      },
    );
  }

  /** A key of this node that has ended since: its windows keep their numbers. */
  async #endedKey(store: Store, { publicKeyHex }: Identity): Promise<Revoked | undefined> {
    const change = this.#change;
    if (change === null || change.key === publicKeyHex) return undefined;
    const operations = await endOwnKeyOps(store, change.key);
    if (operations.length > 0) await store.write(operations);
    if (change.change === "revoke") return revokedAt(store, nodeCrypto, change);
    await endKeyChange(this.#options.config.dataDir);
    return undefined;
  }

  /** The identity, which no other process of this machine has meanwhile. */
  async #identity(dataDir: string): Promise<Identity> {
    const identity = await loadIdentity(dataDir, nodeCrypto);
    const held = await holdIdentity(identity.publicKeyHex);
    this.#closers.add("identity", () => held.release());
    if (identity.created) await useIdentity(dataDir);
    return identity;
  }

  /** The head is compared with the file, and written down when nothing is sealed any more. */
  async #watchHead(
    store: Store,
    spine: OwnSpine,
    { head, mark }: { readonly head: NotedHead | null; readonly mark: string },
  ): Promise<void> {
    const { dataDir } = this.#options.config;
    await checkHead(head, store, spine);
    this.#closers.add("head.json", () =>
      spine.size > 0 ? writeHead(dataDir, spine, mark) : undefined,
    );
  }

  async #http({
    handlers,
    services,
  }: ComposedNode): Promise<{ readonly server: HttpServer; readonly http: string }> {
    const { config, log, mcpExtras } = this.#options;
    const context = createApiContext(config, {
      ...services,
      log,
      metrics: this.#metrics,
      random: systemRandom,
    });
    const api = createApi(handlers, context, { mcpExtras: mcpExtras?.(context) });
    services.models.inside.use((request, signal) => api.inner(request, signal));
    const server = this.#server(api);
    services.offering.servedBy(server.kind);
    const { host, port: wanted } = config.http.listen;
    const port = await server.listen(host, wanted);
    this.#closers.add("http", () => server.close(HTTP_DRAIN_MS));
    return { server, http: `http://${host.includes(":") ? `[${host}]` : host}:${port}` };
  }

  /** @throws ConfigError where the adapter that is demanded does not load */
  #server(api: Dispatcher): HttpServer {
    const { config, log } = this.#options;
    try {
      return createServer(api, adapterChoice(config.http), log);
    } catch (error) {
      if (!(error instanceof AdapterUnavailable)) throw error;
      throw new ConfigError(`http.adapter: uws is demanded. ${error.message}`, ["http.adapter"]);
    }
  }

  /** A port already in use costs the metrics, not the node. */
  async #serveMetrics(node: ComposedNode, adapter: string): Promise<string | null> {
    const metrics = this.#metrics;
    const { config, log } = this.#options;
    metrics.buildInfo.set(
      {
        version: SOFTWARE_VERSION,
        engine_version: ENGINE_VERSION,
        registry_version: node.services.registry.registryVersion,
        http_adapter: adapter,
      },
      1,
    );
    const { listen } = config.metrics;
    const shown = new ShownGauges(metrics.registry);
    if (listen === null) return null;
    try {
      const { database } = node.services.store;
      const server = await serveMetrics(metrics.registry, listen.host, listen.port, async () => {
        const ofDisk = database === null ? [] : await diskGauges(database);
        shown.show([...node.gauges(), ...ofDisk]);
      });
      this.#closers.add("metrics", () => server.close());
      return server.url;
    } catch (error) {
      log.warn("metrics are off: their address is not free", {
        address: `${listen.host}:${listen.port}`,
        error: String(error),
      });
      return null;
    }
  }
}
