"""Peers of fields on grids: flow, shallow water, a growth front, a field on a lattice."""
import math
import numpy as np


def cavity(b):
    """Staggered grid, third-order Runge-Kutta in numba, projection by scipy's cosine transforms."""
    from numba import njit
    from scipy.fft import dctn, idctn
    n, nu, dt = b["n"], b["nu"], b["dt"]
    h, lid, steps = b["L"] / n, b["U"], round(b["t_end"] / b["dt"])
    eigen = (2 * np.cos(np.pi * np.arange(n) / n) - 2) / h ** 2
    poisson = eigen[None, :] + eigen[:, None]
    poisson[0, 0] = 1

    @njit
    def ghosts(u, v, n, lid):
        for j in range(n + 2):
            u[j, 0] = u[j, n] = u[j, n + 1] = 0
            v[j, 0], v[j, n + 1] = -v[j, 1], -v[j, n]
        for i in range(n + 2):
            u[0, i], u[n + 1, i] = -u[1, i], 2 * lid - u[n, i]
            v[0, i] = v[n, i] = v[n + 1, i] = 0

    @njit
    def advance(u, v, u0, v0, p, q, keep, take, dt, n, h, nu, lid):
        quarter, d = 0.25 / h, nu / h ** 2
        for j in range(1, n + 1):
            for i in range(1, n):
                own = u[j, i]
                e, w = own + u[j, i + 1], own + u[j, i - 1]
                p[j, i] = -quarter * (e * e - w * w) - quarter * ((own + u[j + 1, i]) * (v[j, i] + v[j, i + 1])
                    - (own + u[j - 1, i]) * (v[j - 1, i] + v[j - 1, i + 1])) \
                    + d * (u[j, i + 1] + u[j, i - 1] + u[j + 1, i] + u[j - 1, i] - 4 * own)
        for j in range(1, n):
            for i in range(1, n + 1):
                own = v[j, i]
                a, s = own + v[j + 1, i], own + v[j - 1, i]
                q[j, i] = -quarter * (a * a - s * s) - quarter * ((own + v[j, i + 1]) * (u[j, i] + u[j + 1, i])
                    - (own + v[j, i - 1]) * (u[j, i - 1] + u[j + 1, i - 1])) \
                    + d * (v[j, i + 1] + v[j, i - 1] + v[j + 1, i] + v[j - 1, i] - 4 * own)
        for j in range(1, n + 1):
            for i in range(1, n + 1):
                if i < n:
                    u[j, i] = keep * u0[j, i] + take * (u[j, i] + dt * p[j, i])
                if j < n:
                    v[j, i] = keep * v0[j, i] + take * (v[j, i] + dt * q[j, i])
        ghosts(u, v, n, lid)
        out = np.empty((n, n))
        for j in range(1, n + 1):
            for i in range(1, n + 1):
                out[j - 1, i - 1] = (u[j, i] - u[j, i - 1] + v[j, i] - v[j - 1, i]) / h
        return out

    @njit
    def correct(u, v, phi, n, h, lid):
        for j in range(1, n + 1):
            for i in range(1, n + 1):
                if i < n:
                    u[j, i] -= (phi[j - 1, i] - phi[j - 1, i - 1]) / h
                if j < n:
                    v[j, i] -= (phi[j, i - 1] - phi[j - 1, i - 1]) / h
        ghosts(u, v, n, lid)

    def run():
        u, v, p, q = (np.zeros((n + 2, n + 2)) for _ in range(4))
        ghosts(u, v, n, lid)
        for _ in range(steps):
            u0, v0 = u.copy(), v.copy()
            for keep, take in ((0.0, 1.0), (0.75, 0.25), (1 / 3, 2 / 3)):
                rest = dctn(advance(u, v, u0, v0, p, q, keep, take, dt, n, h, nu, lid), 2)
                rest /= poisson
                rest[0, 0] = 0
                correct(u, v, idctn(rest, 2), n, h, lid)
        return float((np.cumsum(u[1:n + 1, :n + 1], axis=0) * h).min())
    return run


