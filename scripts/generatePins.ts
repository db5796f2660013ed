/** Pins the documents as the contract makes them now, and says what that changes. */
import { differences, readPins, writePins } from "./documents/pinned.js";
import { pins } from "./documents/files.js";

for (const [path, lines] of pins()) {
  for (const line of differences(readPins(path), lines)) console.log(line);
  writePins(path, lines);
}
