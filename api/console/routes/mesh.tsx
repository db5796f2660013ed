/** The mesh as this node knows it: peers, topics, heads and how far behind, names, coherence. */
import { useEffect, useState } from "preact/hooks";
import { fieldsAt, listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { useEvery } from "../connection/live.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { SendingFault, useSending } from "../parts/form.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { WhyNot } from "../parts/whyNot.js";
import { shortNumber } from "../plots/ticks.js";
import type { ScreenProps } from "../connection/router.js";
import { callByName } from "../connection/session.js";
import "../style/node.css";

const EVERY_MS = 4_000;
const MAP_PEERS_MAX = 24;
const SIDE = 300;
const SHARDS = 256;
/** Nodes whose names are asked for. */
const NAMED_MAX = 100;

interface View {
  readonly status: Fields;
  readonly peers: readonly Fields[];
  readonly topics: readonly Fields[];
  readonly names: Fields;
}

async function view(): Promise<View> {
  const [status, peers, topics, names] = await Promise.all([
    callByName("meshStatus", {}),
    callByName("meshPeers", { limit: 1_000 }),
    callByName("meshTopics", { limit: 1_000 }),
    callByName("dnsStatus", {}),
  ]);
  const all = listAt(valueOf(peers), "peers");
  for (const peer of all) idsByKey.set(textAt(peer, "publicKey"), textAt(peer, "nodeId"));
  const heads = listAt(valueOf(status), "heads");
  const keys = [
    ...all.map((peer) => textAt(peer, "publicKey")),
    ...heads.map((head) => textAt(head, "author")),
  ];
  await Promise.all(keys.slice(0, NAMED_MAX).map(nameOf));
  return {
    status: valueOf(status),
    peers: all,
    topics: listAt(valueOf(topics), "topics"),
    names: valueOf(names),
  };
}

const short = (id: string): string => (id.length > 12 ? `… ${id.slice(-8)}` : id);

/** Names of nodes by their keys, each asked for once; "" for none. */
const namesByKey = new Map<string, string>();

async function nameOf(key: string): Promise<void> {
  if (key === "" || namesByKey.has(key)) return;
  namesByKey.set(key, "");
  const found = valueOf(await callByName("dnsLookup", { publicKey: key, limit: 100 }));
  const named = listAt(found, "names").find((one) => textAt(one, "name") !== "");
  namesByKey.set(key, textAt(named ?? {}, "name"));
}

/** Ids of peers by their keys: a node without a name is called by one of both, everywhere. */
const idsByKey = new Map<string, string>();

const called = (key: string): string => namesByKey.get(key) || short(idsByKey.get(key) ?? key);
const calledPeer = (peer: Fields): string => called(textAt(peer, "publicKey"));

/** `1 peer`, `2 peers`. */
const counted = (count: string, one: string): string =>
  `${count} ${one}${count === "1" ? "" : "s"}`;

/** What topics are about, by the first word of their names. */
const SUBJECTS: Readonly<Record<string, string>> = {
  head: "chains",
  digest: "chains",
  node: "nodes",
  evid: "evidence",
  job: "jobs",
  work: "jobs",
  name: "names",
  shard: "shards",
  xfer: "moves of envelopes",
};

const subjectOf = (topic: string): string => {
  const [word = ""] = topic.split("/");
  return SUBJECTS[word] ?? word;
};

const COUNTS = ["accepted", "ignored", "rejected"] as const;

/** Topics by what they are about: of those that are spread over many, the most followers. */
function bySubject(topics: readonly Fields[]): readonly Fields[] {
  const groups = new Map<string, Record<string, number>>();
  for (const topic of topics) {
    const subject = subjectOf(textAt(topic, "name"));
    const sums = groups.get(subject) ?? {};
    for (const name of COUNTS) sums[name] = (sums[name] ?? 0) + (numberAt(topic, name) ?? 0);
    sums["followers"] = Math.max(sums["followers"] ?? 0, numberAt(topic, "followers") ?? 0);
    groups.set(subject, sums);
  }
  return [...groups].map(([name, sums]) => ({ name, ...sums }));
}

function TopicTable({ topics }: { readonly topics: readonly Fields[] }) {
  return (
    <div class="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>Topic</th>
            <th class="right">Followers</th>
            <th class="right">Accepted</th>
            <th class="right">Ignored</th>
            <th class="right">Rejected</th>
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <tr key={textAt(topic, "name")}>
              <td>{textAt(topic, "name")}</td>
              {["followers", ...COUNTS].map((name) => (
                <td key={name} class="right number">
                  {textAt(topic, name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** This node and those it is connected to; a link is a connection that it has itself. */
function Links({ peers }: { readonly peers: readonly Fields[] }) {
  const shown = peers.slice(0, MAP_PEERS_MAX);
  const middle = SIDE / 2;
  const places = shown.map((peer, i) => {
    const angle = (2 * Math.PI * i) / shown.length - Math.PI / 2;
    return {
      peer,
      x: middle + Math.cos(angle) * (middle - 40),
      y: middle + Math.sin(angle) * (middle - 40),
    };
  });
  return (
    <svg
      class="links"
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      role="img"
      aria-label={`This node and ${shown.length} of its ${peers.length} peers`}
    >
      {places.map(({ peer, x, y }) => (
        <line key={textAt(peer, "nodeId")} x1={middle} y1={middle} x2={x} y2={y} />
      ))}
      {places.map(({ peer, x, y }) => (
        <g key={textAt(peer, "nodeId")}>
          <circle cx={x} cy={y} r={8} />
          <text x={x} y={y < middle ? y - 16 : y + 22}>
            {calledPeer(peer)}
          </text>
        </g>
      ))}
      <circle class="self" cx={middle} cy={middle} r={10} />
      <text x={middle} y={middle + 26}>
        this node
      </text>
    </svg>
  );
}

function Peers({ peers }: { readonly peers: readonly Fields[] }) {
  if (peers.length === 0)
    return (
      <Empty what="This node has no peer: it computes and seals alone.">
        <p>
          Name one with <code>calc daemon --bootstrap</code>, or accept an invitation with{" "}
          <code>calc mesh accept</code>.
        </p>
      </Empty>
    );
  return (
    <div class="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>Peer</th>
            <th>State</th>
            <th class="right">Latency</th>
            <th class="right">Clock</th>
            <th class="right">Score</th>
            <th>Engine</th>
            <th>Topics</th>
          </tr>
        </thead>
        <tbody>
          {peers.map((peer) => {
            const [offset, score] = [numberAt(peer, "clockOffsetMs"), numberAt(peer, "score")];
            const latency = numberAt(peer, "latencyMs");
            const topics = Array.isArray(peer["topics"]) ? peer["topics"].map(String) : [];
            const engines = Array.isArray(peer["engineVersions"])
              ? peer["engineVersions"].map(String)
              : [];
            return (
              <tr key={textAt(peer, "nodeId")}>
                <td class="digits" title={textAt(peer, "nodeId")}>
                  {calledPeer(peer)}
                </td>
                <td>
                  <span class={`mark ${peer["greeted"] === true ? "good" : "open"}`}>
                    {peer["greeted"] === true ? "greeted" : "connected"}
                  </span>
                </td>
                <td class="right number">
                  {latency === null ? "unknown" : `${shortNumber(latency)} ms`}
                </td>
                <td class="right number">
                  {offset === null ? "unknown" : `${shortNumber(offset)} ms`}
                </td>
                <td class="right number">{score === null ? "none" : shortNumber(score)}</td>
                <td>{engines[0] ?? "unknown"}</td>
                <td title={topics.join(", ")}>
                  {[...new Set(topics.map(subjectOf))].join(", ") || "none"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Coherence({
  again,
  score,
}: {
  readonly score: number | null;
  readonly again: () => void;
}) {
  const sending = useSending();
  const [round, setRound] = useState<Fields | null>(null);
  const verify = (): void =>
    sending.run(async () => {
      setRound(valueOf(await callByName("meshVerify", {})));
      again();
    });
  const known = round === null ? score : numberAt(round, "coherenceScore");
  return (
    <section class="section" aria-labelledby="coherence">
      <h2 id="coherence">Coherence</h2>
      <p class="value small" data-coherence={known === null ? "null" : known}>
        {known === null ? "not yet verified" : `${shortNumber(known)} of 1`}
      </p>
      {round === null ? (
        <p class="label">
          A round compares the heads of all chains with peers, and computes shared receipts anew.
        </p>
      ) : (
        <p class="label" role="status">
          {counted(textAt(round, "peers"), "peer")} answered; {textAt(round, "agreed")} of{" "}
          {counted(textAt(round, "compared"), "chain")} agreed; {textAt(round, "recomputed")} of{" "}
          {counted(textAt(round, "sampled"), "receipt")} had the same bits.
          {known === null ? " There was nothing to compare." : ""}
        </p>
      )}
      {listAt(round, "mismatches").map((one, i) => (
        <p key={i} class="mark bad">
          {textAt(one, "peer")}: {textAt(one, "what")}
        </p>
      ))}
      <div class="buttons">
        <button
          type="button"
          class="button main"
          disabled={sending.isBusy}
          onClick={verify}
          data-verify
        >
          {sending.isBusy ? "Comparing …" : "Verify now"}
        </button>
      </div>
      <SendingFault sending={sending} />
    </section>
  );
}

/** Lists one a line; what is deeper, as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join("\n") || "none";
  if (value === null) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function Resolver({ asked }: { readonly asked: string }) {
  const [name, setName] = useState(asked);
  const [found, setFound] = useState<Fields | null>(null);
  const [unknown, setUnknown] = useState("");
  const sending = useSending();
  const resolve = (): void =>
    sending.run(async () => {
      setFound(null);
      setUnknown("");
      const reply = await callByName("dnsResolveName", { name: name.trim() });
      if (reply.kind === "problem" && reply.problem.code === "NOT_FOUND") setUnknown(name.trim());
      else setFound(valueOf(reply));
    });
  useEffect(() => {
    if (asked !== "") resolve();
  }, []);
  return (
    <form
      class="section"
      onSubmit={(event) => {
        event.preventDefault();
        resolve();
      }}
    >
      <label class="control">
        Resolve a name
        <span class="fieldline">
          <input
            class="input"
            value={name}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button class="button" disabled={sending.isBusy || name.trim() === ""}>
            Resolve
          </button>
        </span>
      </label>
      {unknown === "" ? null : (
        <p class="notice" role="status" data-unknown>
          No node that this one knows has the name or address {unknown}.
        </p>
      )}
      {found === null ? null : (
        <dl class="facts" data-resolved>
          {Object.entries(found).map(([member, value]) => (
            <>
              <dt key={member}>{member.replaceAll("_", " ")}</dt>
              <dd class="digits">{textOf(value)}</dd>
            </>
          ))}
        </dl>
      )}
      <SendingFault sending={sending} />
    </form>
  );
}

function Shown({
  again,
  name,
  seen,
}: {
  readonly seen: View;
  readonly name: string;
  readonly again: () => void;
}) {
  const { names, peers, status, topics } = seen;
  const heads = listAt(status, "heads");
  const frozen = Array.isArray(status["frozen"]) ? status["frozen"].map(String) : [];
  const market = fieldsAt(status, "market");
  return (
    <>
      {textAt(status, "gossip") === "disabled" ? (
        <p class="notice">
          This node gossips with nobody: it was started without a mesh secret. It serves and seals
          alone.
        </p>
      ) : null}
      <div class="columns">
        <Coherence score={numberAt(status, "coherenceScore")} again={again} />
        <section class="section" aria-labelledby="own">
          <h2 id="own">This node in it</h2>
          <dl class="facts">
            <dt>Node</dt>
            <dd class="digits">{textAt(status, "nodeId")}</dd>
            <dt>Chain</dt>
            <dd class="number">
              {(numberAt(fieldsAt(status, "spine"), "seq") ?? -1) + 1} events;{" "}
              {textAt(status, "heldBy") || "0"} peers hold all of it
            </dd>
            <dt>Chains known</dt>
            <dd class="number">{textAt(status, "authors")}</dd>
            <dt>Events that wait</dt>
            <dd class="number">{textAt(status, "detached")}</dd>
            <dt>Shards held</dt>
            <dd class="number">
              {textAt(status, "shardsHeld")} of {SHARDS}
            </dd>
            <dt>Evidence</dt>
            <dd>
              {textAt(status, "evidence")} proofs of two histories
              {frozen.length === 0 ? "" : `: ${frozen.map((key) => called(key)).join(", ")}`}
            </dd>
            <dt>Market</dt>
            <dd>
              {textAt(market, "contributors")} contributors, {textAt(market, "jobs")} jobs
              remembered
            </dd>
          </dl>
        </section>
      </div>
      <section class="section" aria-labelledby="peers">
        <h2 id="peers">Peers</h2>
        <Peers peers={peers} />
        {peers.length < 2 ? null : <Links peers={peers} />}
      </section>
      <WhyNot />
      {topics.length === 0 ? null : (
        <section class="section" aria-labelledby="topics">
          <h2 id="topics">Topics</h2>
          <TopicTable topics={bySubject(topics)} />
          <details data-topics={topics.length}>
            <summary>All {topics.length} topics</summary>
            <TopicTable topics={topics} />
          </details>
        </section>
      )}
      {heads.length === 0 ? null : (
        <section class="section" aria-labelledby="heads">
          <h2 id="heads">Heads of other chains</h2>
          <div class="wide" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>Author</th>
                  <th class="right">Announced</th>
                  <th class="right">Held</th>
                  <th class="right">Behind</th>
                </tr>
              </thead>
              <tbody>
                {heads.map((head) => {
                  const [seq, held] = [numberAt(head, "seq") ?? 0, numberAt(head, "held")];
                  return (
                    <tr key={textAt(head, "author")}>
                      <td class="digits" title={textAt(head, "author")}>
                        {called(textAt(head, "author"))}
                      </td>
                      <td class="right number">{seq}</td>
                      <td class="right number">{held ?? "unknown"}</td>
                      <td class="right number">{held === null ? "unknown" : seq - held}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </section>
      )}
      <section class="section" aria-labelledby="names">
        <h2 id="names">Names</h2>
        <dl class="facts">
          <dt>Address of this node</dt>
          <dd class="digits">{textAt(names, "address")}</dd>
          <dt>Names known</dt>
          <dd class="number">{textAt(names, "names")}</dd>
          <dt>Witnesses</dt>
          <dd class="number">{textAt(names, "witnesses")}</dd>
        </dl>
        <Resolver asked={name} />
      </section>
    </>
  );
}

export function Screen({ query }: ScreenProps) {
  const [seen, setSeen] = useState<View | null>(null);
  const first = useAsked(async () => setSeen(await view()), []);
  useEvery(EVERY_MS, async () => setSeen(await view()), []);
  return (
    <div class="page">
      <div class="head">
        <h1>Mesh</h1>
      </div>
      {seen === null && first.state === "failed" ? (
        <Failed why={first.why} retry={first.again} />
      ) : null}
      {seen === null ? (
        first.state === "failed" ? null : (
          <Loading what="the mesh" />
        )
      ) : (
        <Shown seen={seen} name={query.get("name") ?? ""} again={first.again} />
      )}
    </div>
  );
}
