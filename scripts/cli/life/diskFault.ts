/** What a file system refuses, in words: what, why, and what would do. */
import { CliError, EXIT } from "../../../api/cli/exitCodes.js";

interface Words {
  readonly exit: number;
  readonly why: string;
  readonly next: string;
}

const NOT_ALLOWED: Words = {
  exit: EXIT.refused,
  why: "this user may not do that there",
  next: "Take a place of your own, or give this user the right to it.",
};

const WORDS: Readonly<Record<string, Words>> = {
  ENOENT: { exit: EXIT.notFound, why: "there is no such place", next: "Check the path." },
  ENOTDIR: {
    exit: EXIT.notFound,
    why: "a part of the path is a file",
    next: "Check the path.",
  },
  EISDIR: { exit: EXIT.usage, why: "it is a directory", next: "Name a file." },
  EEXIST: {
    exit: EXIT.conflict,
    why: "it is there already, perhaps left by a run that was killed",
    next: "Look whether it is being written, and remove it if it is not.",
  },
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: {
    exit: EXIT.refused,
    why: "the file system is mounted read-only",
    next: "Take a place that can be written.",
  },
  ENOSPC: {
    exit: EXIT.unexpected,
    why: "the disk is full",
    next: "Free some room, or take another disk.",
  },
  EMFILE: {
    exit: EXIT.unexpected,
    why: "this process has as many files open as it may",
    next: "ulimit -n 65536, or LimitNOFILE=65536 in the unit.",
  },
  EDQUOT: {
    exit: EXIT.unexpected,
    why: "the quota is used up",
    next: "Free some room, or take another place.",
  },
};

const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** Whether an error says that there is no such file, nor a place where it could be. */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has(Reflect.get(Object(error), "code"));
}

/** The codes that a user's own rights decide. */
export const RIGHTS: ReadonlySet<string> = new Set(["EACCES", "EPERM"]);

/** What to throw where a file that was named could not be read. */
export function unreadable(error: unknown, path: string): unknown {
  if (isAbsent(error))
    return new CliError("NOT_FOUND", EXIT.notFound, `there is no file ${path}`, "Check the path.");
  return error instanceof CliError ? error : (diskFault(error, path) ?? error);
}

/**
 * @returns null for what no file system said; what it said is among the members, as `system`
 */
export function diskFault(error: unknown, path: string): CliError | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code: unknown = Reflect.get(at, "code");
    const words = typeof code === "string" ? WORDS[code] : undefined;
    if (words === undefined) continue;
    const named: unknown = Reflect.get(at, "path");
    const where = typeof named === "string" ? named : path;
    return new CliError("FILE", words.exit, `${where}: ${words.why}`, words.next, {
      system: code,
    });
  }
  return null;
}
