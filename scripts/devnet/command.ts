/** What can be typed at a running cluster. */
import type { Cluster, Member } from "./cluster.js";

export const HELP = `list                    nodes, their addresses and how many peers each has
kill N                  SIGKILL
stop N                  SIGTERM
pause N, resume N       SIGSTOP, SIGCONT
restart N               on its old data and addresses
partition 0,1|2,3       cut every link between the groups (with --faults)
oneway 0,1|2            what 0 and 1 send no longer reaches 2 (with --faults)
heal                    all links open again
help, quit`;

/** A command that cannot be followed; the message says why. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

export type Command =
  | { readonly verb: "list" | "heal" | "help" | "quit" }
  | { readonly verb: "kill" | "stop" | "pause" | "resume" | "restart"; readonly n: number }
  | { readonly verb: "partition" | "oneway"; readonly groups: readonly (readonly number[])[] };

/** @returns null for an empty line. @throws CommandError */
export function parseCommand(line: string, count: number): Command | null {
  const [verb = "", ...rest] = line.trim().split(/\s+/);
  switch (verb) {
    case "":
      return null;
    case "list":
    case "heal":
    case "help":
    case "quit":
      if (rest.length > 0) throw new CommandError(`${verb} takes nothing`);
      return { verb };
    case "kill":
    case "stop":
    case "pause":
    case "resume":
    case "restart":
      if (rest.length !== 1) throw new CommandError(`${verb} takes one node`);
      return { verb, n: nodeNumber(rest[0]!, count) };
    case "partition":
    case "oneway":
      return { verb, groups: groupsIn(verb, rest.join(""), count) };
    default:
      throw new CommandError(`unknown command ${verb}; help lists them`);
  }
}

function nodeNumber(text: string, count: number): number {
  const n = /^\d{1,3}$/.test(text) ? Number(text) : count;
  if (n >= count) throw new CommandError(`"${text}" is no node: they are 0 to ${count - 1}`);
  return n;
}

function groupsIn(verb: string, text: string, count: number): readonly (readonly number[])[] {
  const groups = text
    .split("|")
    .map((group) => group.split(",").map((one) => nodeNumber(one, count)));
  if (groups.length < 2 || (verb === "oneway" && groups.length > 2)) {
    throw new CommandError(
      `${verb} takes ${verb === "oneway" ? "two" : "two or more"} groups, as in 0,1|2`,
    );
  }
  const all = groups.flat();
  if (new Set(all).size !== all.length) throw new CommandError("a node is in one group only");
  return groups;
}

async function peersOf({ node, state }: Member): Promise<string> {
  if (node === null || state !== "running") return "";
  const response = await fetch(`${node.api.http}/api/mesh/status`);
  const { peers, spine } = (await response.json()) as { peers: number; spine: { size: number } };
  return `${peers} peers, ${spine.size} events`;
}

async function listing(members: readonly Member[]): Promise<string> {
  const lines = await Promise.all(
    members.map(async (member) => {
      const { n, state, node } = member;
      return `${String(n).padStart(3)}  ${state.padEnd(8)} ${node?.api.http ?? ""}  ${await peersOf(member)}`;
    }),
  );
  return lines.join("\n");
}

/** @returns what to print; null to go on in silence. @throws RangeError, CommandError */
export async function follow(cluster: Cluster, command: Command): Promise<string | null> {
  switch (command.verb) {
    case "list":
      return listing(cluster.members);
    case "help":
      return HELP;
    case "kill":
      await cluster.kill(command.n);
      break;
    case "stop":
      await cluster.stopNode(command.n);
      break;
    case "pause":
      cluster.pause(command.n);
      break;
    case "resume":
      cluster.resume(command.n);
      break;
    case "restart":
      await cluster.restart(command.n);
      break;
    case "partition":
      cluster.partition(command.groups);
      break;
    case "oneway":
      cluster.hold(command.groups[0]!, command.groups[1]!);
      break;
    case "heal":
      cluster.heal();
      break;
    case "quit":
      break;
  }
  return null;
}
