/** Computing for others: whether this node earns, what it has pledged, and what it could lose. */
import type { ComponentChildren } from "preact";
import { useEvery } from "../connection/live.js";
import { MODES, type Mode } from "../market/words.js";
import { OrderButton, Outcome, useOrders } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { NeedsAccount } from "../parts/needsAccount.js";
import { Failed, Loading } from "../parts/states.js";
import { countText, spanText, When } from "../parts/when.js";
import { client } from "../connection/session.js";
import "../style/account.css";
import "../style/watch.css";

const REFRESH_MS = 5_000;
const DAY_MS = 86_400_000;
/** `YYYY-MM-DD`. */
const DATE_CHARS = 10;
const CALCOND_S = 0.777_000_777;
const MODE_NAMES: readonly Mode[] = ["idle", "contributing", "experimenting"];

async function readAll() {
  const { value: node } = client;
  const [policy, status, work] = await Promise.all([
    node.contributePolicy({}).then(valueOf),
    node.contributeStatus({}).then(valueOf),
    node.contributeWork({}).then(valueOf),
  ]);
  return { policy, status, work };
}

type Read = Awaited<ReturnType<typeof readAll>>;

/** Whether the node earns, and if not, the first thing that is in its way. */
function earning({ policy, status, work }: Read): readonly [string, string, string] {
  if (work.withheld !== null)
    return ["bad", "no", `Its bond is withheld: challenge ${work.withheld} was upheld against it.`];
  const [have, need] = [countText(status.have), countText(status.need)];
  const days =
    `With the free credits of ${countText(policy.daily_credits)} a day ` +
    `that is ${status.daysRemaining} days more.`;
  if (!status.bonded)
    return [
      "warn",
      "no",
      status.have >= status.need
        ? `You hold ${have} envelopes, enough for a bond: pledge ${need} of them below.`
        : `A bond takes ${need} envelopes, and you hold ${have}. ${days}`,
    ];
  if (work.mode !== "contributing" || !work.offered)
    return [
      "warn",
      "no",
      "You are bonded, and this node takes no jobs: start it below (its operator can).",
    ];
  return work.paid === 0
    ? ["open", "not yet", "It is offered to the mesh and waits to be drawn for a job."]
    : ["good", "yes", `${countText(work.paid)} results were paid for.`];
}

