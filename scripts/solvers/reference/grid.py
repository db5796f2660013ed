"""Power flow by a numpy Newton iteration with complex derivatives; clearing times by the equal-area criterion;
frequency and phases by scipy's DOP853. The networks are public test cases (gridCases.json names their sources). Prints
JSON rows."""
import json
import math
import pathlib
import numpy as np
from mpmath import mp, mpc, mpf
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, minimize_scalar

HERE = pathlib.Path(__file__).parent
cases = json.loads((HERE / "gridCases.json").read_text())
rows = []


def row(case, body, expected, unit, source, at="value", **tolerance):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit,
        **(tolerance or {"relative": 1e-8}), "source": source})


def newton(c):
    base, bus, gen, branch = c["baseMVA"], np.array(c["bus"], float), np.array(c["gen"], float), np.array(c["branch"],
        float)
    n = len(bus)
    at = {int(b): i for i, b in enumerate(bus[:, 0])}
    f, t = [np.array([at[int(b)] for b in branch[:, k]]) for k in (0, 1)]
    ys = branch[:, 10] / (branch[:, 2] + 1j * branch[:, 3])
    tap = np.where(branch[:, 8] == 0, 1, branch[:, 8]) * np.exp(1j * np.radians(branch[:, 9]))
    ytt = ys + 0.5j * branch[:, 4] * branch[:, 10]
    yff = ytt / abs(tap) ** 2
    yft, ytf = -ys / tap.conj(), -ys / tap
    Y = np.diag((bus[:, 4] + 1j * bus[:, 5]) / base)
    for k in range(len(branch)):
        Y[f[k], f[k]] += yff[k]; Y[f[k], t[k]] += yft[k]; Y[t[k], f[k]] += ytf[k]; Y[t[k], t[k]] += ytt[k]
    S = -(bus[:, 2] + 1j * bus[:, 3]) / base
    V = np.ones(n, complex)
    for g in gen:
        if g[7] > 0:
            i = at[int(g[0])]
            S[i] += (g[1] + 1j * g[2]) / base
            V[i] = g[5]
    slack = int(np.flatnonzero(bus[:, 1] == 3)[0])
    pq = np.flatnonzero(bus[:, 1] == 1)
    pv = np.flatnonzero(bus[:, 1] == 2)
    free = np.r_[pv, pq]
    for _ in range(12):
        I = Y @ V
        miss = V * I.conj() - S
        dA = 1j * np.diag(V) @ (np.diag(I) - Y @ np.diag(V)).conj()
        dM = np.diag(V) @ (Y @ np.diag(V / abs(V))).conj() + np.diag(I.conj() * V / abs(V))
        J = np.block([[dA[np.ix_(free, free)].real, dM[np.ix_(free, pq)].real], [dA[np.ix_(pq, free)].imag,
            dM[np.ix_(pq, pq)].imag]])
        d = np.linalg.solve(J, -np.r_[miss[free].real, miss[pq].imag])
        a, m = np.angle(V), abs(V)
        a[free] += d[:len(free)]
        m[pq] += d[len(free):]
        V = m * np.exp(1j * a)
    loss = (V[f] * (yff * V[f] + yft * V[t]).conj() + V[t] * (ytf * V[f] + ytt * V[t]).conj()).sum().real * base * 1e6
    return loss, V, (V * (Y @ V).conj())[slack].real * base * 1e6 + bus[slack, 2] * 1e6, at


NEWTON = "scripts/solvers/reference/grid.py: numpy Newton iteration"
names = {"case9": (4.641, "MATPOWER User's Manual, case9: 4.641 MW"),
    "case14": (13.393, "IEEE 14 bus solution: 13.393 MW"),
         "ieee30": (17.557, "IEEE 30 bus solution: 17.557 MW"), "case57": (27.864, "IEEE 57 bus solution: 27.864 MW"),
         "case118": (132.863, "IEEE 118 bus solution: 132.863 MW"),
         "case300": (408.316, "IEEE 300 bus solution: 408.316 MW")}
for name, (published, source) in names.items():
    body = {"case": {k: cases[name][k] for k in ("baseMVA", "bus", "gen", "branch")}}
    loss, V, slack, at = newton(cases[name])
    assert abs(loss / 1e6 - published) < 6e-4
    row(f"{name}, losses", body, loss, "W", f"{source}; digits by {NEWTON}")
    if name == "case14":
        row("case14, lowest voltage", body, abs(V).min(), "1", f"IEEE 14 bus solution: 1.010 at bus 3; {NEWTON}",
            "outputs.min_voltage")
        row("case14, slack", body, slack, "W", f"IEEE 14 bus solution: 232.39 MW; {NEWTON}", "outputs.slack_P")
        odd = json.loads(json.dumps(body))
        odd["case"]["bus"][8][2] *= 1.7
        odd["case"]["branch"][7][9] = 4.3
        odd["case"]["branch"][3][10] = 0
        loss, V, *_ = newton(odd["case"])
        row("case14 with a phase shifter, a line out and another load", odd, loss, "W", NEWTON)


