"""Writes random jobs with fields in pieces of react, tumour, fea, device, wave (2-D, light), climate, action, solve,
opt and lattice, and their values, none of which comes from the solvers.

react, tumour: control volumes between the jumps, scipy's BDF, two meshes extrapolated. fea: spectral elements graded
towards jumps and corners. device, membranes, basins: double series. discs: Bessel series. light and basins with steps
of depth: every echo of a pulse by Fresnel's factors. Others: closed forms, named beside each.

`python3 roughFields.py FILE [SOLVER...]` writes the jobs there; `noise` is what a reference may be off by.
test/vectors/roughFields.json has those of react, device, solve, opt, lattice, action, heat and climate, and of the
others the first of each kind: jobs of fea, wave and tumour take minutes to make. Films of light take the solver
minutes, and are not in it.
"""

import json
import math
import random
import sys

import numpy as np
from mpmath import mp
from scipy import special
from scipy.integrate import quad, solve_ivp
from scipy.optimize import linprog
from scipy.sparse import bmat, diags, kron
from scipy.sparse.linalg import spsolve

rng = random.Random(58001)
jobs = []


def add(solver, kind, body, value, noise=0.0, output=None):
    """output: the name of what is asked, where it is not the value"""
    job = {"solver": solver, "kind": kind, "body": body, "value": float(value), "noise": float(abs(noise))}
    jobs.append(job | ({"output": output} if output else {}))


def pick(a, b, digits=4):
    return round(rng.uniform(a, b), digits)


def log_pick(a, b):
    return float(f"{10 ** rng.uniform(math.log10(a), math.log10(b)):.6g}")


# Profiles over one variable, as text and as a function, with the places at which they jump or bend.


def box(a, b, height, base=0.0, name="x"):
    text = f"{{{height!r} if {a!r} <= {name} < {b!r}; {base!r} otherwise}}"
    return text, lambda x: np.where((x >= a) & (x < b), height, base), [a, b]


def tent(c, w, height, base=0.0, name="x"):
    text = rng.choice(
        [
            f"{base!r} + {height!r}*max(0, 1-abs({name}-{c!r})/{w!r})",
            f"{base!r} + {height!r}*(1-min(1, abs(({name}-{c!r})/{w!r})))",
            f"{base!r} + {height!r}*(abs(1-abs({name}-{c!r})/{w!r})+1-abs({name}-{c!r})/{w!r})/2",
        ]
    )
    return text, lambda x: base + height * np.maximum(0, 1 - np.abs(x - c) / w), [c - w, c, c + w]


def front(c, w, height, name="x"):
    """a smooth wall of width w"""
    text = f"{height!r}*(1-tanh(({name}-{c!r})/{w!r}))/2"
    return text, lambda x: height * (1 - np.tanh((x - c) / w)) / 2, [c - 8 * w, c - w, c, c + w, c + 8 * w]


def profile(kind, length, height, base=0.0, end=0.95):
    """one profile of that kind within [0, end length]"""
    if kind == "step":
        a = round(pick(0.02, 0.6) * length, 6)
        return box(a, round(a + pick(0.1, 0.9) * (end * length - a), 6), height, base)
    if kind == "narrow":
        a = pick(0.1, 0.8, 6) * length
        return box(a, a + length * 10 ** rng.uniform(-5, -2), height, base)
    if kind == "clamp":
        w = length * 10 ** rng.uniform(-2.5, -0.6)
        return tent(rng.uniform(w, end * length - w), w, height, base)
    return front(pick(0.2, 0.7) * length, length * 10 ** rng.uniform(-4, -1.5), height)


GAUSS = np.polynomial.legendre.leggauss(8)


