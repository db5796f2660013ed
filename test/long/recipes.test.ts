/**
 * Walks recipes of CONTRIBUTING in a copy of the sources: each step as it stands there, what is said
 * where one is left out, and the named tests at the end.
 */
import { expect } from "chai";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory, removeDirectory } from "../kit/temporaryDirectory.js";

const OPERATOR = {
  id: "OCE21",
  domain: "oceanography",
  name: "Keulegan-Carpenter number",
  description:
    "Ratio of drag to inertia on a body in waves: the amplitude V of the oscillating speed times the " +
    "period T_w over the width L_b of the body.",
  equation: "K_c = V T_w/L_b",
  kind: "closed-form",
  symbols: {
    V: {
      name: "amplitude of the oscillating speed",
      quantity: "speed",
      unit: "m/s",
      aliases: ["velocity_amplitude"],
      range: [0, null],
    },
    T_w: {
      name: "period of the waves",
      quantity: "time",
      unit: "s",
      aliases: ["wave_period"],
      range: [0, null],
    },
    L_b: {
      name: "width of the body",
      quantity: "length",
      unit: "m",
      aliases: ["body_width"],
      range: [0, null],
    },
  },
  result: { symbol: "K_c", quantity: "number", unit: "1" },
  validity: "harmonic oscillation of the flow, body small against the wavelength",
  // 1.6 * 9.5 / 3.04 by hand.
  example: {
    inputs: { V: 1.6, T_w: 9.5, L_b: 3.04 },
    value: 5,
    rel_tol: 1e-12,
    origin: "textbook",
  },
  reference: "Sarpkaya and Isaacson, Mechanics of Wave Forces on Offshore Structures, 1981, ch. 3",
  status: "checked",
};

/** A speed at the pile in m/s, and a period in s; what follows by hand with a pile of 1.5 m. */
const reading = (speed: number, period: number) => ({ data: { V: speed, time: period } });
const TEMPLATE = {
  slug: "pile-scour-onset",
  name: "Waves that scour a pile",
  purpose:
    "Tells the operator of an offshore wind farm to survey the foot of a pile after waves long enough " +
    "to dig out the sand around it.",
  signal: "Keulegan-Carpenter number of waves at a pile",
  detector: "threshold-high",
  source:
    "Sumer, Fredsoe and Christiansen, Journal of Waterway, Port, Coastal and Ocean Engineering 118 " +
    "(1992): scour in waves begins at K_c = 6",
  synonyms: ["scour", "monopile", "jacket leg", "orbital speed"],
  inputs: {
    V: { unit: "m/s", min: 0, max: 10, about: "amplitude of the speed at the bed" },
    time: { unit: "s", min: 1, max: 30, about: "period of the waves" },
  },
  params: {
    limit: { default: 6, min: 0, reason: "below it no scour is seen in the tests of the source" },
    early: { default: 4.5, reason: "three quarters of the onset" },
    band: { default: 0.5, min: 0, reason: "half a second of a period of eight" },
    D: { default: 1.5, unit: "m", min: 0.1, reason: "leg of a usual jacket" },
  },
  trigger: { type: "on-event", event: "reading" },
  compute: [
    {
      as: "number",
      operators: ["OCE21"],
      inputs: { V: "input.V", T_w: "input.time", L_b: "params.D" },
    },
  ],
  slots: { value: "number.value" },
  vectors: [
    {
      name: "stays nominal",
      events: [reading(0.5, 9)],
      states: ["nominal"],
      values: { number: 3 },
    },
    { name: "to watch", events: [reading(0.8, 9)], states: ["watch"], values: { number: 4.8 } },
    {
      name: "to alert",
      events: [reading(0.8, 9), reading(1.5, 9)],
      states: ["watch", "alert"],
      values: { number: 9 },
    },
    {
      name: "holds in the band",
      events: [reading(1.5, 9), reading(0.95, 9)],
      states: ["alert", "alert"],
      values: { number: 5.7 },
    },
    {
      name: "to resolved",
      events: [reading(1.5, 9), reading(0.8, 9)],
      states: ["alert", "resolved"],
      values: { number: 4.8 },
    },
    {
      name: "back to nominal",
      events: [reading(1.5, 9), reading(0.8, 9), reading(0.5, 9)],
      states: ["alert", "resolved", "nominal"],
      values: { number: 3 },
    },
    {
      name: "missing input",
      events: [{ data: { time: 9 } }],
      states: ["nominal"],
      fault: "INVALID_INPUT",
    },
  ],
  checked: "by hand",
};

const CONTRACT = `import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** How many whole calconds a time has. */
export const wholeCalconds = defineOperation({
  id: "calc_whole_calconds",
  method: "QUERY",
  path: "/api/calc/whole-calconds",
  since: SINCE,
  summary: "Whole calconds in a time",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    seconds: z.number().min(0).max(1e9).describe("The time in seconds"),
  }),
  body: "required",
  output: z.looseObject({ calconds: z.number() }),
  errors: [],
  examples: [{ input: { seconds: 60 }, output: { calconds: 77 } }],
  cli: { verb: "whole-calconds" },
});
`;

// In parts, as the imports of this file are looked at, too.
const FROM = ["fro", "m"].join("");
const HANDLER = `import type { NodeHandlers } ${FROM} "../../../api/contract/index.js";
import { CALCOND_NS } ${FROM} "../../../protocol/limits.js";

export function calcondHandlers(): Pick<NodeHandlers, "wholeCalconds"> {
  return {
    wholeCalconds: ({ seconds }) => ({ calconds: Math.floor((seconds * 1e9) / Number(CALCOND_NS)) }),
  };
}
`;

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

