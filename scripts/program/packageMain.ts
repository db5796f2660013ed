/**
 * `npm run package`: the directory that is deployed with its archive, which `npm install -g FILE`
 * takes, too; the Debian package, the TypeScript client and the wheel of the Python client.
 * Arguments: `--to DIR`, `dist/package` without it; `--node FILE`, a binary of Node that goes into
 * the Debian package.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packClient } from "../clients/packClient.js";
import { writeWheel } from "../clients/wheel.js";
import { writeDebian } from "./debian.js";
import { filesOf, layOutPackage } from "./package.js";

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const {
  values: { node, to },
} = parseArgs({
  options: { to: { type: "string", default: "dist/package" }, node: { type: "string" } },
});
mkdirSync(to, { recursive: true });
const dir = await layOutPackage(to);
const sizes = [...filesOf(dir).values()];
const archive = `${dir}.tgz`;
execFileSync("tar", ["-czf", archive, "-C", dirname(dir), basename(dir)]);
const said = (path: string): void => {
  process.stdout.write(`${path}  ${megabytes(statSync(path).size)}\n`);
};
process.stdout.write(
  `${dir}  ${megabytes(sizes.reduce((sum, size) => sum + size, 0))}, ${sizes.length} files\n`,
);
said(archive);

const BUILT = fileURLToPath(new URL("../../", import.meta.url));
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(dir, "package.json"), "utf8"),
);
const client = await packClient(join(BUILT, "client-package"));
cpSync(client, join(to, basename(client)));
said(join(to, basename(client)));
const module = readFileSync(join(BUILT, "clients", "python", "calcmesh.py"), "utf8");
said(writeWheel(to, module, version));
if (hasDpkg()) said(writeDebian(to, { program: dir, version, node }));
else process.stdout.write("no Debian package: dpkg-deb is not installed here\n");

function hasDpkg(): boolean {
  try {
    execFileSync("dpkg-deb", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
