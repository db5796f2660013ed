/** One channel, live: its line, its ticks with their seals, its template and its links. */
import { useState } from "preact/hooks";
import { fieldsAt } from "../connection/json.js";
import { useChannel } from "../connection/live.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { LiveMark } from "../parts/liveMark.js";
import { Quantity } from "../parts/number.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { countText, When } from "../parts/when.js";
import { Series } from "../plots/series.js";
import { Link, type ScreenProps } from "../connection/router.js";
import { client, session } from "../connection/session.js";
import { Links } from "../streams/links.js";
import { SealBadge } from "../streams/sealBadge.js";
import { TemplateEditor } from "../streams/templateEditor.js";
import { newestTicks, tickOf, TICKS_KEPT, withTick, type ShownTick } from "../streams/ticks.js";
import "../style/account.css";
import "../style/streams.css";
import "../style/watch.css";

const SHOWN_ROWS = 20;

async function readChannel(id: string) {
  const channel = valueOf(await client.value.streamOf({ id }));
  return { channel, ticks: await newestTicks(id, channel.ticks, TICKS_KEPT) };
}

type Channel = Awaited<ReturnType<typeof readChannel>>["channel"];

function TickRows({ ticks }: { readonly ticks: readonly ShownTick[] }) {
  return (
    <div class="wide" tabIndex={0} role="group" aria-label="Ticks, the newest first">
      <table>
        <thead>
          <tr>
            <th class="right">Tick</th>
            <th>When</th>
            <th>Value</th>
            <th>Seal</th>
          </tr>
        </thead>
        <tbody>
          {ticks
            .slice(-SHOWN_ROWS)
            .reverse()
            .map((tick) => (
              <tr key={tick.seq} data-tick={tick.seq}>
                <td class="right">{countText(tick.seq)}</td>
                <td>
                  <When calcond={tick.calcond} />
                </td>
                <td>
                  {tick.contentType.includes("json") && tick.value !== null ? (
                    <Quantity value={tick.value} unit={tick.unit} uncertainty={tick.uncertainty} />
                  ) : (
                    <code>{tick.body.slice(0, 120)}</code>
                  )}
                </td>
                <td>
                  <SealBadge tick={tick} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function Controls({
  again,
  channel: { autotick, id, status },
}: {
  readonly channel: Channel;
  readonly again: () => void;
}) {
  const action = useAction();
  if (status === "closed" || session.value === null) return null;
  return (
    <div class="section">
      <div class="buttons">
        <button
          type="button"
          class="button main"
          disabled={action.busy !== ""}
          onClick={() =>
            action.run("tick", async () => {
              const tick = valueOf(await client.value.streamTick({ id }));
              return tick.stream.tick === null
                ? "The result could not be sealed now, and is not counted."
                : `Tick ${tick.stream.tick} is sealed.`;
            })
          }
          data-tick-now
        >
          {action.busy === "tick" ? "Sealing …" : "Tick now"}
        </button>
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() =>
            action.run("auto", async () => {
              valueOf(await client.value.streamEdit({ id, autotick: !autotick }));
              again();
              return autotick ? "It ticks no more by itself." : "The node ticks it from now on.";
            })
          }
        >
          {autotick ? "Stop ticking by itself" : "Let the node tick it"}
        </button>
      </div>
      <Outcome action={action} />
    </div>
  );
}

function Shown({
  again,
  channel,
  start,
}: {
  readonly channel: Channel;
  readonly start: readonly ShownTick[];
  readonly again: () => void;
}) {
  const [ticks, setTicks] = useState(start);
  const live = useChannel(
    channel.status === "open" ? channel.id : null,
    (tick) =>
      setTicks((now) =>
        withTick(now, tickOf({ ...tick, token: tick.headers["X-Calc-Token"] ?? "" })),
      ),
    { after: start.at(-1)?.seq ?? 0 },
  );
  const plotted = ticks.filter(({ value }) => value !== null);
  const unit = plotted.at(-1)?.unit ?? "";
  return (
    <div class="page">
      <div class="head">
        <h1>{channel.name ?? "Channel"}</h1>
        {channel.status === "open" ? (
          <LiveMark live={live} again={live.again} />
        ) : (
          <span class="mark warn">{channel.status.replaceAll("_", " ")}</span>
        )}
      </div>
      <dl class="figures">
        <div>
          <dt>Ticks</dt>
          <dd data-last={ticks.at(-1)?.seq ?? 0}>
            {countText(ticks.at(-1)?.seq ?? channel.ticks)}
          </dd>
        </div>
        <div>
          <dt>Missed by this tab</dt>
          <dd data-missed={live.missed}>{countText(live.missed)}</dd>
        </div>
        <div>
          <dt>Missed while the node was down</dt>
          <dd>{countText(channel.missed)}</dd>
        </div>
        <div>
          <dt>Every</dt>
          <dd>
            {channel.tickIntervalCalconds === 1
              ? "calcond"
              : `${channel.tickIntervalCalconds} calconds`}
          </dd>
        </div>
        <div>
          <dt>By itself</dt>
          <dd>{channel.autotick ? "yes" : "no"}</dd>
        </div>
      </dl>
      <dl class="facts">
        <dt>Channel</dt>
        <dd class="digits">{channel.id}</dd>
        <dt>Computes</dt>
        <dd class="digits">{JSON.stringify(channel.contract)}</dd>
      </dl>
      <Controls channel={channel} again={again} />
      {plotted.length < 2 ? null : (
        <Series
          title={channel.name ?? channel.id}
          shown={{
            x: { name: "tick", unit: "", at: plotted.map(({ seq }) => seq) },
            lines: [
              {
                name: "value",
                unit,
                values: plotted.map(({ value }) => value),
                spreads: plotted.map(({ uncertainty }) => uncertainty),
              },
            ],
          }}
        />
      )}
      <section class="section" aria-labelledby="ticks">
        <h2 id="ticks">Ticks</h2>
        {ticks.length === 0 ? (
          <Empty what="There is no tick yet. Tick it now, or let the node tick it." />
        ) : (
          <TickRows ticks={ticks} />
        )}
      </section>
      {channel.template === null ? (
        <p class="label">
          This channel answers its whole sealed result as JSON: it has no template. One that was
          opened with a template has its editor here.
        </p>
      ) : (
        <TemplateEditor
          id={channel.id}
          template={channel.template}
          contentType={channel.contentType}
          inputs={Object.keys(fieldsAt(channel.contract, "inputs"))}
          tick={ticks.at(-1) ?? null}
          saved={again}
        />
      )}
      {session.value === null ? null : <Links id={channel.id} />}
    </div>
  );
}

export function Screen({ id }: ScreenProps) {
  const asked = useAsked(() => readChannel(id), [id, client.value]);
  if (asked.state === "loading") return <Loading what="the channel" />;
  if (asked.state === "failed")
    return (
      <div class="page">
        <h1>Channel</h1>
        <Failed why={asked.why} retry={asked.again}>
          <p>A private channel is shown to its owner alone. Sign in, or ask for a link.</p>
        </Failed>
        <p>
          <Link to="/streams">All channels</Link>
        </p>
      </div>
    );
  return <Shown channel={asked.value.channel} start={asked.value.ticks} again={asked.again} />;
}
