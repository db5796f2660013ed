"""Writes test/vectors/equations/ode.json: initial value problems and their values at the end.

    python3 scripts/equations/ode_reference.py          writes the file
    python3 scripts/equations/ode_reference.py --check  exit status 1 if the file would change

Every value comes from mpmath at 40 digits: an exact solution typed here where there is one, else the
Taylor integrator `odefun`, whose degree and steps have nothing in common with Runge-Kutta.
"""
import json
import pathlib
import sys

from mpmath import cos, cosh, e, exp, findroot, lambertw, log, mp, mpf, odefun, pi, quad, sin, sinh, sqrt, tan, tanh

mp.dps = 40
OUTPUT = pathlib.Path(__file__).resolve().parents[2] / "test" / "vectors" / "equations" / "ode.json"
CASES = []


def case(form, equation, solution, **inputs):
    """`form`: closed or stepwise, how the value is to be found. `lambda_` stands for lambda."""
    given = {name.rstrip("_"): value for name, value in inputs.items()}
    exact = {name: mpf(value) for name, value in inputs.items()}
    CASES.append({"form": form, "equation": equation, "inputs": given, "value": float(solution(**exact))})


def taylor(rates, start, initial, end, which=0):
    return odefun(rates, start, initial)(end)[which]


def falling(m, g, k, v_0, t):
    limit = sqrt(m * g / k)
    return limit * tanh(t * sqrt(g * k / m) + mp.atanh(v_0 / limit))


def damped(m, b, k, x_0, v_0, t):
    roots = mp.polyroots([m, b, k], maxsteps=200, extraprec=200)
    r, s = roots[0], roots[1]
    a = (v_0 - s * x_0) / (r - s)
    return (a * exp(r * t) + (x_0 - a) * exp(s * t)).real


def rising(a, b, c, x_0, t):
    """x' = a x^2 + b x + c with complex roots: a tangent."""
    w = sqrt(4 * a * c - b * b) / 2
    return (w * tan(w * t + mp.atan((a * x_0 + b / 2) / w)) - b / 2) / a


# Solutions in closed form.
case("closed", "dx/dt = -k x", lambda k, x_0, t: x_0 * exp(-k * t), k=0.7, x_0=3.5, t=2.25)
case("closed", "dN/dt = r N", lambda r, N_0, t, t_0: N_0 * exp(r * (t - t_0)), r=0.31, N_0=40, t=9, t_0=2.5)
case("closed", "tau dT/dt + T = T_s", lambda tau, T_s, T_0, t: T_s + (T_0 - T_s) * exp(-t / tau),
     tau=5.5, T_s=293, T_0=361.5, t=12)
case("closed", "L dI/dt + R I = V", lambda L, R, V, I_0, t: V / R * (1 - exp(-R * t / L)) + I_0 * exp(-R * t / L),
     L=0.02, R=4.5, V=12, I_0=0.25, t=0.003)
case("closed", "dx/dt = a + b t + c_2 t^2", lambda a, b, c_2, x_0, t: x_0 + a * t + b * t**2 / 2 + c_2 * t**3 / 3,
     a=1.5, b=-0.4, c_2=0.07, x_0=2, t=3.5)
case("closed", "dN/dt = r N (1 - N/K)", lambda r, K, N_0, t: K / (1 + (K / N_0 - 1) * exp(-r * t)),
     r=0.45, K=1200, N_0=35, t=11)
case("closed", "dN/dt = r N (1 - N/K)", lambda r, K, N_0, t: K / (1 + (K / N_0 - 1) * exp(-r * t)),
     r=0.45, K=1200, N_0=35, t=4000)
case("closed", "dx/dt = x^2", lambda x_0, t: x_0 / (1 - x_0 * t), x_0=1.25, t=0.75)
case("closed", "dA/dt = -k A^2", lambda k, A_0, t: A_0 / (1 + k * A_0 * t), k=0.12, A_0=2.4, t=30)
case("closed", "m dv/dt = m g - k v^2", falling, m=82, g=9.81, k=0.24, v_0=3, t=7)
case("closed", "dx/dt = a x^2 + b x + c_0",
     lambda a, b, c_0, x_0, t: rising(a, b, c_0, x_0, t), a=0.5, b=0.3, c_0=0.8, x_0=-1, t=2)
case("closed", "d2x/dt2 = -omega^2 x",
     lambda omega, x_0, v_0, t: x_0 * cos(omega * t) + v_0 / omega * sin(omega * t), omega=2.7, x_0=0.4, v_0=-1.1, t=5)
case("closed", "d2x/dt2 = k x", lambda k, x_0, v_0, t: x_0 * cosh(sqrt(k) * t) + v_0 / sqrt(k) * sinh(sqrt(k) * t),
     k=1.7, x_0=0.4, v_0=0.3, t=3)
case("closed", "m d2x/dt2 + b dx/dt + k x = 0", damped, m=1.5, b=0.4, k=6, x_0=0.2, v_0=1, t=4)
case("closed", "m d2x/dt2 + b dx/dt + k x = 0", damped, m=1.5, b=9, k=6, x_0=0.2, v_0=1, t=4)
case("closed", "d2x/dt2 + 2 dx/dt + x = 3", lambda x_0, v_0, t: 3 + (x_0 - 3 + (v_0 + x_0 - 3) * t) * exp(-t),
     x_0=1, v_0=0.5, t=2)
