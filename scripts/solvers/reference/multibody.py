"""Reference values of the multibody solver: published end points, Kepler's equation, scipy and mpmath.

Writes test/vectors/solvers/multibody.json.
"""
import json
import numpy as np
from mpmath import mp, mpf, odefun, findroot, sqrt, sin, cos, pi
from scipy.integrate import solve_ivp

mp.dps = 30
ME = "scripts/solvers/reference/multibody.py: "
rows = []


def row(case, body, at, expected, source, unit="m", relative=1e-9):
    rows.append({"case": case, "body": body, "at": at, "expected": float(expected), "unit": unit, "relative": relative,
        "source": source})


def from_centre(m, q, k):
    com = [sum(m[i] * q[i][a] for i in range(len(m))) / sum(m) for a in range(3)]
    return sqrt(sum((q[k][a] - com[a]) ** 2 for a in range(3)))


# Pleiades at t = 3.
X, Y = [3, 3, -1, -3, 2, -2, 2], [3, -3, 2, 0, 0, -4, 4]
VX, VY = [0, 0, 0, 0, 0, 1.75, -1.5], [0, 0, 0, -1.25, 1, 0, 0]
pleiades = [{"m": i + 1, "position": [X[i], Y[i]], "velocity": [VX[i], VY[i]]} for i in range(7)]
END_X = [0.3706139143970502, 3.237284092057233, -3.222559032418324, 0.6597091455775310, 0.3425581707156584,
    1.562172101400631, -0.7003092922212495]
END_Y = [-3.943437585517392, -3.271380973972550, 5.225081843456543, -2.590612434977470, 1.198213693392275,
    -0.2429682344935824, 1.091449240428980]
PL = ("Hairer, Norsett and Wanner I (1993), II.10; "
    "end values of the Test Set for IVP Solvers (Mazzia and Magherini), problem Pleiades")
b = {"bodies": pleiades, "t_max": 3, "G": 1}
row("Pleiades, x of the third star", b, "named.bodies.2.position.0", END_X[2], PL, relative=1e-9)
row("Pleiades, y of the third star", b, "named.bodies.2.position.1", END_Y[2], PL, relative=1e-9)
row("Pleiades, x of the seventh star", b, "named.bodies.6.position.0", END_X[6], PL, relative=1e-8)
end = [[mpf(x), mpf(y), mpf(0)] for x, y in zip(END_X, END_Y)]
row("Pleiades, distance of the first star", b, "value", from_centre(list(range(1, 8)), end, 0), PL)

# Arenstorf orbit: closes after its period; the third body is massless.
mu = 0.012277471
arenstorf = [{"m": 1 - mu, "position": [-mu, 0], "velocity": [0, -mu]}, {"m": mu, "position": [1 - mu, 0],
    "velocity": [0, 1 - mu]},
             {"m": 0, "position": [0.994, 0], "velocity": [0, -2.00158510637908252240537862224 + 0.994]}]
row("Arenstorf orbit closes", {"bodies": arenstorf, "t_max": 17.0652165601579625588917206249, "G": 1, "subject": 2},
    "value", 0.994,
    "Hairer, Norsett and Wanner I (1993), II.0: period 17.0652165601579625588917206249, start 0.994", relative=1e-8)

# Figure eight.
eight = [{"m": 1, "position": [0.97000436, -0.24308753], "velocity": [0.466203685, 0.43236573]},
         {"m": 1, "position": [-0.97000436, 0.24308753], "velocity": [0.466203685, 0.43236573]},
         {"m": 1, "position": [0, 0], "velocity": [-0.93240737, -0.86473146]}]
EIGHT = "Chenciner and Montgomery, Annals of Math. 152 (2000) 881: period 6.32591398, start of Simo to 8 digits"
row("figure eight closes, steps chosen", {"bodies": eight, "t_max": 6.32591398, "G": 1}, "value",
    sqrt(mpf("0.97000436") ** 2 + mpf("0.24308753") ** 2), EIGHT, relative=1e-7)
row("figure eight closes, at a stated step", {"bodies": eight, "t_max": 6.32591398, "G": 1, "dt": 0.01581478495},
    "value",
    sqrt(mpf("0.97000436") ** 2 + mpf("0.24308753") ** 2), EIGHT, relative=1e-7)


# Two bodies by Kepler's equation.
def kepler(m1, m2, a, e, t, g):
    n = sqrt(g * (m1 + m2) / a ** 3)
    E = findroot(lambda x: x - e * sin(x) - n * t, n * t)
    return a * (1 - e * cos(E))


G = mpf("6.6743e-11")
m1, m2, a, e = mpf("3.1e24"), mpf("7.3e22"), mpf("2.9e8"), mpf("0.83")
t = mpf("1234567")
rp = a * (1 - e)
vp = sqrt(G * (m1 + m2) / a * (1 + e) / (1 - e))
tilt = [mpf("0.6"), mpf("0.64"), mpf("0.48")]
two = [{"m": float(m1), "position": [0, 0, 0], "velocity": [17, -4, 250]},
       {"m": float(m2), "position": [float(rp), 0, 0], "velocity": [17, float(vp * mpf("0.6")) - 4,
           float(vp * mpf("0.8")) + 250]}]
