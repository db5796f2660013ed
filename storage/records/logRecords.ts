/** Records kept of machines' logs beside their rows. */
import type { LogGenesis } from "../../protocol/log/row.js";

/** The end of one log. */
export interface LogHeadRecord extends Pick<LogGenesis, "owner" | "genesisCalcond"> {
  /** Number of the next row. */
  readonly next: number;
  /** Hash of the last row; of the genesis before the first. */
  readonly hash: string;
  /** Of the last row. */
  readonly ns: string;
  readonly calcond: number;
  /** What the last row that names one led to. */
  readonly state: string | null;
  /** Evaluations behind the last row. */
  readonly evalRoot: string | null;
  readonly evalCount: number;
  /** Right edge of the tree over the rows, hex. */
  readonly edge: readonly string[];
  /** Calcond at which a checkpoint of the newest rows is due. */
  readonly due: number;
}
