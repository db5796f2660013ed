/** Facts published of an error code. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** Exit code of the command line. */
  readonly exit: number;
  /** What the caller can do about it. */
  readonly remedy: string;
}

export type ErrorArea = Readonly<Record<string, ErrorEntry>>;
