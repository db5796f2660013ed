"""Peers of motion in time: epidemics, the Lorenz system, falls, orbits, atoms."""
import math
import re
import subprocess
import numpy as np


def epidemic(b):
    """SEIR by DOP853, in days."""
    from scipy.integrate import solve_ivp
    beta, gamma, sigma, n = b["beta_per_day"], b["gamma_per_day"], b["sigma_per_day"], b["N"]

    def f(_, y):
        s, e, i, _r = y
        new = beta * s * i / n
        return [-new, new - sigma * e, sigma * e - gamma * i, gamma * i]
    start = [n - b["I0"], 0.0, b["I0"], 0.0]
    return lambda: float(solve_ivp(f, (0, b["t_end_days"]), start, method="DOP853", rtol=1e-10, atol=1e-10).y[2, -1])


# As long as ours averages for its error bar, and with the same step.
LORENZ_TIME = 770_048
LORENZ_STEP = 1 / 128


def lorenz(b):
    from numba import njit

    @njit
    def rates(y, out, s, r, b):
        out[0], out[1], out[2] = s * (y[1] - y[0]), y[0] * (r - y[2]) - y[1], y[0] * y[1] - b * y[2]
        out[3] = s * (y[4] - y[3])
        out[4] = y[3] * (r - y[2]) - y[4] - y[0] * y[5]
        out[5] = y[3] * y[1] + y[0] * y[4] - b * y[5]

    @njit
    def growth(y, h, steps, sigma, rho, beta):
        k1, k2, k3, k4, at = np.empty(6), np.empty(6), np.empty(6), np.empty(6), np.empty(6)
        total = 0.0
        for n in range(steps):
            rates(y, k1, sigma, rho, beta)
            for i in range(6):
                at[i] = y[i] + 0.5 * h * k1[i]
            rates(at, k2, sigma, rho, beta)
            for i in range(6):
                at[i] = y[i] + 0.5 * h * k2[i]
            rates(at, k3, sigma, rho, beta)
            for i in range(6):
                at[i] = y[i] + h * k3[i]
            rates(at, k4, sigma, rho, beta)
            for i in range(6):
                y[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i])
            if n % 16 == 15:
                size = math.sqrt(y[3] ** 2 + y[4] ** 2 + y[5] ** 2)
                total += math.log(size)
                for i in range(3, 6):
                    y[i] /= size
        return total / (steps * h)

    def run():
        y = np.array([*b["initial"], 0.6, 0.48, 0.64])
        growth(y, LORENZ_STEP, 12_800, b["sigma"], b["rho"], b["beta"])
        return float(growth(y, LORENZ_STEP, round(LORENZ_TIME / LORENZ_STEP), b["sigma"], b["rho"], b["beta"]))
    return run


def fall(b):
    """Radius by proper time, with G M / c^2 = 1 m; ends where it passes r_to."""
    from scipy.integrate import solve_ivp
    c = 299_792_458.0
    m, l2 = b["G"] * b["M"] / c ** 2, (b["L"] / c) ** 2
    r0 = b["r0"]
    v0 = -math.sqrt(b["E"] ** 2 - (1 - 2 * m / r0) * (1 + l2 / r0 ** 2))

    def f(_, y):
        r = y[0]
        return [y[1], -m / r ** 2 + l2 / r ** 3 - 3 * m * l2 / r ** 4]

    def arrived(_, y):
        return y[0] - b["r_to"]
    arrived.terminal = True
    return lambda: float(solve_ivp(f, (0, 1e3), [r0, v0], method="DOP853", rtol=1e-10, atol=1e-12,
        events=arrived).t_events[0][0] / c)


def orbit(b):
    """Kahan and Li's composition of order 8 with compensated sums; the action over the first turn, and the energy at
    every step."""
    from numba import njit
    half = [0.13020248308889007, 0.5611629817751084, -0.38947496264484727, 0.1588419065551556,
            -0.39590389413323757, 0.1845396409783157, 0.25837438768632204, 0.2950117236093103]
    kicks = np.array([*half, 1 - 2 * sum(half), *half[::-1]])
    drifts = np.concatenate([[kicks[0] / 2], (kicks[1:] + kicks[:-1]) / 2, [kicks[-1] / 2]])

    @njit
    def step(s, carry, h, drifts, kicks):
        for k in range(len(drifts)):
            by = drifts[k] * h
            for i in range(2):
                change = by * s[2 + i]
                s[4] += change * s[2 + i]
                change += carry[i]
                after = s[i] + change
                carry[i] = change - (after - s[i])
                s[i] = after
            if k == len(kicks):
                break
            r2 = s[0] * s[0] + s[1] * s[1]
            pull = -kicks[k] * h / (r2 * math.sqrt(r2))
            for i in range(2):
                change = pull * s[i] + carry[2 + i]
                after = s[2 + i] + change
                carry[2 + i] = change - (after - s[2 + i])
                s[2 + i] = after

    @njit
    def march(s, h, steps, drifts, kicks):
        carry, action, worst = np.zeros(4), -1.0, 0.0
        first = 0.5 * (s[2] * s[2] + s[3] * s[3]) - 1 / math.sqrt(s[0] * s[0] + s[1] * s[1])
        for _ in range(steps):
            before, kept = s.copy(), carry.copy()
            step(s, carry, h, drifts, kicks)
            energy = 0.5 * (s[2] * s[2] + s[3] * s[3]) - 1 / math.sqrt(s[0] * s[0] + s[1] * s[1])
            worst = max(worst, abs(energy - first))
            if action < 0 and before[1] < 0 and s[1] >= 0 and s[0] > 0:
                low, high = 0.0, h
                for _ in range(60):
                    middle = 0.5 * (low + high)
                    at, left = before.copy(), kept.copy()
                    step(at, left, middle, drifts, kicks)
                    if at[1] < 0:
                        low = middle
                    else:
                        high = middle
                action = at[4]
        return action, worst
    start = np.array([*b["initial"]["q"], *b["initial"]["p"], 0.0])
    return lambda: float(march(start.copy(), b["dt"], round(b["t_end"] / b["dt"]), drifts, kicks)[0])


