"""Reference values of the epidemic solver, by methods it does not use.

Final size: Lambert's W. Peak of SIR: its closed form. States: mpmath's Taylor integrator. Stochastic final sizes: the
triangular equations of Ball (Adv. Appl. Prob. 18 (1986) 289) in 60-digit arithmetic, where the solver runs the jump
chain. Writes test/vectors/solvers/epi.json.
"""
import json
from mpmath import mp, mpf, lambertw, exp, log, odefun, binomial

mp.dps = 30
ME = "scripts/solvers/reference/epi.py: "


def final_size(r0, s0, n=1):
    """1 - s_inf of ln(s_inf/s0) = -R0 (1 - s_inf)."""
    r0, s0 = mpf(r0), mpf(s0)
    return 1 + lambertw(-r0 * s0 * exp(-r0)).real / r0


def sir_peak(n, r0, s0, i0):
    rho = mpf(n) / mpf(r0)
    return i0 + s0 - rho + rho * log(rho / s0)


def seir(beta, sigma, gamma, n, i0, t):
    b, s, g, n = map(mpf, (beta, sigma, gamma, n))
    f = odefun(lambda _, y: [-b * y[0] * y[2] / n, b * y[0] * y[2] / n - s * y[1], s * y[1] - g * y[2]], 0,
               [n - i0, mpf(0), mpf(i0)], tol=mpf(10) ** -16)
    return f(mpf(t))


def groups(beta, gamma, c, sizes, i0, t):
    b, g = mpf(beta), mpf(gamma)
    k = len(sizes)

    def rhs(_, y):
        force = [b * sum(c[a][h] * y[k + h] / sizes[h] for h in range(k)) for a in range(k)]
        return [-force[a] * y[a] for a in range(k)] + [force[a] * y[a] - g * y[k + a] for a in range(k)]
    f = odefun(rhs, 0, [mpf(sizes[a]) - i0[a] for a in range(k)] + [mpf(x) for x in i0], tol=mpf(10) ** -16)
    return f(mpf(t))


def ball(n, m, r0, total):
    """P_k, k = 0..n further infected, m at the start; each infective meets each person at rate R0/total."""
    mp.dps = 120
    lam = mpf(r0) / total
    phi = lambda theta: 1 / (1 + theta)
    p = []
    for k in range(n + 1):
        q = phi(lam * (n - k))
        s = sum(binomial(n - i, k - i) * p[i] / q ** (i + m) for i in range(k))
        p.append((binomial(n, k) - s) * q ** (k + m))
    mp.dps = 30
    return p


rows = []


def row(case, body, at, expected, source, unit="1", relative=1e-9):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source})


KM = ("Kermack and McKendrick, Proc. R. Soc. A 115 (1927) 700: ln(s/s0) = -R0 (1 - s), by Lambert's W; "
    + ME + "final_size")
for r0 in (1.3, 2, 3.652, 8):
    row(f"limit of no start, R0 = {r0}", {"R0": r0}, "value", final_size(r0, 1), KM)
row("one in a hundred at the start", {"R0": 2, "I0": 0.01}, "value", final_size(2, mpf(99) / 100), KM)
row("below the threshold, with a start", {"R0": 0.7, "I0": 0.01}, "value", final_size("0.7", mpf(99) / 100), KM)
row("an odd R0 and start, by beta and gamma", {"beta": 0.317, "gamma": 0.1931, "N": 5417, "I0": 37}, "value",
    final_size(mpf("0.317") / mpf("0.1931"), 1 - mpf(37) / 5417), KM)
r0 = mpf("2.18e-3") * 763 / mpf("0.44")
row("boarding school 1978, peak", {"beta_per_day": 2.18e-3 * 763, "gamma_per_day": 0.44, "N": 763, "I0": 1,
    "quantity": "peak"}, "value",
    sir_peak(763, r0, 762, 1),
    "Murray, Mathematical Biology I (2002), 10.2: r = 2.18e-3/day, a = 0.44/day, S0 = 762; closed form "
    "N - rho + rho ln(rho/S0)")
row("no wave below the threshold", {"R0": 0.9, "I0": 0.02, "quantity": "peak"}, "value", mpf("0.02"),
    "dI/dt < 0 from the start")
y = seir("0.5", "0.25", "0.2", 10**6, 10, 70)
b = {"beta": 0.5, "sigma": 0.25, "gamma": 0.2, "N": 1e6, "I0": 10, "quantity": "state", "t_end": 70}
row("SEIR, infective on day 70", b, "value", y[2], "mpmath odefun; " + ME + "seir")
row("SEIR, exposed on day 70", {**b, "compartment": "E"}, "value", y[1], "mpmath odefun; " + ME + "seir")
row("SEIR at a stated step", {**b, "dt": 1}, "value", y[2], "mpmath odefun; " + ME + "seir", relative=1e-7)
row("SEIR ends as SIR does", {"beta": 0.5, "sigma": 0.25, "gamma": 0.2, "N": 1e6, "I0": 10}, "value",
    final_size(2.5, 1 - mpf(10) / 10**6), KM)
c, sizes, i0 = [[4, 1], [1, 2]], [300000, 700000], [10, 0]
y = groups("0.05", "0.1", c, sizes, i0, 60)
row("two groups, infective on day 60", {"beta": 0.05, "gamma": 0.1, "contacts": c, "groups": sizes, "I0": i0,
    "quantity": "state", "t_end": 60},
    "value", y[2] + y[3], "mpmath odefun; " + ME + "groups")
p = ball(199, 1, 2, 200)
mean = sum(p[k] * (k + 1) for k in range(200)) / 200
b = {"R0": 2, "N": 200, "I0": 1, "mode": "stochastic"}
row("stochastic mean final size, 200 persons", b, "value", mean, "Ball 1986 triangular equations, 120 digits; " + ME
    + "ball")
row("stochastic, nobody else", b, "outputs.nobody_else", p[0], "Ball 1986; " + ME + "ball")
row("stochastic, 160 in all", b, "fields.0.159", p[159], "Ball 1986; " + ME + "ball")
cut = 1
z = final_size(2 * mpf(199) / 200, 1)
cut = int(mpf("0.5") * z * 199)
row("stochastic extinction, 200 persons", {**b, "quantity": "extinction"}, "value", sum(p[:cut + 1]),
    "Ball 1986; " + ME + "ball")
p = ball(72, 3, "1.37", 80)
row("stochastic, part immune", {"R0": 1.37, "N": 80, "I0": 3, "vaccinated": 0.0625, "mode": "stochastic"}, "value",
    sum(p[k] * (k + 3) for k in range(73)) / 80, "Ball 1986; " + ME + "ball")
rows += [
    {"case": "a contact matrix without a cycle infects nobody", "body": {"R0": 2, "contacts": [[0, 1], [0, 0]],
        "groups": [10, 20], "I0": 1},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "too many persons for the exact recursion", "body": {"R0": 2, "N": 1e9, "I0": 1, "mode": "stochastic"},
     "refusal": {"code": "SOLVER_REJECTED", "reason": "TOO_LARGE"}},
    {"case": "three rates that contradict each other", "body": {"R0": 2, "beta": 1, "gamma": 1, "I0": 0.1},
        "refusal": {"code": "INVALID_BODY"}},
]
json.dump({"solver": "epi", "rows": rows}, open("test/vectors/solvers/epi.json", "w"), indent=1)
