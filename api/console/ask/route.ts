/** Asks the node how it reads a question in words: free, and nothing is sealed. */
import { isObject } from "../../../protocol/encoding/json.js";
import { valueOf } from "../connection/asked.js";
import { fieldsAt, listAt, textAt } from "../connection/json.js";
import { callByName } from "../connection/session.js";
import { questionOfReading, type Routed } from "./routed.js";

export async function routedOf(query: string): Promise<Routed> {
  const said = valueOf(await callByName("price", { query }));
  const reading = isObject(said["reading"]) ? said["reading"] : null;
  const refusal = { ...fieldsAt(said, "inputError"), ...fieldsAt(said, "refusal") };
  return {
    reading,
    rivals: listAt(said, "rivals"),
    restated: textAt(said, "restated").replace(/; right\?$/, ""),
    refusal: Object.keys(refusal).length === 0 ? null : refusal,
    question: reading === null ? null : questionOfReading(reading),
  };
}
