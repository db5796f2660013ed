"""Writes test/vectors/equations/reading.json: how an equation is read, by the value its right side must have.

Each row holds the text of a right side, numbers for its names, and the same thing typed a second time as an explicit
Python expression, from the reading rules and textbooks, not from our parser. Python's own precedence is used only
inside that second text. Run: python3 scripts/equations/reading.py
"""
import json
from mpmath import (acos, asin, asinh, atan, cbrt, cos, cosh, e, erf, exp, factorial, gamma, hypot, log, log10, mp, mpf,
                    pi, sin, sinh, sqrt, tan, tanh)

mp.dps = 40

ROWS = [
    # signs and powers: -x^2 is -(x^2); powers group from the right; an exponent takes one power
    ("-x^2", "-(x*x)"), ("(-x)^2", "x*x"), ("2^3^2", "mpf(512)"), ("2^-3^2", "1/mpf(512)"), ("x^-1", "1/x"),
    ("x^-2 y", "y/(x*x)"),
    ("-x^-2", "-1/(x*x)"), ("a^n+1", "a**n + 1"), ("e^x y", "exp(x)*y"), ("e^-x y", "exp(-x)*y"),
    ("e^-x^2", "exp(-(x*x))"),
    ("e^2x", "exp(2)*x"), ("e^(2 x)", "exp(2*x)"), ("1/(1 + e^-theta_ij)", "1/(1 + exp(-theta_ij))"),
    ("-a b", "-(a*b)"),
    ("a - -b", "a + b"), ("a*-b", "-(a*b)"), ("a/-b", "-(a/b)"), ("--a", "a"), ("+a", "a"), ("a**2", "a*a"),
    ("x²", "x*x"), ("x⁻¹", "1/x"), ("10³", "mpf(1000)"), ("2ⁿ", "2**n"), ("xⁿ⁺¹", "x**(n+1)"),
    ("x^{n+1} y", "x**(n+1)*y"),
    # one level for *, / and juxtaposition, from the left
    ("1/2 m v^2", "m*v*v/2"), ("x/y z", "(x/y)*z"), ("x/(y z)", "x/(y*z)"), ("x/y/z", "x/(y*z)"), ("x y/z", "x*y/z"),
    ("x/y*z", "(x/y)*z"), ("2 x/3 y", "2*x*y/3"), ("1/(2 n^2 ybar) s", "s/(2*n*n*ybar)"), ("x/2 y", "x*y/2"),
    ("a b c_1/d_1", "a*b*c_1/d_1"),
    ("4/3 pi r^3", "4*pi*r**3/3"), ("2(a + b)", "2*(a + b)"), ("(a + b)(a - b)", "a*a - b*b"), ("2a b", "2*a*b"),
    ("3x^2y", "3*x*x*y"),
    ("a(b + d_1)", "a*(b + d_1)"), ("m(1-f_1)", "m*(1 - f_1)"), ("2[a + b]{a - b}", "2*(a*a - b*b)"),
    ("½ m v²", "m*v*v/2"),
    ("2πr", "2*pi*r"), ("4πε_r r²", "4*pi*eps_r*r*r"), ("a·b×x", "a*b*x"), ("a÷b", "a/b"), ("a−b", "a - b"),
    ("2 x y^2/z", "2*x*y*y/z"),
    # bars, factorials, functions
    ("|x - y|", "abs(x - y)"), ("|x| |y|", "abs(x)*abs(y)"), ("||x| - |y||", "abs(abs(x) - abs(y))"),
    ("2|x - y|/|x + y|", "2*abs(x - y)/abs(x + y)"),
    ("n!", "factorial(n)"), ("2 n!", "2*factorial(n)"), ("n!/(k!(n-k)!)", "factorial(n)/(factorial(k)*factorial(n-k))"),
    ("2^n!", "2**factorial(n)"),
    ("n!^2", "factorial(n)**2"), ("sin^2(x)", "sin(x)**2"), ("sin²(x) + cos²(x)", "mpf(1)"), ("sin(x)^2", "sin(x)**2"),
    ("sin x", "sin(x)"),
    ("sin x cos y", "sin(x)*cos(y)"), ("m sin x", "m*sin(x)"), ("sin^2 x", "sin(x)**2"), ("-sin x", "-sin(x)"),
    ("sin x^2", "sin(x*x)"),
    ("cos(2 pi f_1 t)", "cos(2*pi*f_1*t)"), ("A_0 sin(omega t + phi)", "A_0*sin(omega*t + phi)"), ("ln x", "log(x)"),
    ("ln(x/y)", "log(x/y)"), ("ln 2", "log(2)"),
    ("x ln2 y", "x*y*log(2)"), ("ln 2/x", "log(2)/x"), ("lg(x)", "log10(x)"), ("log10(x)", "log10(x)"),
    ("log_2(x)", "log(x)/log(2)"), ("log2(x)", "log(x)/log(2)"),
    ("arcsin(x/10)", "asin(x/10)"), ("arctan x", "atan(x)"), ("acos(x/10)", "acos(x/10)"), ("exp(-x)", "exp(-x)"),
    ("exp[-x]", "exp(-x)"), ("sqrt(x y)", "sqrt(x*y)"),
    ("√x", "sqrt(x)"), ("√(x + y) z", "sqrt(x + y)*z"), ("2π√(x/y)", "2*pi*sqrt(x/y)"), ("∛(x)", "cbrt(x)"),
    ("cbrt(x)", "cbrt(x)"), ("sqrt(1 - y^2/x^2)", "sqrt(1 - y*y/(x*x))"),
    ("cot(x)", "1/tan(x)"), ("sec^2(x)", "1/cos(x)**2"), ("csc(x) y", "y/sin(x)"), ("coth(x)", "1/tanh(x)"),
    ("2/cot(x)", "2*tan(x)"), ("arsinh(x)", "asinh(x)"),
    ("min(a, b, x)", "min(a, b, x)"), ("max(a, b)", "max(a, b)"), ("hypot(a, b)", "hypot(a, b)"),
    ("erf(x/√(2))", "erf(x/sqrt(2))"), ("Γ(x + 1)", "gamma(x + 1)"), ("gamma(x)", "gamma(x)"),
    ("binomial(n, k)", "factorial(n)/(factorial(k)*factorial(n-k))"), ("floor(y) + ceil(y)", "mpf(3)"),
    ("mod(n, 3)", "n - 3*int(n/3)"), ("x! y", "y*factorial(x)"),
    ("atan2(a, b)", "atan(a/b)"), ("sinh x + cosh x", "exp(x)"), ("e x", "e_given*x"), ("e^e_1", "exp(e_1)"),
    ("a^b^z", "a**(b**z)"), ("(a^b)^z", "(a**b)**z"),
    ("1e3 x", "1000*x"), ("2e x", "2*e_given*x"), (".5x", "x/2"), ("1.5e-3", "mpf('0.0015')"), ("2e-3x", "x*2/1000"),
    ("7.e1", "mpf(70)"), ("x_1 x_2", "x_1*x_2"),
    ("x₁ x₂", "x_1*x_2"), ("x_{max}^2", "x_max**2"), ("v'^2", "v_p**2"), ("Δx/Δt", "Delta_x/Delta_t"),
    ("λ_x ν", "lambda_x*nu"), ("x̄ ȳ", "xbar*ybar"), ("1 - 1/(2 x)", "1 - 1/(2*x)"),
    ("m_1 m_2/(m_1 + m_2)", "m_1*m_2/(m_1 + m_2)"), ("a + b x^2/2 - z", "a + b*x*x/2 - z"), ("-b + sqrt(b^2 + 4 a z)",
        "-b + sqrt(b*b + 4*a*z)"),
    ("(P + a n^2/V^2)(V - n b)", "(P + a*n*n/(V*V))*(V - n*b)"), ("A_0 (1 + r/n)^(n t)", "A_0*(1 + r/n)**(n*t)"),
    ("R_1 R_2/(R_1 + R_2)", "R_1*R_2/(R_1 + R_2)"),
    ("1/σ√(2π) e^{−(x−μ)²/(2σ²)}", None), ("1/(σ√(2π)) e^{−(x−μ)²/(2σ²)}",
        "exp(-(x-mu)**2/(2*sigma**2))/(sigma*sqrt(2*pi))"),
    ("2 h_1 nu^3/z^2 1/(exp(h_1 nu/(k T)) - 1)", "2*h_1*nu**3/(z*z)/(exp(h_1*nu/(k*T)) - 1)"),
]

