/** `calc peers` and `calc mesh`: what this node sees of the others, as tables. */
import { tableLines } from "../../../api/readable/table.js";
import { fieldsIn, type Fields } from "../../../api/readable/fields.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { textIn } from "../tables.js";
import type { Session, Verb } from "../../../api/cli/session.js";
import { EXIT, usage } from "../../../api/cli/exitCodes.js";
import { numberText } from "../../../api/cli/render.js";
import type { ApiClient, Outcome } from "../../../api/client/client.js";

const SHORT_CHARS = 16;
const NOTHING = "-";
/** Characters of a line of peers. */
const PEERS_COLUMNS = 100;

/** The first characters of a key or an id: enough to tell two apart by eye. */
function short(text: string): string {
  return text === "" ? NOTHING : text.slice(0, SHORT_CHARS);
}

function numberIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "number" ? numberText(value) : NOTHING;
}

function listIn(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function peersText(answer: Fields): string {
  const peers = fieldsIn(answer["peers"]);
  if (peers.length === 0) return "No peer is connected.\n";
  const rows = peers.map((peer) => [
    textIn(peer, "nodeId"),
    peer["greeted"] === true ? "greeted" : "new",
    listIn(peer, "engineVersions").join(" ") || NOTHING,
    numberIn(peer, "clockOffsetMs"),
    numberIn(peer, "score"),
    String(listIn(peer, "topics").length),
  ]);
  const head = ["PEER", "STATE", "ENGINE", "CLOCK ms", "SCORE", "TOPICS"];
  return [...tableLines([head, ...rows], PEERS_COLUMNS), `${peers.length} connected`, ""].join(
    "\n",
  );
}

export function statusText(answer: Fields): string {
  const spine = isObject(answer["spine"]) ? answer["spine"] : {};
  const spines = isObject(answer["spines"]) ? answer["spines"] : {};
  const topics = isObject(answer["topicMesh"]) ? Object.entries(answer["topicMesh"]) : [];
  const frozen = listIn(answer, "frozen");
  const score = answer["coherenceScore"];
  const rows = [
    ["node", textIn(answer, "nodeId")],
    ["public key", textIn(answer, "publicKey")],
    ["network", `${textIn(answer, "net")}, gossip ${textIn(answer, "gossip")}`],
    [
      "peers",
      `${numberIn(answer, "peers")}, who follow ${topics.length} topics; calc mesh topics lists them`,
    ],
    ["coherence", typeof score === "number" ? numberText(score) : "not yet verified"],
    [
      "gossip",
      `${numberIn(answer, "recentGossipCount")} accepted in 120 calconds, ` +
        `the last at ${numberIn(answer, "lastGossipCalcond")}`,
    ],
    [
      "own spine",
      `${numberIn(spine, "size")} events, last ${short(textIn(spine, "id"))}, root ${short(textIn(spine, "root"))}`,
    ],
    [
      "authors",
      `${numberIn(answer, "authors")} known, ${frozen.length} frozen, ${numberIn(answer, "evidence")} proofs`,
    ],
    ["waiting", `${numberIn(answer, "detached")} events for earlier ones`],
    ["places", `${numberIn(spines, "kept")} of ${numberIn(spines, "max")} for spines of others`],
    ["shards", `${numberIn(answer, "shardsHeld")} of 256 held`],
    ["clock", `${numberIn(answer, "clockOffsetMs")} ms behind its peers`],
    ["restore guard", textIn(answer, "restoreGuard")],
    ["engine", textIn(answer, "engineVersion")],
    ["registry", textIn(answer, "registryGeneration")],
  ];
  return [...tableLines(rows), ""].join("\n");
}

export function verifyText(answer: Fields): string {
  const score = answer["coherenceScore"];
  const lines = [
    `coherence ${typeof score === "number" ? numberText(score) : "unknown: there was nothing to compare"}`,
    `${numberIn(answer, "peers")} peers answered`,
    `${numberIn(answer, "agreed")} of ${numberIn(answer, "compared")} spines agree`,
    `${numberIn(answer, "recomputed")} of ${numberIn(answer, "sampled")} sampled receipts came out with the same bits`,
  ];
  const mismatches = fieldsIn(answer["mismatches"]).map((mismatch) => [
    `  ${textIn(mismatch, "peer")}`,
    textIn(mismatch, "what"),
  ]);
  return [...lines, ...tableLines(mismatches), ""].join("\n");
}

export function topicsText(answer: Fields): string {
  const rows = fieldsIn(answer["topics"]).map((topic) => [
    textIn(topic, "name"),
    numberIn(topic, "followers"),
    numberIn(topic, "mesh"),
    numberIn(topic, "accepted"),
    numberIn(topic, "ignored"),
    numberIn(topic, "rejected"),
  ]);
  const head = ["TOPIC", "FOLLOWERS", "MESH", "ACCEPTED", "IGNORED", "REJECTED"];
  return rows.length === 0
    ? "No topic is followed.\n"
    : [...tableLines([head, ...rows]), ""].join("\n");
}

export function scoresText(answer: Fields): string {
  const rows = fieldsIn(answer["scores"]).map((score) => [
    textIn(score, "nodeId"),
    numberIn(score, "score"),
    numberIn(score, "faults"),
    numberIn(score, "application"),
  ]);
  const denied = listIn(answer, "denied");
  const head = ["PEER", "SCORE", "FAULTS", "OUTSIDE GOSSIP"];
  const lines = rows.length === 0 ? ["No peer is connected."] : tableLines([head, ...rows]);
  const cut = denied.length === 0 ? [] : [`cut off for an hour: ${denied.join(", ")}`];
  return [...lines, ...cut, ""].join("\n");
}

export function whyText(answer: Fields): string {
  const findings = fieldsIn(answer["findings"]).map((found) => [
    textIn(found, "code"),
    textIn(found, "detail"),
  ]);
  const heldBy = numberIn(answer, "heldBy");
  const ownSeq = numberIn(answer, "ownSeq");
  const nothing =
    fieldsIn(answer["peers"]).length === 0
      ? "No other node is known: --bootstrap names one, --mesh-secret-file the secret of its mesh."
      : "Nothing stands between this node and its peers.";
  const lines = [
    ...(findings.length === 0 ? [nothing] : []),
    ...tableLines(findings),
    "",
    `listening on ${listIn(answer, "listening").join(" ") || "nothing"}`,
    ownSeq === "-1"
      ? "no own events yet: this node has not opened its spine"
      : `own events up to ${ownSeq}; ${heldBy} of the connected peers hold all of them`,
  ];
  const rows = fieldsIn(answer["peers"]).flatMap(peerRows);
  const head = ["PEER", "STATE", "FAILED", "NEXT s", "CLOCK ms", "HOLDS", "WHY"];
  const behind = fieldsIn(answer["backlog"]).map((one) => [
    `  ${short(textIn(one, "author"))}`,
    `${numberIn(one, "held")} of ${numberIn(one, "announced")}`,
  ]);
  return [
    ...lines,
    ...(rows.length === 0 ? [] : tableLines([head, ...rows])),
    ...(behind.length === 0 ? [] : ["announced and not here:", ...tableLines(behind)]),
    "",
  ].join("\n");
}

/** A peer, and below it each address that failed. */
function peerRows(peer: Fields): readonly (readonly string[])[] {
  const refusal = isObject(peer["refusal"]) ? peer["refusal"] : null;
  const met = peer["greeted"] === true ? "talking" : "connected";
  const state = peer["connected"] === true ? met : textIn(peer, "source");
  const why =
    refusal === null
      ? ""
      : `${textIn(refusal, "by") === "peer" ? "sends us away" : "sent away"}: ${textIn(refusal, "code")}`;
  const failed = fieldsIn(peer["addresses"]).filter(({ fault }) => typeof fault === "string");
  return [
    [
      textIn(peer, "peer") || NOTHING,
      state,
      numberIn(peer, "failures"),
      numberIn(peer, "nextTrySeconds"),
      numberIn(peer, "clockOffsetMs"),
      numberIn(peer, "heldSeq"),
      why || NOTHING,
    ],
    ...failed.map((one) => [
      `  ${textIn(one, "address").replace(/\/p2p\/[^/]+$/, "")}`,
      "",
      numberIn(one, "failures"),
      "",
      "",
      "",
      textIn(one, "fault"),
    ]),
  ];
}

/** A program gets the answer whole, a person its table. */
function tell(
  session: Session,
  outcome: Outcome<unknown>,
  textOf: (answer: Fields) => string,
): number {
  const { json, field, quiet } = session.options;
  if (
    outcome.kind !== "result" ||
    json === true ||
    field !== undefined ||
    !isObject(outcome.value)
  ) {
    return session.show(outcome);
  }
  if (quiet !== true) session.modules.out(textOf(outcome.value));
  return EXIT.ok;
}

export const peersVerb: Verb = {
  register(program, run) {
    const command = program.command("peers").description("Connected peers, with clocks and scores");
    command.action(async () => {
      await run(command, async (session) => {
        const client = await session.modules.client(session.options);
        return tell(session, await client.meshPeers(), peersText);
      });
    });
    const why = command
      .command("why")
      .argument("[peer]", "only this peer: a peer id or a public key")
      .description("Why this node and others do not talk, with each address and its last error");
    why.action(async (peer: string | undefined) => {
      await run(why, async (session) => {
        const client = await session.modules.client(session.options);
        const asked = peer === undefined ? {} : { peer };
        return tell(session, await client.meshWhy(asked), whyText);
      });
    });
  },
};

interface RoundOptions {
  readonly peers?: string;
  readonly samples?: string;
}

function countOf(flag: string, text: string, min: number, max: number): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= min && count <= max) return count;
  throw usage(`--${flag} takes a whole number from ${min} to ${max}, not ${text}`);
}

