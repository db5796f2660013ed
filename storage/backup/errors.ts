/** Why a backup cannot be used. */
export type BackupErrorCode =
  | "NO_BACKUP"
  | "BACKUP_CUT"
  | "BACKUP_DAMAGED"
  | "BACKUP_NEWER"
  | "PASSPHRASE_NEEDED"
  | "PASSPHRASE_WRONG";

export class BackupError extends Error {
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string) {
    super(message);
    this.name = "BackupError";
    this.code = code;
  }
}
