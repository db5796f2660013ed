/** The groups of the description, by the paths of their operations. */
import { allOperations, allStreams } from "../contract/index.js";
import type { Operation } from "../contract/definition/operation.js";

export function tagOf({ path }: Pick<Operation, "path">): string {
  const [, first = "", second = ""] = path.split("/");
  if (first !== "api" && first !== "problems" && first !== "ws") return PAGES;
  return first === "api" && second !== "calc"
    ? second.replace(/(?:-[\d.]+)?\..*$/, "")
    : first === "api"
      ? "calc"
      : first;
}

const PAGES = "pages";
/** What the groups are about, for readers of the document. */
export const TAGS: Readonly<Record<string, string>> = {
  attest: "Signed statements about computed values",
  calc: "Computing: operators, solvers, questions in words, receipts",
  chain: "Chains of receipts",
  compute: "What an account has computed",
  contracts: "State machines deployed to watch and compute, and their templates",
  jobs: "Work that the mesh computes, and its price",
  contribute: "Bonds and modes of contributed compute",
  "demo-key": "Keys for a first try",
  dns: "Names on the mesh",
  genesis: "The genesis equation",
  health: "Whether the node runs",
  identity: "The node's key; accounts and sessions",
  kernel: "The kernel and its prompt",
  keys: "API keys of an account",
  ledger: "Credits, grants and the journal",
  mcp: "The Model Context Protocol",
  mesh: "Peers, topics, checkpoints and proofs",
  openapi: "This interface, described",
  operators: "The registry of operators",
  [PAGES]: "Pages for people, and files by which programs find their way",
  playground: "Equations that no operator holds",
  problems: "Error codes and what to do about them",
  protocol: "Proofs over the logs of machines",
  queries: "Results of QUERY requests",
  ready: "Whether the node may seal",
  receipts: "Receipts anyone may fetch",
  state: "Machines, their logs and grants",
  tally: "Envelopes and public records",
  transparency: "What the node made public of its books",
  ws: "Streams over WebSockets",
};

export function tags(): string[] {
  return [...new Set([...allOperations, ...allStreams].map(tagOf))].sort();
}
