"""Peers of networks, searches, samples and special values: grids, minima, links, options, zeros, poses."""
import math
import os
import re
import subprocess
import tempfile
import numpy as np


def powerflow(b):
    """Full Newton iteration with sparse derivatives, scipy's sparse LU."""
    import scipy.sparse as sp
    import scipy.sparse.linalg as sl
    c = b["case"]
    base, bus, gen, branch = c["baseMVA"], np.array(c["bus"], float), np.array(c["gen"], float), np.array(c["branch"],
        float)

    def run():
        n, lines = len(bus), len(branch)
        at = {int(name): i for i, name in enumerate(bus[:, 0])}
        f, t = ([at[int(name)] for name in branch[:, k]] for k in (0, 1))
        series = branch[:, 10] / (branch[:, 2] + 1j * branch[:, 3])
        tap = np.where(branch[:, 8] == 0, 1, branch[:, 8]) * np.exp(1j * np.radians(branch[:, 9]))
        ytt = series + 0.5j * branch[:, 4] * branch[:, 10]
        yff, yft, ytf = ytt / abs(tap) ** 2, -series / tap.conj(), -series / tap
        k = np.r_[np.arange(lines), np.arange(lines)]
        yf = sp.csr_matrix((np.r_[yff, yft], (k, np.r_[f, t])), (lines, n))
        yt = sp.csr_matrix((np.r_[ytf, ytt], (k, np.r_[f, t])), (lines, n))
        cf = sp.csr_matrix((np.ones(lines), (np.arange(lines), f)), (lines, n))
        ct = sp.csr_matrix((np.ones(lines), (np.arange(lines), t)), (lines, n))
        y = (cf.T @ yf + ct.T @ yt + sp.diags((bus[:, 4] + 1j * bus[:, 5]) / base)).tocsr()
        s = -(bus[:, 2] + 1j * bus[:, 3]) / base
        v = np.ones(n, complex)
        for g in gen[gen[:, 7] > 0]:
            s[at[int(g[0])]] += (g[1] + 1j * g[2]) / base
            v[at[int(g[0])]] = g[5]
        pv, pq = np.flatnonzero(bus[:, 1] == 2), np.flatnonzero(bus[:, 1] == 1)
        free = np.r_[pv, pq]
        for _ in range(20):
            i = y @ v
            miss = v * i.conj() - s
            wrong = np.r_[miss[free].real, miss[pq].imag]
            if abs(wrong).max() < 1e-10:
                break
            dv, di, dn = sp.diags(v), sp.diags(i), sp.diags(v / abs(v))
            angle = (1j * dv @ (di - y @ dv).conj()).tocsr()
            size = (dv @ (y @ dn).conj() + di.conj() @ dn).tocsr()
            jacobian = sp.bmat([[angle[free][:, free].real, size[free][:, pq].real], [angle[pq][:, free].imag,
                size[pq][:, pq].imag]], "csc")
            step = sl.spsolve(jacobian, -wrong)
            a, m = np.angle(v), abs(v)
            a[free] += step[:len(free)]
            m[pq] += step[len(free):]
            v = m * np.exp(1j * a)
        return float((v[f] * (yf @ v).conj() + v[t] * (yt @ v).conj()).sum().real * base * 1e6)
    return run


def valley(b):
    """Rosenbrock's chain, lifted by one, by L-BFGS-B with its gradient in numpy."""
    from scipy.optimize import minimize
    start = np.array(b["start"], float)

    def f(x):
        off, rest = x[1:] - x[:-1] ** 2, 1 - x[:-1]
        slope = np.zeros_like(x)
        slope[:-1] = -400 * x[:-1] * off - 2 * rest
        slope[1:] += 200 * off
        return 1 + 100 * off @ off + rest @ rest, slope
    return lambda: float(minimize(f, start, jac=True, method="L-BFGS-B", options={"ftol": 1e-15, "gtol": 1e-8,
        "maxiter": 10_000,
                                                                                   "maxfun": 100_000}).fun)


# As many descents as ours makes for the same cluster.
DESCENTS = 390