def basin(b):
    """Sadourny's energy-conserving scheme in classical Runge-Kutta steps."""
    from numba import njit
    nx, ny, g, f, depth = b["nx"], b["ny"], b["g"], b["f"], b["H"]
    hx, hy = b["extent"][0] / nx, b["extent"][1] / ny
    steps = round(b["t_end"] / b["dt"])
    x, y = (np.arange(nx) + 0.5) * hx, (np.arange(ny) + 0.5) * hy
    start = np.zeros((ny + 1, nx + 1))
    start[:ny, :nx] = np.exp(-((x[None, :] - 50_000) ** 2 + (y[:, None] - 40_000) ** 2) / 2e8)

    @njit
    def rates(e, u, v, de, du, dv, h, fu, fv, ac, al, be, depth, g, f, hx, hy, nx, ny):
        for j in range(ny):
            for i in range(nx):
                h[j, i] = depth + e[j, i]
                be[j, i] = g * e[j, i] + 0.25 * (u[j, i] ** 2 + u[j, i + 1] ** 2 + v[j, i] ** 2 + v[j + 1, i] ** 2)
                if i > 0:
                    fu[j, i] = 0.5 * u[j, i] * (h[j, i - 1] + h[j, i])
                if j > 0:
                    fv[j, i] = 0.5 * v[j, i] * (h[j - 1, i] + h[j, i])
        for j in range(1, ny):
            for i in range(1, nx):
                q = 4 * (f + (v[j, i] - v[j, i - 1]) / hx - (u[j, i] - u[j - 1, i]) / hy) \
                    / (h[j, i] + h[j, i - 1] + h[j - 1, i] + h[j - 1, i - 1])
                ac[j, i] = 0.5 * q * (fv[j, i] + fv[j, i - 1])
                al[j, i] = 0.5 * q * (fu[j, i] + fu[j - 1, i])
        for j in range(ny):
            for i in range(nx):
                de[j, i] = -(fu[j, i + 1] - fu[j, i]) / hx - (fv[j + 1, i] - fv[j, i]) / hy
                if i > 0:
                    du[j, i] = 0.5 * (ac[j, i] + ac[j + 1, i]) - (be[j, i] - be[j, i - 1]) / hx
                if j > 0:
                    dv[j, i] = -0.5 * (al[j, i] + al[j, i + 1]) - (be[j, i] - be[j - 1, i]) / hy

    @njit
    def march(eta, dt, steps, depth, g, f, hx, hy, nx, ny):
        w = np.zeros((18, ny + 1, nx + 1))
        now, at, total, rate, work = w[0:3], w[3:6], w[6:9], w[9:12], w[12:18]
        now[0] = eta
        worst = 0.0
        for _ in range(steps):
            at[:] = now
            total[:] = now
            for k in range(4):
                rates(at[0], at[1], at[2], rate[0], rate[1], rate[2], work[0], work[1], work[2], work[3], work[4],
                    work[5],
                      depth, g, f, hx, hy, nx, ny)
                a, c = (0.5 if k < 2 else 1.0 if k == 2 else 0.0) * dt, (1 / 3 if 0 < k < 3 else 1 / 6) * dt
                for m in range(3):
                    for j in range(ny + 1):
                        for i in range(nx + 1):
                            at[m, j, i] = now[m, j, i] + a * rate[m, j, i]
                            total[m, j, i] += c * rate[m, j, i]
            now[:] = total
            energy = 0.0
            for j in range(ny):
                for i in range(nx):
                    energy += g * now[0, j, i] ** 2 + (depth + now[0, j, i]) * 0.5 * (
                        now[1, j, i] ** 2 + now[1, j, i + 1] ** 2 + now[2, j, i] ** 2 + now[2, j + 1, i] ** 2)
            worst = max(worst, energy)
        return now[0], worst
    i, j = int(b["probe"][0] / hx), int(b["probe"][1] / hy)
    return lambda: float(march(start, b["dt"], steps, depth, g, f, hx, hy, nx, ny)[0][j, i])


