/** Is my node fine: readiness, clock, chain, books, keys, and for the operator backup and log. */
import { useState } from "preact/hooks";
import { isObject } from "../../../protocol/encoding/json.js";
import { API_BASE } from "../connection/base.js";
import { listAt, numberAt, textAt, type Fields } from "../connection/json.js";
import { useEvery } from "../connection/live.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { downloadBlob } from "../files/download.js";
import { LastHour, type Rows } from "../parts/lastHour.js";
import { REASONS } from "../parts/reasons.js";
import { SendingFault, useSending } from "../parts/form.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { shortNumber } from "../plots/ticks.js";
import { callByName, client, prefixOf, session } from "../connection/session.js";
import "../style/node.css";

const EVERY_MS = 3_000;
/** The node writes a row each half minute. */
const HISTORY_EVERY_MS = 30_000;
const LOG_LINES = 200;
const LEVELS: Readonly<Record<number, string>> = {
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};
const WARN = 40;
/** The account of the key in `api.json`. */
const OPERATOR = "operator";

interface Look {
  readonly ready: Fields;
  readonly health: Fields;
  readonly mesh: Fields;
  readonly tally: Fields;
  readonly pulse: Fields;
  readonly at: number;
}

async function look(): Promise<Look> {
  const [ready, health, mesh, tally, pulse] = await Promise.all([
    callByName("ready", {}),
    callByName("health", {}),
    callByName("meshStatus", {}),
    callByName("tallyHealth", {}),
    callByName("pulse", {}),
  ]);
  const value = (outcome: typeof ready): Fields => valueOf(outcome);
  return {
    // 503 is an answer: it has the reasons.
    ready: ready.kind === "problem" ? { ...ready.problem, ready: false } : ready.value,
    health: value(health),
    mesh: value(mesh),
    tally: value(tally),
    pulse: value(pulse),
    at: performance.now(),
  };
}

function texts(value: unknown, name: string): readonly string[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found.map(String) : [];
}

function seqOf({ mesh }: Look): number {
  return numberAt(mesh["spine"], "seq") ?? 0;
}

function Facts({ before, now }: { readonly now: Look; readonly before: Look | null }) {
  const { health, mesh, pulse, ready, tally } = now;
  const reasons = texts(ready, "reasons");
  const warnings = texts(ready, "warnings");
  const rate =
    before === null ? null : (seqOf(now) - seqOf(before)) / ((now.at - before.at) / 1_000);
  const offset = numberAt(mesh, "clockOffsetMs");
  return (
    <div class="page">
      <p
        class={`notice ${ready["ready"] === true ? "good" : "bad"}`}
        role="status"
        data-ready={String(ready["ready"])}
      >
        <strong>
          {ready["ready"] === true
            ? "The node is ready: it serves and seals"
            : "The node is not ready"}
        </strong>
        {reasons.map((reason) => (
          <span key={reason} data-reason={reason}>
            {REASONS[reason] ?? reason}
          </span>
        ))}
        {warnings.map((one) => (
          <span key={one} class="mark warn">
            {one}
          </span>
        ))}
      </p>
      <div class="columns">
        <section class="section" aria-labelledby="runs">
          <h2 id="runs">What runs</h2>
          <dl class="facts">
            <dt>Interface</dt>
            <dd>{textAt(health, "version")}</dd>
            <dt>Program</dt>
            <dd>{textAt(health, "software")}</dd>
            <dt>Engine</dt>
            <dd>{textAt(mesh, "engineVersion")}</dd>
            <dt>Registry</dt>
            <dd class="digits">{textAt(mesh, "registryGeneration").slice(0, 16)} …</dd>
            <dt>Node</dt>
            <dd class="digits">{textAt(mesh, "nodeId")}</dd>
            <dt>Key</dt>
            <dd class="digits">{textAt(mesh, "publicKey")}</dd>
          </dl>
        </section>
        <section class="section" aria-labelledby="stands">
          <h2 id="stands">How it stands</h2>
          <dl class="facts">
            <dt>Calcond</dt>
            <dd class="number">{textAt(pulse, "calcond")}</dd>
            <dt>Clock</dt>
            <dd>
              {offset === null
                ? "no peer to compare it with"
                : `${shortNumber(offset)} ms from the median of the peers`}
            </dd>
            <dt>Own chain</dt>
            <dd class="number">{seqOf(now) + 1} events</dd>
            <dt>Events a second</dt>
            <dd class="number">{rate === null ? "measuring …" : shortNumber(Math.max(0, rate))}</dd>
            <dt>Peers</dt>
            <dd class="number">{numberAt(mesh, "peers")}</dd>
            <dt>Books</dt>
            <dd>
              <span class={`mark ${tally["ok"] === true ? "good" : "bad"}`}>
                {tally["ok"] === true ? "every sum holds" : "a sum does not hold"}
              </span>
            </dd>
            <dt>Restore guard</dt>
            <dd>{textAt(mesh, "restoreGuard")}</dd>
          </dl>
        </section>
      </div>
      <section class="section" aria-labelledby="books">
        <h2 id="books">Books</h2>
        <ul class="list">
          {listAt(tally, "identities").map((one) => (
            <li key={textAt(one, "name")} class="choice">
              <span
                class={`mark ${one["holds"] === true ? "good" : one["holds"] === false ? "bad" : "open"}`}
              >
                {textAt(one, "name")}
              </span>
              <span class="number">
                {one["holds"] === null
                  ? "not measured"
                  : `${textAt(one, "left")} = ${textAt(one, "right")}`}
              </span>
            </li>
          ))}
        </ul>
        {listAt(tally, "damaged").length === 0 ? null : (
          <p class="notice bad">{listAt(tally, "damaged").length} damaged records</p>
        )}
      </section>
    </div>
  );
}

