/**
 * The verbs that only ask a node: the client serves them, and neither schemas, the engine nor the
 * operators' records. Each is loaded when it is asked for.
 */
import type { LazyVerb, Verb } from "../../api/cli/session.js";

export function lazy(name: string, load: () => Promise<Verb>): LazyVerb {
  return { names: [name], load: async () => [await load()] };
}

export const clientVerbs: readonly LazyVerb[] = [
  lazy("account", async () => (await import("./account.js")).accountVerb),
  lazy("api", async () => (await import("./api.js")).apiVerb),
  lazy("verify", async () => (await import("./records/verify.js")).verifyVerb),
  lazy("derive", async () => (await import("./compute/derive.js")).deriveVerb),
  lazy("status", async () => (await import("./life/status.js")).statusVerb),
  lazy("health", async () => (await import("./life/health.js")).healthVerb),
  lazy("logs", async () => (await import("./life/logs.js")).logsVerb),
  lazy("transfer", async () => (await import("./services/transfer.js")).transferVerb),
  lazy("witness", async () => (await import("./services/witness.js")).witnessVerb),
  lazy("page", async () => (await import("./services/page.js")).pageVerb),
  lazy("llm", async () => (await import("./services/llm.js")).llmVerb),
  lazy("peers", async () => (await import("./services/mesh.js")).peersVerb),
  lazy("mesh", async () => (await import("./services/mesh.js")).meshVerb),
  {
    names: ["operators", "operator-spec"],
    load: async () => (await import("./compute/registryVerbs.js")).registryVerbs,
  },
];
