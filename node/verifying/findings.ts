/** Faults of records: each with its place, the first ones kept, all counted. */

export interface Finding {
  readonly bucket: string;
  /** In words or hex. */
  readonly key: string;
  readonly fault: string;
}

const KEPT_MAX = 100;

export class Findings {
  readonly list: Finding[] = [];
  count = 0;

  add(bucket: string, key: string, fault: string): void {
    this.count += 1;
    if (this.list.length < KEPT_MAX) this.list.push({ bucket, key, fault });
  }
}
