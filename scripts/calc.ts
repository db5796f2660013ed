#!/usr/bin/env node
import { runDaemon } from "./cli/daemon.js";
const flags: Record<string, string> = {};
const args = process.argv.slice(3);
for (let i = 0; i < args.length; i += 2) flags[args[i]!.slice(2)] = args[i + 1]!;
process.exit(await runDaemon(flags));
