import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The kernel as a text for language models. */
export const kernelPrompt = defineOperation({
  id: "calc_kernel_prompt",
  method: "GET",
  path: "/api/kernel/prompt",
  since: SINCE,
  summary: "The kernel as markdown, to bootstrap a language model",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  produces: ["text/markdown"],
  input: z.strictObject({}),
  output: z.looseObject({}),
  errors: [],
  examples: [
    { input: {}, output: "# The kernel\n\nName operators, give SI inputs, verify the receipt.\n" },
  ],
  cli: { verb: "kernel-prompt" },
});
