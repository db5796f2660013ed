/**
 * Hostile spellings of every kind of statement that is not one number, and statements that look like one and are not.
 * The kinds are those of the contract; spellings are as people type or paste them.
 */
export interface KindTable { readonly refused: readonly string[]; readonly other: readonly string[] }

export const KINDS: Readonly<Record<string, KindTable>> = {
  "empty": {
    refused: ["", " ", "\t\t", "\n", "\u00a0", " \r\n \t"],
    other: ["0", "y", "x = 1"],
  },
  "syntax": {
    refused: ["y =", "= x", "y = a ++* b", "y = ((a + b)", "y = a + b)", "y = 3 4", "y = a @ b", "y = x^", "y = (", "y = a;;b = 2", "y = f(,x)", "y = |x",
      "y = a \u2295 b", "y = 1.2.3"],
    other: ["y = -(-x)", "y = +x", "y = ((x))", "y = 2 x^-1"],
  },
  "unknown-function": {
    refused: ["y = sine(x)", "y = 1 + foo(x)", "y = a; a = bar(x, y_1) y", "y = cosinus(x)", "y = (sqroot(x))^2", "y = SUM_{k=1..3} foo(k)", "y = INT_0^1 foo(x) dx"],
    other: ["y = sin(x)", "y = f(x); f(t) = t^2", "y = a (x)", "y = arcsin(x)"],
  },
  "entailment": {
    refused: ["a = b => b = a", "a = b \u21d2 b = a", "a = b \u27f9 b = a", "x = 1 implies y = 2", "x = 1 iff y = 2", "x = 1 \u21d4 y = 2", "y = x; x = 1 => y = 1",
      "( a ) = b  =>  c_1 = d", "y = 2 x; x > 1 \u21d2 y > 2"],
    other: ["y = implied x", "y = a >= b", "y = x_implies"],
  },
  "inequality": {
    refused: ["x < 3", "x > y", "x \u2264 y", "x \u2265 (a + b)", "x >= y", "(x) <= y", "x \u2260 y", "0 < x < 1", "\u0394x \u0394p \u2265 \u210f/2", "x!=y", "a b  <  d; d = 3", "x \u2a7d y", "x \u2a7e y"],
    other: ["y = a; 0 <= y <= 1", "y = a; y > 0", "y = a - b"],
  },
  "limit": {
    refused: ["lim_{x->0} sin(x)/x = 1", "y = lim_{x\u21920} sin(x)/x", "y = lim x", "f -> 0 as t -> oo", "f \u2192 0 as t \u2192 \u221e", "y = 2 (lim_{n->oo} a)", "y = a; a = lim_{x->0} x", "x \u2192 2 as n \u2192 3"],
    other: ["y = limit x", "y = x_lim", "y = l i_m"],
  },
  "approximation": {
    refused: ["y ~= x", "y \u2248 x", "y \u2243 x", "y \u2245 x", "y approx x", "(y) \u2248 (a + b)", "sin(x) \u2248 x", "y = a; a \u2248 b"],
    other: ["y = approx_x", "y = a - b", "y = xapprox"],
  },
  "proportionality": {
    refused: ["y \u221d x", "y prop to x", "F \u221d 1/r^2", "(y) \u221d (x^2)", "y\u221dx", "P \u221d A T^4; A = 2", "y = a; a \u221d b", "y  prop  to  x"],
    other: ["y = prop x", "y = prop_to x", "y = k x"],
  },
  "distribution": {
    refused: ["X ~ Normal(mu, sigma)", "X ~ N(0, 1)", "X \u223c N(0, 1)", "X~Poisson(lambda)", "(X) ~ U(a, b)", "X ~ Exp(lambda)", "y = X; X ~ N(0, 1)", "x_1 ~ Weibull(k, theta)"],
    other: ["y = N (a)", "y = Normal x", "y = x - N"],
  },
  "stochastic-differential": {
    refused: ["dX = mu dt + sigma dW", "dS = mu S dt + sigma S dW", "dX = a dt + b dB", "dx = -theta x dt + sigma dW_t", "dX_t = sigma dW_t", "dX = (mu) dt + (sigma) dW",
      "dX = mu dt - sigma dW", "dX = a dt + b dW + h dN (J)"],
    other: ["y = dW", "P = dW/dt; W = t^2", "y = a dB_1"],
  },
  "asymptotic": {
    refused: ["T(n) = O(n^2)", "T = O(n log n)", "f = o(x)", "T = \u0398(n)", "T = \u03a9(n)", "f ~ x^2", "f \u223c x^2", "T = 3 n + O(1)", "f ~ g_1 for x", "y = a; a = O(n)", "T = (O(n))"],
    other: ["y = O x", "y = Theta x", "y = Omega t"],
  },
  "path-integral": {
    refused: ["Z = INT D phi exp(-S)", "Z = \u222b D phi exp(-S)", "Z = \u222bD\u03c6 exp(-S)", "K = INT D x exp(i S/hbar)", "Z = 2 (INT D phi exp(-S))", "y = Z; Z = INT D phi exp(-S)", "Z = INT D[phi] exp(-S)"],
    other: ["Z = INT_0^1 D exp(-s) ds", "y = D x", "Z = INT_a^b D x dx"],
  },
  "commutator": {
    refused: ["[x, p] = i hbar", "[A,B] = C", "[ x , p ] = y", "{A, B} = 0", "y = [A, B]", "y = 2 ([A, B])", "[L_x, L_y] = i hbar L_z", "y = a; a = [A, B]"],
    other: ["y = [a + b] x", "y = [a]", "y = 2 [x - 1]"],
  },
  "tensor-equation": {
    refused: ["G_mu_nu = 8 pi G T_mu_nu/c^4", "G_{\u03bc\u03bd} = k T_{\u03bc\u03bd}", "R_munu = 0", "v_mu v^mu = 1", "T_alpha_beta = 0", "y = 2 g_mu_nu", "a = (g_mu_nu)", "y = a; a = g_mu_nu"],
    other: ["mu_0 = a", "y = x_mu", "y = rho_nu"],
  },
  "density-matrix": {
    refused: ["rho = |a><a|", "\u03c1 = |\u03c8\u27e9\u27e8\u03c8|", "rho = p |0><0| + q |1><1|", "rho_A = Tr_B(rho)", "y = tr_A(rho)", "rho = (|a><a|)", "y = rho; rho = |a><a|", "y = Tr(rho)"],
    other: ["p = <a|b>", "p = |<a|b>|^2", "y = Trx"],
  },
  "state-vector": {
    refused: ["|psi> = a |0> + b |1>", "|\u03c8\u27e9 = a |0\u27e9", "psi = |0>", "y = 2 |a>", "y = <a|", "y = (|a>)", "y = a; a = |b>", "\u27e8a| = b"],
    other: ["y = |a|", "y = |a + b|", "p = <a|b>"],
  },
  "transfer-function": {
    refused: ["H(s) = 1/(s + 1)", "G(s) = K/(tau s + 1)", "H(z) = 1/(1 - a z^-1)", "H(j omega) = 1/(1 + j omega R C)", "H(j\u03c9) = 1/(1 + j\u03c9 R C)", "H( s ) = (1)/(s)", "H(s)=K/s; K = 2", "H(i omega) = 1/(i omega)"],
    other: ["H(t) = a t", "y = s + 1", "H(x) = x^2"],
  },
  "complex-value": {
    refused: ["Z = R + j omega L", "y = i", "y = e^(i x)", "y = exp(i pi) + 1", "y = 2 (1 + i)", "y = a; a = 1 + i", "y = -i x", "y = sqrt(i)", "z = a + b i"],
    other: ["y = SUM_i x_i", "y = x_i", "y = I R"],
  },
  "multi-result": {
    refused: ["x = a +- b", "x = a \u00b1 b", "x = a \u2213 b", "x = (-b \u00b1 sqrt(D))/(2 a)", "x = 1; y = 2", "x = (a, b)", "x = 1; x = 2", "y = a; a = 1 \u00b1 b", "(x, y) = (1, 2)"],
    other: ["x = a + -b", "x = a; a = 2", "x = (a)"],
  },
  "unbounded-sum": {
    refused: ["S = SUM_{n=0..inf} x^n", "S = SUM_{n=0..oo} x^n", "S = SUM_{n=1..infinity} 1/n^2", "S = \u2211_{k=1}^\u221e 1/k\u00b2", "P = PROD_{n=1..oo} (1 + x^n)", "S = 2 (SUM_{n=0..oo} x^n)", "y = S; S = SUM_{n=0..oo} x^n",
      "S = SUM_{n=-oo..0} x^n", "S = \u220f_{k=1}^\u221e k"],
    other: ["S = SUM_{n=0..9} x^n", "y = inf_x", "S = SUM_{n=0..N} x^n"],
  },
  "sum": {
    refused: ["S = SUM_k 3", "S = \u2211_k 3", "S = SUM_{k} (k^2)", "S = PROD_k a", "S = 1 + (SUM_k 3)", "y = S; S = SUM_k 3", "S = SUM_{k=A} x_k"],
    other: ["S = SUM_k x_k", "S = SUM_{k=1..3} k", "S = SUM x_i"],
  },
  "partial-differential": {
    refused: ["\u2207\u00b2\u03c6 = 0", "\u2207^2 phi = rho", "partial u/partial t = D lap(u)", "\u2202u/\u2202t = D \u2202\u00b2u/\u2202x\u00b2", "div(E) = rho/eps_0", "\u2207\u00b7E = rho/eps_0", "curl(B) = mu_0 J", "box phi = 0",
      "y = a; a = lap(u)", "y = (\u2202u/\u2202x)"],
    other: ["y = divisor x", "y = lap_time x", "y = box_a x"],
  },
  "ode": {
    refused: ["(dx/dt)^2 = x", "d(m v)/dt = F", "d3x/dt3 = x", "d\u00b3x/dt\u00b3 = x", "dx/dt = dy/dt", "y'' + y = 0", "f'(x) = f(x)", "sin(dx/dt) = x", "dx/dt = x; dy/ds = x", "y\u2032\u2032 + y = 0"],
    other: ["dx/dt = x", "d2x/dt2 = -x", "y = f' x"],
  },
  "integral": {
    refused: ["W = INT_a^b F", "W = \u222b F", "W = INT_a F dx", "W = 2 + (INT F)", "Q = INT rho d^3 r", "y = W; W = INT F", "Q = \u222b rho d\u00b3r"],
    other: ["W = INT_a^b F dx", "W = INT F dx", "W = \u222b_0^1 x dx"],
  },
  "braket": {
    refused: ["E = <psi|A B|psi>", "E = <0|H|psi>", "E = <psi|x^2|psi>", "E = \u27e80|H|\u03c8\u27e9", "E = 2 (<1|2>)", "y = E; E = <0|H|0>", "p = |<0|psi>|^2"],
    other: ["E = <psi|H|psi>", "p = <a|b>", "p = |<a|b>|^2"],
  },
  "relation": {
    refused: ["x in S", "x \u2208 S", "E = h f = h c/lambda", "a^2 + b^2 = d^2", "T(n) = 2 T(n/2) + n", "2 H_2 + O_2 -> 2 H_2O", "A \u2192 B", "c^2 = a^2 + b^2", "x \u2208 (S)"],
    other: ["y = in_x", "y = a; 0 < y", "a b = d"],
  },
  "ambiguous-function": {
    refused: ["y = log(x)", "y = 2 log (x)", "y = log x", "y = log(log(x))", "y = sin^-1(x)", "y = cos\u207b\u00b9(x)", "y = a; a = log(x) + y_1", "y = (log(x))^2", "y = SUM_{k=1..3} log(k)", "y = INT_1^2 log(x) dx"],
    other: ["y = ln(x)", "y = log10(x)", "y = log2(x)", "y = (sin(x))^-1"],
  },
  "overflow": {
    refused: ["y = 1e400", "y = 1E400", "y = 2 + 1e309", "y = (1e999)", "y = a; a = 1e400", "y = x 10e308", "y = 99999e305"],
    other: ["y = 1e308", "y = 1e-300", "y = x 1e300"],
  },
  "underflow": {
    refused: ["y = 1e-400", "y = 1E-400", "y = 2 + 1e-330", "y = (1e-999)", "y = a; a = 1e-400", "y = x 0.1e-330", "y = 0.00001e-320"],
    other: ["y = 1e-300", "y = 0", "y = 1e300"],
  },
  "constant-supplied": {
    refused: ["F = c m; c = 3", "y = pi r; pi = 3", "y = x G; G = 1", "y = x hbar; \u210f = 1", "y = c m; (c) = 2", "y = k_B T; k_B = 1", "y = N_A n; N_A = 6e23"],
    other: ["F = c m", "c = 3", "y = a; a = c"],
  },
};
