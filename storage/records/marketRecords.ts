/** Records kept of the market of work: what was said, what was ordered here, and what is computed. */
import type { JobSettleBody } from "../../protocol/market/bodies.js";

/** An event of the market, as it was said. */
export interface MarketEventRecord {
  readonly kind: string;
  readonly author: string;
  readonly calcond: number;
  /** Canonical JSON of the body. */
  readonly body: string;
  /** Canonical JSON of the header. */
  readonly header: string;
  readonly sig: string;
}

/** Why a part of an order ended, and what it came to. */
export interface ShardEnd {
  readonly outcome: JobSettleBody["outcome"];
  readonly spent: number;
  readonly returned: number;
  /** sha256 of the result document; null without one. */
  readonly result: string | null;
  /** What the mesh is told; null where the job was never opened. */
  readonly settle: JobSettleBody | null;
  /** Why it has no result, in words. */
  readonly why: string | null;
}

/** One job of an order: a table is split into several. */
export interface ShardRecord {
  readonly nonce: string;
  /** sha256 of its inputs. */
  readonly inputs: string;
  readonly rows: number | null;
  /** Credits set aside for all of its results. */
  readonly locked: number;
  /** Event id of its opening; null before. */
  readonly job: string | null;
  readonly end: ShardEnd | null;
}

/** What an account asked the mesh to compute. */
export interface JobOrderRecord {
  readonly id: string;
  readonly account: string;
  /** Which credits are set aside; `allowance`: the operator's, issued for it. */
  readonly funding: "free" | "paid" | "allowance";
  readonly chain: readonly string[];
  readonly class: "replicated" | "economy";
  readonly k: number;
  readonly engineVersion: string;
  readonly createdCalcond: number;
  readonly deadline: number;
  readonly isCancelled: boolean;
  readonly shards: readonly ShardRecord[];
}

/** How an asker settled a result of this node. */
export interface JobPayment {
  /** Event id of the settlement, and the node that said it. */
  readonly settle: string;
  readonly origin: string;
  /** Credits burned there for this node's result, and of them those that were minted here. */
  readonly burned: number;
  readonly minted: number;
}

/** What this node has computed for a job of others. */
export interface WorkRecord {
  readonly account: string;
  readonly resultHash: string;
  readonly value: number | null;
  readonly valueBits: string | null;
  readonly credits: number;
  readonly salt: string;
  readonly token: string | null;
  readonly calcond: number;
  /** Absent before the asker has settled the job. */
  readonly paid?: JobPayment;
}

/** A challenge that this node opened, or its verdict. */
export interface DisputeRecord {
  readonly job: string;
  /** Whose result is challenged. */
  readonly node: string;
  /** Account whose deposit it is; null where another node opened it. */
  readonly account: string | null;
  readonly deposit: string | null;
  /** Whether a bond of this node waits for the verdict: its account and number. */
  readonly bond: readonly [account: string, bond: number] | null;
  readonly calcond: number;
  readonly outcome: "upheld" | "rejected" | "not_reproducible" | null;
  /** What this node computed; null before. */
  readonly resultHash: string | null;
}