def atoms(b):
    """Velocity Verlet over a Verlet list of cells' pairs, potential shifted to zero at 2.5; energy at every step."""
    from numba import njit
    n, dt, steps, rc, skin = b["n"], b["dt"], b["steps"], 2.5, 0.3
    edge = (n / b["rho"]) ** (1 / 3)

    @njit
    def listed(q, edge, reach, starts, partners):
        count = 0
        for i in range(len(q)):
            starts[i] = count
            for j in range(i + 1, len(q)):
                x, y, z = q[i, 0] - q[j, 0], q[i, 1] - q[j, 1], q[i, 2] - q[j, 2]
                x -= edge * round(x / edge)
                y -= edge * round(y / edge)
                z -= edge * round(z / edge)
                if x * x + y * y + z * z < reach * reach:
                    partners[count] = j
                    count += 1
        starts[len(q)] = count

    @njit
    def forces(q, f, edge, rc, starts, partners):
        f[:] = 0
        inverse, end6, energy = 1 / edge, rc ** -6, 0.0
        shift = 4 * end6 * (end6 - 1)
        for i in range(len(q)):
            fx, fy, fz = 0.0, 0.0, 0.0
            for k in range(starts[i], starts[i + 1]):
                j = partners[k]
                x, y, z = q[i, 0] - q[j, 0], q[i, 1] - q[j, 1], q[i, 2] - q[j, 2]
                x -= edge * np.rint(x * inverse)
                y -= edge * np.rint(y * inverse)
                z -= edge * np.rint(z * inverse)
                r2 = x * x + y * y + z * z
                if r2 >= rc * rc:
                    continue
                s2 = 1 / r2
                s6 = s2 * s2 * s2
                pull = 24 * s6 * (2 * s6 - 1) * s2
                energy += 4 * s6 * (s6 - 1) - shift
                fx += pull * x
                fy += pull * y
                fz += pull * z
                f[j, 0] -= pull * x
                f[j, 1] -= pull * y
                f[j, 2] -= pull * z
            f[i, 0] += fx
            f[i, 1] += fy
            f[i, 2] += fz
        return energy

    @njit
    def march(q, v, edge, dt, steps, rc, skin):
        n = len(q)
        f, at, starts, partners = np.zeros_like(q), q.copy(), np.zeros(n + 1, np.int32), np.zeros(96 * n, np.int32)
        listed(q, edge, rc + skin, starts, partners)
        energy, worst, total = forces(q, f, edge, rc, starts, partners), 0.0, 0.0
        first = energy + 0.5 * (v * v).sum()
        for _ in range(steps):
            v += 0.5 * dt * f
            q += dt * v
            most = 0.0
            for i in range(n):
                x, y, z = q[i, 0] - at[i, 0], q[i, 1] - at[i, 1], q[i, 2] - at[i, 2]
                most = max(most, x * x + y * y + z * z)
            if most > skin * skin / 4:
                listed(q, edge, rc + skin, starts, partners)
                at[:] = q
            energy = forces(q, f, edge, rc, starts, partners)
            v += 0.5 * dt * f
            total = energy + 0.5 * (v * v).sum()
            worst = max(worst, abs(total - first))
        return total / n
    cells = math.ceil((n / 4) ** (1 / 3) - 1e-9)
    basis = np.array([[0, 0, 0], [0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]]) + 0.25
    sites = np.array([[i, j, k] for i in range(cells) for j in range(cells) for k in range(cells)])
    q0 = (sites[:, None, :] + basis[None]).reshape(-1, 3)[:n] * edge / cells
    v0 = np.random.default_rng(1).normal(size=(n, 3))
    v0 -= v0.mean(axis=0)
    v0 *= math.sqrt(3 * (n - 1) * b["T0"] / (v0 * v0).sum())
    return lambda: float(march(q0.copy(), v0.copy(), edge, dt, steps, rc, skin))


def lammps(b):
    """LAMMPS itself, by its own clock and its share of it: the same crystal, potential and step, energy printed at the
    end."""
    cells = round((b["n"] / 4) ** (1 / 3))
    program = f"""
units lj
atom_style atomic
lattice fcc {b["rho"]}
region box block 0 {cells} 0 {cells} 0 {cells}
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create {b["T0"]} 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
pair_modify shift yes
neighbor 0.3 bin
neigh_modify delay 0 every 1 check yes
fix 1 all nve
timestep {b["dt"]}
thermo {b["steps"]}
thermo_style custom step etotal
thermo_modify format float %.15g norm yes
run {b["steps"]}
"""

    def run():
        told = subprocess.run(["lmp", "-log", "none"], input=program, capture_output=True, text=True, check=True).stdout
        energy = float(re.findall(rf"^ *{b['steps']} +(\S+)", told, re.M)[-1])
        wall, share = (float(re.search(of, told).group(1)) for of in (r"Loop time of (\S+)", r"([\d.]+)% CPU use"))
        return energy, wall * share / 100
    return run


JOBS = {"epidemic": epidemic, "lorenz": lorenz, "fall": fall, "orbit": orbit, "atoms": atoms, "lammps": lammps}