describe("recipes of CONTRIBUTING, in a copy of the sources", () => {
  let root = "";

  function run(command: string, ...args: readonly string[]): Ended {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
      maxBuffer: 1 << 28,
    });
    return { code: status, text: `${stdout}${stderr}` };
  }
  const npm = (...args: readonly string[]): Ended => run("npm", "run", ...args);
  const types = (): Ended =>
    run(process.execPath, "node_modules/typescript/bin/tsc", "-p", "tsconfig.json", "--noEmit");

  function passes({ code, text }: Ended): void {
    expect(code, text.slice(-4_000)).to.equal(0);
  }
  function fails({ code, text }: Ended, ...said: readonly string[]): void {
    expect(code, text.slice(-4_000)).to.not.equal(0);
    for (const words of said) expect(text).to.include(words);
  }

  /** A line of a file that is put before another one. */
  function insert(file: string, line: string, before: string): void {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    expect(text, file).to.include(before);
    writeFileSync(path, text.replace(before, `${line}\n${before}`));
  }

  /** As last member of the only list of a file. */
  function append(file: string, member: unknown): void {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    const end = text.lastIndexOf("]");
    const before = text.slice(0, end).trimEnd();
    writeFileSync(path, `${before},\n${JSON.stringify(member, null, 2)}\n${text.slice(end)}`);
  }

  before(async () => {
    root = await makeDirectory();
    const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
      encoding: "utf8",
    }).split("\0");
    for (const file of files)
      if (file !== "" && existsSync(file))
        cpSync(file, join(root, file), { preserveTimestamps: true });
    // A file built already, for the time: a step runs where bytes differ.
    cpSync("dist", join(root, "dist"), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !/^dist\/(?:program|console|package)/.test(path),
    });
    symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  });
  after(() => removeDirectory(root));

  const guide = readFileSync("CONTRIBUTING.md", "utf8");

  it("an operator", () => {
    const file = "protocol/operators/domains/oceanography.json";
    expect(guide).to.include("### An operator");
    const domain = readFileSync(join(root, file), "utf8");
    append(file, { ...OPERATOR, result: { ...OPERATOR.result, unit: "m" } });
    fails(npm("build"), `${file}: OCE21, check 4`);
    writeFileSync(join(root, file), domain);
    append(file, OPERATOR);
    fails(npm("build"), `${file}: oceanography, check 1`, "`npm run generate` renews the plan");
    passes(npm("generate"));
    passes(npm("t", "unit/operators/registry", "pins/values", "unit/conformance", "docs/figures"));
    const readme = readFileSync(join(root, "README.md"), "utf8");
    expect(readme).to.match(/1,\d{3} operators ──►/);
    expect(readme).to.not.equal(readFileSync("README.md", "utf8"));
  });

  it("a sealed value that changes is refused by generate", () => {
    const file = "test/pins/values.txt";
    const text = readFileSync(join(root, file), "utf8");
    writeFileSync(join(root, file), text.replace("\nNM19 40a", "\nNM19 40b"));
    fails(
      run(process.execPath, "dist/scripts/math/pinnedValues.js"),
      "NM19: 40b",
      "raise ENGINE_VERSION",
    );
    writeFileSync(join(root, file), text);
  });

  it("an endpoint", () => {
    expect(guide).to.include("test/pins/routes.txt");
    writeFileSync(join(root, "api/contract/compute/wholeCalconds.ts"), CONTRACT);
    const list = "api/contract/index.ts";
    insert(
      list,
      `import { wholeCalconds } from "./compute/wholeCalconds.js";`,
      `import { shift } from`,
    );
    insert(list, "  wholeCalconds,", "  shift,");
    fails(types(), "wholeCalconds");
    writeFileSync(join(root, "node/compute/operations/calconds.ts"), HANDLER);
    const capability = "node/compute/capability.ts";
    insert(
      capability,
      `import { calcondHandlers } from "./operations/calconds.js";`,
      `import { computeHandlers }`,
    );
    insert(capability, "        ...calcondHandlers(),", "        ...batchHandlers(services),");
    passes(types());
    const route = "QUERY /api/calc/whole-calconds";
    fails(npm("t", "pins/routes"), `+ ${route}`, "test/pins/routes.txt");
    const routes = join(root, "test/pins/routes.txt");
    const published = readFileSync(routes, "utf8").trimEnd().split("\n");
    writeFileSync(routes, `${[...published, route].sort().join("\n")}\n`);
    passes(npm("generate"));
    passes(npm("t", "pins/routes", "contract/operations", "contract/openapi"));
  });

  it("a template of contracts", () => {
    const file = "protocol/templates/data/structures.json";
    expect(guide).to.include("### A template of contracts");
    const check = (): Ended => run(process.execPath, "dist/scripts/records/checkTemplates.js");
    const data = readFileSync(join(root, file), "utf8");
    append(file, { ...TEMPLATE, vectors: TEMPLATE.vectors.slice(0, 6) });
    fails(check(), "structures/pile-scour-onset: ");
    writeFileSync(join(root, file), data);
    append(file, TEMPLATE);
    passes(check());
    fails(npm("t", "docs/figures"), "docs/limits.md", "`npm run generate` puts it right");
    passes(npm("generate"));
    passes(npm("t", "unit/templates/templates", "docs/figures"));
  });
});
