"""Writes jobs of acoustic, buckling and quantum-levels with fields in pieces, and their values.

Pruefer's angle by scipy's DOP853 or LSODA, piece by piece; finite wells by the roots of their equation and steps by
exact waves, in mpmath. `python3 roughLines.py FOLDER` writes ac.json, bu.json and qu.json there.
"""

import json, random, sys
from mpmath import mp, mpf, sqrt, cosh, sinh, cos, sin

import numpy as np, math
from scipy.integrate import solve_ivp
from scipy.optimize import brentq


def theta_end(lam, p, q, w, breaks, heldL, scale, rtol=1e-11, method="DOP853"):
    # u = r sin th / sqrt(scale), p u' = r cos th * sqrt(scale)
    th = 0.0 if heldL else math.pi / 2
    for a, b in zip(breaks[:-1], breaks[1:]):

        def f(x, y, a=a, b=b):
            xi = min(max(x, a + 1e-12 * (b - a)), b - 1e-12 * (b - a))
            c = math.cos(y[0])
            s = math.sin(y[0])
            return [scale * c * c / p(xi) + (lam * w(xi) - q(xi)) / scale * s * s]

        th = solve_ivp(f, (a, b), [th], method=method, rtol=rtol, atol=1e-12, max_step=(b - a) / 4).y[0, -1]
    return th


def eig(p, q, w, breaks, heldL, heldR, k, lo, hi, scale=1.0, rtol=1e-11, method="DOP853"):
    target = (k + 1) * math.pi if heldR else k * math.pi + math.pi / 2
    g = lambda l: theta_end(l, p, q, w, breaks, heldL, scale, rtol, method) - target
    while g(hi) < 0:
        lo, hi = hi, hi * 2 if hi > 0 else hi + 1
    return brentq(g, lo, hi, xtol=1e-13 * max(abs(hi), 1e-300), rtol=1e-13)


# ac
random.seed(58)
jobs = []


def add(kind, area, S, breaks, ends, scale=None):
    hL = ends.startswith("open")
    hR = ends.endswith("open")
    k = 0 if (hL or hR) else 1
    b = [0] + breaks + [1]
    lam = eig(S, lambda x: 0, S, b, hL, hR, k, 1e-7, 10.0, scale=scale or S(0.5) * 2)
    jobs.append(
        dict(
            solver="acoustic",
            kind=kind,
            body=dict(length=1, c=340, ends=ends, area=area),
            ref=340 * math.sqrt(lam) / (2 * math.pi),
        )
    )


E = ["open-open", "closed-open", "open-closed", "closed-closed"]


def r(a, b):
    return round(random.uniform(a, b), 6)


for i in range(30):
    a = r(0.05, 0.95)
    s1 = 10 ** r(-4, 0)
    s2 = 10 ** r(-4, 0)
    add(
        "step",
        f"{{{s1} if x<{a}; {s2}*(1+x) otherwise}}",
        lambda x, a=a, s1=s1, s2=s2: s1 if x < a else s2 * (1 + x),
        [a],
        random.choice(E),
    )
    a = r(0.05, 0.9)
    w = 10 ** r(-5, -1.3)
    b = a + w
    s1 = 10 ** r(-6, -1)
    bs = repr(b)
    add(
        "narrow",
        f"{{{s1} if {a}<=x<{bs}; 1e-2 otherwise}}",
        lambda x, a=a, b=b, s1=s1: s1 if a <= x < b else 1e-2,
        [a, b],
        random.choice(E),
        scale=2e-2,
    )
    a = r(0.15, 0.85)
    w = round(10 ** r(-4, -1), 8)
    h = random.choice([-0.999, -0.9, 3, 30])
    add(
        "clamp",
        f"0.01*(1+{h}*(1-min(1,abs(x-{a})/{w})))" if h > 0 else f"0.01*(1-{-h}*(1-min(1,abs(x-{a})/{w})))",
        lambda x, a=a, w=w, h=h: 0.01 * (1 + h * (1 - min(1, abs(x - a) / w))),
        [a - w, a, a + w],
        random.choice(E),
        scale=2e-2,
    )
    a = r(0.1, 0.9)
    w = 10 ** r(-4, -1.5)
    w = round(w, 8)
    add(
        "steep",
        f"0.01*(1.05+tanh((x-{a})/{w}))",
        lambda x, a=a, w=w: 0.01 * (1.05 + math.tanh((x - a) / w)),
        [t for t in [a - 8 * w, a - 3 * w, a - w, a, a + w, a + 3 * w, a + 8 * w] if 1e-4 < t < 1 - 1e-4],
        random.choice(E),
    )
json.dump(jobs, open(f"{sys.argv[1]}/ac.json", "w"))


# bu
random.seed(58)
jobs = []


def r(a, b):
    return round(random.uniform(a, b), 6)