def exactly(c):
    """Newton's steps from doubles, the mismatch in 40 digits: voltages, powers of buses, into branches."""
    mp.dps = 40
    one = mpf(1)
    bus, gen, branch = c["bus"], c["gen"], c["branch"]
    at = {int(b[0]): i for i, b in enumerate(bus)}
    n = len(bus)
    Y = [dict() for _ in range(n)]
    ends = []

    def put(i, j, y):
        Y[i][j] = Y[i].get(j, 0) + y
    for i, b in enumerate(bus):
        put(i, i, mpc(mpf(b[4]), mpf(b[5])) / c["baseMVA"])
    for b in branch:
        f, t, on = at[int(b[0])], at[int(b[1])], b[10]
        ys = on / mpc(mpf(b[2]), mpf(b[3]))
        tap = (mpf(b[8]) if b[8] else one) * mp.expjpi(mpf(b[9]) / 180)
        ytt = ys + mpc(0, mpf(b[4]) / 2 * on)
        y4 = (ytt / abs(tap) ** 2, -ys / mp.conj(tap), -ys / tap, ytt)
        for (i, j), y in zip(((f, f), (f, t), (t, f), (t, t)), y4):
            put(i, j, y)
        ends.append((f, t, y4))
    S = [-mpc(mpf(b[2]), mpf(b[3])) / c["baseMVA"] for b in bus]
    for g in gen:
        if g[7] > 0:
            S[at[int(g[0])]] += mpc(mpf(g[1]), mpf(g[2])) / c["baseMVA"]
    _, V, *_ = newton(c)
    m, a = [mpf(abs(v)) for v in V], [mpf(float(np.angle(v))) for v in V]
    for g in gen:
        if g[7] > 0:
            m[at[int(g[0])]] = mpf(g[5])
    kind = [int(b[1]) for b in bus]
    slack = kind.index(3)
    turn = mpf(bus[slack][8]) * mp.pi / 180 - a[slack]
    a = [angle + turn for angle in a]
    free = [i for i in range(n) if kind[i] != 3]
    pq = [i for i in range(n) if kind[i] == 1]
    Yd = np.zeros((n, n), complex)
    for i in range(n):
        for j, y in Y[i].items():
            Yd[i, j] = complex(y)
    Vd = np.array([complex(m[i] * mp.expj(a[i])) for i in range(n)])
    I = Yd @ Vd
    dA = 1j * np.diag(Vd) @ (np.diag(I) - Yd @ np.diag(Vd)).conj()
    dM = np.diag(Vd) @ (Yd @ np.diag(Vd / abs(Vd))).conj() + np.diag(I.conj() * Vd / abs(Vd))
    J = np.block([[dA[np.ix_(free, free)].real, dM[np.ix_(free, pq)].real], [dA[np.ix_(pq, free)].imag,
        dM[np.ix_(pq, pq)].imag]])
    for _ in range(9):
        v = [m[i] * mp.expj(a[i]) for i in range(n)]
        s = [v[i] * mp.conj(sum(y * v[j] for j, y in Y[i].items())) for i in range(n)]
        miss = [mp.re(s[i] - S[i]) for i in free] + [mp.im(s[i] - S[i]) for i in pq]
        size = max(abs(x) for x in miss)
        if size < mpf(10) ** -25:
            break
        d = np.linalg.solve(J, -np.array([float(x / size) for x in miss]))
        for k, i in enumerate(free):
            a[i] += mpf(d[k]) * size
        for k, i in enumerate(pq):
            m[i] += mpf(d[len(free) + k]) * size
    assert size < mpf(10) ** -25
    into = [(v[f] * mp.conj(y[0] * v[f] + y[1] * v[t]), v[t] * mp.conj(y[2] * v[f] + y[3] * v[t]))
            for f, t, y in ends]
    return m, a, s, into


for name in ("case9", "case14", "case57", "case118"):
    c = cases[name]
    body = {"case": {k: c[k] for k in ("baseMVA", "bus", "gen", "branch")}}
    m, a, s, into = exactly(c)
    unit = c["baseMVA"] * 1e6
    pq = [i for i, b in enumerate(c["bus"]) if b[1] == 1]
    slack = next(i for i, b in enumerate(c["bus"]) if b[1] == 3)
    pv = next(i for i, b in enumerate(c["bus"]) if b[1] == 2)
    EXACT = "scripts/solvers/reference/grid.py: Newton's steps with the mismatch in 40 digits by mpmath"
    last = len(c["branch"]) - 1
    for what, at, value in (("voltage", f"buses.{pq[-1]}.V", m[pq[-1]]),
            ("angle", f"buses.{pq[-1]}.angle", a[pq[-1]] * 180 / mp.pi),
            ("slack", f"buses.{slack}.P", (s[slack].real + mpf(c["bus"][slack][2]) / c["baseMVA"]) * unit),
            ("reactive power of a generator", f"buses.{pv}.Q",
                (s[pv].imag + mpf(c["bus"][pv][3]) / c["baseMVA"]) * unit),
            ("into a branch", "branches.1.P_from", into[1][0].real * unit),
            ("out of a branch", f"branches.{last}.P_to", into[last][1].real * unit),
            ("reactive, into a branch", "branches.2.Q_from", into[2][0].imag * unit)):
        row(f"{name}, {what}", body, value, "1", EXACT, f"named.{at}", relative=1e-9)
