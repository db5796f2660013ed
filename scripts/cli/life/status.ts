/** `calc status`: how the node is, at a glance. */
import { EXIT } from "../../../api/cli/exitCodes.js";
import { numberText } from "../../../api/cli/render.js";
import type { Verb } from "../../../api/cli/session.js";
import { textsIn, type Fields } from "../../../api/readable/fields.js";
import { tableLines } from "../../../api/readable/table.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { textIn } from "../tables.js";

const SHORT_CHARS = 16;

export const statusVerb: Verb = {
  register(program, run) {
    const command = program
      .command("status")
      .description("What the daemon is doing: readiness, spine, mesh");
    command.action(async () => {
      await run(command, async (session) => {
        const client = await session.modules.client(session.options);
        const [ready, mesh, pulse] = await Promise.all([
          client.ready(),
          client.meshStatus(),
          client.pulse(),
        ]);
        if (mesh.kind === "problem") return session.show(mesh);
        if (pulse.kind === "problem") return session.show(pulse);
        const reasons = ready.kind === "problem" ? ready.problem["reasons"] : [];
        const warnings = ready.kind === "problem" ? [] : (ready.value.warnings ?? []);
        const answer = {
          ready: ready.kind === "result",
          reasons,
          warnings,
          ...mesh.value,
          calcond: pulse.value.calcond,
        };
        const { field, json, quiet, verbose } = session.options;
        if (json === true || field !== undefined || verbose === true) session.print(answer);
        else if (quiet !== true) session.modules.out(nodeText({ ...answer }));
        return EXIT.ok;
      });
    });
  },
};

/** A line each: state, name, peers, own log, clock, what it computes with. */
export function nodeText(answer: Fields): string {
  const spine = isObject(answer["spine"]) ? answer["spine"] : {};
  const count = (of: Fields, name: string): string => numberText(Number(of[name] ?? 0));
  const reasons = textsIn(answer["reasons"]);
  const warnings = textsIn(answer["warnings"]);
  const guard = textIn(answer, "restoreGuard");
  const rows = [
    ["state", answer["ready"] === true ? "ready" : `not ready: ${reasons.join(", ")}`],
    ...(warnings.length === 0 ? [] : [["see to", warnings.join(", ")]]),
    ["node", textIn(answer, "nodeId")],
    ["peers", `${count(answer, "peers")} connected; gossip ${textIn(answer, "gossip")}`],
    [
      "own log",
      `${count(spine, "size")} events, the last ${textIn(spine, "id").slice(0, SHORT_CHARS)}` +
        (["", "off", "passed"].includes(guard) ? "" : `; restore guard ${guard}`),
    ],
    ["calcond", count(answer, "calcond")],
    ["engine", textIn(answer, "engineVersion")],
    ["registry", textIn(answer, "registryGeneration").slice(0, SHORT_CHARS)],
    ["next", "calc mesh tells more of the others; -v shows all"],
  ];
  return [...tableLines(rows), ""].join("\n");
}
