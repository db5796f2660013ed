/** Logs of machines in the order of their rows: links, instants, heads, signed checkpoints. */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { LogCheck } from "../../protocol/log/check.js";
import { machineOrigin, verifyLogCheckpoint } from "../../protocol/log/checkpoint.js";
import { genesisHash, readRow } from "../../protocol/log/row.js";
import type { Crypto } from "../../protocol/ports.js";
import { equalBytes } from "../../protocol/encoding/bytes.js";
import type { LogHeadRecord } from "../../storage/records/logRecords.js";
import type { Findings } from "./findings.js";

/** Findings kept of a log that was read to its end. */
interface Ended {
  readonly next: number;
  readonly hash: string;
  /** What its first row is linked to. */
  readonly genesis: string;
  /** Of the tree over all rows; null where some are missing. */
  readonly root: Uint8Array | null;
}

export class LogsCheck {
  readonly #crypto: Crypto;
  #endedKeys: readonly string[] = [];
  readonly #own: string | null;
  readonly #findings: Findings;
  readonly #ended = new Map<string, Ended>();
  readonly #headed = new Set<string>();
  #machine = "";
  #genesis = "";
  #check: LogCheck | null = null;
  #net: string | null = null;
  rows = 0;

  /** @param own signs the checkpoints */
  constructor(crypto: Crypto, own: string | null, findings: Findings) {
    this.#crypto = crypto;
    this.#own = own;
    this.#findings = findings;
  }

  get machines(): number {
    return this.#ended.size;
  }

  row([machine, seq]: readonly [string, number], text: string): void {
    this.rows += 1;
    if (machine !== this.#machine) this.#begin(machine, text);
    const { next } = this.#check!.end;
    if (next !== seq) {
      const fault = `the row before it is missing: ${next} expected`;
      this.#findings.add("row", `${machine} ${seq}`, fault);
      // What stands behind the gap is held against itself.
      this.#check = this.#checkFrom(machine, null, seq);
    }
    this.#check!.row(text);
  }

  #begin(machine: string, text: string): void {
    this.rowsEnd();
    const read = readRow(text);
    this.#machine = machine;
    this.#genesis = read.ok ? read.row.prev : "";
    this.#check = this.#checkFrom(machine, this.#genesis, 0);
  }

  #checkFrom(machine: string, prev: string | null, first: number): LogCheck {
    return new LogCheck(
      this.#crypto,
      { machine, prev, seq: first },
      (_layer, { expected, got, rule, seq }) =>
        this.#findings.add("row", `${machine} ${seq}`, `${rule}: ${expected} expected, ${got} got`),
    );
  }

  /** Behind the last row of all machines. */
  rowsEnd(): void {
    const check = this.#check;
    if (check === null) return;
    const { frontier, hash, next } = check.end;
    const root = frontier.size === next ? check.root : null;
    const ended = { next, hash: hash ?? "", genesis: this.#genesis, root };
    this.#ended.set(this.#machine, ended);
    this.#check = null;
    this.#machine = "";
  }

  end(): void {
    for (const machine of this.#ended.keys())
      if (!this.#headed.has(machine))
        this.#findings.add("loghead", machine, "it is missing, and rows are there");
  }

  head(machine: string, { genesisCalcond, hash, next, owner }: LogHeadRecord): void {
    this.#headed.add(machine);
    const fault = (text: string): void => this.#findings.add("loghead", machine, text);
    const genesis = genesisHash(this.#crypto, { machine, owner, genesisCalcond });
    const ended = this.#ended.get(machine) ?? { next: 0, hash: genesis, genesis, root: null };
    if (ended.next !== next || ended.hash !== hash)
      fault(`it ends with row ${next - 1}, and the rows end with ${ended.next - 1} or otherwise`);
    if (ended.genesis !== genesis) fault("its first row is not linked to its genesis");
  }

  /** Keys that the node had before: what they signed of a log stays. */
  useEndedKeys(ended: readonly { readonly key: string }[]): void {
    this.#endedKeys = ended.map(({ key }) => key);
  }

  /** @param net of the spine's events, for the origin that is signed */
  useNet(net: string): void {
    this.#net ??= net;
  }

  mark([machine, size]: readonly [string, number], text: string): void {
    const fault = (why: string): void => this.#findings.add("logmark", `${machine} ${size}`, why);
    const net = this.#net;
    if (this.#own === null || net === null) return;
    const isOf = (key: string): boolean => text.startsWith(`${machineOrigin(net, key, machine)}\n`);
    const author = this.#endedKeys.find(isOf) ?? this.#own;
    const origin = machineOrigin(net, author, machine);
    const signed = verifyLogCheckpoint(this.#crypto, text, origin, fromHex(author)!);
    if (!signed.ok) return fault(signed.reason);
    const ended = this.#ended.get(machine);
    if (signed.checkpoint.size !== size) fault("it covers another number of rows");
    if (ended === undefined || ended.next < size) return fault("rows that it covers are missing");
    // A longer log has gone on since: its tree at that size is not kept.
    const { next, root } = ended;
    if (next === size && root !== null && !equalBytes(root, signed.checkpoint.root))
      fault(`its root is not ${toHex(root)}, which the rows give`);
  }
}
