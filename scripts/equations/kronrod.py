"""Nodes and weights of the 21-point Kronrod extension of the 10-point Gauss rule.

The eleven further nodes are the zeros of the polynomial of degree 11 that is orthogonal to all
lower degrees with the weight P_10 (Stieltjes); the weights then follow from the moments.
Run: python3 scripts/equations/kronrod.py > protocol/equations/integrals/nodes.ts
"""
from mpmath import legendre, matrix, lu_solve, mp, mpf, polyroots, quad, taylor

mp.dps = 60
N = 10


def integral(coefficients):
    """Integral over [-1, 1] of a polynomial, lowest power first."""
    return sum(2 * c / (k + 1) for k, c in enumerate(coefficients) if k % 2 == 0)


def product(a, b):
    out = [mpf(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def power(k):
    return [mpf(0)] * k + [mpf(1)]


def legendre_coefficients(n):
    low, high = [mpf(1)], [mpf(0), mpf(1)]
    for k in range(1, n):
        shifted = [mpf(0)] + [(2 * k + 1) * c for c in high]
        padded = [k * c for c in low] + [mpf(0)] * (len(shifted) - len(low))
        low, high = high, [(s - p) / (k + 1) for s, p in zip(shifted, padded)]
    return high


P = legendre_coefficients(N)
# E = x^11 + lower odd powers; P E is orthogonal to x^k for k <= 10.
odd = [1, 3, 5, 7, 9]
rows = [k for k in range(N + 1) if integral(product(product(P, power(11)), power(k))) != 0]
A = matrix(len(odd), len(odd))
B = matrix(len(odd), 1)
for r, k in enumerate(rows[: len(odd)]):
    for c, p in enumerate(odd):
        A[r, c] = integral(product(product(P, power(p)), power(k)))
    B[r] = -integral(product(product(P, power(11)), power(k)))
solution = lu_solve(A, B)
E = [mpf(0)] * 12
E[11] = mpf(1)
for c, p in enumerate(odd):
    E[p] = solution[c]


def zeros(coefficients):
    found = polyroots(list(reversed(coefficients)), maxsteps=500, extraprec=400)
    return sorted((r.real for r in found), reverse=True)


gauss = zeros(P)
nodes = sorted(gauss + zeros(E), reverse=True)


def weights(points):
    """Weights from the even moments, on the non-negative half."""
    half = [x for x in points if x > mpf(10) ** -30] + [mpf(0)] * (1 if len(points) % 2 else 0)
    n = len(half)
    a, b = matrix(n, n), matrix(n, 1)
    for r in range(n):
        for c, x in enumerate(half):
            a[r, c] = (1 if x == 0 else 2) * x ** (2 * r)
        b[r] = mpf(2) / (2 * r + 1)
    return half, lu_solve(a, b)


half, kronrod = weights(nodes)
ghalf, gweights = weights(gauss)
print("/**")
print(" * The 21-point Kronrod rule on [-1, 1] and the 10-point Gauss rule in it; made by")
print(" * scripts/equations/kronrod.py. Nodes from the outermost to 0; odd positions are Gauss nodes.")
print(" */")


def show(name, values):
    print(f"export const {name}: readonly number[] = [")
    for value in values:
        print(f"  {float(value)!r},")
    print("];")


show("KRONROD_NODES", half)
show("KRONROD_WEIGHTS", [kronrod[i] for i in range(len(half))])
show("GAUSS_WEIGHTS", [gweights[i] for i in range(len(ghalf))])
