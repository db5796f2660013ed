/** Alerts and the board name metrics and labels that a node exports, and each alert has its answer. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { exportedMetrics, readExposition } from "../kit/exposition.js";
import { namedIn } from "../kit/promql.js";

const read = (name: string): string => readFileSync(join("config/deploy", name), "utf8");
/** Of Prometheus itself. */
const ADDED_LABELS = ["instance", "job"];
const ADDED_METRICS = ["up"];
const OF_HISTOGRAMS = /_(?:bucket|sum|count)$/;

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules: { readonly groups: readonly { readonly rules: readonly Alert[] }[] } = parse(
  read("alerts.yml"),
  { strict: true },
);
const alerts = rules.groups.flatMap((group) => group.rules);
const board: { readonly panels: readonly Panel[] } = JSON.parse(read("grafana-node.json"));
const targets = board.panels.flatMap((panel) => panel.targets ?? []);

describe("deploy: monitoring", () => {
  const labelsOf = new Map<string, readonly string[]>(ADDED_METRICS.map((name) => [name, []]));
  before(async () => {
    const dir = temporaryDir("monitoring");
    const { labels, text } = await exportedMetrics(dir.path);
    dir.remove();
    for (const { name, type } of readExposition(text)) {
      const own = labels.get(name) ?? [];
      if (type !== "histogram") labelsOf.set(name, own);
      else
        for (const suffix of ["_bucket", "_sum", "_count"])
          labelsOf.set(name + suffix, suffix === "_bucket" ? [...own, "le"] : own);
    }
  });

  /** What an expression names that no node exports. */
  const unknownIn = (expression: string): readonly string[] => {
    const { grouped, labels, metrics } = namedIn(expression);
    const known = (metric: string): readonly string[] => [
      ...(labelsOf.get(metric) ?? []),
      ...ADDED_LABELS,
    ];
    return [
      ...metrics.filter((metric) => !labelsOf.has(metric)),
      ...metrics.flatMap((metric) =>
        labels.get(metric)!.filter((label) => !known(metric).includes(label)),
      ),
      ...grouped.filter((label) => !metrics.some((metric) => known(metric).includes(label))),
    ];
  };

  it("alerts only on what a node exports", () => {
    expect(alerts.length).to.be.at.least(8);
    for (const { alert, expr } of alerts) expect(unknownIn(expr), alert).to.deep.equal([]);
  });

  it("says for each alert what it means and what to do", () => {
    const docs = readFileSync("docs/deploy.md", "utf8");
    const rows = [...docs.matchAll(/^\| `(Calc\w+)` \| (.+) \| (.+) \|$/gm)].map(
      ([, name]) => name!,
    );
    expect(rows).to.have.members(alerts.map(({ alert }) => alert));
    expect(new Set(rows).size).to.equal(rows.length);
    for (const { alert, annotations, expr, for: wait = "0m", labels } of alerts) {
      expect(labels.severity, alert).to.match(/^(?:page|warn)$/);
      expect(wait, alert).to.match(/^\d+m$/);
      expect(annotations["runbook"], alert).to.equal("docs/deploy.md#alerts");
      const { grouped, metrics } = namedIn(expr);
      const named = new Set(
        grouped.length > 0
          ? grouped
          : [...ADDED_LABELS, ...metrics.flatMap((metric) => labelsOf.get(metric) ?? [])],
      );
      for (const [, label] of annotations["summary"]!.matchAll(/\$labels\.(\w+)/g))
        expect(named.has(label!), `${alert}: ${label}`).to.equal(true);
    }
  });

  it("draws only what a node exports", () => {
    expect(targets.length).to.be.greaterThan(20);
    for (const { expr, legendFormat } of targets) {
      expect(unknownIn(expr), expr).to.deep.equal([]);
      const { grouped, metrics } = namedIn(expr);
      const named = [...grouped, ...ADDED_LABELS, ...metrics.flatMap((one) => labelsOf.get(one)!)];
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect(named, expr).to.include(label);
    }
  });

  it("lays its panels out side by side, each once", () => {
    const taken = new Set<string>();
    for (const { gridPos, title } of board.panels) {
      expect(gridPos.x + gridPos.w, title).to.be.at.most(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`), title).to.equal(false);
          taken.add(`${x} ${y}`);
        }
    }
    expect(new Set(board.panels.map(({ id }) => id)).size).to.equal(board.panels.length);
  });

  it("scrapes the service of the compose file where it serves its metrics", () => {
    const config: {
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly {
        readonly job_name: string;
        readonly static_configs: readonly { readonly targets: readonly string[] }[];
      }[];
    } = parse(read("prometheus.yml"), { strict: true });
    expect(config.rule_files).to.deep.equal(["alerts.yml"]);
    const [job] = config.scrape_configs;
    expect(job!.job_name).to.equal("calcmesh");
    const [, port] = /CALC_METRICS=\S+:(\d+)/.exec(read("Dockerfile"))!;
    expect(job!.static_configs[0]!.targets).to.deep.equal([`node:${port}`]);
    const { services }: { readonly services: object } = parse(read("compose.yaml"));
    expect(services).to.have.property("node");
  });

  for (const [expression, unknown] of [
    ['rate(calc_http_requests_total{code="200"}[5m])', ["code"]],
    ["calc_https_requests_total > 1", ["calc_https_requests_total"]],
    ["sum by (verb) (calc_ready)", ["verb"]],
    ["sum by (instance, op) (rate(calc_http_requests_total[5m])) > 3", []],
  ] as const)
    it(`canary: ${expression}`, () => {
      expect(unknownIn(expression)).to.deep.equal(unknown);
    });

  it("knows the parts of histograms", () => {
    expect([...labelsOf.keys()].filter((name) => OF_HISTOGRAMS.test(name))).to.include(
      "calc_seal_latency_seconds_bucket",
    );
  });
});
