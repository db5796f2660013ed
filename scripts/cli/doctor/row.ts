/** One line of a doctor's list, and what checks look at. */
import type { Config } from "../../../config/schema.js";
import type { ApiInfo } from "../../../node/runtime/apiFile.js";

/** skip: what it needs is not there, which another row says. */
export type RowState = "ok" | "warn" | "fail" | "skip";

export interface Row {
  readonly name: string;
  readonly state: RowState;
  readonly says: string;
  /** The command, or the step, that mends it; null where nothing is to be mended. */
  readonly mend: string | null;
}

/** The machine, as far as a node needs it; given, so that tests can have another one. */
export interface Machine {
  /** As `process.versions.node`. */
  readonly nodeVersion: string;
  readonly nowNs: () => bigint;
  /** Bytes that a user may still write where a path is. */
  freeBytes(path: string): Promise<number>;
  /** Bytes of memory that this machine, or the limit of this process's group, has in all. */
  readonly memoryBytes: number;
  /** Bytes that could be had now. */
  readonly availableBytes: number;
  /** Files that a process may have open; null where that cannot be told. */
  readonly openFiles: number | null;
  /** Whether the operators that the program brings are those that were built. */
  registryHolds(): boolean;
  /** Files of native code that the program has loaded. */
  natives(): Promise<readonly string[]>;
}

/** What the checks after the first few can rely on. */
export interface Patient {
  readonly machine: Machine;
  /** Null where the settings cannot be read. */
  readonly config: Config | null;
  /** Of settings, as far as they could be read. */
  readonly dataDir: string;
  /** The daemon that runs on the directory. */
  readonly api: ApiInfo | null;
}

export type Check = (patient: Patient) => Promise<Row>;

export function ok(name: string, says: string): Row {
  return { name, state: "ok", says, mend: null };
}

export function skip(name: string, says: string): Row {
  return { name, state: "skip", says, mend: null };
}

export function warn(name: string, says: string, mend: string): Row {
  return { name, state: "warn", says, mend };
}

export function fail(name: string, says: string, mend: string): Row {
  return { name, state: "fail", says, mend };
}
