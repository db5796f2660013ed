/** Skills and scaffolds; their texts are loaded when somebody first asks. */
import type { NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";

type Skills = typeof import("../skills.js");
type Scaffolds = typeof import("../scaffold/scaffold.js");

const skillPages = (): Promise<Skills> => import("../skills.js");
const scaffolds = (): Promise<Scaffolds> => import("../scaffold/scaffold.js");

export function agentHandlers(): Pick<NodeHandlers, "scaffold" | "skills"> {
  return {
    skills: async ({ name, query }) => {
      const { findSkills, nearestSkill, SKILLS } = await skillPages();
      const total = SKILLS.length;
      const shown = (all: typeof SKILLS) =>
        all.map((one) => ({ name: one.name, title: one.title, about: one.about }));
      if (name !== undefined) {
        const page = SKILLS.find((one) => one.name === name);
        if (page === undefined) {
          const near = nearestSkill(name);
          throw new ApiError("NOT_FOUND", `there is no skill ${name}; the nearest is ${near}`, {
            members: { nearest: near },
          });
        }
        return { total, skills: shown([page]), name, markdown: page.markdown };
      }
      const found = query === undefined ? null : findSkills(query);
      const [best] = found ?? [];
      return {
        total,
        // Who finds nothing sees what there is.
        skills: shown(found === null || found.length === 0 ? SKILLS : found),
        name: best?.name ?? null,
        markdown: best?.markdown ?? null,
      };
    },
    scaffold: async ({ archetype, name, stack }) => {
      const { scaffold } = await scaffolds();
      const files = scaffold({ archetype, name, stack });
      if (files.kind !== "made") {
        const { kind, known, nearest } = files;
        throw new ApiError(
          kind === "stack" ? "UNKNOWN_STACK" : "UNKNOWN_ARCHETYPE",
          `there is no ${kind} ${kind === "stack" ? stack : archetype}; the nearest is ${nearest}`,
          { members: { nearest, known: [...known] } },
        );
      }
      return {
        archetype: files.archetype,
        stack,
        name: files.name,
        run: files.run,
        files: files.files.map((file) => ({ ...file })),
      };
    },
  };
}
