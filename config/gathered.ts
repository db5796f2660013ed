/** Settings as all sources state them, the one that wins first: nothing of their values is judged. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { ConfigError } from "./errors.js";
import type { Environment } from "./paths.js";
import { CONFIG_ENV, CONFIG_FLAG } from "./settings.js";
import { defaultSource, envSource, fileSource, flagSource, presetSource } from "./sources.js";
import type { EnvironmentSource, Flags, Given, Source } from "./sources.js";

const PROJECT_FILE = "calc.json";
/** In the data directory. */
export const USER_FILE = "config.json";

/** The process this runs in; the only reading of its environment. */
export function processEnvironment(): Environment {
  return {
    env: { ...process.env },
    cwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
  };
}

export function first(key: string, sources: readonly Source[]): Given | undefined {
  for (const source of sources) {
    const given = source.get(key);
    if (given !== undefined) return given;
  }
  return undefined;
}

function textOf(given: Given | undefined): string {
  return typeof given?.value === "string" ? given.value : "";
}

async function projectSource(flags: Flags, { env, cwd }: Environment): Promise<Source> {
  const named = flags[CONFIG_FLAG] ?? env[CONFIG_ENV];
  if (named === undefined || named === "") {
    return (await fileSource(join(cwd, PROJECT_FILE), "project")) ?? new Map<string, Given>();
  }
  const path = resolve(cwd, String(named));
  const source = await fileSource(path, "project");
  if (source === null) throw new ConfigError(`the configuration file ${path} does not exist`);
  return source;
}

/** The file in the data directory; it cannot say where it is itself. */
async function userSource(dataDir: string): Promise<Source> {
  const path = join(dataDir, USER_FILE);
  const source = await fileSource(path, "user");
  if (source?.has("dataDir") === true) {
    throw new ConfigError(`dataDir cannot be set in ${path}, which lies in it`, ["dataDir"]);
  }
  return source ?? new Map<string, Given>();
}

/** Relative paths are relative to where the node was started. */
export function absolute(key: string, value: unknown, { cwd }: Environment): unknown {
  const path = (item: unknown): unknown =>
    typeof item === "string" && item !== "" && !isAbsolute(item) ? resolve(cwd, item) : item;
  if (key === "dataDir") return path(value);
  return key === "mesh.secretFiles" && Array.isArray(value) ? value.map(path) : value;
}

interface Gathered {
  /** Flag, environment, project file, user file, network preset, default. */
  readonly sources: readonly Source[];
  readonly variables: EnvironmentSource;
  /** Empty where a source says so. */
  readonly dataDir: string;
}

/** @param tried wins over all others @throws ConfigError for a file, a flag or a variable that is no source */
export async function gatheredSources(
  flags: Flags,
  environment: Environment,
  tried: Source = new Map(),
): Promise<Gathered> {
  const variables = envSource(environment);
  const upper: Source[] = [
    tried,
    flagSource(flags),
    variables.source,
    await projectSource(flags, environment),
  ];
  const defaults = defaultSource(environment);
  const dataDir = String(
    absolute("dataDir", textOf(first("dataDir", [...upper, defaults])), environment),
  );
  const files = [...upper, await userSource(dataDir)];
  const preset = presetSource(textOf(first("network.preset", [...files, defaults])));
  return { sources: [...files, preset, defaults], variables, dataDir };
}

/**
 * Where a node keeps its data: all that its client needs of the settings, whose other values are
 * for the node to judge.
 *
 * @throws ConfigError
 */
export async function dataDirOf(flags: Flags): Promise<string> {
  const { dataDir } = await gatheredSources(flags, processEnvironment());
  if (dataDir === "") throw new ConfigError("dataDir is empty", ["dataDir"]);
  return dataDir;
}