r = kepler(m1, m2, a, e, t, G) * m1 / (m1 + m2)
KE = "Kepler's equation in 30 digits; " + ME + "kepler"
row("an eccentric tilted pair, drifting, steps chosen", {"bodies": two, "t_max": 1234567, "subject": 1}, "value", r, KE)
row("the same at a stated step", {"bodies": two, "t_max": 1234567, "subject": 1, "dt": 1234567 / 4096}, "value", r, KE,
    relative=1e-8)
row("the same by order 4", {"bodies": two, "t_max": 1234567, "subject": 1, "dt": 1234567 / 65536, "order": 4}, "value",
    r, KE, relative=1e-7)

# The Pythagorean problem before its closest encounters.
pythagorean = [{"m": 3, "position": [1, 3], "velocity": [0, 0]}, {"m": 4, "position": [-2, -1], "velocity": [0, 0]},
               {"m": 5, "position": [1, -1], "velocity": [0, 0]}]


def right(m):
    m = np.array(m, float)

    def f(_, y):
        n = len(m)
        q = y[:3 * n].reshape(n, 3)
        acc = np.zeros((n, 3))
        for i in range(n):
            for j in range(n):
                if i != j:
                    d = q[j] - q[i]
                    acc[i] += m[j] * d / np.dot(d, d) ** 1.5
        return np.concatenate([y[3 * n:], acc.ravel()])
    return f


q0 = [1, 3, 0, -2, -1, 0, 1, -1, 0]
s = solve_ivp(right([3, 4, 5]), (0, 10), np.array(q0 + [0] * 9, float), method="DOP853", rtol=3e-14, atol=1e-15)
row("Pythagorean problem at t = 10", {"bodies": pythagorean, "t_max": 10, "G": 1}, "value",
    from_centre([3, 4, 5], s.y[:9, -1].reshape(3, 3).tolist(), 0),
    "Burrau 1913; scipy DOP853, rtol 3e-14; " + ME + "right", relative=1e-7)

# Odd masses in three dimensions.
m = [2.3, 0.71, 1.19, 0.05]
q = [[0.4, -1.1, 0.3], [2.2, 0.9, -0.7], [-1.8, 1.3, 1.1], [0.1, 0.2, 2.9]]
v = [[0.1, -0.2, 0.31], [-0.4, 0.55, 0.12], [0.2, 0.3, -0.6], [-0.7, 0.1, 0.05]]


def newton(m, q, v, t):
    n = len(m)
    m = [mpf(repr(x)) for x in m]

    def f(_, y):
        out = list(y[3 * n:])
        for i in range(n):
            acc = [mpf(0)] * 3
            for j in range(n):
                if i != j:
                    d = [y[3 * j + k] - y[3 * i + k] for k in range(3)]
                    c = m[j] / sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2) ** 3
                    acc = [acc[k] + c * d[k] for k in range(3)]
            out += acc
        return out
    y = odefun(f, 0, [mpf(repr(x)) for r in q for x in r] + [mpf(repr(x)) for r in v for x in r],
        tol=mpf(10) ** -14)(mpf(t))
    return [y[3 * i:3 * i + 3] for i in range(n)], m


end, mm = newton(m, q, v, 2)
odd = [{"mass": m[i], "position": q[i], "velocity": v[i]} for i in range(4)]
row("four odd masses in space", {"bodies": odd, "t_max": 2, "G": 1, "subject": 3}, "value", from_centre(mm, end, 3),
    "mpmath odefun; " + ME + "newton")

still = [{"m": 1, "position": [0, 0, 0], "velocity": [0, 0, 0]}, {"m": 1, "position": [1, 0, 0], "velocity": [0, 0, 0]}]
rows += [
    {"case": "a fixed step through encounters", "body": {"bodies": pythagorean, "t_max": 10, "G": 1, "dt": 0.01},
        "refusal": {"code": "ENERGY_NOT_CONSERVED"}},
    {"case": "a head-on collision", "body": {"bodies": still, "t_max": 3, "G": 1},
        "refusal": {"code": "DID_NOT_CONVERGE", "reason": "explosion"}},
    {"case": "two bodies at one point", "body": {"bodies": [still[0], still[0]], "t_max": 3},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "NO_SOLUTION"}},
    {"case": "a step too short for its run", "body": {"bodies": still, "t_max": 3, "dt": 1e-12},
        "refusal": {"code": "SOLVER_REJECTED", "reason": "TOO_LARGE"}},
]
json.dump({"solver": "multibody", "rows": rows}, open("test/vectors/solvers/multibody.json", "w"), indent=1)
