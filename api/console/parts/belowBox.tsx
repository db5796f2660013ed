/** Below the box: what this tab sealed last, and the node's seals as they come. */
import { useState } from "preact/hooks";
import { fieldsAt, numberAt } from "../connection/json.js";
import { useEvery } from "../connection/live.js";
import { Link } from "../connection/router.js";
import { callByName } from "../connection/session.js";
import { useAsked } from "../connection/asked.js";
import { lastResults } from "./last.js";
import { Quantity } from "./number.js";

const EVERY_MS = 3_000;

async function chain(): Promise<number | null> {
  const outcome = await callByName("meshStatus", {});
  return outcome.kind === "problem" ? null : numberAt(fieldsAt(outcome.value, "spine"), "size");
}

function LiveSeals() {
  const [size, setSize] = useState<number | null>(null);
  const [first, setFirst] = useState<number | null>(null);
  useAsked(async () => {
    const now = await chain();
    setSize(now);
    setFirst(now);
  }, []);
  useEvery(EVERY_MS, async () => setSize(await chain()), []);
  if (size === null || first === null) return null;
  return (
    <p class="label number" data-seals={size}>
      This node's chain has {size} events
      {size > first ? `, ${size - first} of them since you came` : ""}. <Link to="/node">Node</Link>
    </p>
  );
}

export function BelowBox() {
  const results = lastResults.value;
  return (
    <>
      <LiveSeals />
      {results.length === 0 ? null : (
        <section class="section" aria-labelledby="last">
          <h2 id="last">Last results</h2>
          <ul class="list">
            {results.map(({ receipt, said, to, uncertainty, unit, value }) => (
              <li key={to}>
                <Link to={to} class="choice">
                  <span class="name">{said}</span>
                  <Quantity value={value} unit={unit} uncertainty={uncertainty} />
                </Link>
                <Link to={`/verify?id=${receipt}`} class="aside digits">
                  receipt {receipt.slice(0, 16)} …
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
