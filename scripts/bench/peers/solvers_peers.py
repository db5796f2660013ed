"""One peer of a solver's benchmark: `solvers_peers.py JOB` reads lines, solves the job for each, and answers its
processor time and value.

Inputs come as JSON on the first line; imports and compilation are done before the first answer.
"""
import importlib
import json
import sys


SPAN_SECONDS = 0.06


def dop853(f, y0, t_end, value):
    from scipy.integrate import solve_ivp

    def run():
        return value(solve_ivp(f, (0.0, t_end), y0, method="DOP853", rtol=1e-10, atol=1e-12).y)
    return run


def riccati(b):
    import numpy as np
    from scipy.linalg import solve_discrete_are
    a, c, q, r = (np.array(b[k]) for k in "ACQR")
    return lambda: float(np.trace(solve_discrete_are(a.T, c.T, q, r)))


def prey(b):
    al, be, ga, de = b["alpha"], b["beta"], b["gamma"], b["delta"]
    return dop853(lambda t, y: [al * y[0] - be * y[0] * y[1], de * y[0] * y[1] - ga * y[1]], [b["x0"], b["y0"]],
        b["t_end"],
                  lambda y: float(y[0, -1]))


def van_der_pol(b):
    m = b["inputs"]["m"]
    return dop853(lambda t, y: [y[1], m * (1 - y[0] * y[0]) * y[1] - y[0]], [2.0, 0.0], b["system"]["t_end"],
        lambda y: float(y[0, -1]))


def bodies(b):
    import numpy as np
    m = np.array([p["m"] for p in b["bodies"]])
    x0 = np.array([p["position"] for p in b["bodies"]]).ravel()
    v0 = np.array([p["velocity"] for p in b["bodies"]]).ravel()
    n = len(m)

    def f(t, y):
        x = y[:2 * n].reshape(n, 2)
        d = x[None, :, :] - x[:, None, :]
        r2 = (d * d).sum(axis=2)
        np.fill_diagonal(r2, 1.0)
        return np.concatenate([y[2 * n:], (d * (m[None, :] / (r2 * np.sqrt(r2)))[:, :, None]).sum(axis=1).ravel()])
    return dop853(f, np.concatenate([x0, v0]), b["t_max"],
                  lambda y: float(np.hypot(y[0, -1], y[1, -1])))


def levels(b):
    import numpy as np
    from scipy.linalg import eigh_tridiagonal
    hartree = 4.3597447222060e-18
    n, extent = 12_000, b["extent"]
    h = extent / n
    x = -extent / 2 + h * np.arange(1, n)

    def run():
        w = eigh_tridiagonal(1 / (b["mass"] * h * h) + x ** 4, np.full(n - 2, -0.5 / (b["mass"] * h * h)),
            eigvals_only=True,
                             select="i", select_range=(b["n"], b["n"]), lapack_driver="stebz")
        return float(w[0]) * hartree
    return run


def cone(b):
    import numpy as np
    from scipy.linalg import eigh
    n, length, c = 400, b["length"], b["c"]
    h = length / n
    x = h * (np.arange(n) + 0.5)

    def run():
        area = (h * np.arange(n + 1)) ** 2
        k = np.diag(area[:-1] + area[1:]) - np.diag(area[1:-1], 1) - np.diag(area[1:-1], -1)
        k[-1, -1] += area[-1]
        s = 1 / x
        w = eigh(k * s[:, None] * s[None, :] / (h * h), eigvals_only=True)
        return float(c * np.sqrt(w[0]) / (2 * np.pi))
    return run


def membrane(b):
    import numpy as np
    from numba import njit
    nx, ny, steps, c, dt = b["nx"], b["ny"], b["steps"], b["c"], b["dt"]
    hx, hy = b["lx"] / nx, b["ly"] / ny
    x, y = hx * np.arange(nx + 1), hy * np.arange(ny + 1)
    start = 0.002 * np.sin(2 * np.pi * x / b["lx"])[None, :] * np.sin(np.pi * y / b["ly"])[:, None]

    @njit
    def march(u, steps, rx, ry):
        rows, columns = u.shape
        now, before, after = u.copy(), u.copy(), np.zeros_like(u)
        for s in range(steps):
            for j in range(1, rows - 1):
                for i in range(1, columns - 1):
                    lap = rx * (now[j, i - 1] - 2 * now[j, i] + now[j, i + 1]) + ry * (now[j - 1, i] - 2 * now[j,
                        i] + now[j + 1, i])
                    after[j, i] = now[j, i] + 0.5 * lap if s == 0 else 2 * now[j, i] - before[j, i] + lap
            before, now, after = now, after, before
        return now
    px, py = round(b["probe"][0] / hx), round(b["probe"][1] / hy)
    return lambda: float(march(start, steps, (c * dt / hx) ** 2, (c * dt / hy) ** 2)[py, px])


