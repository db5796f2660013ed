"""Vectors of shard placement, from hashlib, json and mpmath alone.

Run: python3 scripts/placement/vectors.py > test/vectors/placement.json
"""
import hashlib
import json
import struct

import mpmath

mpmath.mp.prec = 400


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def tagged(tag, value):
    return hashlib.sha256(tag + b"\0" + canonical(value)).hexdigest()


def epoch_seed(epoch, net):
    return tagged(b"calc-epoch/1", {"epoch": epoch, "net": net})


def score(seed, node, shard, capacity):
    n = int(tagged(b"calc-place/1", {"epoch_seed": seed, "node": node, "shard": shard})[:13], 16)
    h = (mpmath.mpf(n) + mpmath.mpf("0.5")) / mpmath.mpf(2) ** 52
    # The logarithm is the nearest double, and the division is one of doubles.
    return -capacity / float(mpmath.log(h))


def rank(seed, shard, nodes):
    scored = sorted((-score(seed, n["node"], shard, n["capacity"]), n["node"]) for n in nodes)
    return [node for _, node in scored]


def bits(x):
    return struct.pack(">d", x).hex()


def main():
    nodes = [{"node": hashlib.sha256(b"node %d" % i).hexdigest(), "capacity": 1 + i * i % 16}
             for i in range(9)]
    seeds = [{"epoch": e, "net": n, "seed": epoch_seed(e, n)}
             for e, n in [(0, "00000000"), (297930, "5d30f7e2"), (9007199254740991, "ffffffff")]]
    seed = seeds[1]["seed"]
    scores = [{"shard": s, **n, "bits": bits(score(seed, n["node"], s, n["capacity"]))}
              for s in (0, 1, 127, 255) for n in nodes]
    names = [n["node"] for n in nodes]
    # For each shard, in order: positions in "nodes", the first holder first, as one digit each.
    ranks = ["".join(str(names.index(n)) for n in rank(seed, s, nodes)) for s in range(256)]
    ids = ["0" * 64, hashlib.sha256(b"receipt").hexdigest(), "machine-1", "kanal/\u00fc"]
    shards = [{"id": i, "shard": hashlib.sha256(i.encode()).digest()[0]} for i in ids]
    maps = []
    for held in ([], [0], [7, 8], [255], list(range(0, 256, 3))):
        value = sum(1 << (255 - s) for s in held)
        maps.append({"shards": held, "map": "%064x" % value})
    out = {"source": "scripts/placement/vectors.py: hashlib, mpmath at 400 bits",
           "nodes": nodes, "seeds": seeds, "seed": seed, "scores": scores, "ranks": ranks,
           "shards": shards, "maps": maps}
    lines = ",\n".join(f'"{k}": {json.dumps(v, ensure_ascii=False)}' for k, v in out.items())
    print("{" + lines + "}")


main()
