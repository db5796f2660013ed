/** A faulty field is said in words: no schema answers with its pattern. */
import { expect } from "chai";
import * as z from "zod";
import { allOperations } from "../../api/contract/index.js";
import { solverCards } from "../../protocol/solvers/cards.js";

/** Paths of texts that have a pattern and no words for it. */
function* speechless(schema: z.core.$ZodType, path: string): Generator<string> {
  if (schema instanceof z.ZodString) {
    for (const check of schema._zod.def.checks ?? []) {
      const { def } = check._zod;
      if ("format" in def && def.format === "regex" && def.error === undefined) yield path;
    }
  } else if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape))
      yield* speechless(field, `${path}/${name}`);
  } else if (schema instanceof z.ZodArray) yield* speechless(schema.element, `${path}/*`);
  else if (schema instanceof z.ZodRecord) {
    yield* speechless(schema.keyType, `${path}/name`);
    yield* speechless(schema.valueType, `${path}/*`);
  } else if (schema instanceof z.ZodUnion)
    for (const option of schema.options) yield* speechless(option, path);
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  )
    yield* speechless(schema.unwrap(), path);
}

describe("words for what is wrong", () => {
  it("are found where they are missing", () => {
    const mute = z.strictObject({
      a: z.array(z.string().regex(/^a$/)).optional(),
      b: z.string().regex(/^b$/, "b it is"),
    });
    expect([...speechless(mute, "")]).to.deep.equal(["/a/*"]);
  });
  it("stand behind every pattern of a request", () => {
    expect(allOperations.flatMap(({ id, input }) => [...speechless(input, id)])).to.deep.equal([]);
    expect(solverCards.flatMap(({ id, inputs }) => [...speechless(inputs, id)])).to.deep.equal([]);
  });
});
