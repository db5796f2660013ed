import { expect } from "chai";
import { readFileSync, readdirSync } from "node:fs";
import { createHash } from "node:crypto";
import { checkRegistry } from "../../../scripts/records/operators/checks.js";
import { countTexts } from "../../../scripts/records/operators/counts.js";
import { DOMAIN_PLANS } from "../../../scripts/records/operators/domainTable.js";
import {
  RegistryError,
  builtinRegistry,
  catalogOf,
  categoriesOf,
  registryOf,
} from "../../../protocol/operators/index.js";
import { DOMAIN_FILES, DOMAINS, WORDS_BY_ID } from "../../../scripts/records/operators/domains.js";
import { loadRegistry } from "../../kit/loadRegistry.js";
import { isLong } from "../../kit/runs.js";
import { oscillation, stringWave } from "./records.js";

const FOLDER = "protocol/operators/domains";

interface Raw {
  readonly id: string;
  readonly domain: string;
  readonly kind: string;
  readonly same_as?: string;
  readonly example: object;
  readonly words?: object;
}

/** Records as they stand, but for what people call them: words change no value. */
function rawDomain(file: string): readonly Raw[] {
  const records: readonly Raw[] = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8"));
  return records.map(({ words: _words, ...record }) => record);
}

const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .sort();
const raw = files.flatMap(rawDomain);

