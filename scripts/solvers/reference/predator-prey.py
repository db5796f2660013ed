"""Reference values of the predator-prey solver: mpmath's Taylor integrator at 40 digits (it shares nothing with ours).

Prints the populations at t_end, and the period as the root of the return to the ray through the start.
"""
from mpmath import mp, mpf, odefun, findroot, sqrt, pi, quad

mp.dps = 30


def flow(alpha, beta, gamma, delta, x0, y0):
    a, b, g, d = map(mpf, (alpha, beta, gamma, delta))
    return odefun(lambda t, s: [s[0] * (a - b * s[1]), s[1] * (d * s[0] - g)], 0, [mpf(x0), mpf(y0)],
        tol=mpf(10) ** -22)


def period(alpha, beta, gamma, delta, x0, y0, guess):
    a, b, g, d = map(mpf, (alpha, beta, gamma, delta))
    f = flow(a, b, g, d, x0, y0)
    u0, v0 = d * mpf(x0) / g - 1, b * mpf(y0) / a - 1
    return findroot(lambda t: u0 * (b * f(t)[1] / a - 1) - v0 * (d * f(t)[0] / g - 1), guess, tol=1e-18)


if __name__ == "__main__":
    for p in [("0.55", "0.028", "0.84", "0.026", 30, 4, 10), ("1.1", "0.4", "0.4", "0.1", 10, 10, 37.5),
              ("0.31", "2.7", "0.93", "0.011", 400, "0.02", 21)]:
        print(p, [mp.nstr(v, 17) for v in flow(*p[:6])(p[6])])
    third = mpf(1) / 3
    print("period", mp.nstr(period(2 * third, 4 * third, 1, 1, "0.9", "1.8", mpf("8.7")), 17))
    print("period", mp.nstr(period("1.1", "0.4", "0.4", "0.1", 10, 10, mpf("13.7")), 17))
    print("small amplitude", mp.nstr(2 * pi / sqrt(mpf("0.55") * mpf("0.84")), 17))
