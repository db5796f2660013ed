/** `npm run bench [-- kernel registry http start mesh]`: every figure beside a peer measured in the same run. */
import { benchHttp } from "./http.js";
import { benchKernel } from "./kernel.js";
import { benchRegistry } from "./registry.js";
import { benchMesh } from "./mesh.js";
import { printRows, type Row } from "./report.js";
import { benchStart } from "./start.js";

const SUITES: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  kernel: benchKernel, registry: benchRegistry, http: benchHttp, start: benchStart, mesh: benchMesh,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(SUITES, name));
if (unknown.length > 0) {
  process.stderr.write(`unknown suite ${unknown.join(", ")}: choose from ${Object.keys(SUITES).join(", ")}\n`);
  process.exit(2);
}
process.stdout.write(`Node ${process.version}, ${process.platform} ${process.arch}\n`);
for (const [name, suite] of Object.entries(SUITES)) {
  if (wanted.length === 0 || wanted.includes(name)) printRows(name, await suite());
}
