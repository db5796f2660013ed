"""What a program does with the Python client; says in JSON what came of it.

Arguments: address, key, a file of cases.
"""
import asyncio
import http.server
import json
import os
import pathlib
import sys
import threading
import types

if os.environ.get("WITHOUT_NUMPY"):
    sys.modules["numpy"] = None
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "dist" / "clients" / "python"))
import calcmesh

ADDRESS, KEY, CASES = sys.argv[1:4]
EARTH_MOON = {"operators": ["NM21"], "inputs": {"m1": 5.9722e24, "m2": 7.342e22, "r": 3.844e8}}
CONTRACT = {"operators": ["NM19"], "inputs": {"m": 2, "a": 9.8}}
client = calcmesh.Client(ADDRESS, KEY)


def error_of(call):
    try:
        call()
    except calcmesh.CalcError as error:
        return error
    raise AssertionError("no error")


def calls():
    answer = client.compute(**EARTH_MOON, call=calcmesh.Call(idempotency_key="once" * 8))
    again = client.compute(**EARTH_MOON, call=calcmesh.Call(idempotency_key="once" * 8))
    refusal = error_of(lambda: client.compute(operators=["NM21"], inputs={"m1": 1.0}))
    unknown = error_of(lambda: client.operator_spec(operator="NM2100"))
    stranger = error_of(lambda: calcmesh.Client(ADDRESS, "calc_ak_0123456789abcdef0123").keys())
    nobody = error_of(lambda: calcmesh.Client("http://127.0.0.1:1").health())
    return {
        "text": str(answer.quantity), "value": answer.value, "repeated": answer.receipt_id == again.receipt_id,
        "own": calcmesh.verify_receipt(answer).verdict,
        "text_of_it": calcmesh.verify_receipt(json.dumps(answer.raw)).verdict,
        "changed": calcmesh.verify_receipt({**answer.raw, "value": 1.0}).verdict,
        "stranger's": calcmesh.verify_receipt(answer, key="00" * 32).reasons,
        "again": calcmesh.verify_by(client, answer).verdict,
        "refusal": [type(refusal).__name__, refusal.kind],
        "unknown": [type(unknown).__name__, unknown.code, bool(unknown.remedy), unknown.status],
        "stranger": [type(stranger).__name__, stranger.code], "nobody": type(nobody).__name__}


def lists():
    for label in ("a", "b", "c"):
        client.key_new(label=label)
    keys = [key["prefix"] for key in client.iter_keys(limit=2)]
    words = client.operators(q="gravitation", limit=2)
    return {"keys": len(keys) >= 4 and len(set(keys)) == len(keys), "next": "next" in words.links,
            "operators": [one["id"] for one in client.iter_operators(q="gravitation", limit=2)] ==
                         [one["id"] for one in client.operators(q="gravitation").operators]}


def arrays():
    seen = []
    call = calcmesh.Call(on_progress=seen.append)
    plate = client.heat(alpha=1.17e-4, lx=0.2, ly=0.2, t_end=20, nx=10, ny=10, boundary=300, fields="full", call=call,
                        initial="300 + 100*exp(-((x-0.1)^2 + (y-0.1)^2)/0.0009)")
    field = next(iter(plate.arrays.values()))
    whole = client.field_values(next(one for one in plate.raw["fields"] if one["name"] == field.name))
    rows, all_rows = (one if isinstance(one, list) else one.tolist() for one in (field.values, whole))
    return {"kind": type(field.values).__name__, "same": rows == all_rows, "shape": [len(rows), len(rows[0])],
            "axes": [len(axis.values) for axis in field.axes] == [len(rows), len(rows[0])],
            "middle": rows[5][5] == max(map(max, rows))}


def tables():
    asked = {"operators": ["NM19"], "columns": {"m": ["1 kg", "2(1) kg", "-3 kg"], "a": 2}}
    plain = {"operators": ["NM19"], "columns": {"m": [1, 2, 3], "a": 2}, "uncertainties": {"m": [0, 1, 0]}}
    values, spreads = (list(one) for one in client.table_doubles(**plain))
    lines = client.table_csv(**plain).splitlines()
    return {"values": values, "spread": spreads[1], "lines": len(lines), "names": lines[0].split(",")[:3],
            "refused": error_of(lambda: client.table_csv(**asked)).code}


