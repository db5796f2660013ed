/** Another commit of this repository, built in a directory of its own. */
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

export interface OtherBuild {
  readonly commit: string;
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

/**
 * @param ref a commit, a branch or a tag
 * @param directory empty; nothing of it is left after `remove`
 * @throws Error where there is no such commit, or it does not build
 */
export function buildOther(ref: string, directory: string): OtherBuild {
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
    execFileSync(process.execPath, ["scripts/build.mjs", "--to-run"], {
      cwd: place,
      stdio: "ignore",
    });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: place,
      encoding: "utf8",
    }).trim(),
    calc: join(place, "dist", "program", "calc.js"),
    remove,
  };
}
