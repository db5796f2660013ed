/** Evaluations too long for the serving thread, with the same bits: the worker's side. */
import { textReaders } from "../../../protocol/readable/textReadings.js";
import { evaluateUnnamed } from "../../../protocol/equations/index.js";
import { compute } from "../../../protocol/chains/compute.js";
import { planChain } from "../../../protocol/chains/plan.js";
import { isWorthSolving, verifyHeld } from "../../../protocol/kernel/verifyAnswer.js";
import { verifyResult } from "../../../protocol/kernel/verifyResult.js";
import { once } from "../../../protocol/once.js";
import { routeQuery, writtenRoute } from "../../../protocol/router/route.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import type { StopSignal } from "../../../protocol/solvers/solver.js";
import { Table } from "../../../protocol/table/columns.js";
import { computeTable, computeTablePart, sealedRow } from "../../../protocol/kernel/table/rows.js";
import { within } from "../../../protocol/workCount.js";
import { nodeCrypto } from "../../runtime/crypto.js";
import { quoteOf } from "./quote.js";
import type { EvaluationKind, Evaluations, EvaluationTask } from "./messages.js";

type Answer = Evaluations[EvaluationKind]["answer"];

const registry = once(() => builtinRegistry((text) => nodeCrypto.sha256Hex(text)));

/** Loaded when somebody first asks. */
const catalogues = async () => (await import("./catalogues.js")).catalogueReaders;

/** @throws WorkEnded when the signal was set; SolverRefusal, SolverMissing of a quote */
export async function evaluate(task: EvaluationTask, stop: StopSignal): Promise<Answer> {
  const run = (body: () => Answer): Answer => within(Number.POSITIVE_INFINITY, body, stop);
  switch (task.kind) {
    case "equation":
      return run(() => evaluateUnnamed(task.asked));
    case "compute": {
      const { operators, request } = task.asked;
      return run(() => {
        const plan = planChain(registry(), operators);
        return plan.status === "invalid" ? plan : compute(plan, request);
      });
    }
    case "table": {
      const { inputs, operators } = task.asked;
      return run(() => {
        const plan = planChain(registry(), operators);
        return plan.status === "invalid" ? plan : computeTable(nodeCrypto, plan, new Table(inputs));
      });
    }
    case "part": {
      const { inputs, operators, ...range } = task.asked;
      return run(() => {
        const plan = planChain(registry(), operators);
        return plan.status === "invalid"
          ? plan
          : computeTablePart(nodeCrypto, plan, new Table(inputs), range);
      });
    }
    case "row": {
      const { operators, ...asked } = task.asked;
      return run(() => {
        const plan = planChain(registry(), operators);
        if (plan.status === "invalid")
          throw new Error(`a sealed chain is refused: ${plan.message}`);
        return sealedRow(nodeCrypto, plan, asked);
      });
    }
    case "verify": {
      const { expected, held } = task.asked;
      return run(() => verifyHeld({ crypto: nodeCrypto, registry: registry() }, held, expected));
    }
    case "worth": {
      const { expected, held } = task.asked;
      const modules = { crypto: nodeCrypto, registry: registry() };
      return run(() => ({ worth: isWorthSolving(modules, held, expected) }));
    }
    case "route": {
      const { constants, query } = task.asked;
      return run(() => writtenRoute(routeQuery(registry(), query, constants)));
    }
    case "derive": {
      const { derive } = await import("../../../protocol/derivation/derive.js");
      return run(() => derive(registry(), task.asked));
    }
    case "result": {
      const { held, solved } = task.asked;
      return run(() => verifyResult(registry(), held, solved));
    }
    case "document": {
      const { writeDocument } = await import("./documents.js");
      return { text: writeDocument(task.asked.name, registry()) };
    }
    case "operatorSearch":
      return (await catalogues()).operatorSearch(task.asked, registry());
    case "librarySearch":
      return (await catalogues()).librarySearch(task.asked, registry());
    case "templateSearch":
      return (await catalogues()).templateSearch(task.asked, registry());
    case "template":
      return (await catalogues()).template(task.asked, registry());
    case "draft":
      return (await catalogues()).draft(task.asked, registry());
    case "program":
      return (await catalogues()).program(task.asked, registry());
    case "shortText":
      return textReaders.shortText(task.asked);
    case "placeInText":
      return textReaders.placeInText(task.asked);
    case "isShortOfText":
      return textReaders.isShortOfText(task.asked);
    case "idsInText":
      return textReaders.idsInText(task.asked);
    case "quote": {
      const { body, solver } = task.asked;
      const quote = await quoteOf(solver);
      return quote === null ? null : run(() => quote(body));
    }
    default:
      return task satisfies never;
  }
}
