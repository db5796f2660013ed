"""Reference values of exotic_states; sources are named in the records."""
from mpmath import exp, expm1, findroot, log, mpf, quad, sqrt

from common import main


def link_probability(b0, b1, w_ij, b2, z_i, z_j):
    """Logistic function of the log-odds."""
    odds = exp(b0 + b1 * w_ij + b2 * z_i * z_j)
    return odds / (1 + odds)


def after(rate, start, duration, guess):
    """State after `duration` of dx/dt = rate(x): the x at which the time from `start` is reached.

    The time is the integral of dx/rate(x), so no step of any integrator is involved.
    """
    def late(x):
        middle = [start + (x - start) * k / 8 for k in range(9)]
        return quad(lambda u: 1 / rate(u), middle) - duration
    return findroot(late, guess)


def capital(s, delta, alpha, L, g, K_0, A_0, t):
    """Solow's equation is Bernoulli's: z = K^(1 - alpha) obeys a linear equation."""
    rest = 1 - alpha
    decay = rest * delta
    source = rest * s * A_0 * L**rest
    z = exp(-decay * t) * (K_0**rest + source * expm1((g + decay) * t) / (g + decay))
    return exp(log(z) / rest)


def population(r, K, div_D_grad_N, I, E, N_0, t):
    """Between the roots N_1 < N < N_2 of the rate, (N - N_1)/(N_2 - N) grows exponentially."""
    gain = div_D_grad_N + I - E
    half = sqrt(K * K / 4 + gain * K / r)
    low, high = K / 2 - half, K / 2 + half
    ratio = (N_0 - low) / (high - N_0) * exp(r * (high - low) / K * t)
    return (low + high * ratio) / (1 + ratio)


def trait(m, b_s, b_d, a, D, lap_f, f_0, t):
    """Innovation, biased transmission and conformity, with a constant spatial term."""
    def rate(f):
        return m * (1 - f) + f * (1 - f) * (b_s - b_d - a * (2 * f - 1)) + D * lap_f
    return after(rate, f_0, t, (mpf("0.4"), mpf("0.5")))


def knowledge(delta, phi, L, gamma, A_max, eta_spillover, A_0, t, **others):
    """Research with diminishing returns, logistic diffusion and spillover."""
    labour = L ** others["lambda"]
    def rate(stock):
        return delta * stock**phi * labour + gamma * stock - gamma * stock**2 / A_max + eta_spillover
    return after(rate, A_0, t, (mpf(250), mpf(300)))


def prospect(g, **named):
    """Cumulative-prospect weights of Tversky and Kahneman, each probability by itself."""
    total = mpf(0)
    for k in range(1, 4):
        p = named[f"p_{k}"]
        odds = exp(g * (log(p) - log(1 - p)))
        total += named[f"v_{k}"] * odds / (odds + 1) ** (1 / g) * exp(log(1 - p) * (g - 1))
    return total


def gini(n, ybar, **incomes):
    """From the ordered incomes: sum (2 k - n - 1) y_(k) over n times the total."""
    ordered = sorted(incomes.values())
    return sum((2 * k - n - 1) * y for k, y in enumerate(ordered, 1)) / (n * n * ybar)


FUNCTIONS = {
    "ESO13": prospect,
    "ESO15": gini,
    "ESO2": capital,
    "ESO10": population,
    "ESO11": trait,
    "ESO17": knowledge,
    # Unemployment above its natural rate lowers inflation below expectation.
    "ESO6": lambda pi_e, beta, u_t, u_n, eps_t: pi_e + beta * (u_n - u_t) + eps_t,
    "ESO14": link_probability,
    # Exponential decline with distance.
    "ESO18": lambda R0, alpha, d: R0 * (mpf(1) + expm1(-alpha * d)),
}

if __name__ == "__main__":
    main("exotic_states", FUNCTIONS)