VALUES = {
    "a": 2.5, "b": 0.75, "x": 3.0, "y": 1.25, "z": 0.5, "m": 4.5, "v": 7.0, "n": 5.0, "k": 2.0, "r": 1.75, "t": 0.375,
    "T": 1.5, "P": 3.5, "V": 11.0,
    "s": 6.5, "e": 0.2, "theta_ij": 0.3, "ybar": 1.125, "xbar": 2.25, "c_1": 1.5, "d_1": 0.625, "f_1": 0.25,
    "eps_r": 2.0, "A_0": 1.875, "omega": 2.25,
    "phi": 0.5, "e_1": 0.4, "x_1": 1.5, "x_2": 2.5, "x_max": 9.0, "v'": 1.5, "Delta_x": 6.0, "Delta_t": 1.5,
    "lambda_x": 0.5, "nu": 1.75, "m_1": 3.0, "m_2": 5.0,
    "R_1": 10.0, "R_2": 40.0, "sigma": 1.5, "mu": 2.0, "h_1": 0.625,
}


def main():
    scope = {name: mpf(value) for name, value in VALUES.items() if name.isidentifier() and name != "e"}
    scope["e_given"] = mpf(VALUES["e"])
    scope["v_p"] = mpf(VALUES["v'"])
    functions = dict(acos=acos, asin=asin, asinh=asinh, atan=atan, cbrt=cbrt, cos=cos, cosh=cosh, e=e, erf=erf, exp=exp,
                     factorial=factorial, gamma=gamma, hypot=hypot, log=log, log10=log10, mpf=mpf, pi=pi,
                     sin=sin, sinh=sinh, sqrt=sqrt, tan=tan, tanh=tanh, abs=abs, min=min, max=max, int=int)
    rows = []
    for text, meaning in ROWS:
        # Typed without brackets this density is refused nowhere and read as (1/sigma) sqrt(2 pi) e^...
        source = meaning or "sqrt(2*pi)/sigma*exp(-(x-mu)**2/(2*sigma**2))"
        rows.append({"text": text, "value": float(eval(source, functions, scope))})
    with open("test/vectors/equations/reading.json", "w", encoding="utf-8") as out:
        json.dump({"source": "scripts/equations/reading.py, mpmath 40 digits", "values": VALUES, "rows": rows}, out,
            ensure_ascii=False, indent=1)
        out.write("\n")
    print(len(rows), "rows")


main()
