/**
 * Lists that are searched by words, and checks of programs: operators, templates of contracts,
 * libraries. A worker reads them, since to load one of them, to make its index or to compile the
 * schema of programs takes longer than the serving thread may stand.
 */
import { prepareProgram, validateProgram } from "../../../protocol/contracts/index.js";
import { priceOf } from "../../../protocol/contracts/price.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { libraries } from "../../../protocol/libraries/catalogue.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { searchOperators } from "../../../protocol/router/laws/find.js";
import {
  catalogue,
  programOf,
  type CatalogueEntry,
} from "../../../protocol/templates/catalogue.js";
import { generate } from "../../../protocol/templates/generate/generate.js";
import { nodeCrypto } from "../../runtime/crypto.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type {
  CatalogueReading,
  CatalogueReadings,
  ProgramCheck,
  TemplateHead,
} from "./messages.js";

type Readers = {
  readonly [K in CatalogueReading]: (
    asked: CatalogueReadings[K]["asked"],
    registry: Registry,
  ) => CatalogueReadings[K]["answer"];
};

export const catalogueReaders: Readers = {
  operatorSearch: ({ options, query }, registry) => {
    const { entries, total } = searchOperators(registry, query, options);
    return { total, ids: entries.map(({ record }) => record.id) };
  },
  librarySearch: ({ category, limit, query }) => {
    const { hits, nearest } = libraries.find(query, category);
    const { file } = libraries;
    return {
      total: hits.length,
      hits: hits.slice(0, limit).map(({ entry, matched, score }) => ({ entry, matched, score })),
      nearest,
      catalogue: {
        libraries: file.libraries.length,
        categories: new Set(file.libraries.map(({ category: name }) => name)).size,
        version: file.version,
        sha256: nodeCrypto.sha256Hex(canonicalize(file)),
      },
    };
  },
  templateSearch: (wish) => {
    const { categories, size } = catalogue;
    return { templates: size, categories, found: catalogue.find(wish).map(headOf) };
  },
  template: ({ id, params }) => {
    const entry = catalogue.get(id);
    if (entry === null) return { found: null, nearest: catalogue.nearest(id) };
    const { checked, inputs, params: known, vectors } = entry.template;
    const program = programOf(entry, params);
    const found = { head: headOf(entry), inputs, params: known, vectors, checked, program };
    return { found, nearest: null };
  },
  draft: ({ description, hints }, registry) => {
    const { nearest, ...draft } = generate(description, hints);
    const check = draft.program === null ? null : checkOf(draft.program, registry);
    return { ...draft, nearest: nearest.map(headOf), check };
  },
  program: ({ program }, registry) => checkOf(program, registry),
};

function checkOf(program: JsonObject, registry: Registry): ProgramCheck {
  const validated = validateProgram(program, registry);
  if (!validated.ok) return validated;
  const { hash, notices, program: ready } = prepareProgram(nodeCrypto, validated.checked);
  return { ok: true, programHash: hash, price: priceOf(ready), notices };
}

function headOf({ category, id, template }: CatalogueEntry): TemplateHead {
  const { detector, name, purpose, signal, source, trigger } = template;
  return { templateId: id, name, category, purpose, signal, detector, trigger, source };
}
