"""Formulas of the satisfiability solver, each decided by MiniSat and by CaDiCaL, which must agree.

Threshold formulas: clauses of three distinct variables at 4.26 clauses a variable from a linear congruential generator
(Knuth's MMIX constants). Pigeonhole: Cook (1976). Rings of exclusive ors: Tseitin (1968). uf20-01: Hoos and Stuetzle's
SATLIB, uniform random 3-SAT, with its trailing per cent sign. Writes test/vectors/solvers/sat.json.
"""
import json
import subprocess
import tempfile

PATH = "test/vectors/solvers/sat.json"
UF20 = """4 -18 19
3 18 -5|-5 -8 -15|-20 7 -16|10 -13 -7|-12 -9 17|17 19 5|-16 9 15|11 -5 -14|18 -10 13|-3 11 12|-6 -17 -8
-18 14 1|-19 -15 10|12 18 -19|-8 4 7|-8 -9 4|7 17 -15|12 -7 -14|-10 -11 8|2 -15 -11|9 6 1|-11 20 -17|9 -15 13|12 -7 -17
-18 -2 20|20 12 4|19 11 14|-16 18 -4|-1 -17 -19|-13 15 10|-12 -14 -13|12 -14 -7|-7 16 10|6 10 7|20 14 -16|-19 17 11
-7 1 -20|-5 12 15|-4 -9 -13|12 -11 -7|-5 19 -8|1 16 17|20 -14 -15|13 -4 10|14 7 10|-5 9 20|10 1 -19|-16 -15 -1|16 3 -11
-15 -10 4|4 -15 -3|-10 -16 11|-8 12 -5|14 -6 12|1 6 11|-13 -5 -1|-7 -2 12|1 -20 19|-2 -13 -8|15 18 4|-11 14 9|-6 -15 -2
5 -12 -15|-6 17 5|-13 5 -19|20 -1 14|9 -17 15|-5 19 -18|-12 8 -10|-18 14 -4|15 -9 13|9 -5 -1|10 -19 -14|20 9 4|-9 -2 19
-5 13 -17|2 -10 -18|-18 3 11|7 -9 17|-15 -6 -3|-2 3 -13|12 3 -2|-2 -3 17|20 -15 -16|-5 -17 -19|-20 -18 11|-9 1 -5
-19 9 17|12 -2 17|4 -16 -5"""


def dimacs(n, clauses, tail=""):
    return f"p cnf {n} {len(clauses)}\n" + "".join(" ".join(map(str, c)) + " 0\n" for c in clauses) + tail


def threshold(n, m, seed):
    state = seed
    out = []
    while len(out) < m:
        clause = {}
        while len(clause) < 3:
            state = (6364136223846793005 * state + 1442695040888963407) % 2**64
            clause.setdefault((state >> 33) % n + 1, 1 if state >> 63 else -1)
        out.append([v * s for v, s in clause.items()])
    return dimacs(n, out)


def pigeons(p, h):
    var = lambda i, j: i * h + j + 1
    out = [[var(i, j) for j in range(h)] for i in range(p)]
    out += [[-var(a, j), -var(b, j)] for j in range(h) for a in range(p) for b in range(a)]
    return dimacs(p * h, out)


def ring(n, parity):
    """x_i + x_(i+1) = 1 (mod 2) around a ring but for the last edge; solvable when the parities add up to 0."""
    out = []
    for i in range(n):
        a, b = i + 1, (i + 1) % n + 1
        one = 1 if i + 1 < n else parity
        out += [[a, b], [-a, -b]] if one else [[a, -b], [-a, b]]
    return dimacs(n, out)


def grid_tseitin(rows, cols, odd):
    """Charges on a torus grid: each vertex has four edges of given parity; one odd vertex cannot be."""
    edge = {}
    for r in range(rows):
        for c in range(cols):
            edge[("h", r, c)] = len(edge) + 1
            edge[("v", r, c)] = len(edge) + 1
    out = []
    for r in range(rows):
        for c in range(cols):
            around = [edge[("h", r, c)], edge[("h", r, c - 1 if c else cols - 1)],
                      edge[("v", r, c)], edge[("v", r - 1 if r else rows - 1, c)]]
            parity = 1 if odd and r == c == 0 else 0
            for mask in range(16):
                if bin(mask).count("1") % 2 != parity:
                    out.append([-v if mask >> k & 1 else v for k, v in enumerate(around)])
    return dimacs(len(edge), out)


def decide(cnf):
    text = cnf.split("%")[0]
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as f:
        f.write(text)
        f.flush()
        codes = {subprocess.run([p, f.name], capture_output=True).returncode for p in ("minisat", "cadical")}
    assert codes in ({10}, {20}), codes
    return 1 if codes == {10} else 0


rows = []


def case(name, cnf, origin, **more):
    rows.append({"case": name, "body": {"cnf": cnf}, "at": "value", "expected": decide(cnf), "unit": "1", "absolute": 0,
                 "source": f"{origin}; MiniSat 2.2.1 and CaDiCaL 1.5.3", **more})


uf20 = [list(map(int, c.split())) for c in UF20.replace("\n", "|").split("|")]
case("SATLIB uf20-01", dimacs(20, uf20, "%\n0\n\n"), "Hoos and Stuetzle, SATLIB (2000): satisfiable")
for p, h in ((5, 5), (6, 5), (8, 7)):
    case(f"{p} pigeons, {h} holes", pigeons(p, h), "Cook, SIGACT News 8 (1976) 28")
for n, parity in ((40, 1), (41, 1), (41, 0), (97, 1)):
    case(f"ring of {n} exclusive ors, last {parity}", ring(n, parity), "Tseitin (1968)")
case("torus of 3 x 5, one odd vertex", grid_tseitin(3, 5, True), "Tseitin (1968), Urquhart, J. ACM 34 (1987) 209")
case("torus of 3 x 5, all even", grid_tseitin(3, 5, False), "Tseitin (1968)")
for n, seed in ((50, 1), (50, 2), (73, 5), (100, 3), (100, 4), (120, 6), (150, 7)):
    case(f"threshold, {n} variables, seed {seed}", threshold(n, round(4.26 * n), seed),
        "Crawford and Auton, Artif. Intell. 81 (1996) 31")
case("threshold, 200 variables, seed 11", threshold(200, 852, 11), "Crawford and Auton, Artif. Intell. 81 (1996) 31",
    long=True)
rows += [
    {"case": "no solution: the budget of conflicts is spent", "body": {"cnf": pigeons(9, 8), "maxConflicts": 500},
     "refusal": {"code": "DID_NOT_CONVERGE", "reason": "budget"}},
    {"case": "no solution: the header promises a clause more", "body": {"cnf": "p cnf 2 3\n1 2 0\n-1 2 0\n"},
     "refusal": {"code": "INVALID_BODY"}},
    {"case": "no solution: 10^9 variables", "body": {"cnf": "p cnf 1000000000 1\n1 0\n"},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "TOO_LARGE"}},
]
json.dump({"solver": "sat", "rows": rows}, open(PATH, "w"), indent=1)
open(PATH, "a").write("\n")
print([(r["case"], r.get("expected")) for r in rows])
