/** Another commit of this repository, or this one once more, built in a directory of its own. */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { childrenSeconds } from "./processorTime.js";

export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
/** Much of the program imports it. */
const COMMENTED = "protocol/operators/registry.ts";

export interface Build {
  readonly commit: string;
  readonly place: string;
  /** Its program, as `npx calc` starts it. */
  readonly calc: string;
  remove(): void;
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: ROOT, encoding: "utf8" }).trim();
}

/** The commit that stands here, with a sign where files are changed. */
export function commitHere(): string {
  const changed = git("status", "--porcelain", "--untracked-files=no");
  return `${git("rev-parse", "--short", "HEAD")}${changed === "" ? "" : ", changed"}`;
}

function buildIn(place: string, ...words: readonly string[]): void {
  execFileSync(process.execPath, ["scripts/build.mjs", ...words], { cwd: place, stdio: "ignore" });
}

/**
 * @param ref a commit, a branch or a tag
 * @param directory empty, or none; nothing of it is left after `remove`
 * @throws Error where there is no such commit, or it does not build
 */
export function buildOther(ref: string, directory: string): Build {
  const place = join(directory, "build");
  git("worktree", "add", "--detach", place, ref);
  const remove = (): void => {
    git("worktree", "remove", "--force", place);
  };
  try {
    const lockOf = (root: string): string => readFileSync(join(root, "package-lock.json"), "utf8");
    // The same packages are not installed twice.
    if (lockOf(place) === lockOf(ROOT))
      symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"));
    else execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: place, stdio: "ignore" });
    buildIn(place, "--to-run");
  } catch (error) {
    remove();
    throw error;
  }
  return {
    commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: place,
      encoding: "utf8",
    }).trim(),
    place,
    calc: join(place, "dist", "program", "calc.js"),
    remove,
  };
}

/** The files that git knows, as they stand here, with what was built of them: a build may change them. */
export function copyHere(place: string): Build {
  const files = git("ls-files", "-z").split("\0");
  for (const file of files.filter((name) => name !== "" && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    cpSync(join(ROOT, file), join(place, file), { preserveTimestamps: true });
  }
  cpSync(join(ROOT, "dist"), join(place, "dist"), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(ROOT, "node_modules"), join(place, "node_modules"));
  return {
    commit: commitHere(),
    place,
    calc: join(place, "dist", "program", "calc.js"),
    remove: () => undefined,
  };
}

/** Processor time of a whole build, its child processes included. */
export function buildSeconds({ place }: Build, isCommented = false): number {
  if (isCommented) appendFileSync(join(place, COMMENTED), "// A remark.\n");
  const before = childrenSeconds();
  buildIn(place);
  return childrenSeconds() - before;
}
