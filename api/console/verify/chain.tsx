/** Receipts as links of their node's chain: what joins them, where some are missing, how each is sealed. */
import { useEffect, useState } from "preact/hooks";
import { engine } from "../engine/ask.js";
import type { Link } from "../engine/messages.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Quantity } from "../parts/number.js";
import { Proof } from "../parts/proof.js";
import { Failed, Loading } from "../parts/states.js";
import { countText, When } from "../parts/when.js";
import { client } from "../connection/session.js";
import { between, inOrder } from "./gaps.js";
import { InclusionTree } from "./tree.js";

const FIRST = "0".repeat(64);
const SHORT_CHARS = 16;
const WORDS = {
  valid: ["good", "valid"],
  sound: ["warn", "sound"],
  invalid: ["bad", "invalid"],
} as const;

interface Placed {
  readonly link: Link;
  readonly held: unknown;
  readonly verdict: "valid" | "sound" | "invalid";
}

async function placed(held: unknown): Promise<Placed | null> {
  const link = await engine.link(held);
  if (link === null) return null;
  const { verdict } = await engine.prove(held, null, null);
  return { link, held, verdict };
}

/** Between two of one node. */
function Joint({ after, before }: { readonly before: Link; readonly after: Link }) {
  const found = between(before, after);
  if (found.kind === "linked")
    return (
      <li class="joint" data-joint="linked">
        <span class="mark good">linked: the next names this one</span>
      </li>
    );
  if (found.kind === "broken")
    return (
      <li class="joint" data-joint="broken">
        <span class="mark bad">broken: nothing can stand between, and the next names another</span>
      </li>
    );
  return (
    <li class="joint" data-joint="gap">
      <span class="mark warn">
        gap: at least {countText(found.atLeast)}{" "}
        {found.atLeast === 1 ? "envelope is" : "envelopes are"} missing
      </span>
    </li>
  );
}

function LinkView({ one: { held, link, verdict } }: { readonly one: Placed }) {
  const [mark, word] = WORDS[verdict];
  return (
    <li class="link" data-link={link.id}>
      <details>
        <summary>
          <span class="digits">{link.id.slice(0, SHORT_CHARS)}</span>
          <span>
            <Quantity value={link.value} unit={link.unit} />
          </span>
          <span class="soft">
            event {countText(link.seq)}, {countText(link.index + 1)} of {countText(link.count)}
          </span>
          <When calcond={link.calcond} />
          <span class={`mark ${mark}`}>{word}</span>
        </summary>
        <div class="columns">
          <InclusionTree link={link} />
          <Proof held={held} />
        </div>
      </details>
    </li>
  );
}

/** Asks the node for what a receipt names as the one before it. */
function Before({ add, link }: { readonly link: Link; readonly add: (held: unknown) => void }) {
  const action = useAction();
  if (link.prev === FIRST)
    return (
      <li class="joint">
        <span class="mark good">the first that this node sealed</span>
      </li>
    );
  return (
    <li class="joint">
      <button
        type="button"
        class="button"
        disabled={action.busy !== ""}
        onClick={() =>
          action.run("before", async () => {
            add(valueOf(await client.value.receipt({ id: link.prev })));
            return "";
          })
        }
      >
        {action.busy === "" ? "Fetch the one before" : "Fetching …"}
      </button>
      <span class="soft digits">{link.prev.slice(0, SHORT_CHARS)}</span>
      <Outcome action={action} />
    </li>
  );
}

export function Chain({ held }: { readonly held: readonly unknown[] }) {
  const [more, setMore] = useState<readonly unknown[]>([]);
  useEffect(() => setMore([]), [held]);
  const all = [...held, ...more];
  const asked = useAsked(async () => Promise.all(all.map(placed)), [held, more]);
  if (asked.state === "loading") return <Loading what="the chain" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const found = asked.value.flatMap((one) => (one === null ? [] : [one]));
  if (found.length === 0)
    return (
      <p class="lead">
        None of these stands in a chain: envelopes of older generations have no place in one.
      </p>
    );
  const byId = new Map(found.map((one) => [one.link.id, one]));
  const links = inOrder(found.map(({ link }) => link));
  const others = asked.value.length - found.length;
  return (
    <ol class="list chain">
      {links.map((link, i) => {
        const before = links[i - 1];
        const isFirst = before === undefined || before.author !== link.author;
        return (
          <>
            {isFirst ? (
              <li key={link.author} class="joint">
                <span class="label">
                  Sealed by <span class="digits">{link.author}</span>
                </span>
              </li>
            ) : null}
            {isFirst ? (
              <Before
                key={`${link.id} before`}
                link={link}
                add={(one) => setMore((now) => [...now, one])}
              />
            ) : (
              <Joint key={`${link.id} joint`} before={before} after={link} />
            )}
            <LinkView key={link.id} one={byId.get(link.id)!} />
          </>
        );
      })}
      {others === 0 ? null : (
        <li class="joint">
          <span class="mark bad">{countText(others)} are no receipts that stand in a chain</span>
        </li>
      )}
    </ol>
  );
}