def add(kind, txt, EI, breaks, ends, L=1.0):
    hL = True
    hR = True
    if ends == "fixed-free":
        hL = False
    if ends == "free-fixed":
        hR = False
    if ends == "pinned-guided":
        hR = False
    # fixed-free: M'=0 at fixed end (x=0), M=0 at the free end
    try:
        P = eig(
            lambda x: 1.0,
            lambda x: 0.0,
            lambda x: 1 / EI(x),
            [0] + breaks + [L],
            hL,
            hR,
            0,
            1e-7,
            10.0,
            scale=3.0,
        )
    except Exception as e:
        print(e, txt)
        return
    jobs.append(dict(solver="buckling", kind=kind, body=dict(EI=txt, length=L, ends=ends), ref=P, tol=1e-8))


E = ["pinned-pinned", "fixed-free", "free-fixed", "pinned-guided"]
for i in range(30):
    a = r(0.05, 0.95)
    s1 = 10 ** r(0, 4)
    s2 = 10 ** r(0, 4)
    add(
        "step",
        f"{{{s1} if x<{a}; {s2}*(1+x) otherwise}}",
        lambda x: s1 if x < a else s2 * (1 + x),
        [a],
        random.choice(E),
    )
    a = r(0.05, 0.9)
    w = 10 ** r(-5.5, -1.3)
    b = a + w
    s1 = 1e4 * w * 10 ** r(-2, 2)
    add(
        "narrow",
        f"{{{s1} if {a}<=x<{b!r}; 1e4 otherwise}}",
        lambda x: s1 if a <= x < b else 1e4,
        [a, b],
        random.choice(E),
    )
    a = r(0.15, 0.85)
    w = round(10 ** r(-4, -1), 8)
    h = random.choice([-0.999, -0.9, 3, 30])
    add(
        "clamp",
        f"1e4*(1+{h}*(1-min(1,abs(x-{a})/{w})))" if h > 0 else f"1e4*(1-{-h}*max(0,1-abs(x-{a})/{w}))",
        lambda x: 1e4 * (1 + h * (1 - min(1, abs(x - a) / w))),
        [a - w, a, a + w],
        random.choice(E),
    )
    a = r(0.1, 0.9)
    w = round(10 ** r(-4, -1.5), 8)
    add(
        "steep",
        f"1e4*(1.05+tanh((x-{a})/{w}))",
        lambda x: 1e4 * (1.05 + math.tanh((x - a) / w)),
        [t for t in [a - 8 * w, a - 3 * w, a - w, a, a + w, a + 3 * w, a + 8 * w] if 1e-4 < t < 1 - 1e-4],
        random.choice(E),
    )
json.dump(jobs, open(f"{sys.argv[1]}/bu.json", "w"))


# qu
EH = 4.3597447222060e-18
mp.dps = 40
random.seed(58)
EH = 4.3597447222060e-18
jobs = []


def well(V, L, n):
    # hbar=m=1; z=kL/2: z tan z = sqrt(z0^2-z^2) (even), -z cot z (odd); bisection
    z0 = sqrt(2 * mpf(V)) * L / 2
    lo = mpf(n) * mp.pi / 2
    hi = min(lo + mp.pi / 2, z0)
    if lo >= z0:
        return None
    f = (
        (lambda z: z * sin(z) - sqrt(z0 * z0 - z * z) * cos(z))
        if n % 2 == 0
        else (lambda z: z * cos(z) + sqrt(z0 * z0 - z * z) * sin(z))
    )
    s = f(lo + mpf(10) ** -30 * (hi - lo))
    for _ in range(130):
        m = (lo + hi) / 2
        if f(m) * s > 0:
            lo = m
        else:
            hi = m
    return 2 * (lo / L) ** 2


for e in range(-2, 13):
    for L in (0.37, 1.0, 2.3):
        V = 10.0**e / L**2
        n = random.choice([0, 0, 1, 3])
        E = well(V, L, n)
        if E is None:
            n = 0
            E = well(V, L, 0)
        jobs.append(
            dict(
                solver="quantum-levels",
                kind="finite well 1e%d" % e if 0 else "finite well",
                body=dict(preset="finite-well", parameters=dict(V0=V, L=L), mass=1, n=n, units="atomic"),
                ref=float(E) * EH,
            )
        )


def transfer(E, ps):
    # u=0 at left; count & end value
    u, d = mpf(0), mpf(1)
    for w, V in ps:
        s = 2 * (E - V)
        if s > 0:
            k = sqrt(s)
            c, sn = cos(k * w), sin(k * w)
            u, d = u * c + d * sn / k, d * c - k * u * sn
        else:
            k = sqrt(-s)
            if k == 0:
                u, d = u + d * w, d
            else:
                c, sn = cosh(k * w), sinh(k * w)
                u, d = u * c + d * sn / k, d * c + k * u * sn
    return u


