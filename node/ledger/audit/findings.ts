/** What an audit finds: all are counted, the first ones kept. */

export interface AuditFinding {
  readonly bucket: string;
  /** In words where it is a number or a name. */
  readonly key: string;
  readonly fault: string;
}

export interface Found {
  readonly count: number;
  /** The first of them. */
  readonly list: readonly AuditFinding[];
}

const FINDINGS_MAX = 100;

export class AuditFindings implements Found {
  readonly list: AuditFinding[] = [];
  count = 0;

  add(bucket: { readonly name: string }, key: string | number, fault: string): void {
    this.count += 1;
    if (this.list.length < FINDINGS_MAX)
      this.list.push({ bucket: bucket.name, key: String(key), fault });
  }

  addAll({ count, list }: Found): void {
    this.count += count;
    this.list.push(...list.slice(0, FINDINGS_MAX - this.list.length));
  }
}
