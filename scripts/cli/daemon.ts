/** `calc daemon`: starts a node, says what it is doing, and stops it in good order. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { ConfigError } from "../../config/errors.js";
import { loadConfig } from "../../config/load.js";
import { loadMeshSecrets } from "../../config/secrets.js";
import { Daemon, type Started } from "../../node/daemon.js";
import { apiFilePath } from "../../node/runtime/apiFile.js";
import { FirstResultError } from "../../node/compute/firstResult.js";
import { IdentityError } from "../../node/runtime/identity.js";
import { createLogger } from "../../node/runtime/logger.js";
import { RecentLines } from "../../node/runtime/recentLines.js";
import { SpineDamagedError } from "../../node/spine/ownSpine.js";
import { IdentityInUseError } from "../../node/runtime/soleIdentity.js";
import { SHUTDOWN_DEADLINE_MS } from "../../node/runtime/shutdown.js";
import { StoreError, StoreLockedError } from "../../storage/errors.js";
import { CliError, EXIT } from "../../api/cli/exitCodes.js";
import type { Logger } from "../../protocol/ports.js";
import { directoryFault, listenFault } from "./startFaults.js";
import { StartWatch } from "./startWatch.js";
import { resultLines } from "../../api/readable/result.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** A start that was told to end has this long to come to a place where it can. */
const START_ENDS_MS = 5_000;
const BANNER_COLUMNS = 80;
const OTHER_DIRECTORY =
  "Name an empty directory with --data-dir, or run the program that wrote this.";
const RESTORE = "Restore the data directory from a backup, or start with another --data-dir.";

/** Runs until a signal. @returns the exit code. @throws CliError when the node cannot start. */
export async function runDaemon(
  flags: Readonly<Record<string, string | boolean>>,
): Promise<number> {
  // Listened for before anything says that the node is ready: whoever reads that may end it at
  // once.
  const signalled = nextSignal();
  const { config, log, logged, secrets } = await configured(flags);
  const watch = new StartWatch({
    log,
    giveUp: (why) => {
      log.error("the start is given up", { why });
      process.exit(EXIT.unexpected);
    },
  });
  const progress = { isStarted: false };
  void signalled.then(() =>
    setTimeout(() => endStart(progress.isStarted, watch, log), START_ENDS_MS).unref(),
  );
  const daemon = await start({ config, log, logged, secrets }, watch);
  progress.isStarted = true;
  report(daemon.started);
  process.send?.(daemon.started.api);
  const signal = await signalled;
  log.info("stopping", { signal });
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
  return clean ? EXIT.ok : EXIT.unexpected;
}

/** A start that heeds no signal is ended: nothing has been acknowledged to anybody yet. */
function endStart(isStarted: boolean, watch: StartWatch, log: Logger): void {
  if (isStarted) return;
  log.error("ended by a signal while starting", { step: watch.step });
  process.exit(EXIT.interrupted);
}

async function configured(flags: Readonly<Record<string, string | boolean>>) {
  try {
    const { config, warnings } = await loadConfig(flags);
    const secrets = await loadMeshSecrets(config.mesh.secretFiles);
    // Standard output is for what the node has to say to people; the log is JSON lines on standard
    // error.
    const logged = {
      start: new Date().toISOString(),
      level: config.logLevel,
      recent: new RecentLines(),
    };
    const log = createLogger(config.logLevel, { to: "stderr", recent: logged.recent });
    for (const warning of [...warnings, ...secrets.warnings]) log.warn(warning);
    return { config, log, logged, secrets };
  } catch (error) {
    throw await explained(error);
  }
}

async function start(
  { config, log, logged, secrets }: Awaited<ReturnType<typeof configured>>,
  watch: StartWatch,
): Promise<Daemon> {
  const fatal = (error: unknown): void => {
    log.error("the node cannot go on, and ends", { error });
    process.exit(EXIT.unexpected);
  };
  const onStep = (step: string): void => watch.enter(step);
  try {
    return await Daemon.start({
      config,
      meshSecrets: secrets.ring,
      log,
      logged,
      fatal,
      onStep,
    });
  } catch (error) {
    throw await explained(error);
  } finally {
    watch.end();
  }
}

/** Failures a person can mend, in words. */
async function explained(error: unknown): Promise<unknown> {
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
    const directory = directoryFault(error);
    if (directory !== null) return directory;
    const hint = error.code.startsWith("FORMAT_") ? OTHER_DIRECTORY : RESTORE;
    return new CliError(error.code, EXIT.unexpected, error.message, hint);
  }
  if (
    error instanceof IdentityError ||
    error instanceof SpineDamagedError ||
    error instanceof FirstResultError
  ) {
    return new CliError(error.name, EXIT.unexpected, error.message, RESTORE);
  }
  return (await listenFault(error)) ?? error;
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
    `  API       ${api.http}/api   (${httpAdapter})`,
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

/** A terminal that closes ends the node in good order, unless it was started to outlive it. */
function nextSignal(): Promise<string> {
  const names = ignoresHangUp() ? SIGNALS.filter((name) => name !== "SIGHUP") : SIGNALS;
  return new Promise((done) => {
    for (const name of names) process.once(name, () => done(name));
  });
}

/** As under `nohup`: to listen for the signal would undo that. Linux tells it. */
function ignoresHangUp(): boolean {
  try {
    const [, mask = "0"] =
      /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