function KeysOfAccount() {
  const asked = useAsked(
    async () => (session.value === null ? null : valueOf(await client.value.keys({ limit: 100 }))),
    [session.value?.key],
  );
  const sending = useSending();
  const [shown, setShown] = useState("");
  if (session.value === null)
    return <Empty what="Sign in to see the keys of your account, to make one and to end one." />;
  if (asked.state === "loading") return <Loading what="the keys" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const rows = asked.value?.keys ?? [];
  const make = (): void =>
    sending.run(async () => {
      const key = valueOf(await client.value.keyNew({}));
      setShown(key.key);
      asked.again();
    });
  return (
    <div class="section">
      <ul class="list">
        {rows.map((one) => (
          <li key={one.prefix} class="choice">
            <span>
              <code>{one.prefix}</code> {one.label ?? ""}{" "}
              <span class="label">
                {one.kind}, {one.purpose}
                {one.revokedCalcond === null ? "" : `, ends at calcond ${one.revokedCalcond}`}
              </span>
            </span>
            {one.revokedCalcond !== null || prefixOf(session.value?.key ?? "") === one.prefix ? (
              <span class="label">{one.revokedCalcond === null ? "used here" : ""}</span>
            ) : (
              <button
                type="button"
                class="button plain"
                disabled={sending.isBusy}
                onClick={() =>
                  sending.run(async () => {
                    valueOf(await client.value.keyRevoke({ prefix: one.prefix }));
                    asked.again();
                  })
                }
              >
                Revoke
              </button>
            )}
          </li>
        ))}
      </ul>
      {shown === "" ? null : (
        <p class="notice good">
          <strong>Your new key, shown once</strong>
          <code class="digits">{shown}</code>
        </p>
      )}
      <div class="buttons">
        <button type="button" class="button" disabled={sending.isBusy} onClick={make}>
          Make a key
        </button>
      </div>
      <SendingFault sending={sending} />
    </div>
  );
}

interface LogLine {
  readonly number: number;
  readonly level: number;
  readonly text: string;
}