def levels(ps, guess_hi, n, N=4000):
    # scan in E from min V: use zero-count via fine scan of sqrt grid
    lo = min(V for w, V in ps)
    # bracket with dense scan on quadratic grid
    roots = []
    prev = None
    pe = None
    i = 0
    W = sum(w for w, _ in ps)
    step = mpf("0.02") / W
    k = mpf(0)
    while len(roots) <= n:
        E = lo + k * k / 2
        f = transfer(E, ps)
        if prev is not None and f * prev < 0:
            roots.append((pe, E))
        prev = f
        pe = E
        k += step * (1 if True else 1)
    a, b = roots[n]
    fa = transfer(a, ps)
    for _ in range(110):
        m = (a + b) / 2
        if transfer(m, ps) * fa > 0:
            a = m
        else:
            b = m
    return (a + b) / 2


def r(a, b):
    return round(random.uniform(a, b), 6)


for i in range(30):
    # step in a walled box
    mp.dps = 30
    a = r(0.1, 0.9)
    V = round(10 ** r(-1, 3), 4) * random.choice([1, 1, -1])
    n = random.choice([0, 1, 2])
    E = levels([(mpf(repr(a)), mpf(0)), (1 - mpf(repr(a)), mpf(V))], 0, n) if V < 200 or True else None
    jobs.append(
        dict(
            solver="quantum-levels",
            kind="step",
            body=dict(
                potential=f"{{0 if x<{a}; {V} otherwise}}",
                extent=[0, 1],
                ends="walls",
                mass=1,
                n=n,
                units="atomic",
            ),
            ref=float(E) * EH,
        )
    )
    a = r(0.1, 0.85)
    w = round(10 ** r(-6, -1.3), 9)
    g = random.choice([-1, 1]) * 10 ** r(-0.5, 1.3)
    V = round(g / w, 3)
    n = random.choice([0, 1])
    if V < 0 and abs(g) > 3:
        g = -2
        V = round(g / w, 3)
    b = a + w

    # scanning from min V impossible for deep narrow: scan from -g^2-50 upward
    def lev(ps, n):
        roots = []
        prev = None
        pe = None
        E = mpf(-g * g - 60) if V < 0 else mpf(0)
        while len(roots) <= n:
            f = transfer(E, ps)
            if prev is not None and f * prev < 0:
                roots.append((pe, E))
            prev = f
            pe = E
            E += mpf("0.25")
        x, y = roots[n]
        fx = transfer(x, ps)
        for _ in range(100):
            m = (x + y) / 2
            if transfer(m, ps) * fx > 0:
                x = m
            else:
                y = m
        return (x + y) / 2

    E = lev([(mpf(a), mpf(0)), (mpf(b) - mpf(a), mpf(V)), (1 - mpf(b), mpf(0))], n)
    jobs.append(
        dict(
            solver="quantum-levels",
            kind="narrow",
            body=dict(
                potential=f"{{{V} if {a}<=x<{b!r}; 0 otherwise}}",
                extent=[0, 1],
                ends="walls",
                mass=1,
                n=n,
                units="atomic",
            ),
            ref=float(E) * EH,
        )
    )
    a = r(0.15, 0.85)
    w = round(10 ** r(-4, -1), 8)
    V = round(random.choice([-1, 1]) * 10 ** r(0, 1.2) / w, 4)
    n = random.choice([0, 1])
    if V < 0:
        V = round(-1 / w, 4)
    E = eig(
        lambda x: 0.5,
        lambda x: V * max(0, 1 - abs(x - a) / w),
        lambda x: 1.0,
        [0, a - w, a, a + w, 1],
        True,
        True,
        n,
        -60.0,
        400.0,
        scale=3.0,
    )
    txt = random.choice([f"{V}*max(0,1-abs(x-{a})/{w})", f"{V}*(1-min(1,abs(x-{a})/{w}))"])
    jobs.append(
        dict(
            solver="quantum-levels",
            kind="clamp",
            body=dict(potential=txt, extent=[0, 1], ends="walls", mass=1, n=n, units="atomic"),
            ref=E * EH,
        )
    )
    a = r(0.2, 0.8)
    w = round(10 ** r(-4, -1.3), 8)
    V = round(10 ** r(1, 3), 3)
    n = random.choice([0, 1])
    E = eig(
        lambda x: 0.5,
        lambda x: V * (1 + math.tanh((x - a) / w)) / 2,
        lambda x: 1.0,
        [0] + [t for t in (a - 8 * w, a - 2 * w, a, a + 2 * w, a + 8 * w) if 0 < t < 1] + [1],
        True,
        True,
        n,
        0.0,
        2000.0,
        scale=6.0,
        method="LSODA" if V > 400 else "DOP853",
    )
    jobs.append(
        dict(
            solver="quantum-levels",
            kind="steep",
            body=dict(
                potential=f"{V}*(1+tanh((x-{a})/{w}))/2",
                extent=[0, 1],
                ends="walls",
                mass=1,
                n=n,
                units="atomic",
            ),
            ref=E * EH,
            tol=1e-8,
        )
    )
json.dump(jobs, open(f"{sys.argv[1]}/qu.json", "w"))
