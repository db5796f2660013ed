/** Templates of contracts, as clients see them; loaded when somebody first asks. */
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { NodeHandlers } from "../../../api/contract/index.js";
import { programHash } from "../../../protocol/contracts/program.js";
import { jsonOf } from "../../../protocol/encoding/jcs.js";
import type { Crypto, JsonObject } from "../../../protocol/ports.js";
import type { CatalogueEntry } from "../../../protocol/templates/catalogue.js";
import { eventsOf } from "../../../protocol/templates/template.js";
import type { DraftRefusal } from "../../../protocol/templates/generate/generate.js";

type Templates = typeof import("../../../protocol/templates/catalogue.js");
type Archetypes = typeof import("../../../protocol/templates/archetypes.js");
type Generate = typeof import("../../../protocol/templates/generate/generate.js");

const load = (): Promise<Templates> => import("../../../protocol/templates/catalogue.js");
const archetypes = (): Promise<Archetypes> => import("../../../protocol/templates/archetypes.js");
const generator = (): Promise<Generate> =>
  import("../../../protocol/templates/generate/generate.js");

/** A program that is named by a template or given whole. */
export interface ProgramWish {
  readonly program?: Readonly<Record<string, unknown>> | undefined;
  readonly templateId?: string | undefined;
  readonly params?: Readonly<Record<string, number>> | undefined;
}

/** By what a program is named, of a wish that may name none; null where it does not. */
export function programNamed({
  archetype,
  params,
  program,
  templateId,
}: ProgramWish & { readonly archetype?: string | undefined }): ProgramWish | null {
  if ([archetype, params, program, templateId].every((one) => one === undefined)) return null;
  if (archetype === undefined) return { params, program, templateId };
  if (templateId !== undefined)
    throw new ApiError("INVALID_BODY", "give either `archetype` or `templateId`");
  return { params, program, templateId: `archetypes/${archetype}` };
}

/** @throws ApiError where neither or both are given, and for a template that is not there */
export async function wishedProgram({ params, program, templateId }: ProgramWish) {
  if ((program === undefined) === (templateId === undefined))
    throw new ApiError("INVALID_BODY", "give either `program` or `templateId`", {
      members: { errors: [{ pointer: "/templateId", message: "or /program, and not both" }] },
    });
  if (templateId === undefined) {
    if (params === undefined) return jsonOf(program ?? {});
    throw new ApiError("INVALID_BODY", "`params` go with `templateId`; a program states its own");
  }
  const { archetypeOf, archetypeProgram } = await archetypes();
  const archetype = archetypeOf(templateId);
  if (archetype !== null) {
    const known = Object.keys(archetype.program.params ?? {});
    return archetypeProgram(archetype, params) ?? strayParam(templateId, known, params);
  }
  const { catalogue, programOf } = await load();
  const entry = catalogue.get(templateId);
  if (entry === null) throw noTemplate(templateId, catalogue.nearest(templateId));
  const known = Object.keys(entry.template.params);
  return programOf(entry, params) ?? strayParam(entry.id, known, params);
}

function strayParam(id: string, known: readonly string[], params: ProgramWish["params"]): never {
  const stray = Object.keys(params ?? {}).find((name) => !known.includes(name));
  const has = known.length === 0 ? "it has none" : known.join(", ");
  throw new ApiError("INVALID_BODY", `${id} has no param ${stray}: ${has}`);
}

function noTemplate(id: string, nearest: string | null): ApiError {
  const hint = nearest === null ? "" : `; the nearest is ${nearest}`;
  return new ApiError("NOT_FOUND", `there is no template ${id}${hint}`, { members: { nearest } });
}

type TemplateHandlers = Pick<
  NodeHandlers,
  "contractTemplates" | "contractTemplate" | "contractArchetypes" | "contractGenerate"
>;

/** A draft as it would be deployed. @throws Refusal INVALID_PROGRAM with all that is wrong */
export type Checked = (program: JsonObject) => {
  readonly programHash: string;
  readonly price: { readonly credits: number } | null;
};

export function templateHandlers(
  crypto: Pick<Crypto, "sha256Hex">,
  checked: Checked,
): TemplateHandlers {
  return {
    contractArchetypes: async () => {
      const { ARCHETYPES, archetypeId, archetypeProgram } = await archetypes();
      const shownOnes = ARCHETYPES.map((one) => {
        const program = archetypeProgram(one) ?? {};
        const { data, state } = one.example;
        return {
          templateId: archetypeId(one),
          name: one.name,
          purpose: one.purpose,
          example: { data: { ...data }, state },
          program,
          programHash: programHash(crypto, program),
        };
      });
      return { total: shownOnes.length, archetypes: shownOnes };
    },
    contractGenerate: async ({ description, hints }) => {
      const { generate } = await generator();
      const { nearest, program, refusal, ...draft } = generate(description, hints);
      const { params } = draft;
      // What fails here was never a draft.
      const { price, programHash: hash } =
        program === null ? { price: null, programHash: null } : checked(program);
      return {
        read: draft.read,
        program,
        programHash: hash,
        price,
        templateId: draft.templateId,
        params: params === null ? null : { ...params },
        why: draft.why.map((one) => ({ ...one })),
        filled: draft.filled.map((one) => ({ ...one })),
        kept: draft.kept.map((one) => ({ ...one })),
        asked: draft.asked.map((one) => ({ ...one })),
        ...(refusal === null ? {} : { refusal: refusalShown(refusal) }),
        nearest: nearest.map(({ id, template: { name, purpose } }) => ({
          templateId: id,
          name,
          purpose,
        })),
      };
    },
    contractTemplates: async ({ category, detector, q, trigger }) => {
      const { catalogue } = await load();
      const found = catalogue.find({ category, detector, q, trigger });
      return {
        templates: catalogue.size,
        categories: catalogue.categories.map((one) => ({ ...one })),
        total: found.length,
        items: found.map(shown),
      };
    },
    contractTemplate: async ({ category, slug }) => {
      const { catalogue, programOf } = await load();
      const id = `${category}/${slug}`;
      const entry = catalogue.get(id);
      const program = entry === null ? null : programOf(entry);
      if (entry === null || program === null) throw noTemplate(id, catalogue.nearest(id));
      const { checked, inputs, params, vectors } = entry.template;
      return {
        ...shown(entry),
        params: { ...params },
        inputs: { ...inputs },
        program,
        programHash: programHash(crypto, program),
        vectors: vectors.map((vector) => ({ ...vector, events: eventsOf(vector) })),
        checked,
      };
    },
  };
}

function refusalShown({ at, kind, message }: DraftRefusal) {
  return { kind, message, ...(at === null ? {} : { span: [...at] }) };
}

function shown({ category, id, template }: CatalogueEntry) {
  const { detector, name, purpose, signal, source, trigger } = template;
  return {
    templateId: id,
    name,
    category,
    purpose,
    signal,
    detector,
    trigger: { ...trigger },
    source,
  };
}
