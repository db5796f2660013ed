"""Random jobs with fields, sides and sources that jump or bend, and their values by series and by
d'Alembert's formula, which share nothing with the grids of the solvers.

Heat: cosine and sine series of the pieces (Carslaw and Jaeger, Conduction of Heat in Solids, 1959,
3.3, 3.8, 2.5 and 5.3). Strings: d'Alembert (Morse and Ingard, Theoretical Acoustics, 1968, 4.1).
Membranes: double sine series. Writes test/vectors/rough.json. `noise` is what the reference itself
may be off by.
"""

import json
import math
import random
import re
import numpy as np

rng = random.Random(20581)


def pick(a, b, digits=4):
    return round(rng.uniform(a, b), digits)


def modes(kind, L, n):
    """eigenfunctions on [0, L]: insulated cos(k pi x/L), held at zero sin(k pi x/L)"""
    k = np.arange(0 if kind == "insulated" else 1, n)
    return k * np.pi / L


def piecewise(kind, L, pieces, x, at):
    """value at x, time `at` (alpha t) of u0 = sum of height on [a, b], by its series"""
    k = modes(kind, L, 4000)
    total = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        c = np.zeros_like(k)
        for a, b, h in pieces:
            if kind == "insulated":
                c += h * np.where(
                    k == 0, (b - a) / L, 2 / L * (np.sin(k * b) - np.sin(k * a)) / np.where(k == 0, 1, k)
                )
            else:
                c += h * 2 / L * (np.cos(k * a) - np.cos(k * b)) / k
    shape = np.cos(k * x) if kind == "insulated" else np.sin(k * x)
    return float(np.sum(c * shape * np.exp(-k * k * at)))


def tent(L, c, w, h, x, at, kind):
    k = modes(kind, L, 4000)
    # integral of h max(0, 1-|x-c|/w) cos(kx): tent = cos(kc) * w * sinc^2(kw/2)
    s = np.where(k == 0, 1.0, (np.sin(k * w / 2) / np.where(k == 0, 1, k * w / 2)) ** 2) * w * h
    c_ = s * (np.cos(k * c) if kind == "insulated" else np.sin(k * c)) * np.where(k == 0, 1 / L, 2 / L)
    shape = np.cos(k * x) if kind == "insulated" else np.sin(k * x)
    return float(np.sum(c_ * shape * np.exp(-k * k * at)))


jobs = []


def add(kind, body, value):
    jobs.append({"kind": kind, "body": body, "value": value})


def series1d(i):
    L = pick(0.05, 3)
    alpha = 10 ** rng.uniform(-6, 0)
    at = L * L * 10 ** rng.uniform(-3.3, -0.5)
    t = at / alpha
    kind = rng.choice(["insulated", "fixed"])
    x = round(pick(0.02, 0.98) * L, 5)
    bc = "insulated" if kind == "insulated" else 0
    body = {"alpha": alpha, "length": L, "dim": 1, "boundary": bc, "t_end": t, "probe": x}
    return L, at, kind, x, body


for i in range(50):  # step: boxes of any width
    L, at, kind, x, body = series1d(i)
    a = round(pick(0, 0.8) * L, 5)
    b = round(a + pick(0.05, 0.9) * (L - a), 5)
    h = pick(-500, 500, 2)
    body["initial"] = f"{{{h} if {a} <= x < {b}; 0 otherwise}}"
    add("step", body, piecewise(kind, L, [(a, b, h)], x, at * 1.0))
for i in range(25):  # bodies in contact
    L, at, kind, x, body = series1d(i)
    body["boundary"] = "insulated"
    a = round(pick(0.1, 0.9) * L, 5)
    h1, h2 = pick(250, 400, 1), pick(400, 1200, 1)
    body["initial"] = f"{{{h1} if x < {a}; {h2} otherwise}}"
    add("bodies in contact", body, piecewise("insulated", L, [(0, a, h1), (a, L, h2)], x, at))
for i in range(50):  # narrow boxes
    L, at, kind, x, body = series1d(i)
    w = L * 10 ** rng.uniform(-6, -2)
    a = pick(0.05, 0.9, 6) * L
    h = 10 ** rng.uniform(2, 6)
    body["initial"] = f"{{{h!r} if {a!r} <= x < {a + w!r}; 0 otherwise}}"
    add("narrow", body, piecewise(kind, L, [(a, a + w, h)], x, at))