async function verify(session: Session, client: ApiClient, options: RoundOptions): Promise<number> {
  const { peers, samples } = options;
  const outcome = await client.meshVerify({
    ...(peers === undefined ? {} : { peers: countOf("peers", peers, 1, 16) }),
    ...(samples === undefined ? {} : { samples: countOf("samples", samples, 0, 64) }),
  });
  const exit = tell(session, outcome, verifyText);
  const score = outcome.kind === "result" ? outcome.value.coherenceScore : null;
  return exit === EXIT.ok && typeof score === "number" && score < 1 ? EXIT.notVerified : exit;
}

export const meshVerb: Verb = {
  register(program, run) {
    const command = program
      .command("mesh")
      .description("What this node sees of the mesh; verify makes a round of real comparison")
      .argument("[what]", "status, verify, topics, scores or why", "status")
      .option("--peers <n>", "verify: peers to compare with, at most 16")
      .option("--samples <n>", "verify: shared receipts to compute anew, at most 64");
    command.action(async (what: string) => {
      await run(command, async (session) => {
        const client = await session.modules.client(session.options);
        switch (what) {
          case "status":
            return tell(session, await client.meshStatus(), statusText);
          case "topics":
            return tell(session, await client.meshTopics(), topicsText);
          case "scores":
            return tell(session, await client.meshScores(), scoresText);
          case "why":
            return tell(session, await client.meshWhy({}), whyText);
          case "verify":
            return verify(session, client, command.opts<RoundOptions>());
          default:
            throw usage(`calc mesh takes status, verify, topics, scores or why, not ${what}`);
        }
      });
    });
  },
};
