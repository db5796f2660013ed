/** A page as it is shown: in its sandbox, with its files, its commits and what was served of it. */
import { useEffect, useState } from "preact/hooks";
import type { pageOf } from "../../contract/node/hostedPages.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import { addressOf } from "../connection/base.js";
import { Outcome, useAction } from "../parts/action.js";
import { useAsked, valueOf } from "../connection/asked.js";
import { Failed, Loading } from "../parts/states.js";
import { sizeText } from "../files/size.js";
import { When } from "../parts/when.js";
import { client } from "../connection/session.js";
import { raced } from "./publish.js";

type Shown = OutputOf<typeof pageOf>;
const SHORT_CHARS = 12;

/** Where this page finds it, behind a proxy as well. */
function hosted(machine: string, page: string, commit: string | null): string {
  const at = commit === null ? "" : `@${commit}`;
  return addressOf(`s/${encodeURIComponent(machine)}/p/${encodeURIComponent(page)}${at}/`);
}

function Preview({
  commit,
  isPublic,
  machine,
  shown,
}: {
  readonly shown: Shown;
  readonly machine: string;
  readonly isPublic: boolean;
  /** An old one; null for what is shown. */
  readonly commit: string | null;
}) {
  if (!isPublic)
    return (
      <p class="notice warn">
        The machine is private: browsers see nothing of its pages. Make it public above to see the
        page here.
      </p>
    );
  const of = commit ?? shown.commit;
  if (of === null) return <p class="lead">The page is taken down. Its commits are still there.</p>;
  return (
    <iframe
      key={of}
      class="pageframe"
      title={`${shown.page} in its sandbox`}
      sandbox="allow-scripts"
      src={hosted(machine, shown.page, of)}
    />
  );
}

export function PageView({
  again,
  canWrite,
  isPublic,
  machine,
  page,
  round,
  serves,
}: {
  readonly machine: string;
  readonly page: string;
  readonly isPublic: boolean;
  readonly canWrite: boolean;
  /** Grows with each publication. */
  readonly round: number;
  /** In words; null where the reader may not see the log. */
  readonly serves: string | null;
  readonly again: () => void;
}) {
  const asked = useAsked(
    async () => valueOf(await client.value.pageOf({ machine, page })),
    [machine, page, client.value, round],
  );
  const [commit, setCommit] = useState<string | null>(null);
  useEffect(() => setCommit(null), [round]);
  const [isSure, setSure] = useState("");
  const action = useAction();
  if (asked.state === "loading") return <Loading what="the page" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const shown = asked.value;
  const renew = (): void => {
    setSure("");
    setCommit(null);
    asked.again();
    again();
  };
  const remove = (old: string | null): void => {
    const name = old ?? "page";
    if (isSure !== name) {
      setSure(name);
      return;
    }
    action.run(name, async () => {
      const request = { machine, page, ...(old === null ? {} : { commit: old }) };
      await raced(
        client.value.pageDelete({ ...request, expected: shown.commit ?? "none" }).then(valueOf),
        renew,
      );
      renew();
      return old === null
        ? "Taken down. Its commits are still read by their hashes."
        : `The commit ${old.slice(0, SHORT_CHARS)} is dropped.`;
    });
  };
  return (
    <section class="section" aria-label={`Page ${page}`}>
      <div class="head">
        <h2>{page}</h2>
        {shown.commit === null || !isPublic ? null : (
          <a href={hosted(machine, page, null)} target="_blank" rel="noreferrer">
            Open it in a window
          </a>
        )}
        {canWrite && shown.commit !== null ? (
          <button
            type="button"
            class={`button ${isSure === "page" ? "risky" : ""}`}
            disabled={action.busy !== ""}
            onClick={() => remove(null)}
          >
            {isSure === "page" ? "Yes, take it down" : "Take it down"}
          </button>
        ) : null}
      </div>
      <Outcome action={action} />
      <Preview {...{ machine, shown, isPublic, commit }} />
      <div class="columns">
        <section class="section" aria-label="Files">
          <h3>Files</h3>
          <ul class="list files">
            {shown.files.map(({ contentType, path, sha256, size }) => (
              <li key={path}>
                <span class="digits">{path}</span>
                <span class="soft">
                  {contentType}, {sizeText(size)}
                </span>
                <span class="soft digits" title={sha256}>
                  {sha256.slice(0, SHORT_CHARS)}
                </span>
              </li>
            ))}
          </ul>
          <p class="label">
            {shown.allowScripts ? "Its scripts run in the sandbox." : "Its scripts do not run."}{" "}
            {serves ?? ""}
          </p>
        </section>
        <section class="section" aria-label="Commits">
          <h3>Commits</h3>
          <ul class="list files">
            {shown.history.map((one) => (
              <li key={one.commit}>
                <button
                  type="button"
                  class="button plain digits"
                  title={one.commit}
                  aria-pressed={(commit ?? shown.commit) === one.commit}
                  onClick={() => setCommit(one.commit)}
                >
                  {one.commit.slice(0, SHORT_CHARS)}
                </button>
                <When calcond={one.calcond} />
                {one.commit === shown.commit ? (
                  <span class="mark good">shown</span>
                ) : canWrite ? (
                  <button
                    type="button"
                    class={`button ${isSure === one.commit ? "risky" : "plain"}`}
                    disabled={action.busy !== ""}
                    onClick={() => remove(one.commit)}
                  >
                    {isSure === one.commit ? "Yes, drop it for good" : "Drop"}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </section>
  );
}
