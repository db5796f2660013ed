/** Files of a folder that was dropped or chosen, by their paths below it. */
import { pathFault } from "../../../protocol/pages/files.js";
import { PAGE_BYTES_MAX, PAGE_FILES_MAX } from "../../../protocol/limits.js";
import { toBase64 } from "../../../protocol/encoding/base64.js";

export interface Dropped {
  readonly path: string;
  readonly file: File;
}

/** What a file manager leaves behind. */
const LITTER = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

function entriesOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const some = (): Promise<FileSystemEntry[]> =>
    new Promise((done, fail) => reader.readEntries(done, fail));
  // A browser gives a hundred at a time.
  const all = async (found: readonly FileSystemEntry[]): Promise<readonly FileSystemEntry[]> => {
    const next = await some();
    return next.length === 0 ? found : all([...found, ...next]);
  };
  return all([]);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function below(entry: FileSystemEntry, path: string): Promise<readonly Dropped[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((done, fail) => entry.file(done, fail));
    return [{ path, file }];
  }
  if (!isDirectory(entry)) return [];
  const found: Dropped[] = [];
  for (const one of await entriesOf(entry))
    found.push(...(await below(one, path === "" ? one.name : `${path}/${one.name}`)));
  return found;
}

/** A folder is the root of the page; several files are beside each other. */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly Dropped[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [only] = entries;
  const root = entries.length === 1 && only !== undefined && only.isDirectory;
  const found: Dropped[] = [];
  for (const entry of entries) found.push(...(await below(entry, root ? "" : entry.name)));
  return tidy(found);
}

/** Of an input that takes a folder: each path begins with the folder's name. */
export function chosenFiles(files: FileList): readonly Dropped[] {
  return tidy(
    [...files].map((file) => ({
      file,
      path:
        file.webkitRelativePath === ""
          ? file.name
          : file.webkitRelativePath.replace(/^[^/]*\//, ""),
    })),
  );
}

function tidy(files: readonly Dropped[]): readonly Dropped[] {
  return files.filter(({ path }) => !LITTER.test(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What keeps them from being a page; null for nothing. */
export function filesFault(files: readonly Dropped[]): string | null {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  if (files.length === 0) return "There is no file in it.";
  if (!files.some(({ path }) => path === "index.html"))
    return "A page begins with index.html, and the folder has none at its top.";
  if (files.length > PAGE_FILES_MAX)
    return `A page has at most ${PAGE_FILES_MAX} files, and these are ${files.length}.`;
  if (bytes > PAGE_BYTES_MAX)
    return `A page has at most ${PAGE_BYTES_MAX / 1_048_576} MiB, and these are ${(bytes / 1_048_576).toFixed(1)}.`;
  for (const { path } of files) {
    const fault = pathFault(path);
    if (fault !== null) return `${path}: ${fault}`;
  }
  return null;
}

export async function sentFiles(files: readonly Dropped[]) {
  return Promise.all(
    files.map(async ({ file, path }) => ({
      path,
      base64: toBase64(new Uint8Array(await file.arrayBuffer())),
    })),
  );
}