/** What each day brought, as far as the node remembers the jobs of it. */
function Days({ days }: { readonly days: NonNullable<Read["work"]["days"]> }) {
  if (days.length === 0) return null;
  const most = Math.max(...days.map(({ credits }) => credits));
  return (
    <section class="section" aria-labelledby="days">
      <h2 id="days">Earned by day</h2>
      <table>
        <thead>
          <tr>
            <th>Day, UTC</th>
            <th class="right">Results</th>
            <th class="right">Credits</th>
            <th>Share of the best day</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ credits, day, paid }) => (
            <tr key={day}>
              <td class="digits">{new Date(day * DAY_MS).toISOString().slice(0, DATE_CHARS)}</td>
              <td class="right">{countText(paid)}</td>
              <td class="right">{countText(credits)}</td>
              <td>
                <meter
                  min={0}
                  max={most}
                  value={credits}
                  aria-label={`${credits} of ${most} credits`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Figures({
  children,
  read,
}: {
  readonly read: Read;
  /** The act of the operator, between the figures and the rules. */
  readonly children: ComponentChildren;
}) {
  const { policy, status, work } = read;
  const [mark, word, why] = earning(read);
  const { days = [] } = work;
  const now = Math.floor(Date.now() / DAY_MS);
  const today = days.find(({ day }) => day === now)?.credits ?? 0;
  return (
    <>
      <section class="section" aria-label="Whether it earns" data-earns={word}>
        <p class="earns">
          Does this node earn? <span class={`mark ${mark}`}>{word}</span>
        </p>
        <p class="lead">{why}</p>
      </section>
      <dl class="figures">
        <div>
          <dt>Earned in all</dt>
          <dd>{countText(work.earned)} credits</dd>
        </div>
        <div>
          <dt>Today, UTC</dt>
          <dd>{countText(today)} credits</dd>
        </div>
        <div>
          <dt>Jobs computed</dt>
          <dd>{countText(work.computed)}</dd>
        </div>
        <div>
          <dt>Running, waiting</dt>
          <dd>
            {work.running === null ? 0 : 1}, {work.waiting}
          </dd>
        </div>
        <div>
          <dt>Agreed, differed</dt>
          <dd>
            {countText(work.agreements)}, {countText(work.disagreements)}
          </dd>
        </div>
        <div>
          <dt>Share of the time</dt>
          <dd>{work.sharePct} %</dd>
        </div>
      </dl>
      <Days days={days} />
      <section class="section" aria-labelledby="stake">
        <h2 id="stake">What could be lost</h2>
        <ul class="list checks">
          <li>
            <span class="mark warn">at stake</span>
            <span>
              {work.stake === 0
                ? "nothing now: no bond of this node is in force"
                : `all ${countText(work.stake)} envelopes, where one result is proven wrong`}
            </span>
          </li>
          <li>
            <span class="mark good">never lost</span>
            <span>
              a result that cannot be reproduced costs nothing, and neither does one that is late
            </span>
          </li>
          <li>
            <span class="mark open">after a release</span>
            <span>
              the envelopes stay pledged for {spanText(policy.tail_calconds * CALCOND_S)} more, or
              until the verdict of a challenge
            </span>
          </li>
        </ul>
      </section>
      {children}
      <section class="section" aria-labelledby="rules">
        <h2 id="rules">Rules</h2>
        <ul class="rules">
          {policy.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        {status.bonds.length === 0 ? null : (
          <div class="wide" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>Bond</th>
                  <th>State</th>
                  <th class="right">Envelopes</th>
                  <th>Since</th>
                </tr>
              </thead>
              <tbody>
                {status.bonds.map(({ bond, envelopes, sinceCalcond, state }) => (
                  <tr key={bond}>
                    <td>
                      <code>{bond}</code>
                    </td>
                    <td>{state}</td>
                    <td class="right">{countText(envelopes)}</td>
                    <td>
                      <When calcond={sinceCalcond} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </>
  );
}

function Orders({
  again,
  read: { policy, status, work },
}: {
  readonly read: Read;
  readonly again: () => void;
}) {
  const orders = useOrders(again);
  const { action, isSure, setSure } = orders;
  const { value: node } = client;
  return (
    <section class="section" aria-labelledby="orders">
      <h2 id="orders">Mode and bond</h2>
      <div class="pair">
        <label class="control">
          What your machines do
          <select
            class="input"
            value={status.mode}
            disabled={action.busy !== ""}
            onChange={({ currentTarget }) => {
              const mode = MODE_NAMES.find((one) => one === currentTarget.value) ?? "idle";
              orders.run(
                "mode",
                async () => valueOf(await node.contributeMode({ mode })),
                `Now ${mode}.`,
              );
            }}
            data-mode
          >
            {MODE_NAMES.map((mode) => (
              <option key={mode} value={mode}>
                {MODES[mode]}
              </option>
            ))}
          </select>
        </label>
        <div class="buttons">
          {work.offered ? (
            <OrderButton
              orders={orders}
              name="stop"
              call={async () => valueOf(await node.contributeStop({}))}
              said="It takes no more jobs."
            >
              Take no more jobs
            </OrderButton>
          ) : (
            <OrderButton
              orders={orders}
              name="start"
              call={async () => valueOf(await node.contributeStart({}))}
              said="It is offered to the mesh."
              tone="main"
            >
              Compute jobs of others
            </OrderButton>
          )}
          {status.bonded ? (
            isSure ? (
              <OrderButton
                orders={orders}
                name="release"
                call={async () => valueOf(await node.contributeRelease({}))}
                said="The bond is released."
                tone="risky"
              >
                Release the bond and leave
              </OrderButton>
            ) : (
              <button type="button" class="button plain" onClick={() => setSure(true)}>
                Release the bond …
              </button>
            )
          ) : (
            <OrderButton
              orders={orders}
              name="bond"
              call={async () => valueOf(await node.contributeBond({ count: 1_000 }))}
              said="Bonded."
              isBarred={status.have < status.need}
              title={status.have < status.need ? `It takes ${policy.bond_envelopes} envelopes` : ""}
            >
              Pledge {countText(policy.bond_envelopes)} envelopes
            </OrderButton>
          )}
        </div>
      </div>
      <div class="control">
        <progress
          aria-label="Envelopes towards a bond"
          max={status.need}
          value={status.bonded ? status.need : Math.min(status.have, status.need)}
        />
        <span class="aside">
          {status.bonded
            ? "The bond is in force."
            : `${countText(status.have)} of ${countText(status.need)} envelopes`}
        </span>
      </div>
      <Outcome action={action} />
    </section>
  );
}

function Contribute() {
  const asked = useAsked(readAll, [client.value]);
  useEvery(REFRESH_MS, asked.again, []);
  if (asked.state === "loading") return <Loading what="where you stand" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  return (
    <div class="page">
      <Figures read={asked.value}>
        <Orders read={asked.value} again={asked.again} />
      </Figures>
    </div>
  );
}

export function Screen() {
  return (
    <div class="page">
      <h1>Contribute</h1>
      <NeedsAccount what="whether your node earns">
        <Contribute />
      </NeedsAccount>
    </div>
  );
}