def front(b):
    """Strang splitting of Fisher's equation on a half line, Crank-Nicolson by Thomas' algorithm."""
    from numba import njit
    d, r, dx, dt, t_end = b["D"], b["r"], b["dx"], b["dt"], b["t_end"]
    n, steps = round(b["extent"] / dx), round(t_end / dt)

    @njit
    def where(u, dx):
        for i in range(len(u) - 1, 0, -1):
            if u[i - 1] >= 0.5 and u[i] < 0.5:
                a, c = math.log(u[i - 1] / (1 - u[i - 1])), math.log(u[i] / (1 - u[i]))
                return dx * (i - 1 + a / (a - c))
        return np.nan

    @njit
    def solve(lower, upper, inverse, y):
        n = len(y)
        for i in range(1, n):
            y[i] -= lower[i] * inverse[i - 1] * y[i - 1]
        y[n - 1] *= inverse[n - 1]
        for i in range(n - 2, -1, -1):
            y[i] = (y[i] - upper[i] * y[i + 1]) * inverse[i]

    @njit
    def march(u, n, dx, dt, steps, d, half):
        k = np.full(n + 1, d / dx ** 2)
        lower, upper = k.copy(), k.copy()
        upper[0] *= 2
        lower[n] *= 2
        lower[0] = upper[n] = 0
        m = dt / 2
        own = 1 + m * (lower + upper)
        lo, up = -m * lower, -m * upper
        inverse = 1 / own
        for i in range(1, n + 1):
            inverse[i] = 1 / (own[i] - lo[i] * inverse[i - 1] * up[i - 1])
        work = np.empty(n + 1)
        middle, mass = 0.0, 0.0
        for s in range(steps):
            for i in range(n + 1):
                u[i] = u[i] / (u[i] + (1 - u[i]) * half)
            if s < 2:
                solve(lo, up, inverse, u)
                solve(lo, up, inverse, u)
            else:
                for i in range(n + 1):
                    work[i] = u[i] + m * ((lower[i] * (u[i - 1] - u[i]) if i > 0 else 0.0)
                                          + (upper[i] * (u[i + 1] - u[i]) if i < n else 0.0))
                solve(lo, up, inverse, work)
                u[:] = work
            mass = u.sum()
            for i in range(n + 1):
                u[i] = u[i] / (u[i] + (1 - u[i]) * half)
            if s + 1 == steps // 2:
                middle = where(u, dx)
        return (where(u, dx) - middle) / (steps * dt / 2), mass
    x = dx * np.arange(n + 1)
    start = np.where(x < b["initial"]["step"] - 1e-9, 1.0, 0.0)
    start[np.abs(x - b["initial"]["step"]) < 1e-9] = 0.5
    return lambda: float(march(start.copy(), n, dx, dt, steps, d, math.exp(-r * dt / 2))[0])


def scalar(b):
    """The leapfrog of phi^4 that keeps its two-level energy, with that energy at every step."""
    from numba import njit
    side, dt, steps = b["shape"][0], b["dt"], b["steps"]

    @njit
    def march(u, dt, steps, mu2, lam):
        n = u.shape[0]
        dt2, half, energy = dt * dt, 0.5 * dt * dt * lam, 0.0
        before, now, after = u.copy(), u.copy(), u.copy()
        for s in range(steps):
            energy = 0.0
            for j in range(n):
                up, down = (j + 1 if j + 1 < n else 0), (j - 1 if j > 0 else n - 1)
                for i in range(n):
                    right, left = (i + 1 if i + 1 < n else 0), (i - 1 if i > 0 else n - 1)
                    a = now[j, i]
                    linear = now[j, left] + now[j, right] + now[up, i] + now[down, i] - 4 * a - mu2 * a
                    if s == 0:
                        made = a + 0.5 * dt2 * (linear - lam * a * a * a)
                    else:
                        made = (2 * a + dt2 * linear) / (1 + half * a * a) - before[j, i]
                    after[j, i] = made
                    rate = made - a
                    energy += rate * rate / dt2 - made * (linear - 0.5 * lam * made * a * a)
            before, now, after = now, after, before
        return 0.5 * energy / (n * n)
    x = np.arange(side)
    start = 1.3 * np.sin(2 * np.pi * x / side)[None, :] * np.cos(2 * np.pi * x / side)[:, None]
    return lambda: float(march(start, dt, steps, b["mu2"], b["lambda"]))


def alternating(b):
    """Peaceman and Rachford's steps by scipy's solve_banded; the first two as four damped implicit half steps."""
    from scipy.linalg import solve_banded
    nx, ny, steps = b["nx"], b["ny"], b["steps"]
    hx, hy = b["lx"] / nx, b["ly"] / ny
    m = b["alpha"] * b["dt"] / 2

    def bands(n, r):
        made = np.full((3, n), -r)
        made[1] = 1 + 2 * r
        return made

    def explicit(u, r):
        out = (1 - 2 * r) * u
        out[1:] += r * u[:-1]
        out[:-1] += r * u[1:]
        return out

    rx, ry = m / hx ** 2, m / hy ** 2
    along, across = bands(nx - 1, rx), bands(ny - 1, ry)
    x, y = hx * np.arange(1, nx), hy * np.arange(1, ny)
    start = np.outer(np.sin(np.pi * y / b["ly"]), np.sin(np.pi * x / b["lx"]))
    start = start + 0.5 * np.outer(np.sin(np.pi * y / b["ly"]), np.sin(2 * np.pi * x / b["lx"]))

    def run():
        u = start
        for _ in range(4):
            u = solve_banded((1, 1), across, solve_banded((1, 1), along, u.T).T)
        for _ in range(steps - 2):
            v = solve_banded((1, 1), along, explicit(u, ry).T)
            u = solve_banded((1, 1), across, explicit(v, rx).T)
        return float(u[round(b["probe"][1] / hy) - 1, round(b["probe"][0] / hx) - 1])
    return run


JOBS = {"alternating": alternating, "cavity": cavity, "basin": basin, "front": front, "scalar": scalar}
