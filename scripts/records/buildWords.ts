/**
 * A step of the build before the registry: what people call the laws is taken out of the records and
 * written beside the lexicon, so that it is in no hash.
 */
import { writeFileSync } from "node:fs";
import { WORDS_BY_ID } from "./operators/domains.js";

const FILE = new URL("../../protocol/lexicon/words/built.json", import.meta.url);

writeFileSync(FILE, JSON.stringify(Object.fromEntries(WORDS_BY_ID)));
