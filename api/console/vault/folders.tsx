/** Folders with their counts: the first choice of the vault. */
import type { envelopeFolders } from "../../contract/receipts/envelopes.js";
import type { OutputOf } from "../../contract/definition/operation.js";
import { countText } from "../parts/when.js";

/** null: all envelopes; "": those in no folder. */
export type Folder = string | null;

export function Folders({
  chosen,
  choose,
  found,
}: {
  readonly found: OutputOf<typeof envelopeFolders>;
  readonly chosen: Folder;
  readonly choose: (folder: Folder) => void;
}) {
  const rows: readonly (readonly [Folder, string, number])[] = [
    [null, "All envelopes", found.total],
    ["", "In no folder", found.unfiled],
    ...found.folders.map(({ count, folder }) => [folder, folder, count] as const),
  ];
  return (
    <nav aria-label="Folders">
      <ul class="list folders">
        {rows.map(([folder, word, count]) => (
          <li key={folder ?? "/all"}>
            <button
              type="button"
              class="folder"
              aria-pressed={folder === chosen}
              onClick={() => choose(folder)}
            >
              <span class={`foldername ${folder === null || folder === "" ? "soft" : ""}`}>
                {word}
              </span>
              <span class="digits soft">{countText(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.folder_count > found.folders.length ? (
        <p class="label">
          {countText(found.folder_count - found.folders.length)} more folders: search by their
          envelopes.
        </p>
      ) : null}
    </nav>
  );
}
