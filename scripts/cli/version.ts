/** `calc version`: what a bug report needs. */
import type { Verb } from "../../api/cli/session.js";
import { EXIT } from "../../api/cli/exitCodes.js";
import { INTERFACE_VERSION, ENGINE_VERSION, SOFTWARE_VERSION } from "../../protocol/version.js";
import { ownRegistry } from "./compute/ownRegistry.js";

export const versionVerb: Verb = {
  register(program, run) {
    const command = program
      .command("version")
      .description("Versions of the program, its interface, engine and registry");
    command.action(async () => {
      await run(command, (session) => {
        session.print({
          calcmesh: SOFTWARE_VERSION,
          interface: INTERFACE_VERSION,
          engine: ENGINE_VERSION,
          registry: ownRegistry().registryVersion,
          node: process.version,
          platform: `${process.platform} ${process.arch}`,
        });
        return Promise.resolve(EXIT.ok);
      });
    });
  },
};
