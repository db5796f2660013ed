/** What storage can refuse or fail with. `code` is stable; `message` is for people. */

export type StoreErrorCode =
  | "STORE_LOCKED"
  | "STORE_CORRUPT"
  | "RECORD_CORRUPT"
  | "FORMAT_NEWER"
  | "FORMAT_OLDER"
  | "FORMAT_UNREADABLE"
  | "STORE_IO"
  | "STORE_CLOSED"
  | "BUSY";

export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreError";
    this.code = code;
  }
}

/** Another process holds the data directory. */
export class StoreLockedError extends StoreError {
  readonly dir: string;

  constructor(dir: string, cause?: unknown) {
    super("STORE_LOCKED", `another process is using the data directory ${dir}`, cause);
    this.name = "StoreLockedError";
    this.dir = dir;
  }
}

/** The database as a whole cannot be opened or read. */
export class StoreCorruptError extends StoreError {
  constructor(message: string, cause?: unknown) {
    super("STORE_CORRUPT", message, cause);
    this.name = "StoreCorruptError";
  }
}

/** One record whose checksum or layout is wrong: it is named, and never served. */
export class CorruptRecordError extends StoreError {
  readonly bucket: string;
  /** Hex of the key without its bucket byte. */
  readonly key: string;

  constructor(bucket: string, key: string, why: string, cause?: unknown) {
    super("RECORD_CORRUPT", `record ${key} of bucket ${bucket} is damaged: ${why}`, cause);
    this.name = "CorruptRecordError";
    this.bucket = bucket;
    this.key = key;
  }
}

/** Too much is waiting; nothing was done, and the caller may try again. */
export class BusyError extends StoreError {
  constructor(what: string) {
    super("BUSY", `${what} is full`);
    this.name = "BusyError";
  }
}

export function closedError(): StoreError {
  return new StoreError("STORE_CLOSED", "the store is closed");
}
