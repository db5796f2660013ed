/** What the serving thread and a worker say to each other. */
import type { TextReadings } from "../../../protocol/readable/textReadings.js";
import type { ProgramNotice } from "../../../protocol/contracts/notices.js";
import type { ContractPrice } from "../../../protocol/contracts/price.js";
import type { ProgramProblem } from "../../../protocol/contracts/validate.js";
import type { Quote } from "../../../protocol/economy/price.js";
import type { EvaluatedUnnamed, UnnamedRequest } from "../../../protocol/equations/index.js";
import type { ComputeInputs } from "../../../protocol/chains/compute.js";
import type { SolvedAgain } from "../../../protocol/kernel/reexecute.js";
import type { KernelInvalid, KernelResult, KernelValue } from "../../../protocol/chains/result.js";
import type { Proof, VerifyExpectations } from "../../../protocol/kernel/verifyAnswer.js";
import type { ResultProof } from "../../../protocol/kernel/verifyResult.js";
import type { JsonObject, JsonValue } from "../../../protocol/ports.js";
import type { Derived } from "../../../protocol/derivation/derive.js";
import type { DeriveRequest } from "../../../protocol/derivation/question.js";
import type { Route } from "../../../protocol/router/routed.js";
import type { Library } from "../../../protocol/libraries/catalogue.js";
import type { SearchOptions } from "../../../protocol/operators/registry.js";
import type { Hit } from "../../../protocol/search/wordSearch.js";
import type { TemplateRequest } from "../../../protocol/templates/catalogue.js";
import type { Draft, Hints } from "../../../protocol/templates/generate/generate.js";
import type { Template } from "../../../protocol/templates/template.js";
import type { RefusalCode } from "../../../protocol/solvers/refusal.js";
import type { FieldsMode } from "../../../protocol/solvers/fieldText.js";
import type { TableInputs } from "../../../protocol/table/columns.js";
import type {
  RowRange,
  SealedRow,
  TablePart,
  TableResult,
  TableRow,
} from "../../../protocol/kernel/table/rows.js";

export interface JobRequest {
  readonly solver: string;
  readonly body: JsonObject;
  readonly mode: FieldsMode;
  /** Media type of a rendering wanted beside the answer, or null. */
  readonly media: string | null;
  /** Which field is rendered. */
  readonly field: number;
}

/** A text that stays the same while a node runs. */
export type DocumentName = "operators" | "conformance" | "solvers";

/** A template in a list. */
export interface TemplateHead {
  readonly templateId: string;
  readonly category: string;
  readonly name: string;
  readonly purpose: string;
  readonly signal: string;
  readonly detector: string;
  readonly trigger: Template["trigger"];
  readonly source: string;
}

/** Readings of lists that are searched by words. */
export interface CatalogueReadings {
  readonly operatorSearch: {
    readonly asked: { readonly query: string; readonly options: SearchOptions };
    readonly answer: { readonly total: number; readonly ids: readonly string[] };
  };
  readonly librarySearch: {
    readonly asked: {
      readonly query: string;
      readonly category?: string | undefined;
      readonly limit: number;
    };
    readonly answer: {
      readonly total: number;
      readonly hits: readonly Pick<Hit<Library>, "entry" | "matched" | "score">[];
      readonly nearest: readonly string[];
      readonly catalogue: {
        readonly libraries: number;
        readonly categories: number;
        readonly version: number;
        readonly sha256: string;
      };
    };
  };
  readonly templateSearch: {
    readonly asked: TemplateRequest;
    readonly answer: {
      readonly templates: number;
      readonly categories: readonly { readonly name: string; readonly templates: number }[];
      readonly found: readonly TemplateHead[];
    };
  };
  readonly template: {
    readonly asked: {
      readonly id: string;
      readonly params?: Readonly<Record<string, number>> | undefined;
    };
    readonly answer: {
      readonly found:
        | (Pick<Template, "checked" | "inputs" | "params" | "vectors"> & {
            readonly head: TemplateHead;
            /** Null for a param that it has not. */
            readonly program: JsonObject | null;
          })
        | null;
      /** The id most like one that is not there. */
      readonly nearest: string | null;
    };
  };
  readonly draft: {
    readonly asked: { readonly description: string; readonly hints: Hints };
    readonly answer: Omit<Draft, "nearest"> & {
      readonly nearest: readonly TemplateHead[];
      /** Of its program; null where there is none. */
      readonly check: ProgramCheck | null;
    };
  };
  readonly program: {
    readonly asked: { readonly program: JsonObject };
    readonly answer: ProgramCheck;
  };
}

