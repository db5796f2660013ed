// Computes a sweep under one seal, and publishes a report of it with a receipt for each row: a page without scripts.
// Each file under rows/ is checked by `calc verify FILE`, without a node.
//
//   CALC_URL=http://127.0.0.1:8287 CALC_TOKEN=... node sweepReport.mjs MACHINE PAGE
const [machine, page] = process.argv.slice(2);
const { CALC_URL: url = "http://127.0.0.1:8287", CALC_TOKEN: key } = process.env;
if (page === undefined) throw new Error("usage: node sweepReport.mjs MACHINE PAGE");

// What is computed: change these four lines.
const TITLE = "Pull of the Earth on 1 kg";
const OPERATOR = "NM21";
const AXIS = "r";
const COLUMNS = { m1: 5.9722e24, m2: 1, r: { from: 6.4e6, to: 9.9e6, step: 5e5 } };

async function call(method, path, body) {
  const headers = { "content-type": "application/json", authorization: "Bearer " + key };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(url + path, { method, headers, ...sent });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.code + ": " + answer.detail);
  return answer;
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (mark) => "&#" + mark.charCodeAt(0) + ";");

function curve(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const place = (value, all, from, to) =>
    from + ((value - Math.min(...all)) * (to - from)) / (Math.max(...all) - Math.min(...all) || 1);
  const line = points.map(([x, y]) => place(x, xs, 20, 620).toFixed(1) + "," + place(y, ys, 220, 20).toFixed(1));
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 240">' +
    '<polyline fill="none" stroke="#06c" stroke-width="2" points="' + line.join(" ") + '"/></svg>\n';
}

const table = await call("POST", "/api/calc/compute/table", { operators: [OPERATOR], columns: COLUMNS });
const { receipt_id: receipt, rows, unit } = table;
const count = rows.values.length;
const range = COLUMNS[AXIS];
const axis = Array.from({ length: count }, (_none, i) => range.from + i * range.step);
const proofs = [];
for (let i = 0; i < count; i += 1) proofs.push(await call("GET", "/api/receipts/" + receipt + "/rows/" + i));

const lines = rows.values.map(
  (value, i) =>
    "<tr><td>" + i + "<td>" + escaped(axis[i]) + "<td>" + escaped(value) +
    '<td><a href="rows/' + i + '.json" download>receipt</a>',
);
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(TITLE)}</title>
<link rel="stylesheet" href="report.css">
<h1>${escaped(TITLE)}</h1>
<p>${escaped(table.equations?.at(-1) ?? OPERATOR)}, ${count} rows under one seal.</p>
<img src="curve.svg" alt="${escaped(TITLE)} over ${AXIS}">
<table>
<tr><th>Row<th>${AXIS}<th>Value (${escaped(unit)})<th>Proof
${lines.join("\n")}
</table>
<p>Receipt <code>${receipt}</code>, signed by <code>${escaped(table.public_key)}</code>.
<a href="receipt.json" download>All of it</a> and each row is checked by
<code>calc verify FILE</code>, without asking this node.</p>
</html>
`;
const css = `body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem }
img { width: 100% } table { border-collapse: collapse } td, th { padding: .2rem 1rem; text-align: right }
code { word-break: break-all }
`;
const files = [
  { path: "index.html", text: html },
  { path: "report.css", text: css },
  { path: "curve.svg", text: curve(rows.values.map((value, i) => [axis[i], value])) },
  { path: "receipt.json", text: JSON.stringify(table) },
  ...proofs.map((proof, i) => ({ path: "rows/" + i + ".json", text: JSON.stringify(proof) })),
];
const shown = await call("PUT", "/api/pages/" + machine + "/" + page, { files });
console.log(shown.url, receipt);