def cluster(b):
    """Basin hopping of scipy with energies and gradients in numpy."""
    from scipy.optimize import basinhopping
    n = b["atoms"]
    one, other = np.triu_indices(n, 1)

    def f(x):
        x = x.reshape(n, 3)
        d = x[one] - x[other]
        s = 1 / (d * d).sum(1)
        s3 = s ** 3
        pull = (-24 * s3 * (2 * s3 - 1) * s)[:, None] * d
        slope = np.zeros((n, 3))
        np.add.at(slope, one, pull)
        np.add.at(slope, other, -pull)
        return 4 * (s3 * (s3 - 1)).sum(), slope.ravel()

    def run():
        random = np.random.default_rng(3)
        start = random.normal(size=3 * n)
        return float(basinhopping(f, start, niter=DESCENTS, T=0.8, stepsize=0.4, seed=5,
                                  minimizer_kwargs={"method": "L-BFGS-B", "jac": True}).fun)
    return run


def links(b):
    """SU(2) in two dimensions: Kennedy-Pendleton heat bath and overrelaxation, eight chains, plaquette after every
    sweep."""
    from numba import njit
    (ny, nx), beta = b["shape"], b["beta"]

    @njit
    def product(a, b, p, q, out):
        a0, a1, a2, a3 = a[0], p * a[1], p * a[2], p * a[3]
        b0, b1, b2, b3 = b[0], q * b[1], q * b[2], q * b[3]
        out[0] = a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3
        out[1] = a0 * b1 + a1 * b0 - a2 * b3 + a3 * b2
        out[2] = a0 * b2 + a2 * b0 - a3 * b1 + a1 * b3
        out[3] = a0 * b3 + a3 * b0 - a1 * b2 + a2 * b1

    @njit
    def gather(u, j, i, mu, s, a, c):
        ny, nx = u.shape[0], u.shape[1]
        up, right, down, left = (j + 1) % ny, (i + 1) % nx, (j - 1) % ny, (i - 1) % nx
        if mu == 0:
            product(u[up, i, 1], u[j, right, 0], 1.0, -1.0, a)
            product(a, u[j, i, 1], 1.0, -1.0, s)
            product(u[up, left, 1], u[j, left, 0], -1.0, -1.0, a)
            product(a, u[j, left, 1], 1.0, 1.0, c)
        else:
            product(u[j, right, 0], u[up, i, 1], 1.0, -1.0, a)
            product(a, u[j, i, 0], 1.0, -1.0, s)
            product(u[down, right, 0], u[down, i, 1], -1.0, -1.0, a)
            product(a, u[down, i, 0], 1.0, 1.0, c)
        for k in range(4):
            s[k] += c[k]

    @njit
    def bath(k, out):
        while True:
            if k < 1.5:
                a = 1 + math.log(1 + (1
                    - np.random.random()) * math.expm1(-2 * k)) / k if k > 1e-7 else 2 * np.random.random() - 1
                if np.random.random() ** 2 <= 1 - a * a:
                    break
            else:
                turn = math.cos(2 * math.pi * np.random.random()) ** 2
                delta = -(math.log(1 - np.random.random()) + turn * math.log(1 - np.random.random())) / k
                if np.random.random() ** 2 <= 1 - delta / 2:
                    a = 1 - delta
                    break
        size, z, turn = math.sqrt(max(0.0, 1 - a * a)), 2 * np.random.random() - 1, 2 * math.pi * np.random.random()
        out[0], out[3] = a, size * z
        w = size * math.sqrt(1 - z * z)
        out[1], out[2] = w * math.cos(turn), w * math.sin(turn)

    @njit
    def chain(ny, nx, beta, thermal, sweeps, hot):
        u = np.zeros((ny, nx, 2, 4))
        u[:, :, :, 0] = 1
        s, a, c, g, made = np.empty(4), np.empty(4), np.empty(4), np.empty(4), np.empty(4)
        if hot:
            for j in range(ny):
                for i in range(nx):
                    for mu in range(2):
                        bath(0.0, u[j, i, mu])
        total = 0.0
        for sweep in range(thermal + sweeps):
            for over in range(2):
                for j in range(ny):
                    for i in range(nx):
                        for mu in range(2):
                            gather(u, j, i, mu, s, a, c)
                            size = math.sqrt(s[0] ** 2 + s[1] ** 2 + s[2] ** 2 + s[3] ** 2)
                            for k in range(4):
                                s[k] /= size
                            if over == 0:
                                bath(beta * size, g)
                                product(g, s, 1.0, -1.0, made)
                            else:
                                product(s, u[j, i, mu], -1.0, -1.0, g)
                                product(g, s, 1.0, -1.0, made)
                            u[j, i, mu] = made
            if sweep >= thermal:
                for j in range(ny):
                    for i in range(nx):
                        product(u[j, i, 0], u[(j + 1) % ny, i, 1], 1.0, 1.0, a)
                        product(a, u[j, (i + 1) % nx, 0], 1.0, -1.0, c)
                        product(c, u[j, i, 1], 1.0, -1.0, g)
                        total += g[0]
        return total / (sweeps * ny * nx)
    return lambda: float(np.mean([chain(ny, nx, beta, b["thermalization"], b["sweeps"], k % 2 == 0) for k in range(8)]))


