/** What a node exports is what Prometheus reads and its linter passes, in both forms of text. */
import { expect } from "chai";
import { openMetricsOf, wantsOpenMetrics } from "../../node/runtime/metrics/openMetrics.js";
import { temporaryDir } from "../../scripts/devnet/daemons.js";
import { exportedMetrics, readExposition } from "../kit/exposition.js";
import { lintMetrics } from "../kit/promlint.js";

describe("pins: metrics", () => {
  let text = "";
  before(async () => {
    const dir = temporaryDir("metrics");
    ({ text } = await exportedMetrics(dir.path));
    dir.remove();
  });

  it("pass the linter of Prometheus", () => {
    const families = readExposition(text);
    expect(families.length).to.be.greaterThan(60);
    expect(lintMetrics(families)).to.deep.equal([]);
  });

  it("have buckets that rise and end with the count", () => {
    for (const { name, samples, type } of readExposition(text)) {
      if (type !== "histogram" || samples.length === 0) continue;
      const buckets = samples.filter((sample) => sample.name === `${name}_bucket`);
      const bounds = buckets.map(({ labels }) => Number(labels["le"]!.replace("+Inf", "Infinity")));
      expect(bounds, name).to.deep.equal([...bounds].sort((a, b) => a - b));
      expect(bounds.at(-1), name).to.equal(Infinity);
      const counts = buckets.map(({ value }) => value);
      expect(counts, name).to.deep.equal([...counts].sort((a, b) => a - b));
      expect(counts.at(-1), name).to.equal(
        samples.find((sample) => sample.name === `${name}_count`)!.value,
      );
    }
  });

  it("are written as OpenMetrics, too", () => {
    const open = openMetricsOf(text);
    expect(open.endsWith("\n# EOF\n")).to.equal(true);
    expect(open).to.not.match(/\n\n/);
    const counters = [...open.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name]) => name!);
    expect(counters.length).to.be.greaterThan(10);
    expect(counters.filter((name) => name.endsWith("_total"))).to.deep.equal([]);
    const samples = (of: string): readonly string[] =>
      of.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(samples(open)).to.deep.equal(samples(text));
    for (const [, name, unit] of open.matchAll(/^# UNIT (\S+) (\S+)$/gm))
      expect(name!.endsWith(`_${unit!}`)).to.equal(true);
  });

  // The first is what Prometheus 2.53 sends, the second Prometheus 3 without OpenMetrics.
  for (const [accept, expected] of [
    [
      "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;" +
        "q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
      true,
    ],
    ["text/plain;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.5", false],
    ["text/plain, application/openmetrics-text;q=0.1", false],
    ["application/openmetrics-text; version=1.0.0", true],
    ["application/openmetrics-text;q=0", false],
    ["*/*", false],
    [undefined, false],
  ] as const)
    it(`are given in the form asked for: ${accept ?? "none"}`, () => {
      expect(wantsOpenMetrics(accept)).to.equal(expected);
    });

  for (const [what, sample] of [
    ["_total of no counter", "# HELP a_total x\n# TYPE a_total gauge\na_total 1\n"],
    ["a counter without _total", "# HELP a x\n# TYPE a counter\na 1\n"],
    ["use base unit seconds", "# HELP a_milliseconds x\n# TYPE a_milliseconds gauge\n"],
    ["abbreviated unit: ms", "# HELP a_ms x\n# TYPE a_ms gauge\n"],
    ["label quantile", '# HELP a x\n# TYPE a gauge\na{quantile="1"} 1\n'],
    ["type in the name: gauge", "# HELP a_gauge x\n# TYPE a_gauge gauge\n"],
  ] as const)
    it(`canary: ${what}`, () => {
      expect(lintMetrics(readExposition(sample)).join()).to.include(what);
    });

  for (const [what, sample] of [
    ["a series twice", "# HELP a x\n# TYPE a gauge\na 1\na 2\n"],
    ["help twice", "# HELP a x\n# TYPE a gauge\n# HELP a x\n"],
    ["in pieces", '# HELP a x\n# HELP b x\na{x="1"} 1\nb 1\na 1\n'],
  ] as const)
    it(`canary: ${what}`, () => {
      expect(() => readExposition(sample)).to.throw(what);
    });
});
