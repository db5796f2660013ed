/** Templates of contracts, as clients see them; a worker reads them. */
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { NodeHandlers } from "../../../api/contract/index.js";
import { programHash } from "../../../protocol/contracts/program.js";
import { programRefusal } from "../../../protocol/contracts/programRefusal.js";
import { jsonOf } from "../../../protocol/encoding/jcs.js";
import type { Crypto, JsonObject } from "../../../protocol/ports.js";
import { nearestName } from "../../../protocol/search/nearest.js";
import { eventsOf } from "../../../protocol/templates/template.js";
import type { Proposal } from "../../../protocol/templates/generate/proposal/propose.js";
import type { DraftRefusal } from "../../../protocol/templates/generate/generate.js";
import { asker as askerOf } from "../../operations/asker.js";
import type { Asker, Evaluator } from "../../compute/evaluator.js";
import type { TemplateHead } from "../../compute/workers/messages.js";

type Archetypes = typeof import("../../../protocol/templates/archetypes.js");
type Readings = Pick<Evaluator, "readCatalogue">;

const archetypes = (): Promise<Archetypes> => import("../../../protocol/templates/archetypes.js");

/** A program that is named by a template or given whole. */
export interface ProgramRequest {
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
}: ProgramRequest & { readonly archetype?: string | undefined }): ProgramRequest | null {
  if ([archetype, params, program, templateId].every((one) => one === undefined)) return null;
  if (archetype === undefined) return { params, program, templateId };
  if (templateId !== undefined)
    throw new ApiError("INVALID_BODY", "give either `archetype` or `templateId`");
  return { params, program, templateId: `archetypes/${archetype}` };
}

/** @throws ApiError where neither or both are given, and for a template that is not there */
export async function requestedProgram(
  { params, program, templateId }: ProgramRequest,
  evaluator: Readings,
  by: Asker,
): Promise<JsonObject> {
  if ((program === undefined) === (templateId === undefined))
    throw new ApiError("INVALID_BODY", "give either `program` or `templateId`", {
      members: { errors: [{ pointer: "/templateId", message: "or /program, and not both" }] },
    });
  if (templateId === undefined) {
    if (params === undefined) return jsonOf(program ?? {});
    throw new ApiError("INVALID_BODY", "`params` go with `templateId`; a program states its own");
  }
  const { ARCHETYPES, archetypeId, archetypeOf, archetypeProgram } = await archetypes();
  const archetype = archetypeOf(templateId);
  if (archetype !== null) {
    const known = Object.keys(archetype.program.params ?? {});
    return archetypeProgram(archetype, params) ?? strayParam(templateId, known, params);
  }
  const asked = { id: templateId, params };
  const { found, nearest } = await evaluator.readCatalogue("template", asked, by);
  if (found === null)
    throw noTemplate(templateId, nearest ?? nearestName(templateId, ARCHETYPES.map(archetypeId)));
  const known = Object.keys(found.params);
  return found.program ?? strayParam(found.head.templateId, known, params);
}

function strayParam(id: string, known: readonly string[], params: ProgramRequest["params"]): never {
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

export function templateHandlers({
  crypto,
  evaluator,
}: {
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly evaluator: Readings;
}): TemplateHandlers {
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
    contractGenerate: async ({ description, hints = {} }, call) => {
      const asked = { description, hints };
      const draft = await evaluator.readCatalogue("draft", asked, askerOf(call));
      const { check, nearest, params, program, proposal, refusal } = draft;
      // What fails here was never a draft.
      if (check?.ok === false) throw programRefusal(check.problems);
      return {
        read: draft.read,
        program,
        programHash: check?.programHash ?? null,
        price: check?.price ?? null,
        templateId: draft.templateId,
        params: params === null ? null : { ...params },
        why: draft.why.map((one) => ({ ...one })),
        filled: draft.filled.map((one) => ({ ...one })),
        kept: draft.kept.map((one) => ({ ...one })),
        asked: draft.asked.map((one) => ({ ...one })),
        ...(refusal === null ? {} : { refusal: refusalShown(refusal) }),
        ...(proposal === null ? {} : { proposal: proposalShown(proposal) }),
        nearest: nearest.map(({ name, purpose, templateId }) => ({ templateId, name, purpose })),
      };
    },
    contractTemplates: async ({ category, detector, q, trigger }, call) => {
      const { categories, found, templates } = await evaluator.readCatalogue(
        "templateSearch",
        { category, detector, q, trigger },
        askerOf(call),
      );
      return {
        templates,
        categories: categories.map((one) => ({ ...one })),
        total: found.length,
        items: found.map(shown),
      };
    },
    contractTemplate: async ({ category, slug }, call) => {
      const id = `${category}/${slug}`;
      const { found, nearest } = await evaluator.readCatalogue("template", { id }, askerOf(call));
      if (found === null) throw noTemplate(id, nearest);
      const { checked, head, inputs, params, vectors } = found;
      const program = found.program!;
      return {
        ...shown(head),
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

function proposalShown({ condition, supposed, unread }: Proposal) {
  return {
    condition: conditionShown(condition),
    isOpen: true as const,
    supposed: supposed.map((one) => ({ ...one })),
    unread: unread.map(({ at, words }) => ({ words, span: [...at] })),
  };
}

/** Its lists are the answer's own. */
function conditionShown({ parts, ...condition }: Proposal["condition"]) {
  return { ...condition, parts: parts.map((part) => ({ ...part, values: [...part.values] })) };
}

function shown({ trigger, ...head }: TemplateHead) {
  return { ...head, trigger: { ...trigger } };
}
