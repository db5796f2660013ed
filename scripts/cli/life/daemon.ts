/** `calc daemon`: starts a node, says what it is doing, and stops it in good order. */
import { writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { ConfigError } from "../../../config/errors.js";
import { loadConfig } from "../../../config/load.js";
import { loadMeshSecrets } from "../../../config/secrets.js";
import { Daemon, type Started } from "../../../node/daemon.js";
import { apiFilePath } from "../../../node/runtime/apiFile.js";
import { FirstResultError } from "../../../node/compute/firstResult.js";
import { IdentityError } from "../../../node/runtime/identity/identity.js";
import { KeptLog } from "../../../node/runtime/keptLog.js";
import { createLogger } from "../../../node/runtime/logger.js";
import { RecentLines } from "../../../node/runtime/recentLines.js";
import { WrappingKeyError } from "../../../node/models/wrappingKeys.js";
import { SpineDamagedError } from "../../../node/spine/ownSpine.js";
import { IdentityInUseError } from "../../../node/runtime/identity/soleIdentity.js";
import { SHUTDOWN_DEADLINE_MS } from "../../../node/runtime/shutdown.js";
import { StoreError, StoreLockedError } from "../../../storage/kv/errors.js";
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";
import { keepPort, withKeptPort } from "./peerPort.js";
import { Settings } from "./reload.js";
import { hangUp, nextSignal } from "./signals.js";
import { directoryFault, fileFault, listenFault } from "./startFaults.js";
import { processAfter, StartEndedError, StartWatch } from "./startWatch.js";
import { resultLines } from "../../../api/readable/result.js";

const BANNER_COLUMNS = 80;
const OTHER_DIRECTORY =
  "Name an empty directory with --data-dir, or run the program that wrote this.";
const RESTORE = "Restore the data directory from a backup, or start with another --data-dir.";

/** Runs until a signal. @returns the exit code. @throws CliError when the node cannot start. */
export async function runDaemon(flags: DaemonFlags): Promise<number> {
  // Listened for before anything says that the node is ready: a reader of that line may end it at
  // once.
  const signalled = nextSignal();
  const watch = new StartWatch({ after: processAfter, giveUp: givenUp });
  void signalled.then((name) => watch.signal(name));
  const stated = await configured(flags);
  const settings = await onKeptPort(stated);
  const { log } = settings;
  watch.useLog(log);
  const daemon = await start(settings, watch);
  if (daemon === null) return EXIT.interrupted;
  keepLog(settings);
  await keepPort(stated.config.p2p.listen, daemon.started.api.p2p, stated.config.dataDir);
  report(daemon.started);
  process.send?.(daemon.started.api);
  if (hangUp() === "reloads") reloadOnHangUp(flags, settings);
  const signal = await signalled;
  const isOnTerminal = process.stderr.isTTY;
  // People read words; records are for who keeps the log.
  if (isOnTerminal) process.stderr.write(`\nstopping (${signal}); a second one ends it at once\n`);
  log[isOnTerminal ? "debug" : "info"]("stopping", { signal });
  // A second signal means now; a stuck step may not hold the process for ever.
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => process.exit(EXIT.interrupted));
  // A terminal that closes may say so twice.
  process.on("SIGHUP", () => undefined);
  const deadline = setTimeout(() => {
    log.error("shutdown took too long", { step: daemon.closing });
    process.exit(EXIT.unexpected);
  }, SHUTDOWN_DEADLINE_MS);
  const clean = await daemon.stop();
  clearTimeout(deadline);
  if (isOnTerminal) process.stderr.write(clean ? "stopped\n" : "stopped, not in good order\n");
  log[isOnTerminal ? "debug" : "info"]("stopped", { clean, up_s: Math.round(process.uptime()) });
  return clean ? EXIT.ok : EXIT.unexpected;
}

/**
 * A step that does not end cannot be undone: the process ends as if it was killed,
 * which the store survives.
 */
function givenUp(why: string, isSignal: boolean): never {
  const next = isSignal
    ? "Start it again: nothing was acknowledged to anybody yet."
    : "calc doctor names what is wrong; a disk or a network that does not answer is likely.";
  writeSync(2, `${isSignal ? "INTERRUPTED" : "START_TOO_LONG"}: ${why}\nnext: ${next}\n`);
  process.exit(isSignal ? EXIT.interrupted : EXIT.unexpected);
}

/** The settings as stated, with the peer port of the start before. */
async function onKeptPort(stated: Configured): Promise<Configured> {
  const { config } = stated;
  const listen = [...(await withKeptPort(config.p2p.listen, config.dataDir))];
  return { ...stated, config: { ...config, p2p: { ...config.p2p, listen } } };
}

/** From here on the directory is this process's own. */
function keepLog({ config, log, logged }: Configured): void {
  try {
    const kept = new KeptLog(config.dataDir);
    let isKept = true;
    logged.recent.copyTo((line) => {
      if (!isKept) return;
      try {
        kept.add(line);
      } catch (error) {
        isKept = false;
        log.warn("the log is no longer kept in the data directory", { error });
      }
    });
  } catch (error) {
    log.warn("the log is not kept in the data directory", { error });
  }
}

function reloadOnHangUp(flags: DaemonFlags, { given, log }: Configured): void {
  const load = async () => (await loadConfig(flags)).given;
  const settings = new Settings(given, { log, load });
  process.on("SIGHUP", () => void settings.reload());
}

