/**
 * A step of the build: writes all records, their version and the words they are found by beside the
 * compiled registry, in one file, so that a start reads one file, hashes nothing and collects no
 * words; and beside the router the words of all laws and the hash of its cues, which a first question
 * would collect.
 */
import { writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { DOMAINS } from "./operators/domains.js";
import { registryOf } from "../../protocol/operators/registry.js";
import { hashOfCues } from "../../protocol/router/cues.js";
import { builtIndex } from "../../protocol/router/laws/lexicon/lawIndex.js";

const FILE = new URL("../../protocol/operators/built.json", import.meta.url);
const LAWS = new URL("../../protocol/router/laws/lexicon/built.json", import.meta.url);

const registry = registryOf(DOMAINS.flat(), (text) =>
  createHash("sha256").update(text).digest("hex"),
);
const records = registry.entries.map(({ record }) => record);
writeFileSync(
  FILE,
  JSON.stringify({
    registry_version: registry.registryVersion,
    words: registry.wordTable(),
    records,
  }),
);
writeFileSync(LAWS, JSON.stringify({ ...builtIndex(registry), cue_hash: hashOfCues() }));
