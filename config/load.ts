/**
 * Settings from all sources: flag, environment, project file, user file, network preset, default.
 */
import { ConfigError } from "./errors.js";
import type { Environment } from "./paths.js";
import { isLoopback } from "./loopback.js";
import { configSchema } from "./schema.js";
import { absolute, first, gatheredSources, processEnvironment } from "./gathered.js";
import type { Config, HostPort } from "./schema.js";
import { settings } from "./settings.js";
import { describe } from "./sources.js";
import type { Flags, Origin, Source } from "./sources.js";

/** A configuration is read once: compiling its schema takes longer than interpreting it. */
const JITLESS = { jitless: true };

interface LoadedConfig {
  readonly config: Config;
  /** Values by dotted key as they were written, with what is left out filled in. */
  readonly given: ReadonlyMap<string, unknown>;
  /** Where each dotted key got its value. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Settings that are allowed but should be said when the node starts. */
  readonly warnings: readonly string[];
}

type Tree = { [name: string]: unknown };

function nest(values: ReadonlyMap<string, unknown>): Tree {
  const root: Tree = {};
  for (const [key, value] of values) {
    const dot = key.indexOf(".");
    if (dot < 0) {
      root[key] = value;
      continue;
    }
    const section = (root[key.slice(0, dot)] ??= {});
    Object.assign(section, { [key.slice(dot + 1)]: value });
  }
  return root;
}

function validate(
  values: ReadonlyMap<string, unknown>,
  origins: ReadonlyMap<string, Origin>,
): Config {
  const result = configSchema.safeParse(nest(values), JITLESS);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const key = path
      .slice(0, 2)
      .filter((part) => typeof part === "string")
      .join(".");
    const origin = origins.get(key);
    const from = origin === undefined ? "" : ` (${describe(origin)})`;
    return { key, text: `${key}${from}: ${message}` };
  });
  const texts = problems.map(({ text }) => text);
  throw new ConfigError(
    texts.join("; "),
    problems.map(({ key }) => key),
  );
}

function sameAddress(a: HostPort, b: HostPort | null): boolean {
  return b !== null && a.port !== 0 && a.port === b.port && a.host === b.host;
}

function contradictions({
  http,
  p2p,
  mesh,
  metrics,
}: Config): readonly (readonly [a: string, b: string, why: string])[] {
  const found: (readonly [string, string, string])[] = [];
  if (sameAddress(http.listen, metrics.listen)) {
    found.push(["http.listen", "metrics.listen", "they name the same address"]);
  }
  if (p2p.listen.length === 0) {
    const off = "the node is cut off from other nodes";
    if (p2p.bootstrap.length > 0) found.push(["p2p.listen", "p2p.bootstrap", off]);
    if (p2p.announce.length > 0) found.push(["p2p.listen", "p2p.announce", off]);
    if (mesh.secretFiles.length > 0) found.push(["p2p.listen", "mesh.secretFiles", off]);
    if (p2p.mdns === "on") found.push(["p2p.listen", "p2p.mdns", off]);
  }
  if (http.adapter === "uws") {
    const local = "uws reads leniently, and serves callers of this machine alone";
    if (!isLoopback(http.listen.host)) found.push(["http.adapter", "http.listen", local]);
    if (http.trustedProxies.length > 0) found.push(["http.adapter", "http.trustedProxies", local]);
  }
  if (http.corsOrigins.includes("*") && http.corsOrigins.length > 1) {
    found.push(["http.corsOrigins", "http.corsOrigins", "* already stands for every origin"]);
  }
  return found;
}

function refuseContradictions(config: Config, origins: ReadonlyMap<string, Origin>): void {
  const found = contradictions(config);
  if (found.length === 0) return;
  const name = (key: string): string => `${key} (${describe(origins.get(key)!)})`;
  const texts = found.map(
    ([a, b, why]) => `${name(a)} and ${name(b)} contradict each other: ${why}`,
  );
  throw new ConfigError(
    texts.join("; "),
    found.flatMap(([a, b]) => [a, b]),
  );
}

function warningsOf({ http, p2p, mesh, rateLimits }: Config): readonly string[] {
  const warnings: string[] = [];
  if (rateLimits === "off") {
    warnings.push(
      isLoopback(http.listen.host)
        ? "rate limits are off"
        : `rate limits are off on ${http.listen.host}, which others may reach`,
    );
  }
  if (p2p.bootstrap.length > 0 && mesh.secretFiles.length === 0) {
    warnings.push("bootstrap nodes are named but there is no mesh secret: no topic will be joined");
  }
  if (p2p.mdns === "on" && mesh.secretFiles.length === 0) {
    warnings.push("there is no mesh secret: no nodes are looked for on the local network");
  }
  return warnings;
}

/**
 * @param flags values by long flag name without dashes
 * @param tried wins over all others: what a setting would do before it is written
 * @throws ConfigError naming every key at fault and where it came from
 */
export async function loadConfig(
  flags: Flags = {},
  environment: Environment = processEnvironment(),
  tried: Source = new Map(),
): Promise<LoadedConfig> {
  const { sources, variables } = await gatheredSources(flags, environment, tried);
  const values = new Map<string, unknown>();
  const origins = new Map<string, Origin>();
  for (const { key } of settings) {
    const { value, origin } = first(key, sources)!;
    values.set(key, absolute(key, value, environment));
    origins.set(key, origin);
  }
  const config = validate(values, origins);
  refuseContradictions(config, origins);
  return {
    config,
    given: values,
    origins,
    warnings: [...variables.warnings, ...warningsOf(config)],
  };
}
