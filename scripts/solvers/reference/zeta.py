"""Zeros of the zeta function from mpmath, which separates them by its own code in interval-free multiple precision, and
counts from the literature. Writes test/vectors/solvers/zeta.json.
"""
import json
import mpmath

mpmath.mp.dps = 25
PATH = "test/vectors/solvers/zeta.json"
rows = []


def case(name, body, expected, source, at="value", **tolerance):
    rows.append({"case": name, "body": body, "at": at, "expected": expected, "unit": "1", **tolerance,
        "source": source})


MP = f"mpmath {mpmath.__version__}: zetazero, 25 digits"
for n in (1, 2, 7, 10, 127, 135, 290, 291, 650, 1000, 6709, 6710, 12345, 100000, 1000000, 13999525, 13999526, 13999527):
    why = {6709: "; Lehmer, Acta Math. 95 (1956) 291", 127: "; Gram's law fails first here, Hutchinson (1925)",
           13999527: "; Rosser's rule fails first here, Brent, Math. Comp. 33 (1979) 1361"}.get(n, "")
    case(f"zero {n}", {"index": n}, float(mpmath.zetazero(n).imag), MP + why, relative=1e-13)
case("zero 10^9", {"index": 10**9}, 371870203.83702805273405479,
     "Odlyzko, The 10^20-th zero of the Riemann zeta function (1992), and its tables", relative=2e-16)
case("zero 10^10", {"index": 10**10}, 3293531632.3971367042089917, "Odlyzko, tables of zeros", relative=2e-16)
for t in (14, 14.2, 50, 100.5, 528, 1000, 7005.08, 10000, 74920.8, 100000, 6820051):
    case(f"count to {t}", {"T": t}, int(mpmath.nzeros(t)), f"mpmath {mpmath.__version__}: nzeros", absolute=0)
case("count to 5", {"T": 5}, 0, "no zero lies below 14.13: Gram, Acta Math. 27 (1903) 289", absolute=0)
case("count from 280 to 300", {"from": 280, "to": 300}, int(mpmath.nzeros(300) - mpmath.nzeros(280)),
     f"mpmath {mpmath.__version__}: nzeros", absolute=0)
case("the list from 280 to 300", {"from": 280, "to": 300}, float(mpmath.zetazero(int(mpmath.nzeros(280)) + 3).imag), MP,
     at="named.zeros.2", relative=1e-13)
case("close neighbours: the list from 71732 to 71734", {"from": 71732, "to": 71734},
     int(mpmath.nzeros(71734) - mpmath.nzeros(71732)), f"mpmath {mpmath.__version__}: nzeros", absolute=0)
for k in (1, 2):
    case(f"close neighbours: zero {95247 + k}", {"from": 71732, "to": 71734}, float(mpmath.zetazero(95247 + k).imag),
        MP,
         at=f"named.zeros.{k}", relative=4e-16)
case("the list from 595 to 640, sums of ten terms joining those of nine", {"from": 595, "to": 640},
     float(mpmath.zetazero(365).imag), MP, at="named.zeros.27", relative=1e-14)
case("Z where a curve begins", {"index": 6709}, float(mpmath.grampoint(6707)),
    f"mpmath {mpmath.__version__}: grampoint",
     at="outputs.gram_point", relative=1e-14)
rows += [
    {"case": "no solution: a list of too many", "body": {"from": 10, "to": 3e9},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "TOO_LARGE"}},
    {"case": "no solution: zeros so high that doubles cannot hold them", "body": {"index": 10**12},
     "refusal": {"code": "INVALID_BODY"}},
    {"case": "no solution: a height that is a zero as far as doubles tell", "body": {"T": 14.134725141734693},
     "refusal": {"code": "DID_NOT_CONVERGE", "reason": "gate"}},
]
json.dump({"solver": "zeta", "rows": rows}, open(PATH, "w"), indent=1)
open(PATH, "a").write("\n")
