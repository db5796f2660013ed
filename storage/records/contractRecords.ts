/** Records kept of contracts: their programs, and where each machine is. */
import type { Chain, Due, Fault, MachineState, Program } from "../../protocol/contracts/index.js";

export interface ContractRecord {
  readonly id: string;
  /** Account that pays for its transitions. */
  readonly owner: string;
  /** Made with a key without limits: its transitions take no balance. */
  readonly unlimited: boolean;
  readonly name: string;
  /** Id of the machine whose roles hold for it; null where only its account may use it. */
  readonly machine: string | null;
  readonly createdCalcond: number;
  /** 1, 2, 3, ... */
  readonly version: number;
  readonly program: Program;
  readonly programHash: string;
}

/**
 * open: it fires. paused: somebody stopped it, or its computes have failed too often.
 * insufficient_balance: a transition could not be paid. closed: for good.
 */
export type ContractStatus = "open" | "paused" | "insufficient_balance" | "closed";

export interface ContractProgress {
  /** Of the record that it belongs to. */
  readonly version: number;
  readonly status: ContractStatus;
  readonly at: MachineState;
  /** Events that wait behind the one from outside that led to them. */
  readonly chain: Chain;
  /** When it is due by itself; null where no time fires it. */
  readonly due: Due | null;
  /** Times that passed without a firing, and were not told in a row yet. */
  readonly missed: number;
  readonly transitions: number;
  readonly faults: number;
  /** The last of them, or null. */
  readonly fault: Fault | null;
  /** Firings in a row of which a compute had no value; former records have none. */
  readonly failing?: number;
  /** Number of the last row of its machine that it took; null where it listens to none. */
  readonly cursor: number | null;
  /** Burned by all transitions. */
  readonly credits: number;
}
