/**
 * Screens of the console. A screen that is added here is added to CONSOLE_SCREENS of the contract,
 * too, so that the node serves its address.
 */
import type { Destination, Screen } from "../connection/router.js";

export const screens: readonly Screen[] = [
  { segment: "", hasId: false, title: "calc", load: () => import("./home.js") },
  { segment: "ask", hasId: false, title: "Answer", load: () => import("./ask.js") },
  { segment: "operators", hasId: false, title: "Operators", load: () => import("./operators.js") },
  { segment: "operators", hasId: true, title: "Operator", load: () => import("./operator.js") },
  { segment: "mail", hasId: false, title: "Mail", load: () => import("./mail.js") },
  { segment: "mail", hasId: true, title: "Message", load: () => import("./letter.js") },
  { segment: "models", hasId: false, title: "Models", load: () => import("./models.js") },
  { segment: "pages", hasId: false, title: "Pages", load: () => import("./pages.js") },
  { segment: "vault", hasId: false, title: "Vault", load: () => import("./vault.js") },
  { segment: "contracts", hasId: false, title: "Contracts", load: () => import("./contracts.js") },
  { segment: "contracts", hasId: true, title: "Contract", load: () => import("./contract.js") },
  { segment: "machines", hasId: false, title: "Machines", load: () => import("./machines.js") },
  { segment: "machines", hasId: true, title: "Machine", load: () => import("./machine.js") },
  { segment: "solvers", hasId: false, title: "Solvers", load: () => import("./solvers.js") },
  { segment: "solvers", hasId: true, title: "Solver", load: () => import("./solver.js") },
  { segment: "mesh", hasId: false, title: "Mesh", load: () => import("./mesh.js") },
  { segment: "node", hasId: false, title: "Node", load: () => import("./node.js") },
  { segment: "api", hasId: false, title: "Interface", load: () => import("./api.js") },
  { segment: "streams", hasId: false, title: "Streams", load: () => import("./streams.js") },
  { segment: "streams", hasId: true, title: "Stream", load: () => import("./stream.js") },
  { segment: "reactor", hasId: true, title: "Reactor", load: () => import("./reactor.js") },
  { segment: "jobs", hasId: false, title: "Jobs", load: () => import("./jobs.js") },
  {
    segment: "contribute",
    hasId: false,
    title: "Contribute",
    load: () => import("./contribute.js"),
  },
  { segment: "verify", hasId: false, title: "Verify", load: () => import("./verify.js") },
];

/** Words of the rail. */
export const navigation: readonly Destination[] = [
  { to: "/", word: "Ask", letter: "a" },
  { to: "/operators", word: "Operators", letter: "o" },
  { to: "/solvers", word: "Solvers", letter: "s" },
  { to: "/mail", word: "Mail", letter: "m" },
  { to: "/models", word: "Models", letter: "l" },
  { to: "/pages", word: "Pages", letter: "p" },
  { to: "/vault", word: "Vault", letter: "e" },
  { to: "/contracts", word: "Contracts", letter: "c" },
  { to: "/machines", word: "Machines", letter: "t" },
  { to: "/streams", word: "Streams", letter: "r" },
  { to: "/jobs", word: "Jobs", letter: "j" },
  { to: "/contribute", word: "Contribute", letter: "b" },
  { to: "/verify", word: "Verify", letter: "v" },
  { to: "/mesh", word: "Mesh", letter: "h" },
  { to: "/node", word: "Node", letter: "n" },
  { to: "/api", word: "Interface", letter: "i" },
];