V1, X, R, P, Q = 1.1e5, 21.0, 3.3, 4.7e7, 1.3e7
# V2^4 + V2^2 (2 (R P + X Q) - V1^2) + (R^2 + X^2) (P^2 + Q^2) = 0, the upper root.
b = 2 * (R * P + X * Q) - V1 ** 2
v2 = (-b + math.sqrt(b * b - 4 * (R * R + X * X) * (P * P + Q * Q))) / 2
TWO = "Kundur, Power System Stability and Control, 2.1 (two buses: quadratic in V2^2)"
row("two buses, voltage", {"V1": V1, "X": X, "R": R, "P": P, "Q": Q}, math.sqrt(v2), "V", TWO, "outputs.V2")
row("two buses, loss", {"V1": V1, "X": X, "R": R, "P": P, "Q": Q}, R * (P * P + Q * Q) / v2, "W", TWO)
H, f0, Pm = 5, 60, 0.8
d0 = math.asin(Pm / 1.8)
dmax = math.pi - d0
dc = math.acos(Pm * (dmax - d0) / 1.8 + math.cos(dmax))
row("clearing time, no power during the fault", {"H": H, "f0": f0, "Pm": Pm, "Pmax": 1.8, "PmaxFault": 0,
    "PmaxPost": 1.8},
    math.sqrt(2 * H * (dc - d0) / (math.pi * f0 * Pm)), "s",
    "Grainger and Stevenson, Power System Analysis, eq. 16.72: equal areas")
pre, during, post, Pm, f0, H = 2.0, 0.5, 1.5, 0.9, 50, 3.7
d0, dmax = math.asin(Pm / pre), math.pi - math.asin(Pm / post)
dc = math.acos((Pm * (dmax - d0) + post * math.cos(dmax) - during * math.cos(d0)) / (post - during))
hit = lambda t, y: y[0] - dc
hit.terminal = True
run = solve_ivp(lambda t, y: [y[1], math.pi * f0 / H * (Pm - during * math.sin(y[0]))], (0, 5), [d0, 0],
    method="DOP853", rtol=1e-12, atol=1e-12, events=hit)
row("clearing time, three stages", {"H": H, "f0": f0, "Pm": Pm, "Pmax": pre, "PmaxFault": during, "PmaxPost": post},
    run.t_events[0][0], "s",
    "Kundur, Power System Stability and Control, 13.1.3: equal areas, time by scipy DOP853")
H, f0, dP, R, T, D = 4.3, 50, 0.08, 0.06, 0.7, 1.1
run = solve_ivp(lambda t, y: [(y[1] - dP - D * y[0]) / (2 * H), (-y[0] / R - y[1]) / T], (0, 12), [0, 0],
    method="DOP853", rtol=1e-12, atol=1e-14, dense_output=True)
low = minimize_scalar(lambda t: run.sol(t)[0], bounds=(0.2, 4), method="bounded", options={"xatol": 1e-10})
row("frequency after a trip", {"H": H, "f0": f0, "dP": dP, "droop": R, "governorTime": T, "damping": D},
    f0 * (1 + low.fun), "Hz",
    "Kundur, Power System Stability and Control, 11.1; scipy DOP853")
row("two oscillators in step", {"omega": [1, 1.6], "K": 1.5, "theta0": [0, 1], "t_end": 60},
    math.cos(math.asin(0.6 / 1.5) / 2), "1",
    "Strogatz, Physica D 143 (2000) 1: locked difference asin((omega_2 - omega_1) / K)")
omega, theta = [1, 2, 3.1, 2.5, 0.5, -1.7], [0, 1, 2, 3, 4, 5]
w = np.array(omega)
run = solve_ivp(lambda t, y: w + 1.9 / 6 * np.sin(y[None, :] - y[:, None]).sum(1), (0, 7), theta, method="DOP853",
    rtol=1e-12, atol=1e-12)
row("six oscillators", {"omega": omega, "K": 1.9, "theta0": theta, "t_end": 7}, abs(np.exp(1j * run.y[:, -1]).mean()),
    "1",
    "scripts/solvers/reference/grid.py: scipy DOP853", absolute=1e-4)
rows.append({"case": "beyond the transfer limit", "body": {"V1": 1e5, "X": 20, "P": 5e8, "Q": 1e7},
    "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}})
cut = {k: cases["case9"][k] for k in ("baseMVA", "bus", "gen")}
cut["branch"] = [[*b[:10], 0] if 5 in b[:2] else b for b in cases["case9"]["branch"]]
rows.append({"case": "an islanded bus", "body": {"case": cut}, "refusal": {"code": "SOLVER_REJECTED",
    "reason": "NO_SOLUTION"}})
print(json.dumps({"solver": "grid", "rows": rows}).replace('}, {"case": "', '},\n{"case": "'))
