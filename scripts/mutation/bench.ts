/** A copy of the compiled code in which one file is another, and the tests that run in it. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { transformSync } from "esbuild";

/** Joined programs are left out: no unit test of a protocol reads them. */
const LEFT_OUT: ReadonlySet<string> = new Set(["program", "console", "openapi", "clients"]);
/** A loop that a change made endless is a change that was noticed. */
const TIMEOUT_MS = 180_000;
const OPTIONS = { verbatimModuleSyntax: true, target: "ES2023" };

export type Verdict = "killed" | "survived" | "timed out";

export class Bench {
  readonly #root: string;
  readonly #room: string;

  /** @param root of the project, with its compiled code below `dist` */
  constructor(root: string) {
    this.#root = root;
    this.#room = mkdtempSync(join(tmpdir(), "calcmesh-mutation-"));
    for (const name of readdirSync(root))
      if (name !== "dist" && name !== ".git") symlinkSync(join(root, name), join(this.#room, name));
    this.#copy(join(root, "dist"), join(this.#room, "dist"));
  }

  #copy(from: string, to: string): void {
    mkdirSync(to);
    const isTop = to === join(this.#room, "dist");
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (isTop && LEFT_OUT.has(entry.name)) continue;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) this.#copy(source, target);
      else copyFileSync(source, target);
    }
  }

  /** @param file from the root @param source what it holds in this run @param tests compiled */
  run(file: string, source: string, tests: readonly string[]): Verdict {
    const compiled = join("dist", file.replace(/ts$/, "js"));
    const path = join(this.#room, compiled);
    const { code } = transformSync(source, {
      loader: "ts",
      format: "esm",
      target: "es2023",
      tsconfigRaw: { compilerOptions: OPTIONS },
    });
    writeFileSync(path, code);
    try {
      return this.#test(tests);
    } finally {
      copyFileSync(join(this.#root, compiled), path);
    }
  }

  #test(tests: readonly string[]): Verdict {
    const mocha = join(this.#room, "node_modules", "mocha", "bin", "mocha.js");
    const files = tests.map((test) => join(this.#room, "dist", test));
    const flags = ["--bail", "--timeout", String(TIMEOUT_MS), "--reporter", "dot", "--no-config"];
    const { error, status } = spawnSync(process.execPath, [mocha, ...flags, "--exit", ...files], {
      cwd: this.#room,
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
      stdio: "ignore",
    });
    if (error !== undefined && "code" in error && error.code === "ETIMEDOUT") return "timed out";
    return status === 0 ? "survived" : "killed";
  }

  remove(): void {
    rmSync(this.#room, { recursive: true });
  }
}

/** Sources of a room, from the root. */
export function sourcesBelow(root: string, room: string): string[] {
  if (room.endsWith(".ts")) return [room];
  return readdirSync(join(root, room), { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith(".ts") && !name.endsWith(".data.ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** The folder of a room that stands for a file of it. */
export function roomOf(file: string, rooms: readonly string[]): string {
  const found = rooms.find((room) => file === room || file.startsWith(`${room}/`));
  return found ?? dirname(file);
}
