/** One picture for each solver, drawn from what it answered. */
import { cardOf } from "../../protocol/solvers/cards.js";
import { solve } from "../../protocol/kernel/solved.js";
import { executeJob } from "../../protocol/solvers/execute.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { chartDrawing } from "../../protocol/solvers/render/chart.js";
import type { Drawing } from "../../protocol/solvers/render/drawing.js";
import { fieldDrawing } from "../../protocol/solvers/render/picture.js";
import { places } from "../../protocol/solvers/render/plane.js";
import { svgOf } from "../../protocol/solvers/render/svg.js";
import type { Field, Solver, SolverResult } from "../../protocol/solvers/solver.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { GALLERY, type Entry, type View } from "./galleryList.js";

const NEVER = { aborted: false };
const UNCERTAINTY_DIGITS = 2;

export interface Hung {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly equation: string;
  readonly shows: string;
  readonly svg: string;
}

/** @throws RangeError for a solver that does not exist */
export async function hang(id: string): Promise<Hung> {
  const solver = await loadSolver(id);
  const { body, question, view } = entryOf(id);
  const { kernel } = solve(nodeCrypto, solver, body, "none", NEVER);
  const { result } = executeJob(solver, body, NEVER);
  const drawing = drawn(solver, result, view);
  const spread = kernel.uncertainty ?? 0;
  const uncertainty = ` ± ${spread === 0 ? "0" : spread.toPrecision(UNCERTAINTY_DIGITS)}`;
  const unit = result.unit === "1" ? "" : ` ${result.unit}`;
  return {
    id,
    question,
    answer: `${result.value}${uncertainty}${unit}`,
    equation: result.equations[0]!,
    shows: drawing.title,
    svg: svgOf(drawing),
  };
}

function entryOf(id: string): Entry {
  const listed = Object.hasOwn(GALLERY, id) ? GALLERY[id] : undefined;
  if (listed !== undefined) return listed;
  const [example] = cardOf(id)!.examples;
  return { question: example!.title, body: example!.body, view: { kind: "field", field: 0 } };
}

function drawn(solver: Solver, result: SolverResult, view: View): Drawing {
  const { fields } = result;
  switch (view.kind) {
    case "field":
      return fields[view.field] === undefined
        ? levelsDrawing(solver, result)
        : fieldDrawing(fields[view.field]!);
    case "curves":
      return curvesDrawing(
        view.fields.map((at) => fields[at]!),
        view.what,
      );
    case "paths":
      return pathsDrawing(view.pairs.map(([x, y]) => [fields[x]!, fields[y]!] as const));
    case "sweep":
      return sweepDrawing(solver, view);
    default:
      return view satisfies never;
  }
}

function curvesDrawing(fields: readonly Field[], what: string): Drawing {
  const [first] = fields;
  return chartDrawing({
    title: fields.map(({ name }) => name).join(", "),
    x: first!.axes[0]!,
    y: { name: what, unit: first!.unit },
    curves: fields.map(({ axes, data, name }) => ({ name, x: places(axes[0]!), y: data })),
  });
}

function pathsDrawing(pairs: readonly (readonly [Field, Field])[]): Drawing {
  const [[x, y]] = pairs as readonly [readonly [Field, Field]];
  return chartDrawing({
    title: pairs.map(([a, b]) => `${b.name} over ${a.name}`).join(", "),
    x,
    y,
    curves: pairs.map(([a, b]) => ({ name: `${a.name}, ${b.name}`, x: a.data, y: b.data })),
  });
}

function sweepDrawing(
  solver: Solver,
  { bodies, output, over, title, unit }: Extract<View, { kind: "sweep" }>,
): Drawing {
  const y = bodies.map(({ body }) => {
    const { result } = executeJob(solver, body, NEVER);
    return output === null ? result.value : result.outputs[output]!.value;
  });
  return chartDrawing({
    title: `${title} over ${over}`,
    x: { name: over, unit: "1" },
    y: { name: title, unit },
    curves: [{ name: title, x: bodies.map(({ at }) => at), y }],
    marked: true,
  });
}

/** Where an answer has no field: how its value settled. */
function levelsDrawing({ card }: Solver, { error: { levels }, unit }: SolverResult): Drawing {
  return chartDrawing({
    title: `${card.primary.name}, level by level`,
    x: { name: "resolution", unit: "1" },
    y: { name: card.primary.name, unit },
    curves: [
      {
        name: "value",
        x: levels.map(({ resolution }) => resolution),
        y: levels.map(({ value }) => value),
      },
    ],
    marked: true,
  });
}

const EQUATION_LETTERS = 300;

export function galleryPage(pictures: readonly Hung[]): string {
  const parts = [
    "# Gallery",
    "",
    "One picture for each solver, drawn from its own answer; `npm run gallery` draws them anew, " +
      "and a test that they are the same",
    "bytes. Any caller gets a field of an answer so: `calc heat ... --output plate.png`, or `Accept: image/svg+xml`.",
    "",
  ];
  for (const { answer, equation, id, question, shows } of pictures) {
    const said =
      equation.length > EQUATION_LETTERS ? `${equation.slice(0, EQUATION_LETTERS)} ...` : equation;
    parts.push(
      `## ${id}`,
      "",
      question,
      "",
      `**${answer}**`,
      "",
      `\`${said.replaceAll("`", "'")}\``,
      "",
      `![${shows}](gallery/${id}.svg)`,
      "",
    );
  }
  return parts.join("\n");
}
