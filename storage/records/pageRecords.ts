/** Records kept of hosted pages. */

/** A page of a machine. */
export interface PageRecord {
  /** The one that is shown; null once the page was taken down. */
  readonly commit: string | null;
  readonly createdCalcond: number;
  /** Kept, the one that is shown among them. */
  readonly commits: number;
  /** Of all files of all commits, each counted once. */
  readonly storedBytes: number;
}

export interface PageFileRecord {
  readonly path: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

export interface PageCommitRecord {
  readonly calcond: number;
  readonly allowScripts: boolean;
  /** By path. */
  readonly files: readonly PageFileRecord[];
}
