/** Templates of contracts, as clients see them; loaded when somebody first asks. */
import { ApiError } from "../../api/errors.js";
import type { NodeHandlers } from "../../api/contract/index.js";
import { programHash } from "../../protocol/contracts/program.js";
import type { Crypto } from "../../protocol/ports.js";
import type { CatalogueEntry } from "../../protocol/templates/catalogue.js";
import { jsonOf } from "../contracts/replays.js";

type Templates = typeof import("../../protocol/templates/catalogue.js");

const load = (): Promise<Templates> => import("../../protocol/templates/catalogue.js");

/** A program that is named by a template or given whole. */
export interface ProgramWish {
  readonly program?: Readonly<Record<string, unknown>> | undefined;
  readonly templateId?: string | undefined;
  readonly params?: Readonly<Record<string, number>> | undefined;
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
  const { catalogue, programOf } = await load();
  const entry = catalogue.get(templateId);
  if (entry === null) throw noTemplate(templateId, catalogue.nearest(templateId));
  const built = programOf(entry, params);
  if (built !== null) return built;
  const known = Object.keys(entry.template.params);
  const stray = Object.keys(params ?? {}).find((name) => !known.includes(name));
  throw new ApiError("INVALID_BODY", `${entry.id} has no param ${stray}: ${known.join(", ")}`);
}

function noTemplate(id: string, nearest: string | null): ApiError {
  const hint = nearest === null ? "" : `; the nearest is ${nearest}`;
  return new ApiError("NOT_FOUND", `there is no template ${id}${hint}`, { members: { nearest } });
}

export function templateHandlers(
  crypto: Pick<Crypto, "sha256Hex">,
): Pick<NodeHandlers, "contractTemplates" | "contractTemplate"> {
  return {
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
        vectors: vectors.map((vector) => ({ ...vector })),
        checked,
      };
    },
  };
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
