/** `calc mcp`: the tool protocol over standard input and output. */
import { createInterface } from "node:readline";
import { EXIT } from "../../../api/cli/exitCodes.js";
import type { Verb } from "../../../api/cli/session.js";
import { daemonPlace } from "../localClient.js";
import { McpBridge } from "./mcpBridge.js";

export const mcpVerb: Verb = {
  register(program, run) {
    const command = program
      .command("mcp")
      .description(
        "Serve models over standard input and output: what a client starts that takes a command " +
          "instead of an address",
      )
      .addHelpText(
        "after",
        '\nIn the settings of a client:\n  {"mcpServers": {"calc": {"command": "calc", "args": ["mcp"]}}}\n',
      );
    command.action(async () => {
      await run(command, async ({ modules, options }) => {
        // Nobody would read the answers of a bridge to nowhere: that is said at once.
        await daemonPlace(options);
        const bridge = new McpBridge({
          place: () => daemonPlace(options),
          write: (line) => modules.out(`${line}\n`),
        });
        const open = new Set<Promise<void>>();
        for await (const line of createInterface({ input: process.stdin })) {
          if (line.trim() === "") continue;
          const answered = bridge.line(line).finally(() => open.delete(answered));
          open.add(answered);
        }
        await Promise.all(open);
        return EXIT.ok;
      });
    });
  },
};
