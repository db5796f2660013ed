// Draws the last ticks of a public channel as a page of a machine. The page reaches no network, so the data is baked
// into each commit; with --every the page is baked and published again, and shows what is new when it is loaded again.
//
//   CALC_URL=http://127.0.0.1:8287 CALC_TOKEN=... node liveChart.mjs CHANNEL MACHINE PAGE [--every SECONDS]
import { setTimeout as pause } from "node:timers/promises";

const [channel, machine, page, flag, seconds] = process.argv.slice(2);
const { CALC_URL: url = "http://127.0.0.1:8287", CALC_TOKEN: key } = process.env;
if (page === undefined || (flag !== undefined && !(flag === "--every" && Number(seconds) > 0)))
  throw new Error("usage: node liveChart.mjs CHANNEL MACHINE PAGE [--every SECONDS]");

async function call(method, path, body, authorization) {
  const headers = { "content-type": "application/json", ...(authorization ? { authorization } : {}) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(url + path, { method, headers, ...sent });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(answer.code + ": " + answer.detail);
  return answer;
}

// The page draws by itself: its own script, and its own data as a script beside it.
const INDEX = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Live chart</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem }
  svg { width: 100%; height: auto } polyline { fill: none; stroke: #06c; stroke-width: 2 } circle { fill: #06c }
  text { font-size: 12px; fill: #444 }
</style>
<h1 id="title"></h1>
<svg id="chart" viewBox="0 0 640 240" role="img" aria-labelledby="title"></svg>
<p id="note"></p>
<script src="data.js"></script>
<script src="chart.js"></script>
</html>
`;

const CHART = `const { channel, ticks, unit, calcond } = data;
const svg = document.getElementById("chart");
const draw = (name, attributes, text) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  svg.append(node);
};
const values = ticks.map(({ value }) => value);
const [low, high] = [Math.min(...values), Math.max(...values)];
const x = (i) => (ticks.length < 2 ? 320 : 60 + (i * 560) / (ticks.length - 1));
const y = (value) => (high === low ? 120 : 210 - ((value - low) * 180) / (high - low));
const points = values.map((value, i) => x(i).toFixed(1) + "," + y(value).toFixed(1));
draw("polyline", { points: points.join(" ") });
for (const [i, { seq, token, value }] of ticks.entries()) {
  draw("circle", { cx: x(i), cy: y(value), r: 4, "data-token": token });
  draw("text", { x: x(i), y: 232, "text-anchor": "middle" }, String(seq));
}
draw("text", { x: 0, y: y(high) + 4 }, high.toPrecision(5));
if (high !== low) draw("text", { x: 0, y: y(low) + 4 }, low.toPrecision(5));
document.getElementById("title").textContent = "Channel " + channel + (unit ? " in " + unit : "");
document.getElementById("note").textContent =
  ticks.length + " ticks, baked at calcond " + calcond + ". Each point names its receipt.";
`;

async function bake() {
  // Without a key: only what everybody may see is shown to everybody.
  const { ticks } = await call("GET", "/api/calc/streams/" + channel + "/ticks?limit=1024");
  const read = ticks.slice(-32).map(({ body, calcond, seq, token }) => ({ seq, calcond, token, ...JSON.parse(body) }));
  if (read.length === 0) throw new Error("the channel has no tick yet");
  const data = {
    channel,
    unit: read.at(-1).unit ?? "",
    calcond: read.at(-1).calcond,
    ticks: read.map(({ seq, token, value }) => ({ seq, token, value })),
  };
  const files = [
    { path: "index.html", text: INDEX },
    { path: "chart.js", text: CHART },
    { path: "data.js", text: "const data = " + JSON.stringify(data) + ";\n" },
  ];
  const path = "/api/pages/" + machine + "/" + page;
  const shown = await call("PUT", path, { files, allowScripts: true }, "Bearer " + key);
  console.log(shown.url, shown.commit);
}

for (;;) {
  await bake();
  if (seconds === undefined) break;
  await pause(Number(seconds) * 1000);
}