function lineOf(text: string, number: number): LogLine {
  try {
    const read: unknown = JSON.parse(text);
    const {
      level: _level,
      msg: _msg,
      pid: _pid,
      hostname: _host,
      time,
      ...rest
    } = isObject(read) ? read : {};
    const at = typeof time === "number" ? `${new Date(time).toISOString().slice(11, 23)} ` : "";
    const more = Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`;
    return {
      number,
      level: numberAt(read, "level") ?? 0,
      text: `${at}${textAt(read, "msg")}${more}`,
    };
  } catch {
    return { number, level: 0, text };
  }
}

interface Tail {
  readonly start: string;
  readonly last: number;
  readonly dropped: number;
  readonly lines: readonly LogLine[];
}

async function tailed(before: Tail | null): Promise<Tail> {
  const { dropped, last, lines, start } = valueOf(
    await client.value.nodeLogs({ after: before?.last ?? 0 }),
  );
  const isSame = before?.start === start;
  const from = last - lines.length + 1;
  return {
    start,
    last,
    dropped: (isSame ? (before?.dropped ?? 0) : 0) + (before === null ? 0 : dropped),
    lines: [
      ...(isSame ? (before?.lines ?? []) : []),
      ...lines.map((text, i) => lineOf(text, from + i)),
    ].slice(-LOG_LINES),
  };
}

function Operating() {
  const [tail, setTail] = useState<Tail | null>(null);
  const [rows, setRows] = useState<Rows>([]);
  const [isQuiet, setQuiet] = useState(false);
  const measure = async (): Promise<void> =>
    setRows(valueOf(await client.value.nodeHistory({})).rows);
  // Others than the operator are refused: the page does not ask for them.
  const first = useAsked(async () => {
    const who = valueOf(await callByName("identity", {}));
    if (textAt(who, "account") !== OPERATOR) throw new Error("These are the operator's.");
    await Promise.all([tailed(null).then(setTail), measure()]);
  }, [session.value?.key]);
  const sending = useSending();
  useEvery(EVERY_MS, async () => {
    if (tail !== null) setTail(await tailed(tail));
  }, [session.value?.key]);
  useEvery(HISTORY_EVERY_MS, async () => {
    if (tail !== null) await measure();
  }, [session.value?.key]);
  const backup = (): void =>
    sending.run(async () => {
      const response = await fetch(`${API_BASE}/api/node/backup`, {
        headers: { authorization: `Bearer ${session.value?.key ?? ""}` },
      });
      if (!response.ok) throw new Error("The node gives its records to the operator alone.");
      downloadBlob(
        `calc-backup-${new Date().toISOString().slice(0, 10)}.calcbackup`,
        await response.blob(),
      );
    });
  if (first.state === "loading") return <Loading what="the log" />;
  if (first.state === "failed")
    return (
      <Failed why={first.why} retry={first.again}>
        <p>
          The log and the backup are the operator's: sign in with the key that{" "}
          <code>calc daemon</code> keeps in <code>api.json</code> of its data directory.
        </p>
      </Failed>
    );
  const shown = (tail?.lines ?? []).filter(({ level }) => !isQuiet || level >= WARN);
  return (
    <div class="section">
      <LastHour rows={rows} />
      <div class="buttons">
        <button type="button" class="button" disabled={sending.isBusy} onClick={backup}>
          {sending.isBusy ? "Reading all records …" : "Back up now"}
        </button>
        <label class="switch">
          <input
            type="checkbox"
            checked={isQuiet}
            onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
          />
          problems alone
        </label>
        {(tail?.dropped ?? 0) === 0 ? null : (
          <span class="mark warn">{tail?.dropped} lines are not kept any more</span>
        )}
      </div>
      <SendingFault sending={sending} />
      <div class="log" role="log" aria-label="Log" tabIndex={0}>
        {shown.map(({ level, number, text }) => (
          <div key={number} class={level >= WARN ? "bad" : ""}>
            <span class="label">{LEVELS[level] ?? level}</span> {text}
          </div>
        ))}
        {shown.length === 0 ? <p class="label">Nothing is written.</p> : null}
      </div>
    </div>
  );
}

export function Screen() {
  const [looks, setLooks] = useState<readonly Look[]>([]);
  const first = useAsked(async () => setLooks([await look()]), []);
  useEvery(EVERY_MS, async () => {
    const now = await look();
    setLooks((all) => [now, ...all].slice(0, 5));
  }, []);
  const [now] = looks;
  const before = looks.length < 2 ? null : (looks.at(-1) ?? null);
  return (
    <div class="page">
      <h1>Node</h1>
      {first.state === "failed" ? <Failed why={first.why} retry={first.again} /> : null}
      {now === undefined ? (
        first.state === "failed" ? null : (
          <Loading what="the node" />
        )
      ) : (
        <Facts now={now} before={before} />
      )}
      <section class="section" aria-labelledby="keys">
        <h2 id="keys">Keys of your account</h2>
        <KeysOfAccount />
      </section>
      <section class="section" aria-labelledby="operating">
        <h2 id="operating">The last hour, log and backup</h2>
        {session.value === null ? (
          <Empty what="The log and the backup are the operator's.">
            <p>
              Sign in with the operator's key, which stands in <code>api.json</code> of the data
              directory.
            </p>
          </Empty>
        ) : (
          <Operating />
        )}
      </section>
    </div>
  );
}
