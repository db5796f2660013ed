"""Peers of bodies and devices: finite elements, columns, cracks, junctions, boxes of charge."""
import math
import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sl


def cantilever(b):
    """Bilinear elements assembled at once, scipy's sparse LU."""
    nx, ny = b["mesh"]
    e_mod, nu, load = b["E"], b["nu"], b["P"]
    a, c = b["L"] / nx, b["H"] / ny

    def element():
        g, stiff = 1 / math.sqrt(3), np.zeros((8, 8))
        law = e_mod / (1 - nu ** 2) * np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]])
        for s in (-g, g):
            for t in (-g, g):
                d = np.array([[-(1 - t), 1 - t, 1 + t, -(1 + t)], [-(1 - s), -(1 + s), 1 + s,
                    1 - s]]) / np.array([[2 * a], [2 * c]])
                m = np.zeros((3, 8))
                m[0, 0::2], m[1, 1::2], m[2, 0::2], m[2, 1::2] = d[0], d[1], d[1], d[0]
                stiff += m.T @ law @ m * a * c / 4
        return stiff

    def run():
        e = np.arange(nx * ny)
        corner = e // ny * (ny + 1) + e % ny
        nodes = np.stack([corner, corner + ny + 1, corner + ny + 2, corner + 1], 1)
        dof = np.stack([2 * nodes, 2 * nodes + 1], 2).reshape(-1, 8)
        whole = sp.csc_matrix((np.tile(element().ravel(), nx * ny), (np.repeat(dof, 8, 1).ravel(),
            np.tile(dof, (1, 8)).ravel())))
        n = whole.shape[0]
        end = nx * (ny + 1) + np.arange(ny + 1)
        weight = np.ones(ny + 1) / ny
        weight[[0, -1]] /= 2
        force = np.zeros(n)
        force[2 * end + 1] = load * weight
        held = 2 * (ny + 1)
        u = sl.spsolve(whole[held:, held:], force[held:])
        return float(u[2 * end[ny // 2] + 1 - held])
    return run


def column(b):
    """Hermite beams, foot fixed and top pinned, scipy.linalg.eigh for the lowest load."""
    from scipy.linalg import eigh
    n, length = b["elements"], b["length"]
    h = length / n
    points, weights = np.polynomial.legendre.leggauss(4)

    def run():
        stiff, load = np.zeros((2 * n + 2, 2 * n + 2)), np.zeros((2 * n + 2, 2 * n + 2))
        bent = np.zeros((n, 4, 4))
        for s, w in zip((points + 1) / 2, weights / 2):
            x = (np.arange(n) + s) * h
            second = np.array([12 * s - 6, h * (6 * s - 4), 6 - 12 * s, h * (6 * s - 2)]) / h ** 2
            bent += (5e4 * (1 + 0.1 * x) ** 2 * w * h)[:, None, None] * np.outer(second, second)
        geometric = np.array([[36, 3 * h, -36, 3 * h], [3 * h, 4 * h * h, -3 * h, -h * h], [-36, -3 * h, 36, -3 * h],
                              [3 * h, -h * h, -3 * h, 4 * h * h]]) / (30 * h)
        for i in range(n):
            stiff[2 * i:2 * i + 4, 2 * i:2 * i + 4] += bent[i]
            load[2 * i:2 * i + 4, 2 * i:2 * i + 4] += geometric
        free = [k for k in range(2, 2 * n + 2) if k != 2 * n]
        k, g = stiff[np.ix_(free, free)], load[np.ix_(free, free)]
        return float(1 / eigh(g, k, eigvals_only=True, subset_by_index=[len(free) - 1, len(free) - 1])[0])
    return run


def crack(b):
    """A triangular lattice cut by a notch at half its height; scipy's sparse LU after every break."""
    nx, ny, limit, row = b["nx"], b["ny"], b["break_strain"], math.sqrt(3) / 2
    place = np.array([[i + 0.5 * (j % 2), j * row] for j in range(ny) for i in range(nx)])
    height, n = (ny - 1) * row, nx * ny
    length = b["notch"] * (nx - 1) if b["notch"] < 1 else b["notch"]
    mouth = 0.5 * height
    pairs = []
    for p in range(n):
        for q in range(p + 1, min(n, p + nx + 2)):
            d = place[q] - place[p]
            gripped = (p < nx and q < nx) or p >= nx * (ny - 1)
            if abs(d @ d - 1) > 1e-9 or gripped:
                continue
            low, high = place[p] - [0, mouth], place[q] - [0, mouth]
            crossed = (low[1] > 0) != (high[1] > 0) and low[0] + low[1] / (low[1] - high[1]) * (high[0]
                - low[0]) <= length
            if not crossed:
                pairs.append((p, q))
    pairs = np.array(pairs)
    along = place[pairs[:, 1]] - place[pairs[:, 0]]
    pull = np.concatenate([-along, along], 1)
    dof = np.stack([2 * pairs[:, 0], 2 * pairs[:, 0] + 1, 2 * pairs[:, 1], 2 * pairs[:, 1] + 1], 1)
    rows, columns = np.repeat(dof, 4, 1).ravel(), np.tile(dof, (1, 4)).ravel()
    blocks = (pull[:, :, None] * pull[:, None, :]).reshape(-1, 16)
    base, top = 2 * nx, 2 * n - 2 * nx

    def run():
        whole, first, worst = np.ones(len(pairs)), None, 0.0
        while True:
            stiff = sp.csc_matrix(((blocks * whole[:, None]).ravel(), (rows, columns)),
                shape=(2 * n, 2 * n)) + 1e-11 * sp.identity(2 * n)
            u = np.zeros(2 * n)
            u[top + 1::2] = height
            u[base:top] = sl.spsolve(stiff[base:top, base:top].tocsc(), -(stiff @ u)[base:top])
            reaction = (stiff @ u)[top + 1::2].sum()
            first = first or reaction
            if reaction < 1e-6 * first:
                return float(worst)
            strain = (pull * u[dof]).sum(1) * whole
            at = int(np.flatnonzero(strain >= strain.max() * (1 - 1e-9))[0])
            worst = max(worst, limit / strain[at])
            whole[at] = 0
    return run


def junction(b):
    """Poisson-Boltzmann by damped Newton steps with scipy's solve_banded, on a mesh graded like sinh."""
    from scipy.linalg import solve_banded
    thermal = 1.380649e-23 * b["T"] / 1.602176634e-19
    acceptors, donors, ni = b["Na_cm3"] * 1e6, b["Nd_cm3"] * 1e6, b["n_i"]
    screening = 8.8541878188e-12 * b["eps_r"] * thermal / 1.602176634e-19
    barrier = math.asinh(donors / (2 * ni)) + math.asinh(acceptors / (2 * ni))

    def side(own, other):
        reach = 1.5 * math.sqrt(2 * screening * barrier * other / (own * (own
            + other))) + 30 * math.sqrt(screening / own)
        return reach * np.sinh(5 * np.arange(1, b["nx"] + 1) / b["nx"]) / math.sinh(5)

    def run():
        x = np.concatenate([-side(acceptors, donors)[::-1], [0], side(donors, acceptors)])
        h = np.diff(x)
        volume = np.concatenate([[h[0] / 2], (h[:-1] + h[1:]) / 2, [h[-1] / 2]])
        left = np.concatenate([[0], h / 2])
        charge = np.where(x < 0, -acceptors, donors) * volume
        middle = len(left) // 2
        charge[middle] = -acceptors * left[middle] + donors * (volume[middle] - left[middle])
        psi = np.where(x < 0, -math.asinh(acceptors / (2 * ni)), math.asinh(donors / (2 * ni)))
        psi[middle] = 0
        for _ in range(400):
            n, p = ni * np.exp(psi), ni * np.exp(-psi)
            flow = screening * np.diff(psi) / h
            miss = np.concatenate([flow, [0]]) - np.concatenate([[0], flow]) + charge - volume * (n - p)
            bands = np.zeros((3, len(x)))
            bands[0, 1:] = bands[2, :-1] = -screening / h
            bands[1] = volume * (n + p)
            bands[1, :-1] += screening / h
            bands[1, 1:] += screening / h
            change = solve_banded((1, 1), bands, miss)
            psi += np.sign(change) * np.log1p(np.abs(change))
            if np.abs(change).max() < 1e-12:
                break
        return float(thermal * (psi[-1] - psi[0]))
    return run


def box(b):
    """Poisson's equation on the points of a grid by scipy's sine transforms."""
    from scipy.fft import dstn, idstn
    nx, ny, lx, ly = b["nx"], b["ny"], b["lx"], b["ly"]
    eps = 8.8541878188e-12 * b["eps_r"]
    hx, hy = lx / nx, ly / ny

    def run():
        x, y = hx * np.arange(1, nx), hy * np.arange(1, ny)
        rho = 2e-5 * (1 + x / 0.02)[None, :] * (1 + y / 0.03)[:, None]
        eigen = (2 - 2 * np.cos(np.pi * np.arange(1, nx) / nx))[None,
            :] / hx ** 2 + (2 - 2 * np.cos(np.pi * np.arange(1, ny) / ny))[:, None] / hy ** 2
        phi = idstn(dstn(rho / eps, 1) / eigen, 1)
        return float(phi[round(b["probe"][1] / hy) - 1, round(b["probe"][0] / hx) - 1])
    return run


JOBS = {"cantilever": cantilever, "column": column, "crack": crack, "junction": junction, "box": box}
