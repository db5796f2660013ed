/** Writes docs/gallery.md and its pictures: one for each solver, from its own answer. */
import { mkdirSync, writeFileSync } from "node:fs";
import { solverCards } from "../protocol/solvers/cards.js";
import { galleryPage, hang, type Hung } from "./solvers/gallery.js";

const FOLDER = "docs/gallery";

mkdirSync(FOLDER, { recursive: true });
const pictures: Hung[] = [];
for (const { id } of [...solverCards].sort((a, b) => (a.id < b.id ? -1 : 1))) {
  const picture = await hang(id);
  writeFileSync(`${FOLDER}/${id}.svg`, picture.svg);
  pictures.push(picture);
}
writeFileSync("docs/gallery.md", galleryPage(pictures));
