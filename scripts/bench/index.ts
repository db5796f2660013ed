/**
 * `npm run bench [-- kernel registry http start commands mesh solvers work]`: every figure beside a peer
 * measured in the same run. Of the mesh one part alone: `mesh-judge`, `mesh-commit`, `mesh-gossip`,
 * `mesh-join`. A vault of a million envelopes: `envelopes`. Compute that an account pays for:
 * `charged`. Requests on both adapters of HTTP: `http-adapters`.
 * The console in Chromium: `console`. The check of a machine's log: `machine-log`. An audit
 * of a million entries:
 * `ledger-audit`. What looks at a store before it is opened: `store-examine`. One solver alone:
 * `solvers:ID`. How soon others are answered while every solver's
 * worker is busy: `solvers-busy`. Six commands beside those of another build:
 * `commands:PATH/calc.js`. What clients do most, beside another commit in turns:
 * `compare:REF`, on a million envelopes `compare-large:REF`, its build after a comment
 * `compare-build:REF`, the rows of `solvers` without a node or a peer `compare-solvers:REF`. One
 * channel with 10,000 subscribers: `streams`. Tables under one seal: `tables`, and how they go with
 * the workers: `tables-workers`. Hosted pages: `pages`. The search of libraries: `libraries`. Chats with
 * models: `models`. Mail: `mail`, of it HTML alone:
 * `mail-html`. How soon seals are held by all, and what idle nodes cost: `spread`, at length `mesh-rest`; how
 * soon nodes that start at once have met: `mesh-together`; how soon a newcomer is of use after 30 days:
 * `mesh-newcomer`; what a share is among thousands of nodes: `mesh-kept`. Guards,
 * checks and firings of contracts: `contracts`, without a node `contracts-peers`; 10,000 of them on
 * an idle node: `contracts-idle`. What keyless requests cost the serving thread: `doors`. How soon
 * a probe and a payer are answered while others do their worst: `strangers`, `payers`. Jobs of the mesh: `market`;
 * those of strangers: `market-rest`, and their poisons: `market-poison`.
 */
import { benchPayers } from "./attacks/payers.js";
import { benchStrangers } from "./attacks/strangers.js";
import { benchCharged } from "./charged.js";
import { benchCommands } from "./commands.js";
import { benchCompare, benchCompareBuild, benchCompareLarge } from "./compare/compare.js";
import { benchCompareSolvers } from "./compare/solverRows.js";
import { benchConsole } from "./console.js";
import { benchContractFirings, benchContractsIdle } from "./contractFirings.js";
import { benchContractPeers } from "./contractPeers.js";
import { benchContracts } from "./contracts.js";
import { benchDoors } from "./doors.js";
import { benchEnvelopes } from "./envelopes.js";
import { benchHttp } from "./http.js";
import { benchHttpAdapters } from "./httpAdapters.js";
import { benchKernel } from "./kernel.js";
import { benchReactor } from "./reactor.js";
import { benchRegistry } from "./registry.js";
import { benchLedgerAudit } from "./ledgerAudit.js";
import { benchLibrarySearch } from "./librarySearch.js";
import { benchMail } from "./mail.js";
import { benchMailHtml } from "./mailHtml.js";
import { benchMarket } from "./market.js";
import { benchMarketPoison } from "./attacks/marketPoison.js";
import { benchMarketRest } from "./marketRest.js";
import { benchMachineLog } from "./machineLog.js";
import {
  benchMesh,
  benchMeshCommit,
  benchMeshGossip,
  benchMeshJoin,
  benchMeshJudge,
} from "./mesh.js";
import { benchModels } from "./models.js";
import { benchPages } from "./pages.js";
import { printRows, type Row } from "./report.js";
import { benchKeptShare } from "./rest/keptShare.js";
import { benchRest } from "./rest/meshRest.js";
import { benchSpread } from "./meshSpread.js";
import { benchTogether } from "./rest/meshTogether.js";
import { benchNewcomer } from "./rest/newcomer.js";
import { benchSolvers } from "./solvers.js";
import { benchSolversBusy } from "./solversBusy.js";
import { benchStoreExamine } from "./storeExamine.js";
import { benchStreams } from "./streams.js";
import { benchStart } from "./start.js";
import { benchTables } from "./tables.js";
import { benchTablesWorkers } from "./tablesWorkers.js";
import { benchWork } from "./work.js";
import { benchWords } from "./words.js";

const SUITES: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  kernel: benchKernel,
  registry: benchRegistry,
  http: benchHttp,
  start: benchStart,
  commands: () => benchCommands(),
  mesh: benchMesh,
  solvers: () => benchSolvers(),
  work: benchWork,
};
/** Run only when they are named. */
const PARTS: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  console: benchConsole,
  "mesh-judge": benchMeshJudge,
  "mesh-commit": benchMeshCommit,
  "mesh-gossip": benchMeshGossip,
  "mesh-join": benchMeshJoin,
  envelopes: benchEnvelopes,
  "ledger-audit": benchLedgerAudit,
  charged: benchCharged,
  "http-adapters": benchHttpAdapters,
  contracts: async () => [
    ...(await benchContracts()),
    ...(await benchContractPeers()),
    ...(await benchContractFirings()),
  ],
  "contracts-peers": async () => [...(await benchContracts()), ...(await benchContractPeers())],
  "contracts-idle": benchContractsIdle,
  doors: benchDoors,
  payers: benchPayers,
  strangers: benchStrangers,
  "machine-log": benchMachineLog,
  "solvers-busy": benchSolversBusy,
  "store-examine": benchStoreExamine,
  mail: benchMail,
  market: benchMarket,
  "market-poison": benchMarketPoison,
  "market-rest": benchMarketRest,
  "mail-html": benchMailHtml,
  pages: benchPages,
  libraries: benchLibrarySearch,
  words: benchWords,
  models: benchModels,
  "mesh-rest": benchRest,
  "mesh-together": benchTogether,
  "mesh-newcomer": benchNewcomer,
  "mesh-kept": benchKeptShare,
  spread: benchSpread,
  streams: benchStreams,
  tables: benchTables,
  "tables-workers": benchTablesWorkers,
  reactor: benchReactor,
};

/** Named with what they are about, as in `solvers:heat`. */
const OF_ONE: Readonly<Record<string, (what: string) => Promise<readonly Row[]>>> = {
  solvers: benchSolvers,
  commands: benchCommands,
  compare: benchCompare,
  "compare-build": benchCompareBuild,
  "compare-large": benchCompareLarge,
  "compare-solvers": benchCompareSolvers,
};

const wanted = process.argv.slice(2);
const single = wanted.flatMap((name) => {
  const [suite = "", ...rest] = name.split(":");
  const run = rest.length === 0 ? undefined : OF_ONE[suite];
  return run === undefined ? [] : [[name, () => run(rest.join(":"))] as const];
});
const known: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  ...SUITES,
  ...PARTS,
  ...Object.fromEntries(single),
};
const unknown = wanted.filter((name) => !Object.hasOwn(known, name));
if (unknown.length > 0) {
  process.stderr.write(
    `unknown suite ${unknown.join(", ")}: choose from ${Object.keys(known).join(", ")}\n`,
  );
  process.exit(2);
}
process.stdout.write(`Node ${process.version}, ${process.platform} ${process.arch}\n`);
for (const [name, suite] of Object.entries(known)) {
  if (wanted.length === 0 ? Object.hasOwn(SUITES, name) : wanted.includes(name))
    printRows(name, await suite());
}
