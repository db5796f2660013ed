/** Where settings come from: each source gives values by dotted key. */
import { readFile } from "node:fs/promises";
import { parseJson, isObject } from "../protocol/encoding/json.js";
import type { JsonValue } from "../protocol/ports.js";
import { ConfigError } from "./errors.js";
import { linesOfKeys, withoutComments } from "./lines.js";
import { nearest } from "./nearest.js";
import { networks } from "./networks/index.js";
import type { Environment } from "./paths.js";
import { CONFIG_ENV, CONFIG_FLAG, settings, settingsByKey } from "./settings.js";
import type { Setting } from "./settings.js";

type SourceKind = "tried" | "flag" | "env" | "project" | "user" | "preset" | "default";

export interface Origin {
  readonly kind: SourceKind;
  /** Flag, variable, file or preset, as a person would look for it. */
  readonly where: string;
  /** In a file, from 1. */
  readonly line?: number;
}

export interface Given {
  readonly value: unknown;
  readonly origin: Origin;
}

export type Source = ReadonlyMap<string, Given>;

const JSON_DEPTH_MAX = 8;
/**
 * Variables of ours that are no settings: they tell a client which node to talk to, and with which
 * key.
 */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set([
  "CALC_API",
  "CALC_API_URL",
  "CALC_API_KEY",
  "CALC_TOKEN",
]);

/** Edits that are still a slip of the hand in the name of a variable. */
const MISSPELT_EDITS_MAX = 2;

export function describe({ kind, where }: Origin): string {
  return kind === "default" ? "by default" : `from ${where}`;
}

function likely(name: string, known: Iterable<string>): string {
  const found = nearest(name, known);
  return found === null ? "" : `; did you mean ${found}?`;
}

/** A flag without a value counts as `true`. */
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["off", false],
  ["0", false],
]);

/** Reads the text of a flag or variable; what does not fit stays text, for the schema to refuse. */
export function fromText({ kind }: Setting, text: string): JsonValue {
  const trimmed = text.trim();
  if (kind === "integer") return /^-?\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed;
  if (kind === "switch") return SWITCHES.get(trimmed) ?? trimmed;
  if (kind !== "list") return trimmed;
  if (trimmed === "" || trimmed === "off") return [];
  return trimmed.split(",").map((item) => item.trim());
}

export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** @param flags values by long flag name without dashes; a list is a flag given more than once */
export function flagSource(flags: Flags): Source {
  const found = new Map<string, Given>();
  const byFlag = new Map(settings.flatMap((s) => (s.flag === null ? [] : [[s.flag, s] as const])));
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined || flag === CONFIG_FLAG) continue;
    const setting = byFlag.get(flag);
    if (setting === undefined) {
      throw new ConfigError(`unknown flag --${flag}${likely(flag, byFlag.keys())}`);
    }
    const text = Array.isArray(value) ? value.join(",") : String(value);
    found.set(setting.key, {
      value: fromText(setting, text),
      origin: { kind: "flag", where: `--${flag}` },
    });
  }
  return found;
}

export interface EnvironmentSource {
  readonly source: Source;
  readonly warnings: readonly string[];
}

/**
 * The prefix is not ours alone: a variable that is no setting is refused only where it is likely a
 * setting misspelt, and otherwise said.
 */
export function envSource({ env }: Pick<Environment, "env">): EnvironmentSource {
  const source = new Map<string, Given>();
  const warnings: string[] = [];
  const byEnv = new Map(settings.map((s) => [s.env, s]));
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith("CALC_") || text === undefined) continue;
    if (name === CONFIG_ENV || CLIENT_VARIABLES.has(name)) continue;
    const setting = byEnv.get(name);
    if (setting === undefined) {
      const meant = nearest(name, byEnv.keys(), MISSPELT_EDITS_MAX);
      const unknown = `unknown environment variable ${name}`;
      if (meant !== null) throw new ConfigError(`${unknown}; did you mean ${meant}?`);
      warnings.push(`${unknown} is not used`);
      continue;
    }
    const origin: Origin = { kind: "env", where: name };
    source.set(setting.key, { value: fromText(setting, text), origin });
  }
  return { source, warnings };
}

function flatten(value: JsonValue, prefix: string, origin: Origin, into: Map<string, Given>): void {
  if (!isObject(value)) throw new ConfigError(`${origin.where} must hold a JSON object`);
  for (const [name, member] of Object.entries(value)) {
    const key = prefix === "" ? name : `${prefix}.${name}`;
    const inside = [...settingsByKey.keys()].some((known) => known.startsWith(`${key}.`));
    if (settingsByKey.has(key)) {
      into.set(key, { value: member === "off" && isList(key) ? [] : member, origin });
    } else if (inside) {
      if (!isObject(member)) {
        throw new ConfigError(
          `${key} in ${origin.where} must be an object, as in {"http": {"listen": "127.0.0.1:8287"}}`,
          [key],
        );
      }
      flatten(member, key, origin, into);
    } else {
      throw new ConfigError(
        `unknown key ${key} in ${origin.where}${likely(key, settingsByKey.keys())}`,
        [key],
      );
    }
  }
}

function isList(key: string): boolean {
  return settingsByKey.get(key)?.kind === "list";
}

const UNREAD: Readonly<Record<string, string>> = {
  ENOTDIR: ": a part of the path is a file, where a directory has to be",
  EISDIR: ": it is a directory",
  EACCES: ": this user may not read it",
  EPERM: ": this user may not read it",
};

/** Why a file could not be read, for the end of a sentence; empty where nothing is to be said. */
export function whyUnread(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? (UNREAD[error.code] ?? "")
    : "";
}

/**
 * @returns null when the file does not exist
 * @throws ConfigError when it cannot be read, is not strict JSON or holds an unknown key
 */
export async function fileSource(path: string, kind: "project" | "user"): Promise<Source | null> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new ConfigError(`${path} cannot be read${whyUnread(error)}`, [], error);
  }
  const plain = withoutComments(bytes);
  const parsed = parseJson(plain, { depthMax: JSON_DEPTH_MAX });
  if (!parsed.ok) {
    throw new ConfigError(`${path} is not JSON: ${parsed.message} at ${parsed.offset}`);
  }
  const found = new Map<string, Given>();
  flatten(parsed.value, "", { kind, where: path }, found);
  const lines = linesOfKeys(Buffer.from(plain).toString("utf8"));
  return new Map(
    [...found].map(([key, given]) => {
      const line = lines.get(key);
      return [key, line === undefined ? given : { ...given, origin: { ...given.origin, line } }];
    }),
  );
}

export function presetSource(name: string): Source {
  const preset = Object.hasOwn(networks, name) ? networks[name] : undefined;
  if (preset === undefined) {
    const known = Object.keys(networks).join(", ");
    throw new ConfigError(`unknown network ${name} (known: ${known})`, ["network.preset"]);
  }
  const origin: Origin = { kind: "preset", where: `network ${name}` };
  return new Map(Object.entries(preset.values).map(([key, value]) => [key, { value, origin }]));
}

export function defaultSource(environment: Environment): Source {
  const origin: Origin = { kind: "default", where: "default" };
  return new Map(settings.map((s) => [s.key, { value: s.fallback(environment), origin }]));
}