def streams():
    made = client.stream_new(contract=CONTRACT)
    channel, ticker = made.channel["id"], calcmesh.Client(ADDRESS, made.key)
    ticker.stream_tick(channel)
    ticks, gaps = [], []
    for tick in ticker.follow(channel, after=0, on_gap=lambda *ends: gaps.append(ends)):
        ticks.append([tick["seq"], json.loads(tick["body"])["value"]])
        ticker.stream_close(channel)
    return {"ticks": ticks, "gaps": gaps,
            "private": error_of(lambda: next(calcmesh.Client(ADDRESS).follow(channel))).code}


async def asynchronous():
    own = calcmesh.AsyncClient(ADDRESS, KEY)
    both = await asyncio.gather(own.compute(**EARTH_MOON), own.health())
    keys = [key["prefix"] async for key in own.iter_keys(limit=2)]
    return {"value": both[0].value, "live": both[1].http_status, "keys": len(keys) >= 4}


class Scripted(http.server.BaseHTTPRequestHandler):
    """Answers from a list: a status, or nothing at all."""

    protocol_version = "HTTP/1.1"
    script, seen = [], []

    def answer(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.seen.append(self.headers.get("idempotency-key"))
        status = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if status == 0:
            self.close_connection = True
            return
        body = json.dumps({"code": "BUSY" if status == 503 else "INTERNAL", "keys": [], "live": True}).encode()
        self.send_response(status)
        for name, value in (("content-type", "application/json"), ("content-length", len(body)), ("retry-after", 0)):
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_QUERY = answer

    def log_message(self, *_):
        pass


def broken():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    calcmesh.time = types.SimpleNamespace(sleep=lambda _: None)
    node = calcmesh.Client(f"http://127.0.0.1:{server.server_port}")

    def tried(script, call):
        Scripted.script, Scripted.seen = script, []
        try:
            said = call().http_status
        except calcmesh.CalcError as error:
            said = type(error).__name__
        return [said, len(Scripted.seen), len(set(Scripted.seen))]

    told = {"later": tried([503, 503, 200], node.health), "always later": tried([503], node.health),
            "read": tried([0, 0, 200], node.health), "keyed": tried([0, 200], lambda: node.key_new(label="a")),
            "lost": tried([0], lambda: node.key_new(label="a")),
            "never twice": tried([0, 200], lambda: node.stream_link("ch_" + "a" * 26, expiresInCalconds=9)),
            "query": tried([405, 200], lambda: node.operators(q="x"))}
    server.shutdown()
    return told


def forged(receipt, path, change):
    """A copy with one place changed, or taken out."""
    if not path:
        return change["value"]
    copy = dict(receipt) if isinstance(receipt, dict) else list(receipt)
    step = int(path[0]) if isinstance(copy, list) else path[0]
    if len(path) == 1 and "value" not in change:
        del copy[step]
    elif isinstance(copy, list) or step in copy or len(path) == 1:
        copy[step] = forged(copy[step] if len(path) > 1 else None, path[1:], change)
    return copy


def receipts(vectors, forgeries):
    held = {case["name"]: case["receipt"] for case in vectors["receipts"]}
    now = int(vectors["now"])
    wrong = [case["name"] for case in vectors["receipts"]
             if calcmesh.verify_receipt(case["receipt"], id=case["id"], now=now).verdict != case["verdict"]]
    wrong += [f"{one['of']} {one['path']}" for one in forgeries
              if calcmesh.verify_receipt(forged(held[one["of"]], one["path"], one), now=now).verdict != one["verdict"]]
    return wrong


def main():
    with open(CASES, encoding="utf-8") as file:
        cases = json.load(file)
    if os.environ.get("WITHOUT_NUMPY"):
        return {"arrays": arrays()}
    texts = [str(calcmesh.Quantity(**case)) for case in cases["quantities"]]
    told = {"calls": calls(), "lists": lists(), "arrays": arrays(), "tables": tables(), "streams": streams(),
            "async": asyncio.run(asynchronous()), "texts": texts}
    return {**told, "wrong": receipts(cases["vectors"], cases["forgeries"]), "broken": broken()}


print(json.dumps(main()))
