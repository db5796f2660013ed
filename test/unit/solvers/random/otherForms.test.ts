/**
 * Random jobs whose jumps and kinks are written in other words: as sums of steps, signs, floors, clamps
 * and halves of absolute values. Their values are those of the jobs, or they are refused.
 */
import { expect } from "chai";
import { outcomeOf, roughJobs, type RoughJob } from "../../../../scripts/solvers/rough.js";
import { parseFields } from "../../../kit/requests.js";
import { isLong } from "../../../kit/runs.js";

const NUMBER = String.raw`-?\d[\d.]*(?:e[-+]?\d+)?`;
/** A name, a plain product of it, or a difference in brackets. */
const OF = String.raw`(?:\w+|\(\w+\))`;

interface Rule {
  readonly found: RegExp;
  readonly forms: readonly string[];
}

const pattern = (text: string): RegExp =>
  new RegExp(text.replaceAll("N", `(${NUMBER})`).replaceAll("V", `(${OF})`), "g");

const RULES: readonly Rule[] = [
  {
    found: /\(abs\((1-abs\(\w+-(?:[\d.]+|\([-\d.]+\))\)\/[\d.e-]+)\)\+\1\)\/2/g,
    forms: ["max(0, $1)", "(1-min(1, 1-($1)))", "{$1 if 1 > 1-($1); 0 otherwise}"],
  },
  {
    found: pattern(String.raw`\{N if N <=? V < N; 0(?:\.0)? otherwise\}`),
    forms: [
      "$1*(heaviside($3-$2) - heaviside($3-$4))",
      "$1*(sign($3-$2) - sign($3-$4))/2",
      "$1*max(0, 1-abs(floor(($3-$2)/($4-$2))))",
      "{$1 if abs($3-($2+$4)/2) < ($4-$2)/2; 0 otherwise}",
    ],
  },
  {
    found: pattern(String.raw`\{N if V < N; N if V < N; N otherwise\}`),
    forms: [
      "$1 + ($4-$1)*heaviside($2-$3) + ($7-$4)*heaviside($5-$6)",
      "($1+$7)/2 + ($4-$1)*sign($2-$3)/2 + ($7-$4)*sign($5-$6)/2",
    ],
  },
  {
    found: pattern(String.raw`\{N if V >=? N; 0(?:\.0)? otherwise\}`),
    forms: [
      "$1*heaviside($2-($3))",
      "$1*(1+sign($2-($3)))/2",
      "$1*max(0, min(1, 1+floor($2-($3))))",
    ],
  },
  {
    found: pattern(String.raw`\{N if ([^;<{}]+\^2[^;<{}]*) < N\^2; 0 otherwise\}`),
    forms: [
      "$1*heaviside($3^2-($2))",
      "$1*(1+sign($3^2-($2)))/2",
      "$1*max(0, min(1, ceil(1-($2)/$3^2)))",
      "{0 if $2 >= $3^2; $1 otherwise}",
    ],
  },
  {
    found: /max\(0, 1-((?:abs|hypot|sqrt)\((?:[^()]|\([^()]*\))*\))\/([\d.e-]+)\)/g,
    forms: [
      "(1-min(1, $1/$2))",
      "(abs(1-$1/$2)+1-$1/$2)/2",
      "{1-$1/$2 if $1 < $2; 0 otherwise}",
      "(1-$1/$2)*heaviside($2-$1)",
    ],
  },
  {
    found: /\(1-min\(1, abs\(\(([^/]+)\)\/([\d.e-]+)\)\)\)/g,
    forms: [
      "max(0, 1-abs($1)/$2)",
      "(abs(1-abs($1)/$2)+1-abs($1)/$2)/2",
      "max(0, min(1+($1)/$2, 1-($1)/$2))",
    ],
  },
  { found: /abs\((q1|x)\)/g, forms: ["max($1, -$1)", "($1*sign($1))", "sqrt($1^2)"] },
];

/** The job in other forms of its first piece. */
function rewritten(job: RoughJob): RoughJob[] {
  const text = JSON.stringify(job.body);
  for (const { forms, found } of RULES) {
    if (text.search(found) < 0) continue;
    return forms.map((form) => ({
      ...job,
      body: parseFields(text.replace(found, form)),
    }));
  }
  return [];
}

/** Those that the other forms are asked of, and how many jobs of each kind the long form takes. */
const SOLVERS: Readonly<Record<string, number>> = {
  react: 8,
  lattice: 12,
  action: 8,
  opt: 4,
  wave: 2,
  device: 4,
  climate: 2,
  tumour: 4,
};
/** Kinds whose jobs take a second or more each. */
const SLOW: ReadonlySet<string> = new Set([
  "light, step",
  "light, narrow",
  "light, step in the field",
  "light, clamp in the field",
  "disc, step in velocity",
  "disc, clamp, displacement",
  "disc, clamp, velocity",
  "membrane, clamp, displacement",
  "membrane, clamp, velocity",
  "membrane, disc in velocity",
  "narrow well",
  "charge, disc",
  "basin, clamp in two directions",
  "basin, disc",
  "basin, step of the bed",
  "basin, ridge",
  "steps",
  "disc, step",
]);

describe("solvers: random jobs in other forms", () => {
  const kinds = new Map<string, RoughJob[]>();
  for (const job of roughJobs()) {
    if (!(job.solver in SOLVERS)) continue;
    const name = `${job.solver}, ${job.kind}`;
    kinds.set(name, [...(kinds.get(name) ?? []), job]);
  }

  let turn = 0;
  for (const [name, jobs] of kinds) {
    const forms = jobs
      .slice(0, isLong ? SOLVERS[jobs[0]!.solver] : 1)
      .map(rewritten)
      .filter((all) => all.length > 0);
    if (forms.length === 0 || (!isLong && SLOW.has(jobs[0]!.kind))) continue;
    turn += 1;
    const shift = turn;
    it(name, async () => {
      const asked = isLong ? forms.flat() : forms.map((all) => all[shift % all.length]!);
      const wrong: string[] = [];
      for (const job of asked)
        if ((await outcomeOf(job)) === "wrong") wrong.push(JSON.stringify(job.body));
      expect(wrong).to.deep.equal([]);
    });
  }

  it("has other forms of every piece that is drawn", () => {
    const pieces = [
      "react, step",
      "lattice, clamp",
      "action, step",
      "opt, disc, step",
      "opt, steps",
    ];
    for (const name of pieces)
      expect(rewritten(kinds.get(name)![0]!).length, name).to.be.at.least(3);
  });
});
