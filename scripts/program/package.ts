/**
 * The deployed package: a directory with the joined program, of packages only the files that the
 * program loads, and the one native binary that this machine runs. It needs Node and nothing else,
 * and stands wherever it is copied to.
 *
 * ```
 * calcmesh-0.1.0-linux-x64/
 *   package.json   program/   node_modules/   deploy/   LICENSES.txt
 * ```
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { uwsBinaryFile, UWS_SHA256, uwsBinaryName } from "../../api/http/uwsBinary.js";
import { NODE_FLAGS } from "../devnet/daemons.js";
import { NATIVE } from "./native.js";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const MODULES = "node_modules";
/** Of it one binary is shipped, and no script. */
const SERVER = "uWebSockets.js";
/** Only the build starts it. */
const OF_THE_BUILD = ["recorder.js", "rehearse.js"];
const MALLOC = "MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072";

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly main?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}

function packageAt(dir: string): PackageJson {
  return JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as PackageJson;
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** `linux-x64`, or `linux-x64-musl` where the C library is musl. */
function platformName(binary: string): string {
  return `${process.platform}-${process.arch}${libcOf(binary) === "musl" ? "-musl" : ""}`;
}

/** The binary of `classic-level` that this process would load. */
function nativeBinary(): string {
  const ofLevel = createRequire(createRequire(import.meta.url).resolve("level"));
  const dir = dirname(ofLevel.resolve("classic-level"));
  const ofClassic = createRequire(join(dir, "index.js"));
  const finder: { path(dir: string): string } = ofClassic("node-gyp-build");
  return finder.path(dir);
}

/** Scripts that the packages load, as paths from the root of the checkout. */
async function loadedScripts(packages: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: {
      contents: packages.map((name) => `require(${JSON.stringify(name)});`).join("\n"),
      resolveDir: ROOT,
      sourcefile: "native.cjs",
    },
    absWorkingDir: ROOT,
    bundle: true,
    platform: "node",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  return Object.keys(metafile.inputs).filter((path) => path.startsWith(`${MODULES}/`));
}

/** `node_modules/a/node_modules/@b/c/lib/d.js` is of `node_modules/a/node_modules/@b/c`. */
function packageDirOf(path: string): string {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)![0];
}

function licenseFiles(dir: string): readonly string[] {
  return readdirSync(dir).filter((name) => /^(?:licen[cs]e|notice)/i.test(name));
}

/** Its scripts, its license, and what Node and npm read of its `package.json`. */
function copyPackage(dir: string, target: string, shipped: ReadonlySet<string>): void {
  const { name, version, license, main, dependencies = {} } = packageAt(join(ROOT, dir));
  const kept = Object.entries(dependencies).filter(([of]) => shipped.has(of));
  mkdirSync(join(target, dir), { recursive: true });
  writeJson(join(target, dir, "package.json"), {
    name,
    version,
    license,
    ...(main === undefined ? {} : { main }),
    ...(kept.length === 0 ? {} : { dependencies: Object.fromEntries(kept) }),
  });
  for (const file of licenseFiles(join(ROOT, dir)))
    cpSync(join(ROOT, dir, file), join(target, dir, file));
}

/** The native server's binary for this machine; null where there is none, and node:http serves. */
function serverBinary(libc: string): string | null {
  return libc !== "musl" && uwsBinaryName() in UWS_SHA256 ? uwsBinaryFile() : null;
}

/** Its binary and no script: the program loads it by its place. */
function copyServer(binary: string, target: string): void {
  const dir = relative(ROOT, dirname(binary));
  copyPackage(dir, target, new Set());
  cpSync(binary, join(target, dir, basename(binary)));
}

async function copyPackages(target: string, binary: string): Promise<void> {
  const scripts = await loadedScripts(NATIVE);
  const dirs = [...new Set(scripts.map(packageDirOf))].sort();
  const shipped = new Set(dirs.map((dir) => packageAt(join(ROOT, dir)).name));
  for (const dir of dirs) copyPackage(dir, target, shipped);
  for (const path of [...scripts, relative(ROOT, binary)])
    cpSync(join(ROOT, path), join(target, path));
}

/** The terms of every package that the program is joined of. */
function licenses(): string {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  return Object.entries(lock.packages)
    .filter(([dir, { dev = false }]) => dir !== "" && !dev && existsSync(join(ROOT, dir)))
    .map(([dir]) => {
      const { name, version, license = "see its text" } = packageAt(join(ROOT, dir));
      const texts = licenseFiles(join(ROOT, dir)).map((file) =>
        readFileSync(join(ROOT, dir, file), "utf8").trim(),
      );
      return [`${name} ${version}: ${license}`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}

function libcOf(binary: string): "musl" | "glibc" {
  return binary.includes(".musl.") ? "musl" : "glibc";
}

function ownPackageJson(binary: string, packages: readonly string[]): object {
  const { name, version, description, license, engines, dependencies = {} } = packageAt(ROOT);
  return {
    name,
    version,
    description,
    license,
    private: true,
    type: "module",
    engines,
    os: [process.platform],
    cpu: [process.arch],
    ...(process.platform === "linux" ? { libc: [libcOf(binary)] } : {}),
    bin: { calc: "program/calc.js" },
    scripts: { start: `${MALLOC} node ${NODE_FLAGS.join(" ")} program/calc.js daemon` },
    dependencies: Object.fromEntries(packages.map((of) => [of, dependencies[of]])),
    bundleDependencies: packages,
  };
}

/**
 * @param parent directory that gets the package; what stands there under its name is replaced
 * @returns the package's own directory
 */
export async function layOutPackage(parent: string): Promise<string> {
  const binary = nativeBinary();
  const { name, version } = packageAt(ROOT);
  const target = join(parent, `${name}-${version}-${platformName(binary)}`);
  rmSync(target, { recursive: true, force: true });
  cpSync(join(ROOT, "dist", "program"), join(target, "program"), {
    recursive: true,
    filter: (path) => !OF_THE_BUILD.some((file) => path.endsWith(`/${file}`)),
  });
  cpSync(join(ROOT, "dist", "console"), join(target, "console"), { recursive: true });
  chmodSync(join(target, "program", "calc.js"), 0o755);
  await copyPackages(target, binary);
  const server = serverBinary(libcOf(binary));
  if (server !== null) copyServer(server, target);
  const deploy = join(ROOT, "config", "deploy");
  if (existsSync(deploy)) cpSync(deploy, join(target, "deploy"), { recursive: true });
  writeFileSync(join(target, "LICENSES.txt"), `${licenses()}\n`);
  writeJson(
    join(target, "package.json"),
    ownPackageJson(binary, server === null ? NATIVE : [...NATIVE, SERVER]),
  );
  return target;
}

/** Files below a directory with their sizes in bytes. */
export function filesOf(dir: string): ReadonlyMap<string, number> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ name, parentPath }) => {
      const path = join(parentPath, name);
      return [relative(dir, path), statSync(path).size];
    }),
  );
}
