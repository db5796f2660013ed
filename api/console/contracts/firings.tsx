/** What a contract did: transitions and faults, the newest first, and its log as a file. */
import { useEffect, useState } from "preact/hooks";
import { Outcome, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { Link } from "../connection/router.js";
import { client } from "../connection/session.js";
import { downloadText } from "../files/download.js";
import { countText, When } from "../parts/when.js";

const ROWS = 20;
const SHORT_CHARS = 12;
const NDJSON = "application/x-ndjson";

type Firings = Awaited<ReturnType<typeof firingsOf>>;

const firingsOf = async (id: string, before: number | null) =>
  valueOf(
    await client.value.contractFirings({
      id,
      limit: ROWS,
      ...(before === null ? {} : { before }),
    }),
  );

/** @param count of firings so far: a new one begins the list anew */
export function FiringList({
  contract,
  count,
}: {
  readonly contract: string;
  readonly count: number;
}) {
  const action = useAction();
  const [found, setFound] = useState<Pick<Firings, "firings" | "next">>({
    firings: [],
    next: null,
  });
  const show = (before: number | null): void =>
    action.run("show", async () => {
      const { firings, next } = await firingsOf(contract, before);
      setFound((now) => ({
        firings: before === null ? firings : [...now.firings, ...firings],
        next,
      }));
      return "";
    });
  useEffect(() => show(null), [contract, count]);
  const save = async (): Promise<string> => {
    const outcome = await client.value.contractExport({ id: contract });
    valueOf(outcome);
    const name = `${contract}.ndjson`;
    if (outcome.kind === "result") downloadText(name, outcome.text, NDJSON);
    return `Saved. Verify, here or by \`calc verify ${name}\`, makes each step again without a node.`;
  };
  return (
    <section class="section" aria-labelledby="firings">
      <div class="head">
        <h2 id="firings">Firings</h2>
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() => action.run("export", save)}
          data-export
        >
          Export
        </button>
      </div>
      {found.firings.length === 0 ? (
        <p class="label">None yet: what leads to no transition is counted, and has no row.</p>
      ) : (
        <table>
          <tbody>
            {found.firings.map(({ calcond, fault, from, kind, seq, to, token }) => (
              <tr key={seq} data-firing={seq}>
                <td class="digits">{countText(seq)}</td>
                <td>
                  <When calcond={calcond} />
                </td>
                <td>
                  {kind === "fault" ? (
                    <span class="mark bad">{messageOf(fault)}</span>
                  ) : (
                    `${from} to ${to}`
                  )}
                </td>
                <td>
                  {token === null ? null : (
                    <Link to={`/verify?id=${token}`} class="digits">
                      {token.slice(0, SHORT_CHARS)}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.next === null ? null : (
        <button
          type="button"
          class="button plain"
          disabled={action.busy !== ""}
          onClick={() => show(found.next)}
        >
          Older ones
        </button>
      )}
      <Outcome action={action} />
    </section>
  );
}

/** Of a firing that broke off. */
function messageOf(fault: Readonly<Record<string, unknown>> | null | undefined): string {
  const message = fault?.["message"];
  return typeof message === "string" ? message : "fault";
}
