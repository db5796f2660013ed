/** A page without packages, which any static server shows. */
import { CALLS } from "./node.js";
import { readme, type Project, type Stack } from "./project.js";

const RUN = "python3 -m http.server 8000";

export const htmlStack: Stack = {
  run: RUN,
  files: (project) => [
    {
      path: "README.md",
      text: readme(
        project,
        RUN,
        "Then open `http://127.0.0.1:8000/`. A node answers pages of origins that it is told: start it with\n" +
          "`CALC_HTTP_CORS_ORIGINS=http://127.0.0.1:8000 calc daemon`. Address and key are typed into\n" +
          "the page, or stand behind `#`: `index.html#url=http://127.0.0.1:8287&key=...`.\n" +
          "A page that a node itself hosts reaches no interface: bake\n" +
          "its data in before it is published (docs/pages.md). Here `program.js` holds program and events.",
      ).replaceAll("`program.json`", "`program.js`"),
    },
    { path: "index.html", text: page(project) },
    { path: "program.js", text: data(project) },
    { path: "calc.mjs", text: CALLS },
    { path: "app.js", text: APP },
  ],
};

function page({ name, purpose }: Project): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem }
  label { display: block } input { width: 100% } pre { background: #f4f4f4; padding: 1rem; white-space: pre-wrap }
</style>
<h1>${name}</h1>
<p>${purpose}</p>
<form id="form">
  <label>Address of the node <input name="url" value="http://127.0.0.1:8287"></label>
  <label>Key, or nothing for a demo key <input name="key" autocomplete="off"></label>
  <button>Run</button>
</form>
<pre id="said" aria-live="polite"></pre>
<script type="module" src="app.js"></script>
</html>
`;
}

function data({ events, program, state }: Project): string {
  return [
    `export const program = ${JSON.stringify(program, null, 2)};`,
    `export const events = ${JSON.stringify(events, null, 2)};`,
    `export const expected = ${JSON.stringify(state)};`,
    "",
  ].join("\n");
}

const APP = `import { Node, run } from "./calc.mjs";
import { events, expected, program } from "./program.js";

const form = document.getElementById("form");
const said = document.getElementById("said");
const given = new URLSearchParams(location.hash.slice(1));
for (const name of ["url", "key"]) if (given.has(name)) form.elements[name].value = given.get(name);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  said.textContent = "";
  const say = (line) => said.append(line + "\\n");
  try {
    await run(new Node(form.elements.url.value, form.elements.key.value), { program, events, expected, say });
    said.dataset.outcome = "done";
  } catch (error) {
    say(String(error));
    said.dataset.outcome = "failed";
  }
});
if (given.has("run")) form.requestSubmit();
`;