for i in range(50):  # tents, written as clamps
    L, at, kind, x, body = series1d(i)
    w = L * 10 ** rng.uniform(-4, -0.7)
    c = rng.uniform(w, L - w)
    h = 10 ** rng.uniform(0, 3)
    body["initial"] = rng.choice(
        [
            f"{h!r}*max(0, 1-abs(x-{c!r})/{w!r})",
            f"{h!r}*(1-min(1, abs((x-{c!r})/{w!r})))",
            f"{h!r}*(abs(1-abs(x-{c!r})/{w!r})+1-abs(x-{c!r})/{w!r})/2",
        ]
    )
    add("clamp", body, tent(L, c, w, h, x, at, kind))
for i in range(50):  # flux switched on and off at the left, insulated right
    L = pick(0.05, 3)
    alpha = 10 ** rng.uniform(-6, 0)
    T = L * L / alpha * 10 ** rng.uniform(-2, 0)
    k_ = pick(1, 100)
    rho_c = k_ / alpha
    x = round(pick(0.0, 1.0) * L, 5)
    t1 = rng.uniform(0, 0.8) * T * rng.choice([0, 1])
    t2 = t1 + (T - t1) * rng.uniform(0.02, 0.9) * rng.choice([1, 1, 0.01])
    q = 10 ** rng.uniform(2, 5)
    kk = np.arange(1, 20000) * np.pi / L
    lo, hi = t1, t2
    mean = q * (hi - lo) / (rho_c * L)
    g = (np.exp(-alpha * kk * kk * (T - hi)) - np.exp(-alpha * kk * kk * (T - lo))) / (alpha * kk * kk)
    v = 300 + mean + float(np.sum(2 * q / (rho_c * L) * np.cos(kk * x) * g))
    cond = f"t < {t2!r}" if t1 == 0 else f"{t1!r} <= t < {t2!r}"
    add(
        "switched in time",
        {
            "k": k_,
            "rho": 1000,
            "c": rho_c / 1000,
            "length": L,
            "dim": 1,
            "initial": 300,
            "boundary": {"left": {"flux": f"{{{q!r} if {cond}; 0 otherwise}}"}, "right": "insulated"},
            "t_end": T,
            "probe": x,
        },
        v,
    )
from math import erfc, sqrt

for i in range(30):  # half space, wall pulse
    alpha = 10 ** rng.uniform(-6, 0)
    T = 10 ** rng.uniform(0, 4)
    t1 = rng.uniform(0, 0.8) * T
    t2 = t1 + (T - t1) * 10 ** rng.uniform(-4, -0.1)
    h = 10 ** rng.uniform(1, 5)
    x = sqrt(alpha * T) * rng.uniform(0.1, 2)
    f = lambda s: erfc(x / (2 * sqrt(alpha * s))) if s > 0 else 0
    add(
        "half space, wall pulse",
        {
            "alpha": alpha,
            "mode": "half-space",
            "initial": 0,
            "boundary": f"{{{h!r} if {t1!r} <= t < {t2!r}; 0 otherwise}}",
            "t_end": T,
            "probe": x,
        },
        h * (f(T - t1) - f(T - t2)),
    )
for i in range(25):  # plates: rectangles in the start
    L, H = pick(0.3, 2), pick(0.3, 2)
    alpha = 1
    at = min(L, H) ** 2 * 10 ** rng.uniform(-2.5, -1)
    kind = rng.choice(["insulated", "fixed"])
    x, y = round(pick(0.05, 0.95) * L, 4), round(pick(0.05, 0.95) * H, 4)
    a, c = pick(0, 0.6) * L, pick(0, 0.6) * H
    b, d = a + pick(0.05, 0.4) * L, c + pick(0.05, 0.4) * H
    h = pick(10, 1000)
    add(
        "plate, rectangle",
        {
            "alpha": 1,
            "lx": L,
            "ly": H,
            "boundary": "insulated" if kind == "insulated" else 0,
            "t_end": at,
            "probe": [x, y],
            "initial": f"{{{h} if {a!r} < x < {b!r} and {c!r} < y < {d!r}; 0 otherwise}}",
        },
        h * piecewise(kind, L, [(a, b, 1)], x, at) * piecewise(kind, H, [(c, d, 1)], y, at),
    )