def asian(b):
    """The same number of paths: scrambled Sobol points, normal quantiles, one geometric mean as control, all in
    numpy."""
    from scipy.special import ndtri
    from scipy.stats import qmc
    spot, strike, r, sigma, t, n = b["S"], b["K"], b["r"], b["sigma"], b["T"], b["fixings"]
    dt = t / n
    mean = math.log(spot) + (r - sigma ** 2 / 2) * dt * (n + 1) / 2
    spread = sigma * math.sqrt(dt * (n + 1) * (2 * n + 1) / (6 * n))
    d1 = (mean - math.log(strike)) / spread + spread

    def run():
        from scipy.special import ndtr
        closed = math.exp(-r * t) * (math.exp(mean + spread ** 2 / 2) * ndtr(d1) - strike * ndtr(d1 - spread))
        each = []
        for seed in range(32):
            z = ndtri(qmc.Sobol(n, seed=seed).random(1024))
            path = np.log(spot) + np.cumsum((r - sigma ** 2 / 2) * dt + sigma * math.sqrt(dt) * z, axis=1)
            plain = np.maximum(np.exp(path).mean(1) - strike, 0)
            control = np.maximum(np.exp(path.mean(1)) - strike, 0)
            each.append(math.exp(-r * t) * (plain - control).mean() + closed)
        return float(np.mean(each))
    return run


def quantlib(b):
    """QuantLib's own Monte Carlo of the arithmetic mean with its geometric control, to the error that ours reaches."""
    import QuantLib as ql
    today = ql.Date(1, 1, 2025)
    ql.Settings.instance().evaluationDate = today
    count = ql.Actual365Fixed()
    spot = ql.QuoteHandle(ql.SimpleQuote(b["S"]))
    rate = ql.YieldTermStructureHandle(ql.FlatForward(today, b["r"], count))
    none = ql.YieldTermStructureHandle(ql.FlatForward(today, 0.0, count))
    vol = ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), b["sigma"], count))
    process = ql.BlackScholesMertonProcess(spot, none, rate, vol)
    dates = [today + round(365 * b["T"] * (k + 1) / b["fixings"]) for k in range(b["fixings"])]

    def run():
        option = ql.DiscreteAveragingAsianOption(ql.Average().Arithmetic, 0.0, 0, dates,
            ql.PlainVanillaPayoff(ql.Option.Call, b["K"]),
                                                 ql.EuropeanExercise(dates[-1]))
        option.setPricingEngine(ql.MCDiscreteArithmeticAPEngine(process, "PseudoRandom", controlVariate=True,
            requiredTolerance=7.4e-4, seed=1))
        return float(option.NPV())
    return run


def zetazero(b):
    from mpmath import zetazero as zero
    return lambda: float(zero(b["index"]).imag)


def lfunzeros(b):
    """PARI's clock of its own processor time."""
    program = f"z=#lfunzeros(lfuncreate(1),[{b['from']},{b['to']}]);print(gettime(),\" \",z)\n"

    def run():
        spent, count = subprocess.run(["gp", "-q", "-f"], input="gettime();" + program, capture_output=True, text=True,
            check=True).stdout.split()
        return float(count), float(spent) / 1000
    return run


def vina(b):
    folder = tempfile.TemporaryDirectory()
    for name in ("receptor", "ligand"):
        with open(os.path.join(folder.name, name), "w", encoding="utf8") as file:
            file.write(b[name])

    def run():
        out = subprocess.run(["vina", "--receptor", f"{folder.name}/receptor", "--ligand", f"{folder.name}/ligand",
            "--score_only",
                              "--autobox", "--cpu", "1"], capture_output=True, text=True, check=True).stdout
        return float(re.search(r"Binding\s*:\s*(\S+)", out).group(1))
    run.folder = folder
    return run


JOBS = {"powerflow": powerflow, "valley": valley, "cluster": cluster, "links": links, "asian": asian,
    "quantlib": quantlib,
        "zetazero": zetazero, "lfunzeros": lfunzeros, "vina": vina}