def plate(b):
    import numpy as np
    from numba import njit
    nx, ny, steps, dt = b["nx"], b["ny"], b["steps"], b["dt"]
    hx, hy = b["lx"] / nx, b["ly"] / ny
    x, y = hx * np.arange(nx + 1), hy * np.arange(ny + 1)
    start = np.sin(np.pi * x / b["lx"])[None, :] * np.sin(np.pi * y / b["ly"])[:, None]
    start += 0.5 * np.sin(2 * np.pi * x / b["lx"])[None, :] * np.sin(np.pi * y / b["ly"])[:, None]
    start[0] = start[-1] = 0
    start[:, 0] = start[:, -1] = 0

    @njit
    def march(u, steps, rx, ry):
        rows, columns = u.shape
        now, after = u.copy(), u.copy()
        for s in range(steps):
            for j in range(1, rows - 1):
                for i in range(1, columns - 1):
                    after[j, i] = now[j, i] + rx * (now[j, i - 1] - 2 * now[j, i] + now[j, i + 1]) \
                        + ry * (now[j - 1, i] - 2 * now[j, i] + now[j + 1, i])
            now, after = after, now
        return now
    px, py = round(b["probe"][0] / hx), round(b["probe"][1] / hy)
    return lambda: float(march(start, steps, b["alpha"] * dt / hx ** 2, b["alpha"] * dt / hy ** 2)[py, px])


def gray_scott(b):
    import numpy as np
    from numba import njit
    n, h, dt, steps = b["n"], b["dx"], b["dt"], b["steps"]
    x = h * np.arange(n)
    bump = np.exp(-((x[None, :] - 64) ** 2 + (x[:, None] - 60) ** 2) / 40)

    @njit
    def march(u, v, steps, du, dv, feed, kill, dt):
        n = u.shape[0]
        p, q = np.empty_like(u), np.empty_like(v)
        for s in range(steps):
            for j in range(n):
                up, down = (j + 1) % n, (j - 1) % n
                for i in range(n):
                    right, left = (i + 1 if i + 1 < n else 0), (i - 1 if i > 0 else n - 1)
                    a, c = u[j, i], v[j, i]
                    r = a * c * c
                    p[j, i] = a + dt * (du * (u[j, left] + u[j, right] + u[up, i] + u[down, i] - 4 * a) - r
                        + feed * (1 - a))
                    q[j, i] = c + dt * (dv * (v[j, left] + v[j, right] + v[up, i] + v[down, i] - 4 * c) + r
                        - (feed + kill) * c)
            u, p = p, u
            v, q = q, v
        return v
    return lambda: float(march(1 - 0.5 * bump, 0.25 * bump, steps, b["Du"] / h ** 2, b["Dv"] / h ** 2, b["F"], b["k"],
        dt).mean())


JOBS = {"riccati": riccati, "prey": prey, "bodies": bodies, "van_der_pol": van_der_pol, "levels": levels, "cone": cone,
        "membrane": membrane, "plate": plate, "gray_scott": gray_scott}
ELSEWHERE = ("fields", "motion", "programs", "structures", "systems")


def job_of(name):
    """Modules import what their jobs need, so only those are loaded that come before the one asked for."""
    if name in JOBS:
        return JOBS[name]
    for module in ELSEWHERE:
        found = importlib.import_module(module).JOBS.get(name)
        if found is not None:
            return found
    raise KeyError(name)


def spent():
    """Processor time of this process and of those it waited for."""
    import resource
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def main():
    run = job_of(sys.argv[1])(json.loads(sys.stdin.readline()))
    run()
    for _ in sys.stdin:
        begin, runs, took = spent(), 0, 0.0
        # The clock of processor time moves in ticks: short runs are timed together.
        while took < SPAN_SECONDS:
            value = run()
            runs = runs + 1
            # A program that tells its own time leaves its start out of it.
            if isinstance(value, tuple):
                value, own = value
                took += own
            else:
                took = spent() - begin
        print(json.dumps({"ms": took / runs * 1000, "value": value}), flush=True)


if __name__ == "__main__":
    main()