type DaemonFlags = Readonly<Record<string, string | boolean>>;
type Configured = Awaited<ReturnType<typeof configured>>;

async function configured(flags: DaemonFlags) {
  try {
    const { config, given, warnings } = await loadConfig(flags);
    const secrets = await loadMeshSecrets(config.mesh.secretFiles);
    // Standard output is for what the node has to say to people; the log is JSON lines on standard
    // error.
    const recent = new RecentLines();
    const log = createLogger(config.logLevel, {
      to: "stderr",
      nowMs: () => performance.now(),
      recent,
    });
    const logged = { start: new Date().toISOString(), level: () => log.level, recent };
    for (const warning of [...warnings, ...secrets.warnings]) log.warn(warning);
    return { config, given, log, logged, secrets };
  } catch (error) {
    throw await explained(error);
  }
}

/** @returns null where a signal ended the start, and all of it was taken back */
async function start(
  { config, log, logged, secrets }: Configured,
  watch: StartWatch,
): Promise<Daemon | null> {
  const fatal = (error: unknown): void => {
    log.error("the node cannot go on, and ends", { error });
    process.exit(EXIT.unexpected);
  };
  try {
    return await Daemon.start({
      config,
      meshSecrets: secrets.ring,
      log,
      isOnTerminal: process.stderr.isTTY,
      logged,
      fatal,
      onStep: (step) => watch.enter(step),
    });
  } catch (error) {
    if (!(error instanceof StartEndedError)) throw await explained(error, config.dataDir);
    log.info("the start was ended", { why: error.message });
    return null;
  } finally {
    watch.end();
  }
}

/** Failures a person can mend, in words. */
async function explained(error: unknown, dataDir?: string): Promise<unknown> {
  if (error instanceof StoreLockedError) {
    const where = await addressIn(error.dir);
    return new CliError(
      error.code,
      EXIT.locked,
      `${error.message}${where}`,
      "Stop it, or choose another --data-dir.",
    );
  }
  if (error instanceof IdentityInUseError) {
    return new CliError(
      "IDENTITY_IN_USE",
      EXIT.locked,
      error.message,
      "Stop the other daemon, and remove the copy that is not to be used any more.",
    );
  }
  if (error instanceof ConfigError)
    return new CliError("CONFIG", EXIT.usage, error.message, "See calc daemon --help.");
  if (error instanceof StoreError) {
    const directory = directoryFault(error) ?? fileFault(error, dataDir ?? "");
    if (directory !== null) return directory;
    const hint = error.code.startsWith("FORMAT_") ? OTHER_DIRECTORY : RESTORE;
    return new CliError(error.code, EXIT.unexpected, error.message, hint);
  }
  if (error instanceof WrappingKeyError)
    return new CliError(
      "LLM_KEY",
      EXIT.usage,
      error.message,
      "Put the key file back, or set --llm-key-file or --llm-keys-lost.",
    );
  if (
    error instanceof IdentityError ||
    error instanceof SpineDamagedError ||
    error instanceof FirstResultError
  ) {
    return new CliError(error.name, EXIT.unexpected, error.message, RESTORE);
  }
  return (
    (await listenFault(error)) ??
    (dataDir === undefined ? null : fileFault(error, dataDir)) ??
    error
  );
}

async function addressIn(dataDir: string): Promise<string> {
  try {
    const { http, pid } = JSON.parse(await readFile(apiFilePath(dataDir), "utf8")) as {
      http: string;
      pid: number;
    };
    return ` (process ${pid}, serving at ${http})`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || error instanceof SyntaxError)
      return "";
    throw error;
  }
}

function report({ api, firstResult, metricsBusy, metricsUrl, httpAdapter }: Started): void {
  const noMetrics =
    metricsBusy === null
      ? "off"
      : `off: ${metricsBusy} is in use; --metrics HOST:PORT chooses another`;
  const lines = [
    `calcmesh ${api.version}`,
    ...resultLinesOf(firstResult),
    `  API       ${api.http}/docs   (${httpAdapter})`,
    `  MCP       ${api.http}/api/mcp`,
    `  OpenAPI   ${api.http}/api/openapi.json`,
    `  metrics   ${metricsUrl ?? noMetrics}`,
    `  peers     ${api.p2p.join(" ") || "not listening"}`,
    `  identity  ${api.publicKey}`,
    "ready; stop with Ctrl-C",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

const HOW: Readonly<Record<NonNullable<Started["firstResult"]>["how"], string>> = {
  sealed: "sealed",
  verified: "verified again by re-execution",
  sound: "sound; another engine or registry computed it, so its value was not checked",
};

function resultLinesOf(result: Started["firstResult"]): readonly string[] {
  if (result === null) return ["  result    waits until peers have told this node's own head"];
  const { equation, how, receiptId, uncertainty, unit, value } = result;
  const [head = "", ...lines] = resultLines(
    {
      value,
      unit,
      uncertainty,
      uncertainty_source: "gum",
      equations: [equation, equation],
      operatorChain: ["KO42"],
    },
    { columns: BANNER_COLUMNS },
  );
  return [
    `  result    ${head}, Earth and Moon`,
    ...lines.map((line) => `          ${line}`),
    `  receipt   ${receiptId}  ${HOW[how]}`,
  ];
}