/** Sorted keys at every level: canonical JSON for records, which hold no exotic number or text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join(",")}}`;
}

describe("protocol/operators: the shipped records", () => {
  // `npm run build` checks them as well.
  if (isLong)
    it("pass every check", () => {
      const problems = checkRegistry(raw, WORDS_BY_ID).map(
        ({ id, check, message }) => `${id} check ${check}: ${message}`,
      );
      expect(problems.join("\n")).to.equal("");
    });

  it("are the domains whole, as many records as planned, most of which give a value", () => {
    const { by_domain: counted, total, domains, evaluable } = builtinRegistry().counters;
    for (const [domain, { planned }] of DOMAIN_PLANS) {
      expect(counted[domain]?.total, `${domain}: \`npm run generate\` renews the plan`).to.equal(
        planned,
      );
    }
    expect([domains, total]).to.deep.equal([files.length, raw.length]);
    expect(domains).to.be.at.least(65);
    expect(total).to.be.at.least(1_597);
    expect(evaluable).to.be.at.least(1_400);
    const contract: Readonly<Record<string, number>> = {
      kernel: 7,
      quantum_mechanics: 17,
      newtonian_mechanics: 13,
      relativity: 11,
      computing: 45,
      exotic_states: 11,
      quantum_field_theory: 5,
    };
    for (const [domain, count] of Object.entries(contract)) {
      expect(counted[domain]?.total, domain).to.equal(count);
    }
    const single = [
      "CHE17",
      "FL3",
      "HEP4",
      "FEA_DISPLACEMENT",
      "BEAM_DEFLECTION",
      "BINDING_AFFINITY",
      "THRUST_TSIOLKOVSKY",
    ];
    for (const id of single) expect(builtinRegistry().get(id)?.id).to.equal(id);
  });

  it("are all read, and lie in files named after their domain", () => {
    expect([...DOMAIN_FILES.keys()]).to.deep.equal(files);
    expect(builtinRegistry().entries.length).to.equal(raw.length);
    for (const file of files) {
      for (const record of rawDomain(file))
        expect(`${record.domain}.json`, record.id).to.equal(file);
    }
  });

  it("compile once each, and refusals carry the operator's id", () => {
    for (const entry of builtinRegistry().entries) {
      expect(entry.compilation).to.equal(entry.compilation);
      if (entry.refusal !== null) expect(entry.refusal.operator_id).to.equal(entry.id);
      expect(entry.compiled !== null, entry.id).to.equal(entry.evaluable);
    }
  });
});

interface Reading {
  readonly kind: string;
  readonly canonical: string | null;
  readonly inputs: readonly string[];
  readonly unit: string | null;
}

describe("scripts/records/operators/counts", () => {
  for (const [file, text] of countTexts())
    it(`are what ${file} says`, () => {
      expect(readFileSync(file, "utf8") === text, "run `npm run generate`").to.equal(true);
    });
});

describe("protocol/operators: how equations are read", () => {
  const reviewed: Readonly<Record<string, Reading>> = JSON.parse(
    readFileSync("test/unit/operators/canonical.json", "utf8"),
  );

  it("is what was reviewed, for every operator", () => {
    expect(Object.keys(reviewed), "`npm run generate` renews canonical.json").to.deep.equal(
      builtinRegistry().entries.map((entry) => entry.id),
    );
    for (const { id, record, compiled } of builtinRegistry().entries) {
      const reading = {
        kind: record.kind,
        canonical: compiled?.canonical ?? null,
        inputs: compiled?.inputs.map((input) => input.name) ?? [],
        unit: compiled?.result.unit ?? null,
      };
      expect(reading, id).to.deep.equal(reviewed[id]);
    }
  });
});

describe("protocol/operators/registry", () => {
  it("has the SHA-256 of the canonical JSON of all records by id as its version", () => {
    const sorted = [...raw].sort((a, b) => (a.id < b.id ? -1 : 1));
    const expected = createHash("sha256").update(canonical(sorted), "utf8").digest("hex");
    expect(builtinRegistry().registryVersion).to.equal(expected);
    expect(loadRegistry([...DOMAINS].reverse()).registryVersion).to.equal(expected);
    expect(loadRegistry(DOMAINS, () => "given").registryVersion).to.equal("given");
    expect(registryOf(DOMAINS.flat()).registryVersion).to.equal(expected);
    const parts = [...builtinRegistry().canonicalParts()];
    expect(createHash("sha256").update(parts.join(""), "utf8").digest("hex")).to.equal(expected);
    expect(registryOf(DOMAINS.flat(), undefined, { version: "stamped" }).registryVersion).to.equal(
      "stamped",
    );
    expect(registryOf([]).registryVersion).to.equal(
      createHash("sha256").update("[]").digest("hex"),
    );
    expect(() => registryOf([{ id: "WAV1" }])).to.throw(RegistryError, "WAV1: not an operator");
  });

  it("counts honestly: an independent recount of the raw files agrees", () => {
    const { counters } = builtinRegistry();
    const evaluable = raw.filter((record) => "value" in record.example).length;
    expect(counters.total).to.equal(raw.length);
    expect(counters.evaluable).to.equal(evaluable);
    expect(counters.refusing).to.equal(raw.length - evaluable);
    expect(counters.domains).to.equal(new Set(raw.map((record) => record.domain)).size);
    expect(counters.distinct_equations).to.equal(
      raw.filter((record) => record.same_as === undefined).length,
    );
    for (const kind of new Set(raw.map((record) => record.kind))) {
      expect(counters.by_kind[kind], kind).to.equal(
        raw.filter((record) => record.kind === kind).length,
      );
    }
    expect(Object.values(counters.by_kind).reduce((a, b) => a + b, 0)).to.equal(raw.length);
    const byDomain = Object.values(counters.by_domain);
    expect(byDomain.reduce((sum, { total }) => sum + total, 0)).to.equal(raw.length);
    expect(byDomain.reduce((sum, domain) => sum + domain.evaluable, 0)).to.equal(evaluable);
  });

  it("lists records verbatim with their category", () => {
    const catalog = catalogOf(builtinRegistry());
    expect(catalog.operators.length).to.equal(catalog.total);
    for (const listed of catalog.operators) {
      const { category, evaluable, ...record } = listed;
      expect(category).to.equal(record.domain);
      expect(evaluable).to.equal("value" in record.example);
      expect(canonical(record)).to.equal(canonical(raw.find((other) => other.id === record.id)));
    }
    const categories = categoriesOf(builtinRegistry());
    expect(categories.reduce((sum, { count }) => sum + count, 0)).to.equal(raw.length);
    for (const { category } of categories)
      expect(DOMAIN_PLANS.has(category), category).to.equal(true);
  });

  it("finds operators by id and refuses names of object members", () => {
    const registry = builtinRegistry();
    expect(registry.get("NM21")?.record.name).to.be.a("string");
    for (const id of ["", "nm21", "constructor", "__proto__"])
      expect(registry.get(id), id).to.equal(undefined);
    expect(registry.nearest("NM2", 3)).to.have.length(3);
    expect(registry.byDomain.get("relativity")?.length).to.equal(11);
  });

  it("refuses malformed and repeated records, naming each", () => {
    const broken = { ...stringWave(), kind: "poem", extra: 1 };
    expect(() => loadRegistry([[stringWave(), stringWave()]])).to.throw(
      RegistryError,
      "WAV1: the id is used twice",
    );
    expect(() => loadRegistry([[broken]])).to.throw(RegistryError, /WAV1: kind: /);
    expect(() => loadRegistry([{}])).to.throw(RegistryError, "array");
    expect(() => loadRegistry([[null]])).to.throw(RegistryError, "record 0");
    expect(
      loadRegistry([[stringWave()], [oscillation()]]).entries.map((entry) => entry.id),
    ).to.deep.equal(["OSC1", "WAV1"]);
  });
});
