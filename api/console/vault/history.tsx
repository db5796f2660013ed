/** Credits of the account now, and how they came to be so: the journal, and the balance over time. */
import type { ledgerBalance } from "../../contract/economy/ledger.js";
import type { ledgerEntries } from "../../contract/economy/ledgerEntries.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Failed, Loading } from "../parts/states.js";
import { countText, When } from "../parts/when.js";
import { client } from "../connection/session.js";

type Balance = OutputOf<typeof ledgerBalance>;
type Entry = OutputOf<typeof ledgerEntries>["entries"][number];

const ENTRIES = 200;
const ROWS = 12;
const WIDTH = 640;
const HEIGHT = 120;
const EDGE = 4;
const FOOT = 4;

function sumOf(entry: Entry, kinds: readonly string[]): number {
  return entry.entries.reduce(
    (sum, { account, delta }) => sum + (kinds.includes(account.split(":")[0] ?? "") ? delta : 0),
    0,
  );
}

/** After each booking, the oldest first: from what there is now, backwards. */
function balancesOf({ free, paid }: Balance, entries: readonly Entry[]): readonly number[] {
  let credits = free + paid;
  const after = entries.map((entry) => {
    const now = credits;
    credits -= sumOf(entry, ["free", "paid"]);
    return now;
  });
  return [...after, credits].reverse();
}

/** By booking and not by time: many come within a second, and then none for days. */
function Curve({ credits }: { readonly credits: readonly number[] }) {
  const [first = 0, last = 0] = [credits[0], credits.at(-1)];
  if (credits.length < 3) return null;
  const most = Math.max(1, ...credits);
  const x = (i: number): string =>
    (EDGE + (i / (credits.length - 1)) * (WIDTH - 2 * EDGE)).toFixed(1);
  const y = (of: number): string => (EDGE + (1 - of / most) * (HEIGHT - EDGE - FOOT)).toFixed(1);
  const path = credits
    .map((of, i) => (i === 0 ? `M${x(i)} ${y(of)}` : `H${x(i)}V${y(of)}`))
    .join("");
  return (
    <figure class="curve">
      <figcaption class="label">
        Credits over the last {countText(credits.length - 1)} bookings: {countText(first)} then,{" "}
        {countText(last)} now, at most {countText(most)}
      </figcaption>
      <svg
        class="balance"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Credits booking by booking: ${first} then, ${last} now`}
      >
        <line class="axis" x1={EDGE} x2={WIDTH - EDGE} y1={HEIGHT - EDGE} y2={HEIGHT - EDGE} />
        <path class="line" d={path} />
      </svg>
    </figure>
  );
}

function signed(delta: number): string {
  return delta === 0 ? "0" : `${delta < 0 ? "−" : "+"}${countText(Math.abs(delta))}`;
}

function noteOf({ kind, note }: Entry): string {
  const named = ["reference", "count", "to", "from", "operator", "operators"].flatMap((name) => {
    const value = note?.[name];
    return typeof value === "string" || typeof value === "number" ? [`${name} ${value}`] : [];
  });
  return [kind.replaceAll("_", " "), ...named].join(", ");
}

export function BalanceFacts({ balance }: { readonly balance: Balance }) {
  return (
    <dl class="figures">
      <div>
        <dt>Free credits</dt>
        <dd class="digits">{countText(balance.free)}</dd>
      </div>
      <div>
        <dt>Paid credits</dt>
        <dd class="digits">{countText(balance.paid)}</dd>
      </div>
      <div>
        <dt>To spend now</dt>
        <dd class="digits">
          {balance.unlimited
            ? "no limit"
            : countText(balance.available.free + balance.available.paid)}
        </dd>
      </div>
      <div>
        <dt>Held in envelopes</dt>
        <dd class="digits">{countText(balance.held)}</dd>
      </div>
      <div>
        <dt>Spent so far</dt>
        <dd class="digits">{countText(balance.spent)}</dd>
      </div>
    </dl>
  );
}

export function History({ balance }: { readonly balance: Balance }) {
  const asked = useAsked(async () => {
    const [entries, rules] = await Promise.all([
      client.value.ledgerEntries({ account: balance.account, limit: ENTRIES }),
      client.value.tallyTransparency({}),
    ]);
    return { entries: valueOf(entries).entries, rules: valueOf(rules) };
  }, [balance.hash]);
  if (asked.state === "loading") return <Loading what="the journal" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const { entries, rules } = asked.value;
  return (
    <>
      <p class="lead">
        The price of an envelope is fixed: {rules.face_value_per_credit} credit of face value for
        each credit that its computation burned.
        {rules.free_before_paid ? " Free credits are spent first." : ""}
      </p>
      {entries.length === 0 ? (
        <p class="lead">
          {balance.unlimited
            ? "Nothing is booked for the operator, who spends without limit."
            : "Nothing was booked yet: the first sealed answer is."}
        </p>
      ) : (
        <>
          <Curve credits={balancesOf(balance, entries)} />
          <div class="wide" tabIndex={0} role="region" aria-label="Bookings">
            <table>
              <thead>
                <tr>
                  <th>Booked</th>
                  <th>What</th>
                  <th class="right">Free</th>
                  <th class="right">Paid</th>
                  <th class="right">Held</th>
                </tr>
              </thead>
              <tbody>
                {entries.slice(0, ROWS).map((entry) => (
                  <tr key={entry.seq}>
                    <td>
                      <When calcond={entry.calcond} />
                    </td>
                    <td class="words">{noteOf(entry)}</td>
                    <td class="right">{signed(sumOf(entry, ["free"]))}</td>
                    <td class="right">{signed(sumOf(entry, ["paid"]))}</td>
                    <td class="right">{signed(sumOf(entry, ["held"]))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {entries.length > ROWS ? (
            <p class="label">
              The newest {ROWS} of many: <code>calc ledger entries</code> has all.
            </p>
          ) : null}
        </>
      )}
    </>
  );
}
