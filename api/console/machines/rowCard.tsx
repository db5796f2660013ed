/** One row of a log: all that it says, and the hashes that the page computes itself. */
import { useAsked } from "../connection/asked.js";
import { Failed, Loading } from "../parts/states.js";
import { When } from "../parts/when.js";
import { Link } from "../connection/router.js";
import { hashOf, payloadOf, type LogRow } from "./rows.js";

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function PayloadCheck({ row, slug }: { readonly slug: string; readonly row: LogRow }) {
  const asked = useAsked(() => payloadOf(slug, row.seq), [slug, row.seq]);
  if (asked.state === "loading") return <Loading what="the payload" />;
  if (asked.state === "failed")
    return (
      <Failed why={`There is no payload to check: ${asked.why}`}>
        <p>The row stands without it: it names the payload by its hash alone.</p>
      </Failed>
    );
  const { hash, text } = asked.value;
  const isEqual = hash === row.payloadHash;
  return (
    <>
      <p class={`mark ${isEqual ? "good" : "bad"}`} data-payload={isEqual ? "holds" : "differs"}>
        {isEqual
          ? "its sha256, computed here, is the one in the row"
          : `its sha256 here is ${hash}, not the one in the row`}
      </p>
      <pre tabIndex={0}>{indented(text)}</pre>
    </>
  );
}

/** @param next hash that the row behind it, or the head, has of this one */
export function RowCard({
  close,
  next,
  row,
  slug,
}: {
  readonly slug: string;
  readonly row: LogRow;
  readonly next: string | null;
  readonly close: () => void;
}) {
  const hash = hashOf(row);
  return (
    <section class="section aside-card" aria-label={`Row ${row.seq}`} data-row={row.seq}>
      <div class="head">
        <h3>Row {row.seq}</h3>
        <span class="label">
          {row.type.replaceAll("_", " ")}, <When calcond={row.calcond} />
        </span>
        <button type="button" class="button plain" onClick={close}>
          Close
        </button>
      </div>
      <dl class="facts">
        <dt>By</dt>
        <dd>
          <code>{row.actor}</code> as {row.role}
        </dd>
        {row.to === "" ? null : (
          <>
            <dt>Moved</dt>
            <dd>
              {row.from} to {row.to}
            </dd>
          </>
        )}
        {row.token === "" ? null : (
          <>
            <dt>Receipt</dt>
            <dd>
              <Link to={`/verify?id=${row.token}`} class="digits">
                {row.token}
              </Link>
            </dd>
          </>
        )}
        <dt>Hash</dt>
        <dd>
          <span class="digits">{hash}</span>{" "}
          {next === null ? null : (
            <span class={`mark ${next === hash ? "good" : "bad"}`}>
              {next === hash
                ? "computed here; the log goes on from it"
                : "the log goes on from another"}
            </span>
          )}
        </dd>
        <dt>Before it</dt>
        <dd class="digits">{row.prev}</dd>
        <dt>Payload</dt>
        <dd class="digits">{row.payloadHash}</dd>
      </dl>
      <PayloadCheck slug={slug} row={row} />
    </section>
  );
}