case("closed", "d2y/dt2 = -g", lambda g, y_0, v_0, t: y_0 + v_0 * t - g * t**2 / 2, g=9.81, y_0=1.5, v_0=12, t=1.5)
case("closed", "m d2x/dt2 = F - b dx/dt",
     lambda m, F, b, x_0, v_0, t: x_0 + F / b * t + (v_0 - F / b) * m / b * (1 - exp(-b * t / m)),
     m=3, F=7, b=1.25, x_0=0.5, v_0=4, t=2.5)
case("closed", "dx/ds = -x/l", lambda l, x_0, s: x_0 * exp(-s / l), l=0.35, x_0=90, s=1.1)

# No form of these is known to the program.
case("stepwise", "dh/dt = -k sqrt(h)", lambda k, h_0, t: (sqrt(h_0) - k * t / 2) ** 2, k=0.4, h_0=2.25, t=3)
case("stepwise", "dx/dt = x cos(t)", lambda x_0, t: x_0 * exp(sin(t)), x_0=1.5, t=7)
case("stepwise", "dx/dt = -2 t x", lambda x_0, t: x_0 * exp(-t**2), x_0=4, t=1.5)
case("stepwise", "dx/dt = x^3", lambda x_0, t: 1 / sqrt(1 / x_0**2 - 2 * t), x_0=1, t=0.4)
case("stepwise", "dx/dt = e^(-x)", lambda x_0, t: log(exp(x_0) + t), x_0=0.5, t=6)
case("stepwise", "dx/dt = x/(1 + x)", lambda x_0, t: lambertw(x_0 * exp(x_0 + t)).real, x_0=0.3, t=2)
case("stepwise", "dy/dx = sin(x) - y", lambda y_0, x: (sin(x) - cos(x)) / 2 + (y_0 + mpf(1) / 2) * exp(-x), y_0=2, x=3)
case("stepwise", "dx/dt = -50 (x - cos(t))",
     lambda x_0, t: (2500 * cos(t) + 50 * sin(t)) / 2501 + (x_0 - mpf(2500) / 2501) * exp(-50 * t), x_0=0, t=1.5)
case("stepwise", "dx/dt = heaviside(t - 1) + x - x", lambda x_0, t: x_0 + t - 1, x_0=1.25, t=2.5)
case("stepwise", "d2theta/dt2 = -(g/L) sin(theta)",
     lambda g, L, theta_0, dtheta_0, t: taylor(lambda s, y: [y[1], -g / L * sin(y[0])], 0, [theta_0, dtheta_0], t),
     g=9.81, L=0.75, theta_0=2.1, dtheta_0=0.3, t=2)
case("stepwise", "d2x/dt2 = mu_d (1 - x^2) dx/dt - x",
     lambda mu_d, x_0, v_0, t: taylor(lambda s, y: [y[1], mu_d * (1 - y[0] ** 2) * y[1] - y[0]], 0, [x_0, v_0], t),
     mu_d=1.2, x_0=0.5, v_0=0.1, t=4)
case("stepwise", "dx/dt = sigma (y - x); dy/dt = x (rho - z) - y; dz/dt = x y - beta z",
     lambda sigma, rho, beta, x_0, y_0, z_0, t: taylor(
         lambda s, y: [sigma * (y[1] - y[0]), y[0] * (rho - y[2]) - y[1], y[0] * y[1] - beta * y[2]], 0,
         [x_0, y_0, z_0], t),
     sigma=10, rho=28, beta=2.5, x_0=1, y_0=2, z_0=20, t=1)
case("stepwise", "dx/dt = a x - b x y; dy/dt = c_1 x y - d y",
     lambda a, b, c_1, d, x_0, y_0, t: taylor(
         lambda s, y: [a * y[0] - b * y[0] * y[1], c_1 * y[0] * y[1] - d * y[1]], 0, [x_0, y_0], t),
     a=1.1, b=0.4, c_1=0.1, d=0.45, x_0=10, y_0=6, t=5)
case("stepwise", "dS/dt = -beta S I/N; dI/dt = beta S I/N - gamma_r I",
     lambda beta, N, gamma_r, S_0, I_0, t: taylor(
         lambda s, y: [-beta * y[0] * y[1] / N, beta * y[0] * y[1] / N - gamma_r * y[1]], 0, [S_0, I_0], t),
     beta=0.6, N=1000, gamma_r=0.2, S_0=990, I_0=10, t=12)
case("stepwise", "d2x/dt2 = -k x/(x^2 + y^2)^1.5; d2y/dt2 = -k y/(x^2 + y^2)^1.5",
     lambda k, x_0, v_0, y_0, dy_0, t: taylor(
         lambda s, u: [u[1], -k * u[0] / (u[0] ** 2 + u[2] ** 2) ** mpf("1.5"),
                       u[3], -k * u[2] / (u[0] ** 2 + u[2] ** 2) ** mpf("1.5")], 0, [x_0, v_0, y_0, dy_0], t),
     k=1, x_0=1, v_0=0, y_0=0, dy_0=0.8, t=2)


def text():
    return "[\n" + ",\n".join(" " + json.dumps(one) for one in CASES) + "\n]\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if OUTPUT.read_text() == text() else 1)
    OUTPUT.write_text(text())
    print(f"{len(CASES)} problems")