/** A program of a contract as it would be deployed, or all that is wrong with it. */
export type ProgramCheck =
  | {
      readonly ok: true;
      readonly programHash: string;
      readonly price: ContractPrice;
      readonly notices: readonly ProgramNotice[];
    }
  | { readonly ok: false; readonly problems: readonly ProgramProblem[] };

export type CatalogueReading = keyof CatalogueReadings;

/** What is evaluated apart from solvers, by its kind: what is asked, and what comes back. */
export interface Evaluations extends TextReadings, CatalogueReadings {
  readonly equation: { readonly asked: UnnamedRequest; readonly answer: EvaluatedUnnamed };
  readonly compute: {
    readonly asked: { readonly operators: readonly string[]; readonly request: ComputeInputs };
    readonly answer: KernelResult;
  };
  readonly table: {
    readonly asked: { readonly operators: readonly string[]; readonly inputs: TableInputs };
    readonly answer: TableResult;
  };
  readonly part: {
    readonly asked: Evaluations["table"]["asked"] & RowRange;
    readonly answer: TablePart | KernelInvalid;
  };
  readonly row: {
    readonly asked: SealedRow & { readonly operators: readonly string[] };
    readonly answer: TableRow;
  };
  readonly verify: {
    readonly asked: {
      readonly held: JsonValue;
      readonly expected: VerifyExpectations;
    };
    readonly answer: Proof;
  };
  readonly worth: {
    readonly asked: Evaluations["verify"]["asked"];
    readonly answer: { readonly worth: boolean };
  };
  readonly route: {
    readonly asked: {
      readonly query: string;
      readonly constants: Readonly<Record<string, unknown>>;
    };
    readonly answer: Route;
  };
  readonly derive: { readonly asked: DeriveRequest; readonly answer: Derived };
  readonly result: {
    readonly asked: { readonly held: JsonObject; readonly solved: SolvedAgain | null };
    readonly answer: ResultProof;
  };
  readonly document: {
    readonly asked: { readonly name: DocumentName };
    readonly answer: { readonly text: string };
  };
  readonly quote: {
    readonly asked: { readonly solver: string; readonly body: JsonObject };
    readonly answer: Quote | null;
  };
}

export type EvaluationKind = keyof Evaluations;

export type EvaluationTask = {
  readonly [K in EvaluationKind]: { readonly kind: K; readonly asked: Evaluations[K]["asked"] };
}[EvaluationKind];

/** One job of a worker. */
export type Task = { readonly kind: "solve"; readonly job: JobRequest } | EvaluationTask;

export interface ToWorker {
  readonly id: number;
  readonly task: Task;
  /** One 32-bit flag in shared memory: not 0 when the job is to stop. */
  readonly stop: SharedArrayBuffer;
}

/** A solved job as plain data. */
export interface JobValue {
  readonly kind: "value";
  readonly kernel: KernelValue;
  readonly inputs: JsonObject;
  readonly digests: readonly string[];
  readonly work: bigint;
  /** Operators a multibody job is priced by; null for the usual price. */
  readonly operators: number | null;
  readonly unsealed: string | null;
  readonly rendered: Uint8Array | null;
}

/** Why a job has no value, in the solver's own words. */
export type JobRefusal =
  | {
      readonly kind: "refused";
      readonly code: RefusalCode;
      readonly message: string;
      readonly members: JsonObject;
    }
  | {
      readonly kind: "missing";
      readonly missing: string;
      readonly accepts: readonly string[];
      readonly message: string;
    }
  | { readonly kind: "stopped" };

export type JobOutcome = JobValue | JobRefusal;

/** What came of a task that is no solver's. */
export type EvaluationOutcome<K extends EvaluationKind = EvaluationKind> =
  | { readonly kind: "answer"; readonly answer: Evaluations[K]["answer"] }
  | JobRefusal;

export type TaskOutcome = JobOutcome | EvaluationOutcome;

export type FromWorker =
  | {
      readonly type: "progress";
      readonly id: number;
      readonly fraction: number;
      readonly step: number;
      readonly of: number;
      readonly level: number;
      /** Relative, as the levels so far estimate it. */
      readonly error: number | null;
    }
  | { readonly type: "done"; readonly id: number; readonly outcome: TaskOutcome }
  | { readonly type: "failed"; readonly id: number; readonly error: string };
