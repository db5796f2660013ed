/**
 * The verbs that are more than one call of the API: some need no daemon, one is the daemon. Each is
 * loaded when it is asked for, with what it needs and no more.
 */
import { SOLVER_GROUP } from "../../api/cli/help.js";
import type { LazyVerb } from "../../api/cli/session.js";
import { clientVerbs, lazy } from "./clientVerbs.js";
import { solverNames } from "./compute/solverNames.js";

/** Those that compute, look into files or start something. */
export const otherVerbs: readonly LazyVerb[] = [
  lazy("daemon", async () => (await import("./life/daemonVerb.js")).daemonVerb),
  lazy("mcp", async () => (await import("./services/mcp.js")).mcpVerb),
  lazy("evaluate", async () => (await import("./compute/evaluateVerb.js")).evaluateVerb),
  lazy("convert", async () => (await import("./compute/convert.js")).convertVerb),
  lazy("conformance", async () => (await import("./compute/conformance.js")).conformanceVerb),
  lazy("dns", async () => (await import("./dns.js")).dnsVerb),
  lazy("ledger", async () => (await import("./records/ledger.js")).ledgerVerb),
  lazy("clock", async () => (await import("./clock.js")).clockVerb),
  lazy("store", async () => (await import("./life/store.js")).storeVerb),
  lazy("init", async () => (await import("./life/init.js")).initVerb),
  lazy("id", async () => (await import("./life/nodeId.js")).idVerb),
  lazy("doctor", async () => (await import("./doctor/doctor.js")).doctorVerb),
  lazy("config", async () => (await import("./life/configVerb.js")).configVerb),
  lazy("backup", async () => (await import("./records/backup.js")).backupVerb),
  lazy("restore", async () => (await import("./records/backup.js")).restoreVerb),
  lazy("verify-db", async () => (await import("./records/verifyDb.js")).verifyDbVerb),
  lazy("tally", async () => (await import("./records/tally.js")).tallyVerb),
  lazy("stream", async () => (await import("./services/stream.js")).streamVerb),
  {
    names: ["mail"],
    load: async () => [
      (await import("./services/mail.js")).mailVerb,
      (await import("./services/mailReceive.js")).mailReceiveVerb,
    ],
  },
  lazy("scaffold", async () => (await import("./services/scaffold.js")).scaffoldVerb),
  lazy("skills", async () => (await import("./services/skills.js")).skillsVerb),
  lazy("reactor", async () => (await import("./services/reactor.js")).reactorVerb),
  lazy("sweep", async () => (await import("./compute/sweep.js")).sweepVerb),
  {
    names: solverNames,
    group: SOLVER_GROUP,
    load: async () => (await import("./compute/solvers.js")).solverVerbs,
  },
  lazy("solvers", async () => (await import("./compute/solverList.js")).solversVerb),
  lazy("version", async () => (await import("./version.js")).versionVerb),
  lazy("completion", async () => (await import("./completionVerb.js")).completionVerb),
];

export const verbs: readonly LazyVerb[] = [...clientVerbs, ...otherVerbs];
