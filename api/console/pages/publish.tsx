/** Publishing: a folder is dropped or chosen, looked over, and goes as one commit. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Outcome, useAction } from "../parts/action.js";
import { ProblemAnswer, valueOf } from "../connection/asked.js";
import { useDrop } from "../files/dropPlace.js";
import { sizeText } from "../files/size.js";
import { client } from "../connection/session.js";
import { chosenFiles, droppedFiles, filesFault, sentFiles, type Dropped } from "./dropped.js";

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const SHORT_CHARS = 12;

/** Rows shown when the screen looked, by page. */
export type ShownCommits = ReadonlyMap<string, string | null>;

/** @throws Error of a race, in words */
export async function raced<T>(work: Promise<T>, again: () => void): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProblemAnswer) || error.problem.code !== "PRECONDITION_FAILED")
      throw error;
    const { have } = error.problem;
    again();
    throw new Error(
      `Somebody was faster: ${
        typeof have === "string" && have !== "none"
          ? `the page shows ${have.slice(0, SHORT_CHARS)} now`
          : "the page was taken down"
      }. Nothing was changed. Look at it below; the same again goes over it.`,
      { cause: error },
    );
  }
}

export function Publish({
  again,
  machine,
  name,
  shown,
}: {
  readonly machine: string;
  /** Of the page that is looked at; "" for none. */
  readonly name: string;
  readonly shown: ShownCommits;
  /** Looks anew. @param page that was published */
  readonly again: (page?: string) => void;
}) {
  const [page, setPage] = useState(name);
  const [files, setFiles] = useState<readonly Dropped[] | null>(null);
  const [allowScripts, setAllowScripts] = useState(false);
  const { handlers, isOver } = useDrop((held) => {
    if (held !== null)
      action.run("read", async () => {
        setFiles(await droppedFiles(held.items));
        return "";
      });
  });
  const folder = useRef<HTMLInputElement>(null);
  const action = useAction();
  useEffect(() => setPage(name), [name]);
  useEffect(() => folder.current?.setAttribute("webkitdirectory", ""), []);
  const nameFault =
    page === "" || NAME.test(page) ? null : "1 to 64 of a-z, 0-9 and -, with no - at either end.";
  const fault = files === null ? null : filesFault(files);
  const take = (found: readonly Dropped[]): void => {
    action.clear();
    setFiles(found);
  };
  return (
    <form
      class="section"
      aria-label="Publish"
      onSubmit={(event) => {
        event.preventDefault();
        if (files === null || fault !== null) return;
        action.run("publish", async () => {
          const published = await raced(
            sentFiles(files).then(async (sent) =>
              valueOf(
                await client.value.pagePublish({
                  machine,
                  page,
                  files: sent,
                  allowScripts,
                  expected: shown.get(page) ?? "none",
                }),
              ),
            ),
            () => again(),
          );
          setFiles(null);
          again(page);
          const commit = (published.commit ?? "").slice(0, SHORT_CHARS);
          return `Published as ${commit}, row ${published.row.seq} of the machine's log.`;
        });
      }}
    >
      <h2>Publish</h2>
      <label class={`drop ${isOver ? "over" : ""}`} {...handlers}>
        <span>Drop a folder with index.html here, or choose one</span>
        <input
          ref={folder}
          type="file"
          multiple
          name="folder"
          onChange={({ currentTarget }) => {
            if (currentTarget.files !== null) take(chosenFiles(currentTarget.files));
          }}
        />
      </label>
      {files === null ? null : (
        <ul class="list files">
          {files.map(({ file, path }) => (
            <li key={path}>
              <span class="digits">{path}</span>
              <span class="soft digits">{sizeText(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
      {fault === null ? null : (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <div class="filters">
        <label class="control">
          Name of the page
          <input
            class="input digits"
            name="page"
            autocomplete="off"
            spellcheck={false}
            placeholder="report"
            aria-invalid={nameFault !== null}
            value={page}
            onInput={({ currentTarget }) => setPage(currentTarget.value)}
          />
          {nameFault === null ? null : <span class="fault">{nameFault}</span>}
        </label>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={allowScripts}
          onChange={({ currentTarget }) => setAllowScripts(currentTarget.checked)}
        />
        Its scripts run, in the sandbox: they reach neither the interface nor the network
      </label>
      <div class="buttons">
        <button
          class="button main"
          disabled={
            action.busy !== "" ||
            files === null ||
            fault !== null ||
            page === "" ||
            nameFault !== null
          }
        >
          {action.busy === "publish" ? "Publishing …" : "Publish"}
        </button>
        <span class="label">
          {shown.get(page) == null
            ? "As a new page."
            : `In the place of ${(shown.get(page) ?? "").slice(0, SHORT_CHARS)}; that stays as an old commit.`}
        </span>
      </div>
      <Outcome action={action} />
    </form>
  );
}
