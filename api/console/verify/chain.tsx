/** Receipts as links of their node's chain: what joins them, where some are missing, how each is sealed. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { engine } from "../engine/ask.js";
import type { Link } from "../engine/messages.js";
import { Outcome, useAction } from "../parts/action.js";
import { reasonOf, valueOf } from "../connection/asked.js";
import { Quantity } from "../parts/number.js";
import { Progress } from "../parts/progress.js";
import { Proof } from "../parts/proof.js";
import { Failed } from "../parts/states.js";
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

/** Between two looks at many receipts that are being proved. */
const LOOK_MS = 250;

async function placed(held: unknown): Promise<Placed | null> {
  const link = await engine.link(held);
  if (link === null) return null;
  const { verdict } = await engine.prove(held, null, null);
  return { link, held, verdict };
}

interface Proving {
  /** As many as were proved so far; null for what is no receipt in a chain. */
  readonly found: readonly (Placed | null)[];
  readonly why: string;
  readonly stop: (() => void) | null;
}

const NOTHING: Proving = { found: [], why: "", stop: null };

/**
 * Proves one after the other, and shows each that is done; what was proved before is kept.
 * @param first what `all` begins with: of other documents nothing stays shown
 */
function useProving(first: readonly unknown[], all: readonly unknown[]): Proving {
  const [{ of, ...proving }, setProving] = useState({ ...NOTHING, of: first });
  const known = useMemo(() => new Map<unknown, Placed | null>(), []);
  useEffect(() => {
    let isOver = false;
    const found: (Placed | null)[] = [];
    const show = (why: string, stop: (() => void) | null): void =>
      setProving({ found: [...found], why, stop, of: first });
    const stop = (): void => {
      isOver = true;
      show("", null);
    };
    const run = async (): Promise<void> => {
      let shownAt = -Infinity;
      for (const held of all) {
        const one = known.get(held) ?? (await placed(held));
        if (isOver) return;
        known.set(held, one);
        found.push(one);
        if (performance.now() - shownAt < LOOK_MS) continue;
        shownAt = performance.now();
        show("", stop);
      }
      show("", null);
    };
    run().catch((error: unknown) => show(reasonOf(error), null));
    return () => {
      isOver = true;
    };
  }, [all]);
  return of === first ? proving : NOTHING;
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
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="link" data-link={link.id}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
        {isOpen ? (
          <div class="columns">
            <InclusionTree link={link} />
            <Proof held={held} />
          </div>
        ) : null}
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

/** @param title above them; one document that is no receipt has no chain, and no title */
export function Chain({
  held,
  title,
}: {
  readonly held: readonly unknown[];
  readonly title: string;
}) {
  const [more, setMore] = useState<readonly unknown[]>([]);
  useEffect(() => setMore([]), [held]);
  const all = useMemo(() => [...held, ...more], [held, more]);
  const { found, stop, why } = useProving(held, all);
  const placedOnes = found.flatMap((one) => (one === null ? [] : [one]));
  const others = found.length - placedOnes.length;
  if (placedOnes.length === 0 && all.length === 1) return why === "" ? null : <Failed why={why} />;
  return (
    <section class="section" aria-label="Chain">
      <h2>{title}</h2>
      {why === "" ? null : <Failed why={why} />}
      {stop === null ? null : (
        <Progress
          what={`${countText(found.length)} of ${countText(all.length)} receipts proved`}
          share={found.length / all.length}
          stop={stop}
        />
      )}
      <Links
        placed={placedOnes}
        isWhole={found.length === all.length}
        add={(one) => setMore((now) => [...now, one])}
      />
      {others === 0 ? null : (
        <p class="mark bad">
          {countText(others)} are no receipts of calcmesh that stand in a chain
        </p>
      )}
      {stop === null && found.length > 0 && found.length < all.length ? (
        <p class="mark warn">{countText(all.length - found.length)} were not proved</p>
      ) : null}
    </section>
  );
}

/** @param isWhole whether all are here: before that nothing is said to be missing */
function Links({
  add,
  isWhole,
  placed: found,
}: {
  readonly placed: readonly Placed[];
  readonly isWhole: boolean;
  readonly add: (held: unknown) => void;
}) {
  const byId = new Map(found.map((one) => [one.link.id, one]));
  const links = inOrder(found.map(({ link }) => link));
  return (
    <ol class="list chain">
      {links.flatMap((link, i) => {
        const before = links[i - 1];
        const view = <LinkView key={link.id} one={byId.get(link.id)!} />;
        if (before !== undefined && before.author === link.author)
          return isWhole
            ? [<Joint key={`${link.id} joint`} before={before} after={link} />, view]
            : [view];
        return [
          <li key={link.author} class="joint">
            <span class="label">
              Sealed by <span class="digits">{link.author}</span>
            </span>
          </li>,
          isWhole ? <Before key={`${link.id} before`} link={link} add={add} /> : null,
          view,
        ];
      })}
    </ol>
  );
}