def faces_of(length, breaks, n, least=6):
    """faces of some n cells with one at every break, of like width in every piece, growing away from narrow ones"""
    ends = np.array(sorted({0.0, length, *[b for b in breaks if 0 < b < length]}))
    faces = [0.0]
    for a, b in zip(ends[:-1], ends[1:]):
        m = max(least * n // 200, int(np.ceil((b - a) / length * n)))
        narrow = min([e - s for s, e in zip(ends[:-1], ends[1:])])
        if (b - a) / m > 4 * narrow / (least * n // 200):  # grade from both sides
            h0, L = narrow / (least * n // 200), b - a
            q = 1.0 + 12.0 / n
            sizes = []
            while sum(sizes) < L / 2 and len(sizes) < 40 * n:
                sizes.append(min(h0 * q ** len(sizes), L / m))
            sizes = np.array(sizes + sizes[::-1])
            faces += list(a + np.cumsum(sizes) * L / sizes.sum())
        else:
            faces += list(a + (b - a) * np.arange(1, m + 1) / m)
        faces[-1] = b
    return np.array(faces)


def cell_means(f, faces):
    x, w = GAUSS
    mid, half = (faces[1:] + faces[:-1]) / 2, (faces[1:] - faces[:-1]) / 2
    return sum(wi * f(mid + xi * half) for xi, wi in zip(x, w)) / 2


def reaction_line(diffusions, reaction, starts, breaks, length, t, n, periodic=False, dim=1, times=None, means=None):
    """means over cells of species that diffuse and react on a line, a disc or a ball"""
    faces = faces_of(length, breaks, n)
    mids = (faces[1:] + faces[:-1]) / 2
    volume = (faces[1:] ** dim - faces[:-1] ** dim) / dim
    gaps = np.diff(mids)
    cells = len(mids)
    left, right = np.zeros(cells), np.zeros(cells)
    link = faces[1:-1] ** (dim - 1) / gaps
    right[:-1], left[1:] = link, link
    lap = diags([link, -left - right, link], [-1, 0, 1], format="lil")
    if periodic:
        wrap = 1 / (mids[0] + length - mids[-1])
        lap[0, -1] = lap[-1, 0] = wrap
        lap[0, 0] -= wrap
        lap[-1, -1] -= wrap
    lap = (diags(1 / volume) @ lap.tocsr()).tocsr()
    k = len(diffusions)
    whole = bmat([[lap * d if i == j else None for j in range(k)] for i, d in enumerate(diffusions)], format="csc")
    if k == 1:
        whole = (lap * diffusions[0]).tocsc()

    def rhs(_, y):
        return whole @ y + np.concatenate(reaction(*y.reshape(k, cells)))

    def jac(_, y):
        u = y.reshape(k, cells)
        eps = 1e-7
        base = reaction(*u)
        rows = []
        for i in range(k):
            row = []
            for j in range(k):
                bent = [v + (eps if m == j else 0) for m, v in enumerate(u)]
                row.append(diags((reaction(*bent)[i] - base[i]) / eps))
            rows.append(row)
        return (whole + bmat(rows)).tocsc()

    y0 = np.concatenate([cell_means(f, faces) for f in starts]) if means is None else means(faces)
    run = solve_ivp(rhs, (0, t), y0, method="BDF", jac=jac, rtol=1e-9, atol=1e-12, t_eval=times)
    if not run.success:
        raise ArithmeticError(run.message)
    return mids, volume, run.y.reshape(k, cells, -1)


def extrapolated(run, n=400):
    """a value by second-order meshes of n, 2n: Richardson, and the change as its noise"""
    a, b = run(n), run(2 * n)
    return b + (b - a) / 3, abs(b - a) / 10


# react


def react():
    for kind in ["smooth", "step", "narrow", "clamp", "steep front"]:
        for _ in range(8):
            n = rng.choice([64, 100, 200, 400])
            length = pick(5, 60)
            dx = length / n
            periodic = rng.random() < 0.4 and kind != "steep front"
            height = pick(0.3, 1.2) if kind != "narrow" else log_pick(1, 100)
            if kind == "smooth":
                c, w = pick(0.4, 0.6) * length, pick(0.04, 0.08) * length
                text, breaks = f"{height}*exp(-((x-{c})/{w})^2)", []
                f = lambda x: height * np.exp(-(((x - c) / w) ** 2))
            else:
                text, f, breaks = profile(kind, length, height, 0.0)
            D, t = log_pick(0.05, 2), pick(0.5, 5)
            scheme = rng.choice(["etd", "explicit"])
            if rng.random() < 0.6:
                a, r = pick(0.05, 0.4), pick(0.3, 2)
                body = dict(model="nagumo", a=a, r=r, Du=D, initial={"u": text})
                run = lambda m: reaction_line(
                    [D], lambda u: (r * u * (1 - u) * (u - a),), [f], breaks, length, t, m, periodic
                )
                value, noise = extrapolated(lambda m: (lambda s: (s[1] @ s[2][0, :, -1]) / length)(run(m)))
            else:
                a, eps, gam = pick(0.05, 0.3), pick(0.05, 0.5), pick(0.5, 2)
                body = dict(
                    model="fitzhugh-nagumo", a=a, epsilon=eps, gamma=gam, Du=D, Dv=D, initial={"u": text, "v": 0}
                )
                run = lambda m: reaction_line(
                    [D, D],
                    lambda u, v: (u * (1 - u) * (u - a) - v, eps * (u - gam * v)),
                    [f, lambda x: 0 * x],
                    breaks,
                    length,
                    t,
                    m,
                    periodic,
                )
                value, noise = extrapolated(lambda m: (lambda s: (s[1] @ s[2][1, :, -1]) / length)(run(m)))
            body |= dict(n=n, dx=dx, dim=1, t_end=t, scheme=scheme, edges="periodic" if periodic else "no-flux")
            add("react", kind, body, value, noise + 1e-9 * abs(value))


def react_discs():
    """a disc or a cone in the middle of a square, far from its edges: one radius is enough"""
    for kind in ["disc, step", "disc, clamp"]:
        for _ in range(6):
            n = rng.choice([48, 64, 96])
            L = pick(5, 60)
            dx = L / n
            L = n * dx
            c, g = (0.5 + pick(-0.05, 0.05)) * L, (0.5 + pick(-0.05, 0.05)) * L
            R, h = pick(0.1, 0.2) * L, pick(0.3, 1.2)
            t, a, r = pick(0.5, 3), pick(0.05, 0.4), pick(0.3, 1)
            D = (0.025 * L) ** 2 / t * pick(0.3, 1)
            far = f"(x-{c!r})^2+(y-{g!r})^2"
            if kind == "disc, step":
                text = f"{{{h} if {far} < {R!r}^2; 0 otherwise}}"
                f = lambda v: np.where(v < R, h, 0.0)
            else:
                text = rng.choice(
                    [
                        f"{h}*max(0, 1-sqrt({far})/{R!r})",
                        f"{h}*(1-min(1, hypot(x-{c!r}, y-{g!r})/{R!r}))",
                        f"{{{h}*(1-sqrt({far})/{R!r}) if {far} < {R!r}^2; 0 otherwise}}",
                    ]
                )
                f = lambda v: h * np.maximum(0, 1 - v / R)
            nagumo = lambda u: (r * u * (1 - u) * (u - a),)
            run = lambda m: reaction_line([D], nagumo, [f], [R], 0.44 * L, t, m, dim=2)
            means = lambda s: 2 * math.pi * (s[1] @ s[2][0, :, -1]) / L**2
            fine = [means(run(m)) for m in (400, 800)]
            value, noise = fine[1] + (fine[1] - fine[0]) / 3, abs(fine[1] - fine[0]) / 10 + 1e-9 * abs(fine[1])
            body = dict(model="nagumo", a=a, r=r, Du=D, initial={"u": text}, n=n, dx=dx, dim=2, t_end=t)
            body |= dict(scheme=rng.choice(["etd", "explicit"]), edges=rng.choice(["periodic", "no-flux"]))
            add("react", kind, body, value, noise)


# tumour


def half_full(x, u):
    i = np.nonzero((u[:-1] >= 0.5) & (u[1:] < 0.5))[0][-1]
    a, b = np.log(u[i] / (1 - u[i])), np.log(u[i + 1] / (1 - u[i + 1]))
    return x[i] + (x[i + 1] - x[i]) * a / (a - b)


def tumour(kinds=("step", "clamp", "narrow", "steep front", "smooth")):
    for kind in kinds:
        rng.seed(f"58001 {kind}")
        for _ in range(8):
            D, r = log_pick(1e-6, 1e2), log_pick(1e-3, 10)
            width = math.sqrt(D / r)
            t, full = pick(6, 14, 3), pick(5, 14, 3)
            dim, geometry = rng.choice([(1, "line"), (2, "disc"), (3, "radial")])
            part = pick(0.6, 1)
            if kind == "step":
                X, f, breaks = box(-1.0, full * width, part)
            elif kind == "clamp":
                X, f, breaks = tent(0.0, full * width, part)
            elif kind == "narrow":  # a thin gap in what is full
                a = pick(0.3, 0.8) * full * width
                b = a + width * 10 ** rng.uniform(-4, -1)
                X = f"{{0 if {a!r} <= x < {b!r}; {part!r} if x < {full * width!r}; 0 otherwise}}"
                f = lambda x: np.where((x >= a) & (x < b), 0, np.where(x < full * width, part, 0))
                breaks = [a, b, full * width]
            elif kind == "steep front":
                X, f, breaks = front(full * width, width * 10 ** rng.uniform(-4, -1), part)
            else:
                X, f, breaks = front(full * width, width * pick(0.5, 1.5), part)
            span = (full + 2 * t + 26) * width
            clip = lambda x: np.minimum(1, f(x))
            means = None
            if kind == "narrow":  # means over even cells, of what is full less the gap
                covered = lambda faces, p, q: np.diff(np.clip(faces, p, q))
                F, breaks = full * width, [full * width]
                means = lambda faces: part * (covered(faces, 0, F) - covered(faces, a, b)) / np.diff(faces)

            def run(n):
                x, _, y = reaction_line(
                    [D],
                    lambda u: (r * u * (1 - u),),
                    [clip],
                    breaks,
                    span,
                    t / r,
                    4 * n,
                    dim=dim,
                    times=[t / 2 / r, t / r],
                    means=means,
                )
                return (half_full(x, y[0, :, 1]) - half_full(x, y[0, :, 0])) / (t / 2 / r)

            value, noise = extrapolated(run, 200)
            add("tumour", kind, dict(D=D, r=r, initial=X, t_end=t / r, geometry=geometry), value, noise)


def windows():
    """fronts over a window far shorter than a step: -u_t / u_x at u = 1/2, of a polynomial through the means"""
    for _ in range(8):
        D, r = log_pick(1e-6, 1e2), log_pick(1e-3, 10)
        width = math.sqrt(D / r)
        t, full = pick(6, 12, 3), pick(5, 12, 3)
        X, f, breaks = box(-1.0, full * width, 1.0)
        span = (full + 2 * t + 26) * width
        at = pick(0.4, 0.95) * t
        long = 10 ** rng.uniform(-6, -2) * t

        def run(n):
            x, _, y = reaction_line(
                [D], lambda u: (r * u * (1 - u),), [f], breaks, span, t / r, 4 * n, times=[at / r, t / r]
            )
            u = y[0, :, 0]
            i = np.nonzero((u[:-1] >= 0.5) & (u[1:] < 0.5))[0][-1]
            near = slice(i - 4, i + 6)
            fit = np.polynomial.Polynomial.fit(x[near], u[near], 8)
            front = bisect(lambda v: fit(v) - 0.5, x[i], x[i + 1])
            return -(D * fit.deriv(2)(front) + r / 4) / fit.deriv()(front)

        value, noise = extrapolated(run, 150)
        window = [at / r - long / r / 2, at / r + long / r / 2]
        body = dict(D=D, r=r, initial={"step": full * width}, t_end=t / r, window=window)
        add("tumour", "narrow window in time", body, value, noise)


# fea: spectral elements on lines graded towards where the stress is singular


def line_matrices(ends, p):
    """mass, stiffness and C = integral of phi_i' phi_j of continuous elements of order p"""
    x, w = np.polynomial.legendre.leggauss(p + 2)
    nodes = np.concatenate([[-1], np.polynomial.legendre.Legendre.basis(p).deriv().roots().real, [1]])
    V = np.polynomial.legendre.legvander(nodes, p)
    values = np.linalg.solve(V.T, np.polynomial.legendre.legvander(x, p).T).T
    der = np.stack([np.polynomial.legendre.Legendre.basis(k).deriv()(x) if k else 0 * x for k in range(p + 1)]).T
    slopes = np.linalg.solve(V.T, der.T).T
    n = p * (len(ends) - 1) + 1
    from scipy.sparse import lil_matrix

    M, K, C = lil_matrix((n, n)), lil_matrix((n, n)), lil_matrix((n, n))
    places = np.zeros(n)
    for e, (a, b) in enumerate(zip(ends[:-1], ends[1:])):
        h = (b - a) / 2
        at = slice(e * p, e * p + p + 1)
        M[at, at] += h * values.T @ (w[:, None] * values)
        K[at, at] += slopes.T @ (w[:, None] * slopes) / h
        C[at, at] += slopes.T @ (w[:, None] * values)
        places[at] = a + (nodes + 1) * h
    return M.tocsr(), K.tocsr(), C.tocsr(), places


def load_vector(n, ends, p, f, marks):
    """integral of f phi_i, in pieces between the marks: elements have no ends there, so none is as thin as a load"""
    x, w = np.polynomial.legendre.leggauss(p + 2)
    nodes = np.concatenate([[-1], np.polynomial.legendre.Legendre.basis(p).deriv().roots().real, [1]])
    V = np.polynomial.legendre.legvander(nodes, p)
    out = np.zeros(n)
    for e, (a, b) in enumerate(zip(ends[:-1], ends[1:])):
        cuts = [a, *sorted(m for m in set(marks) if a < m < b), b]
        for low, high in zip(cuts[:-1], cuts[1:]):
            at = low + (x + 1) * (high - low) / 2
            values = np.linalg.solve(V.T, np.polynomial.legendre.legvander(2 * (at - a) / (b - a) - 1, p).T)
            out[e * p : e * p + p + 1] += values @ (w * (high - low) / 2 * f(at))
    return out


def graded(length, singular, probe, layers, factor=0.15, most=0.3):
    ends = {0.0, length, probe, *singular}
    for s in singular:
        for side in (-1, 1):
            gap = min([abs(e - s) for e in [0.0, length, *singular, probe] if (e - s) * side > 0], default=0)
            if gap > 0:
                ends |= {s + side * gap * factor**k / 2 for k in range(layers)}
    ends = sorted(ends)
    out = [ends[0]]
    for e in ends[1:]:
        m = max(1, int(math.ceil((e - out[-1]) / (most * length))))
        out += [out[-1] + (e - out[-1]) * (k + 1) / m for k in range(m)]
    return np.array(out)


def elastic(L, H, E, nu, clamp, tractions, body, probe, marks, singular, p=6, layers=4):
    """plane stress, thickness 1; clamp 'left' or rollers; returns (ux, uy) at the probe"""
    xs = graded(L, singular[0], probe[0], layers)
    ys = graded(H, singular[1], probe[1], layers)
    Mx, Kx, Cx, px = line_matrices(xs, p)
    My, Ky, Cy, py = line_matrices(ys, p)
    along = lambda f: load_vector(len(px), xs, p, f, marks)
    across = lambda f: load_vector(len(py), ys, p, f, marks)
    nx, ny = len(px), len(py)
    D11, D12, D33 = E / (1 - nu * nu), E * nu / (1 - nu * nu), E / (2 * (1 + nu))
    Kuu = D11 * kron(Kx, My) + D33 * kron(Mx, Ky)
    Kvv = D33 * kron(Kx, My) + D11 * kron(Mx, Ky)
    Kuv = D12 * kron(Cx, Cy.T) + D33 * kron(Cx.T, Cy)
    K = bmat([[Kuu, Kuv], [Kuv.T, Kvv]], format="csr")
    F = np.zeros((2, nx, ny))
    for side, component, f in tractions:
        if side in ("left", "right"):
            F[component, 0 if side == "left" else -1, :] += across(f)
        else:
            F[component, :, 0 if side == "bottom" else -1] += along(f)
    for component, fx, fy in body:
        F[component] += np.outer(along(fx), across(fy))
    held = np.zeros((2, nx, ny), bool)
    if clamp == "left":
        held[:, 0, :] = True
    else:
        held[0, 0, :] = True
        held[1, :, 0] = True
    free = np.nonzero(~held.ravel())[0]
    u = np.zeros(2 * nx * ny)
    u[free] = spsolve(K[free][:, free].tocsc(), F.ravel()[free])
    u = u.reshape(2, nx, ny)
    i, j = np.argmin(abs(px - probe[0])), np.argmin(abs(py - probe[1]))
    return u[0, i, j], u[1, i, j]


def settled(asked, *problem):
    """by elements of order 8, five layers deep; how far order 6 and four layers are from it"""
    k = 0 if asked == "ux" else 1
    value, other = elastic(*problem, p=8, layers=5)[k], elastic(*problem)[k]
    return value, abs(value - other) + 1e-7 * abs(value)


def fea(kinds=("smooth", "step", "narrow", "clamp", "body, strip", "bar, strip")):
    for kind in kinds:
        for _ in range(10):
            L, H = pick(1, 4), pick(0.5, 2)
            E, nu = log_pick(1e6, 2e11), pick(0.05, 0.4)
            clamp = rng.choice(["left", "rollers"])
            s, t = pick(0.3, 1, 2), pick(0.2, 0.9, 2)
            probe = [s, t]
            place = (s * L, t * H)
            asked = rng.choice(["ux", "uy"])
            supports = (
                [{"side": "left", "ux": 0, "uy": 0}]
                if clamp == "left"
                else [{"side": "left", "ux": 0}, {"side": "bottom", "uy": 0}]
            )
            corners = ([0.0], [0.0, H]) if clamp == "left" else ([], [])
            height = log_pick(1e2, 1e6)
            if kind == "bar, strip":  # nu = 0, rollers: one dimension
                nu, clamp, corners = 0.0, "rollers", ([], [])
                supports = [{"side": "left", "ux": 0}, {"side": "bottom", "uy": 0}]
                text, f, marks = profile(rng.choice(["step", "narrow", "clamp"]), L, height)
                inner = lambda y: quad(f, y, L, points=[m for m in marks if y < m < L] or None, limit=200)[0]
                value = quad(inner, 0, s * L, points=[m for m in marks if 0 < m < s * L] or None, limit=200)[0] / E
                noise = 1e-7 * abs(value)
                asked, loads = "ux", [{"body": [text, 0]}]
            elif kind == "body, strip":
                text, f, marks = profile(rng.choice(["step", "narrow", "clamp"]), L, height)
                loads = [{"body": [0, text]}]
                one = lambda y: 1 + 0 * y
                value, noise = settled(asked, L, H, E, nu, clamp, [], [(1, f, one)], place, marks, corners)
            else:
                side = rng.choice(["top", "right"])
                name, span = ("x", L) if side == "top" else ("y", H)
                if kind == "smooth":
                    text, marks = f"{height}*sin(pi*{name}/{span})^2", []
                    f = lambda v: height * np.sin(np.pi * v / span) ** 2
                else:
                    text, f, marks = profile(kind, span, height)
                    text = text.replace("x", name).replace("ma" + name, "max")
                component = rng.choice([0, 1])
                loads = [{"side": side, "traction": [text, 0] if component == 0 else [0, text]}]
                tractions = [(side, component, f)]
                value, noise = settled(asked, L, H, E, nu, clamp, tractions, [], place, marks, corners)
            geometry = {"x": f"{L}*s", "y": f"{H}*t", "supports": supports}
            body = dict(geometry=geometry, E=E, nu=nu, loads=loads, probe=probe, quantity=asked)
            add("fea", kind, body, value, noise)


# device: Poisson's equation in a rectangle

EPS0 = 8.8541878188e-12


def sine_parts(kind, L, a, b, k):
    """coefficients of sin(k x), held ends, of a box or a tent on [a, b]"""
    if kind == "clamp":
        c, w = (a + b) / 2, (b - a) / 2
        return 2 / L * w * np.sinc(k * w / 2 / np.pi) ** 2 * np.sin(k * c)
    return 2 / L * (np.cos(k * a) - np.cos(k * b)) / k


def piece2(kind, lx, ly):
    """a rectangle, or a product of tents, and its text without the height"""
    small = kind == "narrow"
    a, d = pick(0.05, 0.6) * lx, pick(0.05, 0.6) * ly
    b = a + (10 ** rng.uniform(-4, -2) if small else pick(0.05, 0.35)) * lx
    e = d + (10 ** rng.uniform(-2, -0.5) if small else pick(0.05, 0.35)) * ly
    if kind == "clamp":
        c, w, g, v = (a + b) / 2, (b - a) / 2, (d + e) / 2, (e - d) / 2
        a, b, d, e = c - w, c + w, g - v, g + v
        return (a, b, d, e), f"max(0, 1-abs(x-{c!r})/{w!r})*(1-min(1, abs((y-{g!r})/{v!r})))"
    return (a, b, d, e), f"{{1 if {a!r} < x < {b!r} and {d!r} < y < {e!r}; 0 otherwise}}"


def device():
    for kind in ["step", "narrow", "clamp", "disc"]:
        for _ in range(10):
            lx, ly = log_pick(1e-6, 1), 0
            ly = float(f"{lx * pick(0.4, 2.5):.6g}")
            eps = pick(1, 15)
            rho = log_pick(1e-6, 1e2)
            x, y = pick(0.1, 0.9) * lx, pick(0.1, 0.9) * ly
            m = 1600
            k, q = np.arange(1, m) * np.pi / lx, np.arange(1, m) * np.pi / ly
            if kind == "disc":
                c, g, radius = pick(0.3, 0.7) * lx, pick(0.3, 0.7) * ly, pick(0.05, 0.28) * min(lx, ly)
                text = f"{rho!r}*{{1 if (x-{c!r})^2+(y-{g!r})^2 < {radius!r}^2; 0 otherwise}}"
                kk = np.sqrt(k[:, None] ** 2 + q[None, :] ** 2)
                C = 2 * np.pi * radius * special.j1(kk * radius) / kk * np.sin(k * c)[:, None] * np.sin(q * g)[None, :]
                C *= 4 / lx / ly
            else:
                (a, b, d, e), part = piece2(kind, lx, ly)
                text = f"{rho!r}*{part}"
                C = sine_parts(kind, lx, a, b, k)[:, None] * sine_parts(kind, ly, d, e, q)[None, :]
            terms = C * np.sin(k * x)[:, None] * np.sin(q * y)[None, :] / (k[:, None] ** 2 + q[None, :] ** 2)
            smooth = np.sinc(np.arange(1, m) / m)
            total = float((terms * smooth[:, None] * smooth[None, :]).sum())
            scale = rho / (eps * EPS0)
            value = scale * total
            body = dict(eps_r=eps, rho=text, boundary=0, lx=lx, ly=ly, probe=[x, y])
            noise = scale * 2 * abs(total - float(terms.sum())) + 1e-7 * abs(value)
            add("device", f"charge, {kind}", body, value, noise)
    for kind in ["step", "narrow", "clamp"]:
        for _ in range(8):
            lx, ly = pick(0.4, 2), pick(0.4, 2)
            x, y = round(pick(0.15, 0.9) * lx, 4), round(pick(0.1, 0.9) * ly, 4)
            V = pick(1, 50)
            text, f, marks = profile(kind, ly, V)
            text = text.replace("x", "y").replace("may", "max")
            k = np.arange(1, 600) * np.pi / ly
            a, b = marks[0], marks[-1]
            c = V * sine_parts(kind, ly, a, b, k)
            value = float(
                np.sum(c * np.sin(k * y) * (np.exp(-k * x) - np.exp(-k * (2 * lx - x))) / (1 - np.exp(-2 * k * lx)))
            )
            body = dict(
                eps_r=1, rho=0, boundary={"left": text, "right": 0, "bottom": 0, "top": 0}, lx=lx, ly=ly, probe=[x, y]
            )
            add("device", f"side, {kind}", body, value, 1e-10 * V)


def junctions():
    """depleted layers thinner than the cells that a doping a million times denser asks for: the field at the
    junction by the first integral of Poisson's and Boltzmann's equations (Sze and Ng 2007, 2.2)"""
    mp.dps = 40
    k, q = mp.mpf("1.380649e-23"), mp.mpf("1.602176634e-19")
    for kind, ratio in [("Debye length, doping alike", (0, 1)), ("Debye length, one side denser", (2, 6))]:
        for _ in range(12):
            T, eps, ni = pick(150, 500), pick(4, 16), log_pick(1e10, 1e17)
            thin = ni * log_pick(1e2, 1e6)
            Na, Nd = thin, float(f"{thin * 10 ** rng.uniform(*ratio):.6g}")
            if rng.random() < 0.5:
                Na, Nd = Nd, Na
            V = k * mp.mpf(T) / q
            low, high = -mp.asinh(mp.mpf(Na) / (2 * ni)), mp.asinh(mp.mpf(Nd) / (2 * ni))
            middle = (Na * low + Nd * high - 2 * ni * (mp.cosh(high) - mp.cosh(low))) / (mp.mpf(Na) + Nd)
            half = 2 * ni * (mp.cosh(middle) - mp.cosh(high)) - Nd * (middle - high)
            value = V * mp.sqrt(2 * half * q / (mp.mpf(eps) * mp.mpf("8.8541878188e-12") * V))
            body = dict(Na=Na, Nd=Nd, n_i=ni, T=T, eps_r=eps)
            add("device", kind, body, value, 1e-9 * float(value), "field_max")


# wave: membranes, discs, light


def membranes():
    for kind in ["clamp, displacement", "clamp, velocity", "disc in velocity"]:
        for _ in range(8):
            lx, ly = pick(0.5, 2), pick(0.5, 2)
            c = log_pick(0.5, 300)
            t = min(lx, ly) / c * rng.uniform(0.1, 1.2)
            x, y = round(pick(0.1, 0.9) * lx, 4), round(pick(0.1, 0.9) * ly, 4)
            m = 3000
            k, q = np.arange(1, m) * np.pi / lx, np.arange(1, m) * np.pi / ly
            h = pick(0.5, 5)
            kk = np.sqrt(k[:, None] ** 2 + q[None, :] ** 2)
            if kind == "disc in velocity":
                a, g, radius = pick(0.35, 0.65) * lx, pick(0.35, 0.65) * ly, pick(0.08, 0.3) * min(lx, ly)
                text = f"{{{h} if (x-{a!r})^2+(y-{g!r})^2 < {radius!r}^2; 0 otherwise}}"
                C = 8 * np.pi / lx / ly * radius * special.j1(kk * radius) / kk
                C = h * C * np.sin(k * a)[:, None] * np.sin(q * g)[None, :]
            else:
                (a, b, d, e), part = piece2("clamp", lx, ly)
                text = f"{h}*{part}"
                C = h * sine_parts("clamp", lx, a, b, k)[:, None] * sine_parts("clamp", ly, d, e, q)[None, :]
            w = c * kk
            T = C * np.sin(k * x)[:, None] * np.sin(q * y)[None, :]
            T = T * (np.cos(w * t) if "displacement" in kind else np.sin(w * t) / w)
            smooth = np.sinc(np.arange(1, m) / m)
            value = float((T * smooth[:, None] * smooth[None, :]).sum())
            noise = 2 * abs(value - float(T.sum()))
            body = dict(c=c, lx=lx, ly=ly, t_end=t, probe=[x, y], initial=0, velocity=0)
            body["initial" if "displacement" in kind else "velocity"] = text
            add("wave", f"membrane, {kind}", body, value, noise + 1e-7 * abs(value))


def discs():
    zeros = special.jn_zeros(0, 1200)
    for kind in ["step in velocity", "clamp, displacement", "clamp, velocity"]:
        for _ in range(6):
            R, c = pick(0.3, 2), log_pick(0.5, 300)
            t = R / c * rng.uniform(0.1, 1.5)
            s = R * pick(0.1, 0.85)
            angle = rng.uniform(0, 2 * math.pi)
            h, a = pick(0.5, 5), R * pick(0.15, 0.9)
            if kind == "step in velocity":
                text = f"{{{h} if x^2+y^2 < {a!r}^2; 0 otherwise}}"
                part = a / R * special.j1(zeros * a / R) / zeros
            else:  # a cone h max(0, 1-r/a)
                text = f"{h}*max(0, 1-hypot(x,y)/{a!r})"
                z = zeros * a / R
                moment = z * z * special.j1(z) - np.array([quad0(v) for v in z])  # of r^2 J0 on [0, z]
                part = (a / R) ** 2 * (special.j1(z) / z - moment / z**3)
            C = 2 * h * part / special.j1(zeros) ** 2
            w = zeros * c / R
            T = C * special.j0(zeros * s / R) * (np.cos(w * t) if "displacement" in kind else np.sin(w * t) / w)
            smooth = np.sinc(np.arange(1, 1201) / 1201)
            value = float((T * smooth).sum())
            body = dict(
                c=c, radius=R, t_end=t, initial=0, velocity=0, probe=[s * math.cos(angle), s * math.sin(angle)]
            )
            body["initial" if "displacement" in kind else "velocity"] = text
            add("wave", f"disc, {kind}", body, value, 2 * abs(value - float(T.sum())) + 1e-7 * abs(value))


def quad0(z):
    """z^2 J1(z) less the integral of r^2 J0 on [0, z]: the integral of r J1"""
    # int_0^z r J1 dr = pi z/2 (J1 H0 - J0 H1)
    return math.pi * z / 2 * (special.j1(z) * special.struve(0, z) - special.j0(z) * special.struve(1, z))


def echoes(interfaces, speeds, factors, ends, start, amplitude, direction, x, t, T, reach):
    """field at (x, t) of a pulse T(t - (x - start)/v) in pieces of constant speed, every echo of it followed

    factors(i, j): (reflected, passed) from piece i to j; ends: reflection at both ends, or None of none
    """
    edges = [*interfaces]
    piece = int(np.searchsorted(edges, start)) - 1
    total = 0.0
    stack = [(piece, direction, amplitude, start, 0.0)]
    while stack:
        i, way, size, x0, t0 = stack.pop()
        if abs(size) < 1e-12 * abs(amplitude) or t0 > t + reach:
            continue
        v = speeds[i]
        if edges[i] <= x <= edges[i + 1] and (x < edges[i + 1] or i == len(speeds) - 1):
            total += size * T(t - t0 - way * (x - x0) / v)
        end = edges[i + 1] if way > 0 else edges[i]
        t1 = t0 + abs(end - x0) / v
        j = i + way
        if 0 <= j < len(speeds):
            back, on = factors(i, j)
            stack.append((j, way, size * on, end, t1))
            stack.append((i, -way, size * back, end, t1))
        elif ends is not None:
            stack.append((i, -way, size * ends, end, t1))
    return total


def light():
    c0 = 299792458.0
    for kind in ["step", "narrow", "reflection, film"]:
        for _ in range(10):
            L = log_pick(1e-6, 10)
            eps = [pick(1, 3), pick(1.5, 12), pick(1, 6)]
            a = pick(0.45, 0.6) * L
            d = (pick(0.05, 0.3) if kind != "narrow" else 10 ** rng.uniform(-4, -2)) * L
            b = a + d
            center = pick(0.2, 0.25) * L
            width = pick(0.02, 0.033) * L
            A = pick(0.5, 3)
            text = f"{{{eps[0]} if x < {a!r}; {eps[1]} if x < {b!r}; {eps[2]} otherwise}}"
            n = [math.sqrt(e) for e in eps]
            if kind == "reflection, film":
                t = 5 * L * max(n) / c0
                w0 = c0 / n[0] / width  # spectrum exp(-(w/w0)^2/4), energy exp(-(w/w0)^2/2)
                w = np.linspace(0, 9 * w0, 200001)
                r01, r12 = (n[0] - n[1]) / (n[0] + n[1]), (n[1] - n[2]) / (n[1] + n[2])
                ph = np.exp(2j * w * n[1] * d / c0)
                R = np.abs((r01 + r12 * ph) / (1 + r01 * r12 * ph)) ** 2
                g = np.exp(-((w / w0) ** 2) / 2)
                value = float(np.trapezoid(R * g, w) / np.trapezoid(g, w))
                body = dict(quantity="reflection")
                noise = 1e-7
            else:
                t = L / c0 * rng.uniform(0.4, 2.5)
                x = pick(0.05, 0.95) * L
                body = dict(probe=x)
                v0 = c0 / n[0]
                f = lambda i, j: ((n[i] - n[j]) / (n[i] + n[j]), 2 * n[i] / (n[i] + n[j]))
                value = echoes(
                    [0, a, b, L],
                    [c0 / m for m in n],
                    f,
                    None,
                    center,
                    A,
                    1,
                    x,
                    t,
                    lambda s: math.exp(-((s * v0 / width) ** 2)),
                    12 * width / v0,
                )
                noise = 1e-9 * A
            body |= dict(mode="maxwell", eps_r=text, length=L, t_end=t)
            body["source"] = dict(amplitude=A, center=center, width=width)
            add("wave", f"light, {kind}", body, value, noise)


def light_fields():
    """a field that jumps or bends between two halves that run apart (d'Alembert), and waves of many lengths"""
    for kind in ["step in the field", "clamp in the field", "smooth", "short wavelength"]:
        for _ in range(10):
            L, eps = log_pick(1e-6, 10), pick(1, 6)
            v = 299792458.0 / math.sqrt(eps)
            A, x = pick(0.5, 3), pick(0.05, 0.95) * L
            if kind in ("smooth", "short wavelength"):
                n = rng.randint(1, 12) if kind == "smooth" else rng.choice([40, 128, 129, 511, 1024, 4096])
                t = L / v * rng.uniform(0.05, 1.5)
                text = f"{A}*sin({n}*pi*x/{L})"
                value = A * math.sin(n * math.pi * x / L) * math.cos(n * math.pi * v * t / L)
                edges, noise = "fixed", 1e-9 * A
            else:
                text, f, _marks = profile(kind.split()[0], L, A)
                t = L / v * rng.uniform(0.05, 0.4)
                even = lambda y: float(f(y % L))
                value, edges, noise = (even(x - v * t) + even(x + v * t)) / 2, "periodic", 1e-9 * A
            body = dict(mode="maxwell", eps_r=eps, length=L, initial=text, edges=edges, t_end=t, probe=x)
            add("wave", f"light, {kind}", body, value, noise)


# climate: small seiches, whose waves are linear to a part in 1e6


def climate():
    g = 9.81
    for kind in ["smooth", "step", "narrow", "clamp", "clamp in two directions", "disc"]:
        for _ in range(6):
            lx = log_pick(1e3, 1e5)
            ly = float(f"{lx * pick(0.7, 1.4):.6g}")
            H = log_pick(5, 4000)
            c = math.sqrt(g * H)
            t = lx / c * rng.uniform(0.1, 0.8)
            x, y = pick(0.05, 0.95) * lx, pick(0.05, 0.95) * ly
            h = H * 1e-8  # so low that the water is linear to 1e-8 of it
            noise = 1e-6 * h
            a = pick(0.1, 0.6) * lx
            b = a + (10 ** rng.uniform(-4, -2) if kind == "narrow" else pick(0.1, 0.35)) * lx
            w = lx * 10 ** rng.uniform(-1.5, -0.5)
            if kind == "clamp in two directions":  # a product of tents, by its double series
                (p, q, d, e), text = piece2("clamp", lx, ly)
                text = f"{h!r}*{text}"
                k, m = np.arange(1600) * np.pi / lx, np.arange(1600) * np.pi / ly
                part = lambda k, L, p, q: (
                    np.where(k == 0, 1, 2) / L * (q - p) / 2 * np.sinc(k * (q - p) / 4 / np.pi) ** 2
                    * np.cos(k * (p + q) / 2)
                )
                terms = np.outer(part(k, lx, p, q) * np.cos(k * x), part(m, ly, d, e) * np.cos(m * y))
                terms *= np.cos(c * t * np.sqrt(k[:, None] ** 2 + m[None, :] ** 2))
                smooth = np.outer(np.sinc(np.arange(1600) / 1600), np.sinc(np.arange(1600) / 1600))
                value = h * float((terms * smooth).sum())
                noise += 2 * abs(value - h * float(terms.sum()))
            elif kind == "disc":  # before its first echo: Poisson's formula
                radius = pick(0.05, 0.2) * min(lx, ly)
                text = f"{h!r}*{{1 if (x-{lx / 2!r})^2+(y-{ly / 2!r})^2 < {radius!r}^2; 0 otherwise}}"
                t = (min(lx, ly) / 2 - radius) / c * rng.uniform(0.1, 0.9)
                x = lx / 2
                y = ly / 2 + rng.choice([-1, 1]) * c * t * rng.uniform(0, 0.9)
                value = h * disc_wave(abs(y - ly / 2) / radius, c * t / radius)
            else:
                if kind in ("step", "narrow"):
                    text, f = box(a, b, h)[0], lambda v: h if a <= v < b else 0.0
                elif kind == "clamp":
                    text, ff, _marks = tent(rng.uniform(w, 0.95 * lx - w), w, h)
                    f = lambda v: float(ff(v))
                else:
                    n = rng.randint(1, 4)
                    text, f = f"{h!r}*cos({n}*pi*x/{lx})", lambda v: h * math.cos(n * math.pi * v / lx)
                even = lambda v: f(abs((v + lx) % (2 * lx) - lx))
                value = (even(x - c * t) + even(x + c * t)) / 2
            body = dict(H=H, f=0, g=g, extent=[lx, ly], initial=text, t_end=t, probe=[x, y])
            add("climate", f"basin, {kind}", body, value, noise)
    for kind in ["step of the bed", "ridge"]:
        for _ in range(4):
            lx = log_pick(1e3, 1e5)
            ly = float(f"{lx * pick(0.7, 1.4):.6g}")
            H = log_pick(50, 4000)
            a = pick(0.4, 0.65) * lx
            b = lx if kind == "step of the bed" else a + pick(0.02, 0.2) * lx
            rise = pick(0.2, 0.8) * H
            bed = f"{{{rise!r} if {a!r} < x < {b!r}; 0 otherwise}}"
            center, width = pick(0.2, 0.25) * lx, pick(0.02, 0.03) * lx
            h = H * 1e-8
            c0, c1 = math.sqrt(g * H), math.sqrt(g * (H - rise))
            t = lx / c0 * rng.uniform(0.3, 0.9)
            x, y = pick(0.05, 0.95) * lx, pick(0.05, 0.95) * ly
            speeds = [c0, c1] if kind == "step of the bed" else [c0, c1, c0]
            edges = [0, a, lx] if kind == "step of the bed" else [0, a, b, lx]
            f = lambda i, j: (
                (speeds[i] - speeds[j]) / (speeds[i] + speeds[j]),
                2 * speeds[i] / (speeds[i] + speeds[j]),
            )
            T = lambda s: math.exp(-((s * c0 / width) ** 2))
            value = sum(
                echoes(edges, speeds, f, 1, center, h / 2, way, x, t, T, 12 * width / c0) for way in (1, -1)
            )
            text = f"{h!r}*exp(-((x-{center!r})/{width!r})^2)"
            body = dict(H=H, f=0, g=g, extent=[lx, ly], initial=text, bed=bed, t_end=t, probe=[x, y])
            add("climate", f"basin, {kind}", body, value, 1e-6 * h)
    for kind in ["dam break", "dam break, dry"]:
        for _ in range(15):
            low = 0.0 if kind == "dam break, dry" else log_pick(0.001, 5)
            high = low + log_pick(0.5, 20)
            t = log_pick(1, 60)
            x = pick(-1.2, 2.2) * math.sqrt(g * high) * t
            value = stoker(high, low, g, x / t)
            body = dict(h_left=high, h_right=low, g=g, t_end=t, probe=x)
            add("climate", kind, body, value, 1e-12 * high)


def disc_wave(r, t):
    """A disc of height 1 and radius 1, speed 1, in an open plane: u = the integral of J1(k) J0(kr) cos(kt) over k. By
    Poisson's formula u = d/dt of the mean of the start over the circle of radius t, weighed 1/sqrt(t^2 - s^2)."""

    def held(t):  # integral over s in (0, t) of s/sqrt(t^2-s^2) times the part of the circle of radius s in the disc
        def inside(s):
            if r == 0 or s == 0:
                return 1.0 if (s <= 1 if r == 0 else r < 1) else 0.0
            return math.acos(min(1.0, max(-1.0, (r * r + s * s - 1) / (2 * r * s)))) / math.pi

        # s = t sin(q): the weight's singularity goes
        marks = sorted(math.asin(p / t) for p in (abs(1 - r), 1 + r) if 0 < p < t)
        return quad(lambda q: t * math.sin(q) * inside(t * math.sin(q)), 0, math.pi / 2, points=marks or None,
                    limit=400, epsabs=1e-13, epsrel=1e-13)[0]

    d = 1e-4
    return (held(t - 2 * d) - 8 * held(t - d) + 8 * held(t + d) - held(t + 2 * d)) / (12 * d)


def stoker(high, low, g, speed):
    """Height at x/t: Stoker (1957), Water Waves, 10.8; Ritter's over a dry bed"""
    c0 = math.sqrt(g * high)
    if low == 0:
        return high if speed <= -c0 else 0.0 if speed >= 2 * c0 else (2 * c0 - speed) ** 2 / (9 * g)
    front = lambda h: (h - low) * math.sqrt(g / 2 * (1 / h + 1 / low))  # speed of the water behind a bore
    middle = bisect(lambda h: 2 * (c0 - math.sqrt(g * h)) - front(h), low, high)
    u = front(middle)
    bore = middle * u / (middle - low)
    if speed >= bore:
        return low
    if speed >= u - math.sqrt(g * middle):
        return middle
    return high if speed <= -c0 else (2 * c0 - speed) ** 2 / (9 * g)


# action: closed orbits in one-dimensional potentials with kinks and jumps, by quadrature of p dq


def action():
    for kind in ["kink", "two slopes", "clamp", "step"]:
        for _ in range(8):
            m, q0 = pick(0.5, 3), pick(0.5, 2)
            k = pick(0.5, 4)
            if kind == "kink":  # V = k |q|
                V, text, marks = (lambda q: k * abs(q)), f"{k}*abs(q1)", [0.0]
            elif kind == "two slopes":
                k2, c = pick(0.5, 4), pick(-0.3, 0.3)
                V = lambda q: 0.5 * k * q * q + k2 * max(0, q - c)
                text, marks = f"0.5*{k}*q1^2 + {k2}*(abs(q1-({c}))+q1-({c}))/2", [c]
            elif kind == "clamp":  # a thin wedge on a harmonic well
                c, w, h = pick(-0.3, 0.3), 10 ** rng.uniform(-3, -0.5), pick(-0.1, 0.1) * k
                V = lambda q: 0.5 * k * q * q + h * max(0, 1 - abs(q - c) / w)
                ramp = f"1-abs(q1-({c}))/{w!r}"
                text = f"0.5*{k}*q1^2 + {h!r}*(abs({ramp})+{ramp})/2"
                marks = [c - w, c, c + w]
            else:
                c, h = pick(-0.3, 0.3), pick(-0.1, 0.1) * k
                V = lambda q: 0.5 * k * q * q + (h if q > c else 0)
                text, marks = f"0.5*{k}*q1^2 + {{{h!r} if q1 > {c}; 0 otherwise}}", [c]
            energy = V(q0)
            low = bisect(lambda q: V(q) - energy, -6.0, min(marks + [0.0]) - 1e-9)
            value = 2 * turning(lambda q: 2 * m * (energy - V(q)), low, q0, marks)
            body = dict(system="potential", potential=text, m=m, initial={"q": q0, "p": 0}, steps=4000)
            body["t_end"] = 40 * math.sqrt(m / k)
            body["steps"] = rng.choice([4000, 20000])
            add("action", kind, body, value, 1e-9 * value)


def action_discs():
    """a straight orbit through the middle of a well with a rim, or a floor of another height"""
    for kind in ["disc, kink", "disc, step"]:
        for _ in range(8):
            m, k, s, way = pick(0.5, 3), pick(0.5, 4), pick(0.8, 2), pick(0.1, 1.4)
            a, h = pick(0.2, 0.7), pick(-0.2, 0.4)
            if kind == "disc, kink":
                beyond = f"sqrt(q1^2+q2^2)-{a}"
                bump, text = (lambda q: h * max(0, abs(q) - a)), f"{h}*(abs({beyond})+{beyond})/2"
            else:
                bump = lambda q: h if abs(q) < a else 0
                text = f"{{{h} if q1^2+q2^2 < {a}^2; 0 otherwise}}"
            V = lambda q: 0.5 * k * q * q + bump(q)
            value = 2 * turning(lambda q: 2 * m * (V(s) - V(q)), -s, s, [-a, a])
            start = {"q": [s * math.cos(way), s * math.sin(way)], "p": [0, 0]}
            body = dict(system="potential", potential=f"0.5*{k}*(q1^2+q2^2) + {text}", m=m, initial=start)
            body |= dict(t_end=40 * math.sqrt(m / k), steps=rng.choice([4000, 20000]))
            add("action", kind, body, value, 1e-9 * value)


def bisect(f, a, b):
    fa = f(a)
    for _ in range(200):
        mid = (a + b) / 2
        if (f(mid) > 0) == (fa > 0):
            a = mid
        else:
            b = mid
    return (a + b) / 2


def turning(square, low, high, marks):
    """integral of sqrt(square) between turning points: q = mid - half cos(s) takes the roots off"""
    mid, half = (low + high) / 2, (high - low) / 2
    ends = sorted({0.0, math.pi, *[math.acos((mid - q) / half) for q in marks if low < q < high]})
    f = lambda s: math.sqrt(max(0.0, square(mid - half * math.cos(s)))) * half * math.sin(s)
    return sum(quad(f, a, b, epsabs=0, epsrel=1e-12, limit=400)[0] for a, b in zip(ends[:-1], ends[1:]))


# solve: systems that are switched in time or by their state


def solve():
    for kind in ["switched in time", "narrow in time", "kink in state", "step in state", "moving", "root"]:
        for _ in range(8):
            k, T = log_pick(0.05, 5), pick(2, 20)
            x0 = pick(-2, 2)
            if kind in ("switched in time", "narrow in time"):
                a = pick(0.05, 0.7) * T
                w = (pick(0.05, 0.2) if kind == "switched in time" else 10 ** rng.uniform(-7, -3)) * T
                h = pick(1, 5) if kind == "switched in time" else log_pick(10, 1e6)
                b = a + w
                value = x0 * math.exp(-k * T) + h / k * math.exp(-k * (T - b)) * -math.expm1(-k * w)
                eqs, init = [f"dx/dt = -{k}*x + {{{h!r} if {a!r} <= t < {b!r}; 0 otherwise}}"], {"x": x0}
            elif kind == "kink in state":  # x'' = -k1 x (x > 0), -k2 x (x < 0): half periods of either
                k1, k2 = pick(0.5, 4), pick(0.5, 9)
                v0 = pick(0.5, 3)
                t1, t2 = math.pi / math.sqrt(k1), math.pi / math.sqrt(k2)
                tau, n = T % (t1 + t2), 0
                value = (
                    v0 / math.sqrt(k1) * math.sin(math.sqrt(k1) * tau)
                    if tau < t1
                    else -v0 / math.sqrt(k2) * math.sin(math.sqrt(k2) * (tau - t1))
                )
                eqs = ["dx/dt = v", f"dv/dt = -{k1}*max(x, 0) - {k2}*min(x, 0)"]
                init = {"x": 0, "v": v0}
            elif kind == "step in state":  # x' = r1 below c, r2 above
                c, r1, r2 = pick(1, 3), pick(0.3, 2), pick(0.3, 2)
                x0 = pick(-1, 0.5)
                t1 = (c - x0) / r1
                value = x0 + r1 * T if T < t1 else c + r2 * (T - t1)
                eqs, init = [f"dx/dt = {{{r1} if x < {c}; {r2} otherwise}}"], {"x": x0}
            elif kind == "moving":  # |x - t| : x' = 1.5 + abs(x - t), from below, y = x - t: y' = 0.5 + |y|
                h, y0 = pick(0.3, 0.9), pick(-1.5, -0.3)
                T = pick(1, 4)
                # y' = h - y while y < 0: y = h - (h - y0) e^-t; zero at t1; then y' = h + y
                t1 = math.log((h - y0) / h)
                y = h - (h - y0) * math.exp(-T) if T < t1 else h * math.expm1(T - t1)
                value, eqs, init = y + T, [f"dx/dt = 1 + {h} + abs(x - t)"], {"x": y0}
            else:
                c, h, w = pick(0.5, 3), pick(0.2, 2), log_pick(1e-6, 1e-1)
                root = c + w * h / (h + 1)  # (x - c)/w clamped to [0, 1]: (h + 1) s - h = 0
                body = dict(
                    equation=f"{h + 1!r}*max(0, min(1, (x-{c})/{w!r})) = {h}", unknown="x", **{"from": 0, "to": 5}
                )
                add("solve", kind, body, root, 1e-12)
                continue
            body = dict(system=dict(equations=eqs, initial=init, t_end=T, value="x"))
            add("solve", kind, body, value, 1e-10 * max(1, abs(value)))


# opt: what bends at its minimum, and narrow wells of a global search


def opt():
    for kind in ["weighted median", "minimax", "narrow well", "steps"]:
        for _ in range(8):
            if kind == "weighted median":
                n = rng.randint(3, 6)
                at, w = [pick(-3, 3) for _ in range(n)], [pick(0.5, 2) for _ in range(n)]
                f = lambda x: sum(v * abs(x - a) for a, v in zip(at, w))
                value = min(f(a) for a in at)
                text = " + ".join(f"{v}*abs(x-{a})" for a, v in zip(at, w)).replace("--", "+")
                body = dict(objective=text, variables=["x"], start=[pick(-3, 3)])
            elif kind == "minimax":  # max of two parabolas that cross
                a, b = pick(-2, 0), pick(0.5, 2)
                value = ((b - a) / 2) ** 2
                body = dict(
                    objective=f"max((x-({a}))^2, (x-{b})^2) + (y-1)^2", variables=["x", "y"], start=[pick(-2, 2), 0]
                )
            elif kind == "narrow well":
                c, w, d = pick(-0.9, 0.9, 6), 10 ** rng.uniform(-6, -2), pick(1, 3)
                value = -d + 0.1 * c * c
                body = dict(
                    objective=f"0.1*x^2 - {d}*max(0, 1-abs(x-({c}))/{w!r})",
                    variables=["x"],
                    bounds=[[-1, 1]],
                    **{"global": True},
                )
            else:
                c = pick(-0.5, 0.8)
                d = pick(0.5, 2)
                value = min(0.0 if c > 0 else c * c, -d + max(c, 0) ** 2)
                body = dict(
                    objective=f"x^2 - {{{d} if x >= {c}; 0 otherwise}}",
                    variables=["x"],
                    bounds=[[-1, 1]],
                    **{"global": True},
                )
            noise = 1e-9 if kind != "narrow well" else 1e-9 + 0.2 * w
            add("opt", kind, body, value, noise)


def opt_kinks():
    """sums and maxima of sizes of linear forms, by scipy's linear programs"""
    for kind in ["sum of kinks", "greatest kink"]:
        for _ in range(16):
            n = rng.choice([2, 3, 3, 3, 4, 5])
            m = rng.randint(n + 1, 2 * n + 2)
            A = np.array([[pick(-1, 1) for _ in range(n)] for _ in range(m)])
            b = np.array([pick(-1, 1) for _ in range(m)])
            w = np.array([pick(0.2, 2) for _ in range(m)])
            names = list("xyzvw")[:n]
            size = lambda i: "abs(" + "+".join(f"({A[i, j]})*{names[j]}" for j in range(n)) + f"-({b[i]}))"
            if kind == "sum of kinks":  # least sum of w t, -t <= A x - b <= t
                cost = np.concatenate([np.zeros(n), w])
                rows = np.block([[A, -np.eye(m)], [-A, -np.eye(m)]])
                text = "+".join(f"{w[i]}*{size(i)}" for i in range(m))
            else:
                cost = np.concatenate([np.zeros(n), [1]])
                rows = np.hstack([np.vstack([A, -A]), -np.ones((2 * m, 1))])
                text = "max(" + ", ".join(size(i) for i in range(m)) + ")"
            best = linprog(cost, A_ub=rows, b_ub=np.concatenate([b, -b]), bounds=(None, None))
            start = [pick(-2, 2) for _ in range(n)]
            add("opt", kind, dict(objective=text, variables=names, start=start), best.fun, 1e-9)


def opt_discs():
    for kind in ["disc, step", "disc, cone"]:
        for _ in range(8):
            a, b, r, h = pick(-1, 1), pick(-1, 1), pick(0.2, 1.2), pick(0.05, 1)
            inside = r - math.hypot(a, b)
            if kind == "disc, step":
                value = 0.0 if inside <= 0 else min(h, inside**2)
                text = f"(x-({a}))^2 + (y-({b}))^2 + {{{h} if x^2+y^2 < {r}^2; 0 otherwise}}"
                noise = 1e-9
            else:  # a cone on a bowl: its tip is the least
                w = 10 ** rng.uniform(-2, 0)
                value, noise = min(0.0, 0.1 * (a * a + b * b) - h), 1e-9
                text = f"0.1*(x^2+y^2) - {h}*max(0, 1-hypot(x-({a}), y-({b}))/{w!r})"
                if h / w < 0.4:
                    continue
            body = dict(objective=text, variables=["x", "y"], bounds=[[-2, 2], [-2, 2]])
            add("opt", kind, body | {"global": True}, value, noise)


# lattice: the sites are the model; their equations by scipy


def lattice():
    for kind in ["smooth", "step", "clamp"]:
        for _ in range(6):
            n, mu2, lam = rng.choice([16, 32, 64]), pick(0.2, 2), pick(0.1, 1)
            t = pick(1, 6)
            h = pick(0.3, 1.2)
            a, b = sorted([pick(0.1, 0.9) * n, pick(0.1, 0.9) * n])
            x = np.arange(n)
            if kind == "step":
                text, f, _marks = box(a, b, h)
            elif kind == "clamp":
                text, f, _marks = tent(n / 2.0, max(1.5, (b - a) / 2), h)
            else:
                text, f = f"{h}*sin(2*pi*x/{n})", lambda v: h * np.sin(2 * np.pi * v / n)
            u = f(x).astype(float)

            def rhs(_, y):
                p, v = y[:n], y[n:]
                lap = np.roll(p, 1) + np.roll(p, -1) - 2 * p
                return np.concatenate([v, lap - mu2 * p - lam * p**3])

            y = solve_ivp(rhs, (0, t), np.concatenate([u, 0 * u]), method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
            site = rng.randrange(n)
            body = dict(shape=[n], mu2=mu2, initial=text, t_end=t, quantity="field", probe=[site])
            body["lambda"] = lam
            add("lattice", kind, body, y[site], 1e-10)


def lattice_discs():
    for kind in ["disc, step", "disc, clamp"]:
        for _ in range(6):
            n, m, mu2, lam = rng.choice([12, 16, 20]), rng.choice([12, 18]), pick(0.2, 2), pick(0.1, 1)
            t, h = pick(1, 6), pick(0.3, 1.2)
            c, g, r = pick(0.3, 0.7) * n, pick(0.3, 0.7) * m, pick(2, 5)
            x, y = np.meshgrid(np.arange(n), np.arange(m), indexing="ij")
            far = np.hypot(x - c, y - g)
            text = f"(x-{c!r})^2+(y-{g!r})^2"
            if kind == "disc, step":
                text, u = f"{{{h} if {text} < {r}^2; 0 otherwise}}", np.where(far < r, h, 0.0)
            else:
                text, u = f"{h}*(1-min(1, sqrt({text})/{r}))", h * np.maximum(0, 1 - far / r)

            def rhs(_, z):
                p, v = z[: n * m].reshape(n, m), z[n * m :]
                near = sum(np.roll(p, step, axis) for step in (1, -1) for axis in (0, 1))
                return np.concatenate([v, (near - 4 * p - mu2 * p - lam * p**3).ravel()])

            start = np.concatenate([u.ravel(), np.zeros(n * m)])
            run = solve_ivp(rhs, (0, t), start, method="DOP853", rtol=1e-12, atol=1e-13)
            site = [rng.randrange(n), rng.randrange(m)]
            body = dict(shape=[n, m], mu2=mu2, initial=text, t_end=t, quantity="field", probe=site)
            body["lambda"] = lam
            add("lattice", kind, body, run.y[: n * m, -1].reshape(n, m)[tuple(site)], 1e-10)


# heat: lengths of the problem that are short beside the cell; steep fronts; walls that swing


def heat():
    for _ in range(12):  # skin depth: a wall that swings, far from its start, in a half space and a thick bar
        alpha = log_pick(1e-7, 1e-2)
        turns = rng.choice([20, 60, 200])
        omega = log_pick(1e-3, 1e2)
        skin = math.sqrt(2 * alpha / omega)
        z = pick(0.1, 3)
        A = pick(1, 50)
        T = 2 * math.pi / omega * (turns + pick(0, 1))
        # Duhamel, the transient of a start from 0 (Carslaw and Jaeger, 2.6): its integral by quadrature
        f = lambda u: u * np.exp(-alpha * u * u * T) * np.sin(u * z * skin) / (omega**2 + alpha**2 * u**4)
        part = quad(f, 0, 12 / math.sqrt(alpha * T), limit=2000, epsabs=0, epsrel=1e-10)[0]
        value = A * (math.exp(-z) * math.sin(omega * T - z) + 2 * omega * alpha / math.pi * part)
        L = skin * pick(30, 100)
        if rng.random() < 0.5:
            body = dict(alpha=alpha, mode="half-space", initial=0, boundary=f"{A}*sin({omega!r}*t)")
            add("heat", "skin depth, half space", body | dict(t_end=T, probe=z * skin), value, 1e-9 * A)
        else:
            L = max(L, 8 * math.sqrt(alpha * T))
            body = dict(alpha=alpha, length=L, dim=1, initial=0, boundary={"left": f"{A}*sin({omega!r}*t)", "right": 0})
            add("heat", "skin depth, bar", body | dict(t_end=T, probe=z * skin), value, 1e-9 * A)
    for _ in range(12):  # boundary layer: a wall that is suddenly hot, at a depth far below the length
        alpha, L = log_pick(1e-7, 1), log_pick(0.1, 10)
        depth = L * log_pick(1e-6, 1e-2)
        T = depth * depth / alpha
        z = pick(0.1, 2)
        h = pick(10, 900)
        value = h * math.erfc(z / 2)
        body = dict(alpha=alpha, length=L, dim=1, initial=0, boundary={"left": h, "right": 0}, t_end=T, probe=z * depth)
        add("heat", "boundary layer", body, value, 1e-12 * h)
    for _ in range(12):  # boundary layer of convection: h L/k large
        alpha, L, k = log_pick(1e-6, 1e-2), log_pick(0.1, 2), pick(1, 50)
        biot = log_pick(1e2, 1e7)
        hh = biot * k / L
        T = L * L / alpha * 10 ** rng.uniform(-4, -1.8)
        x = math.sqrt(alpha * T) * pick(0, 2)
        a = hh / k
        s = math.sqrt(alpha * T)
        # Carslaw and Jaeger 2.7: erfc(x/2s) - exp(a x + a^2 s^2) erfc(x/2s + a s)
        value = 100 * (math.erfc(x / 2 / s) - math.exp(-((x / 2 / s) ** 2)) * special.erfcx(x / 2 / s + a * s))
        rho_c = k / alpha
        body = dict(k=k, rho=1000, c=rho_c / 1000, length=L, dim=1, initial=0, t_end=T, probe=x)
        body["boundary"] = {"left": {"convection": {"h": hh, "T_inf": 100}}, "right": "insulated"}
        add("heat", "boundary layer, convection", body, value, 1e-7)
    for _ in range(20):  # steep but smooth walls in the start
        L, alpha = pick(0.05, 3), log_pick(1e-6, 1)
        at = L * L * 10 ** rng.uniform(-3.3, -1)
        w, c = L * 10 ** rng.uniform(-5, -1.5), pick(0.3, 0.7) * L
        h = pick(10, 900)
        x = pick(0.05, 0.95) * L
        text, f, _marks = front(c, w, h)
        s = math.sqrt(4 * at)
        images = lambda y: [2 * m * L + q for m in range(-4, 5) for q in (y, -y)]
        kernel = lambda y: f(y) * sum(math.exp(-(((x - q) / s) ** 2)) for q in images(y)) / (s * math.sqrt(math.pi))
        near = (c - 30 * w, c - 5 * w, c, c + 5 * w, c + 30 * w, x - s, x, x + s)
        marks = sorted({0.0, L, *[p for p in near if 0 < p < L]})
        value = sum(quad(kernel, p, q, epsabs=1e-12, epsrel=1e-12, limit=400)[0] for p, q in zip(marks[:-1], marks[1:]))
        body = dict(alpha=alpha, length=L, dim=1, initial=text, boundary="insulated", t_end=at / alpha, probe=x)
        add("heat", "steep front", body, value, 1e-9 * h)


def pulses(count=10):
    """a wall that is hot for a short time, by Duhamel: a difference of two steps (Carslaw and Jaeger, 2.4, 3.3)"""
    mp.dps = 40
    for kind in ["half space", "bar", "half space, pulses"]:
        for _ in range(count):
            alpha, T = log_pick(1e-7, 1), log_pick(0.1, 1e5)
            far = math.sqrt(alpha * T)
            n = 1 if kind != "half space, pulses" else rng.randint(2, 4)
            starts = [(k + pick(0.05, 0.95, 6)) / n * T for k in range(n)]
            spans = [(a, a + T * 10 ** rng.uniform(-8, -2.2)) for a in starts]
            height = log_pick(1, 1e6)
            x = far * log_pick(0.01, 1.5)
            L = far * pick(0.8, 4)
            if kind == "bar":
                x = min(x, 0.9 * L)

            def step(t):  # of a wall that is 1 from now on, at time t
                s = 2 * mp.sqrt(mp.mpf(alpha) * t)
                if kind != "bar":
                    return mp.erfc(x / s)
                return sum(mp.erfc((2 * m * L + x) / s) - mp.erfc((2 * m * L + 2 * L - x) / s) for m in range(12))

            value = float(height * sum(step(mp.mpf(T) - a) - step(mp.mpf(T) - b) for a, b in spans))
            text = "{" + "; ".join(f"{height!r} if {a!r} <= t < {b!r}" for a, b in spans) + "; 0 otherwise}"
            body = dict(alpha=alpha, initial=0, t_end=T, probe=x)
            body |= dict(length=L, dim=1, boundary={"left": text, "right": 0}) if kind == "bar" else {}
            body |= dict(mode="half-space", boundary=text) if kind != "bar" else {}
            add("heat", f"short pulse at a wall, {kind}", body, value, 1e-12 * abs(value))


def roots():
    """fields that begin as a root does, by cosine series whose coefficients are integrated to where they begin"""
    nodes, weights = np.polynomial.legendre.leggauss(24)
    u = (nodes + 1) / 2
    for kind in ["square root", "cube root", "root of a clamp"]:
        for _ in range(8):
            L, h = pick(0.1, 3), pick(1, 9, 2)
            a, b = round(pick(0.05, 0.45) * L, 6), round(pick(0.55, 0.95) * L, 6)
            if kind == "square root":
                text, f, marks = f"{h}*sqrt(abs(x-{a}))", lambda x: h * np.sqrt(np.abs(x - a)), [a]
            elif kind == "cube root":
                text, f, marks = f"{h}*abs(x-{b})^(1/3)", lambda x: h * np.abs(x - b) ** (1 / 3), [b]
            else:
                text = f"{h}*sqrt(max(0,(x-{a})*({b}-x)))"
                f, marks = lambda x: h * np.sqrt(np.maximum(0, (x - a) * (b - x))), [a, b]
            ends = sorted({*np.linspace(0, L, 41).tolist(), *marks})
            k = np.arange(220) * np.pi / L
            c = np.zeros(220)
            for p, q in zip(ends[:-1], ends[1:]):  # u^3 (10 - 15 u + 6 u^2) is flat at both ends
                x = p + (q - p) * u**3 * (10 - 15 * u + 6 * u * u)
                w = weights / 2 * (q - p) * 30 * u * u * (1 - u) ** 2
                c += np.cos(np.outer(k, x)) @ (w * f(x))
            alpha, at, x = log_pick(1e-6, 1), L * L * log_pick(5e-4, 0.3), round(pick(0.03, 0.97) * L, 5)
            value = np.sum(c * np.where(k == 0, 1 / L, 2 / L) * np.cos(k * x) * np.exp(-k * k * at))
            body = dict(alpha=alpha, length=L, dim=1, initial=text, boundary="insulated", t_end=at / alpha, probe=x)
            add("heat", kind, body, value, 1e-9 * h)


# wave: wavelengths short beside the first cells


def wavelengths():
    for _ in range(12):
        L, c = pick(0.3, 3), log_pick(1, 400)
        n = rng.choice([40, 128, 129, 300, 511, 1024])
        x = pick(0.05, 0.95) * L
        t = L / c * rng.uniform(0.05, 1.5)
        A = pick(0.5, 3)
        value = A * math.sin(n * math.pi * x / L) * math.cos(n * math.pi * c * t / L)
        body = dict(dim=1, c=c, length=L, initial=f"{A}*sin({n}*pi*x/{L})", velocity=0, t_end=t, probe=x)
        add("wave", "short wavelength", body, value, 1e-9)
    for _ in range(20):  # a steep but smooth wall in the velocity
        L, c = pick(0.3, 3), log_pick(1, 400)
        w, m = L * 10 ** rng.uniform(-5, -2), pick(0.3, 0.7) * L
        h = pick(0.5, 5)
        x, t = pick(0.1, 0.9) * L, 0.0
        t = min(x, L - x) / c * rng.uniform(0.2, 0.95)
        F = lambda y: h / 2 * (y - w * (np.logaddexp((y - m) / w, -(y - m) / w)))
        value = float(F(x + c * t) - F(x - c * t)) / (2 * c)
        text, _f, _marks = front(m, w, h)
        body = dict(dim=1, c=c, length=L, initial=0, velocity=text, t_end=t, probe=x)
        add("wave", "steep front in velocity", body, value, 1e-11 * h * t)


ALL = dict(
    react=[react, react_discs], tumour=[tumour, windows], fea=[fea], device=[device, junctions],
    wave=[membranes, discs, light, light_fields, wavelengths],
    climate=[climate], action=[action, action_discs], solve=[solve], opt=[opt, opt_discs, opt_kinks],
    lattice=[lattice, lattice_discs], heat=[heat, pulses, roots],
)

if __name__ == "__main__":
    out, *only = sys.argv[1:]
    for solver, makers in ALL.items():
        if only and solver not in only:
            continue
        for make in makers:
            rng.seed(58001)
            make()
    with open(out, "w") as file:
        rows = ",\n".join(json.dumps(j) for j in jobs)
        file.write('{\n"source": "scripts/solvers/reference/roughFields.py",\n"jobs": [\n' + rows + "\n]\n}\n")