for i in range(25):  # steady plates with a half-hot side
    L, H = pick(0.4, 1.5), pick(0.4, 1.5)
    x, y = round(pick(0.2, 0.9) * L, 4), round(pick(0.1, 0.9) * H, 4)
    s = pick(0.1, 0.9) * H
    h = pick(50, 800)
    k = np.arange(1, 400) * np.pi / H
    c = 2 / H * h * (1 - np.cos(k * s)) / k
    v = float(
        np.sum(c * np.sin(k * y) * (np.exp(-k * x) - np.exp(-k * (2 * L - x))) / (1 - np.exp(-2 * k * L)))
    )
    add(
        "steady plate, half-hot side",
        {
            "lx": L,
            "ly": H,
            "steady": True,
            "boundary": {"left": f"{{{h} if y < {s!r}; 0 otherwise}}", "right": 0, "bottom": 0, "top": 0},
            "probe": [x, y],
        },
        v,
    )
for i in range(20):  # smooth
    L, at, kind, x, body = series1d(i)
    n, m = rng.randint(1, 4), rng.randint(5, 9)
    A, B = pick(-50, 50), pick(-50, 50)
    f = "cos" if kind == "insulated" else "sin"
    g = np.cos if kind == "insulated" else np.sin
    body["initial"] = f"{A}*{f}({n}*pi*x/{L}) + {B}*{f}({m}*pi*x/{L})"
    w = lambda j: np.exp(-((j * np.pi / L) ** 2) * at) * g(j * np.pi * x / L)
    add("smooth", body, float(A * w(n) + B * w(m)))
for j in jobs:
    h = max(
        [
            abs(float(m))
            for m in re.findall(
                r"-?\d+\.?\d*(?:e[+-]?\d+)?",
                json.dumps(j["body"].get("initial", "")) + json.dumps(j["body"]["boundary"]),
            )
        ]
        + [0]
    )
    j["noise"] = 1e-13 * h if j["kind"] != "half space, wall pulse" else 1e-15 * h
heat_jobs = [{"solver": "heat", **j} for j in jobs]


# Strings and membranes
rng = random.Random(77003)
jobs = []


def add(kind, body, value, noise=0):
    jobs.append({"kind": kind, "body": body, "value": value, "noise": noise})


def image(f, L, x):  # odd periodic continuation
    y = x % (2 * L)
    return f(y) if y <= L else -f(2 * L - y)


def iint(F, L, a, b):  # integral of odd continuation, F antiderivative on [0,L] with F(0)=0
    def G(x):
        y = x % (2 * L)
        return F(y) if y <= L else F(2 * L - y)

    return G(b) - G(a)


for i in range(50):
    L = pick(0.3, 3)
    c = pick(0.5, 400)
    t = L / c * rng.uniform(0.05, 2.5)
    x = round(pick(0.05, 0.95) * L, 5)
    a = round(pick(0.05, 0.7) * L, 5)
    b = round(a + pick(0.05, 0.9) * (0.97 * L - a), 5)
    h = pick(-5, 5, 2)
    F = lambda y: h * (min(max(y, a), b) - a)
    add(
        "step in velocity",
        {
            "dim": 1,
            "c": c,
            "length": L,
            "initial": 0,
            "velocity": f"{{{h} if {a} <= x < {b}; 0 otherwise}}",
            "t_end": t,
            "probe": x,
        },
        iint(F, L, x - c * t, x + c * t) / (2 * c),
    )
for i in range(30):
    L = pick(0.3, 3)
    c = pick(0.5, 400)
    t = L / c * rng.uniform(0.05, 2.5)
    x = round(pick(0.05, 0.95) * L, 5)
    w = L * 10 ** rng.uniform(-6, -2.5)
    a = pick(0.1, 0.9, 6) * L
    b = a + w
    h = 10 ** rng.uniform(0, 5)
    F = lambda y: h * (min(max(y, a), b) - a)
    add(
        "narrow in velocity",
        {
            "dim": 1,
            "c": c,
            "length": L,
            "initial": 0,
            "velocity": f"{{{h!r} if {a!r} <= x < {b!r}; 0 otherwise}}",
            "t_end": t,
            "probe": x,
        },
        iint(F, L, x - c * t, x + c * t) / (2 * c),
    )
