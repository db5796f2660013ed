/**
 * `npm run package`: the directory that is deployed, and the archive of it. `npm install -g FILE`
 * takes the archive, too. Argument: `--to DIR`, `dist/package` without it.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseArgs } from "node:util";
import { filesOf, layOutPackage } from "./package.js";

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const {
  values: { to },
} = parseArgs({ options: { to: { type: "string", default: "dist/package" } } });
mkdirSync(to, { recursive: true });
const dir = await layOutPackage(to);
const sizes = [...filesOf(dir).values()];
const archive = `${dir}.tgz`;
execFileSync("tar", ["-czf", archive, "-C", dirname(dir), basename(dir)]);
process.stdout.write(
  `${dir}  ${megabytes(sizes.reduce((sum, size) => sum + size, 0))}, ${sizes.length} files\n` +
    `${archive}  ${megabytes(statSync(archive).size)}\n`,
);
