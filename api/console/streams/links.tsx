/** Links that read a channel without a key: minted for a time, and voided all at once. */
import { useState } from "preact/hooks";
import { Outcome, useAction } from "../parts/action.js";
import { valueOf } from "../connection/asked.js";
import { When } from "../parts/when.js";
import { client } from "../connection/session.js";

const SPANS = [
  ["an hour", 4_633],
  ["a day", 111_197],
  ["a week", 777_700],
] as const;

interface Minted {
  readonly url: string;
  readonly expiresCalcond: number;
}

export function Links({ id }: { readonly id: string }) {
  const [span, setSpan] = useState<number>(SPANS[1][1]);
  const [minted, setMinted] = useState<readonly Minted[]>([]);
  const [isSure, setSure] = useState(false);
  const action = useAction();
  const mint = async (): Promise<string> => {
    const link = valueOf(await client.value.streamLink({ id, expiresInCalconds: span }));
    setMinted((now) => [...now, link]);
    return "The link reads the last tick, without a key, until it ends.";
  };
  const revoke = async (): Promise<string> => {
    valueOf(await client.value.streamLinkRotate({ id }));
    setMinted([]);
    setSure(false);
    return "All links that were given are void from now on.";
  };
  return (
    <section class="section" aria-labelledby="links">
      <h2 id="links">Links</h2>
      <div class="buttons">
        <label class="control">
          <span class="hidden">Good for</span>
          <select
            class="input"
            value={span}
            onChange={({ currentTarget }) => setSpan(Number(currentTarget.value))}
          >
            {SPANS.map(([word, calconds]) => (
              <option key={word} value={calconds}>
                good for {word}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="button"
          disabled={action.busy !== ""}
          onClick={() => action.run("mint", mint)}
          data-mint
        >
          Mint a link
        </button>
        {isSure ? (
          <>
            <button
              type="button"
              class="button risky"
              onClick={() => action.run("revoke", revoke)}
              data-revoke
            >
              Void every link now
            </button>
            <button type="button" class="button" onClick={() => setSure(false)}>
              Keep them
            </button>
          </>
        ) : (
          <button type="button" class="button plain" onClick={() => setSure(true)}>
            Void all …
          </button>
        )}
      </div>
      <Outcome action={action} />
      {minted.length === 0 ? (
        <p class="label">
          The node keeps no list of links: those that you mint now are shown until you leave the
          page.
        </p>
      ) : (
        <ul class="list links">
          {minted.map(({ expiresCalcond, url }) => (
            <li key={url}>
              <code class="secret" data-link>
                {url}
              </code>
              <span class="label">
                until <When calcond={expiresCalcond} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