for i in range(30):
    L = pick(0.3, 3)
    c = pick(0.5, 400)
    t = L / c * rng.uniform(0.05, 2.5)
    x = round(pick(0.05, 0.95) * L, 5)
    a = round(pick(0.05, 0.7) * L, 5)
    b = round(a + pick(0.05, 0.9) * (0.97 * L - a), 5)
    h = pick(-5, 5, 2)
    f = lambda y: h if a <= y < b else 0
    add(
        "step in displacement",
        {
            "dim": 1,
            "c": c,
            "length": L,
            "velocity": 0,
            "initial": f"{{{h} if {a} <= x < {b}; 0 otherwise}}",
            "t_end": t,
            "probe": x,
        },
        (image(f, L, x - c * t) + image(f, L, x + c * t)) / 2,
    )
for i in range(50):
    L = pick(0.3, 3)
    c = pick(0.5, 400)
    t = L / c * rng.uniform(0.05, 2.5)
    x = round(pick(0.05, 0.95) * L, 5)
    w = L * 10 ** rng.uniform(-3, -0.5) * 0.9
    m = rng.uniform(w, L - w)
    h = pick(-5, 5, 2)
    f = lambda y: h * max(0, 1 - abs(y - m) / w)
    txt = rng.choice([f"{h}*max(0, 1-abs(x-{m!r})/{w!r})", f"{h}*(1-min(1,abs((x-{m!r})/{w!r})))"])
    add(
        "clamp, plucked",
        {"dim": 1, "c": c, "length": L, "velocity": 0, "initial": txt, "t_end": t, "probe": x},
        (image(f, L, x - c * t) + image(f, L, x + c * t)) / 2,
    )
for i in range(15):
    L = pick(0.3, 3)
    c = pick(0.5, 400)
    t = L / c * rng.uniform(0.05, 2.5)
    x = round(pick(0.05, 0.95) * L, 5)
    n, m = rng.randint(1, 3), rng.randint(1, 4)
    A, B = pick(-2, 2), pick(-2, 2)
    add(
        "smooth",
        {
            "dim": 1,
            "c": c,
            "length": L,
            "velocity": f"{B}*sin({m}*pi*x/{L})",
            "initial": f"{A}*sin({n}*pi*x/{L})",
            "t_end": t,
            "probe": x,
        },
        A * math.sin(n * math.pi * x / L) * math.cos(n * math.pi * c * t / L)
        + B * L / (m * math.pi * c) * math.sin(m * math.pi * x / L) * math.sin(m * math.pi * c * t / L),
    )
# membranes: product of boxes in velocity by double sine series
for i in range(15):
    lx, ly = pick(0.5, 2), pick(0.5, 2)
    c = 1
    t = min(lx, ly) * rng.uniform(0.1, 1.2)
    x, y = round(pick(0.1, 0.9) * lx, 4), round(pick(0.1, 0.9) * ly, 4)
    a, d = pick(0.05, 0.6) * lx, pick(0.05, 0.6) * ly
    b, e = a + pick(0.05, 0.35) * lx, d + pick(0.05, 0.35) * ly
    h = pick(1, 5)
    k = np.arange(1, 3000) * np.pi / lx
    q = np.arange(1, 3000) * np.pi / ly
    A = 2 / lx * (np.cos(k * a) - np.cos(k * b)) / k * np.sin(k * x)
    B = 2 / ly * (np.cos(q * d) - np.cos(q * e)) / q * np.sin(q * y)
    w = np.sqrt(k[:, None] ** 2 + q[None, :] ** 2)
    # Cesaro-like smoothing of the tail
    T = A[:, None] * B[None, :] * np.sin(w * t) / w
    sx = np.sinc(np.arange(1, 3000) / 3000)[:, None]
    sy = np.sinc(np.arange(1, 3000) / 3000)[None, :]
    v = h * float((T * sx * sy).sum())
    v2 = h * float(T.sum())
    add(
        "membrane, rectangle in velocity",
        {
            "c": c,
            "lx": lx,
            "ly": ly,
            "initial": 0,
            "velocity": f"{{{h} if {a!r} < x < {b!r} and {d!r} < y < {e!r}; 0 otherwise}}",
            "t_end": t,
            "probe": [x, y],
        },
        v,
        3 * abs(v - v2) + 1e-6 * abs(h) * t,
    )
wave_jobs = [{"solver": "wave", **j} for j in jobs]
with open("test/vectors/rough.json", "w") as out:
    rows = ",\n".join(json.dumps(j) for j in heat_jobs + wave_jobs)
    out.write('{\n"source": "scripts/solvers/reference/rough.py",\n"jobs": [\n' + rows + "\n]\n}\n")
