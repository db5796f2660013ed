import { expect } from "chai";
import { classifyText, statedKind } from "../../../../protocol/equations/classify/classify.js";
import { setOf } from "../reading/trees.js";

/**
 * The operators' equations as the service specification prints them, with their names as
 * quantities, and what each must be. Where the printed text is outside the grammar the text that is
 * parsed instead stands here.
 */
const CONTRACT: readonly (readonly [id: string, text: string, declared: string, taken: string])[] =
  [
    ["QM10", "E = h nu", "nu", "closed-form E"],
    ["NM19", "F = ma", "ma", "closed-form F"],
    ["NM21", "F = G m1 m2 / r^2", "m1 m2 r", "closed-form F"],
    ["NM23", "KE = m v^2 / 2", "m v", "closed-form KE"],
    ["LZ1", "E = k_B T ln2 x bits", "T x bits", "closed-form E"],
    [
      "ESO10",
      "dN/dt = r N (1 - N/K) + div(D grad N) + I - E",
      "r N K D I E",
      "partial-differential",
    ],
    [
      "ESO11",
      "df/dt = m(1-f) + f(1-f)[b_s - b_d - a(2f-1)] + D lap(f)",
      "m f b_s b_d a D",
      "partial-differential",
    ],
    ["ESO12", "u_i(s_i*, s_-i*) >= u_i(s_i, s_-i*) for all s_i in S_i, all i", "", "inequality"],
    ["ESO13", "U(x) = SUM pi(p_i) v(x_i); pi(p) = p^g / (p^g + (1-p)^g)^(1/g)", "g", "sum U"],
    ["ESO13 parsed", "U(x) = SUM w(p_i) v_i; w(p) = p^g / (p^g + (1-p)^g)^(1/g)", "g", "sum U"],
    [
      "ESO14",
      "P(A_ij = 1) = 1/(1 + e^-theta_ij); theta_ij = b0 + b1 w_ij + b2 z_i z_j",
      "b0 b1 b2 w_ij z_i z_j",
      "closed-form P",
    ],
    ["ESO15", "G = 1/(2 n^2 ybar) SUM_i SUM_j abs(y_i - y_j); 0 <= G <= 1", "n ybar", "sum G"],
    [
      "ESO16",
      "dS/S = mu dt + sigma dW + J dN(lambda); dW ~ Normal(0, dt)",
      "",
      "stochastic-differential",
    ],
    [
      "ESO17",
      "dA/dt = delta A^phi L^lambda + gamma A (1 - A/A_max) + eta_spillover",
      "delta A phi L lambda gamma A_max eta_spillover",
      "ode A",
    ],
    ["ESO18", "R(d) = R0 e^(-alpha d); P(d) = R(d)/r", "R0 alpha d r", "closed-form R"],
    [
      "ESO2",
      "dK/dt = sY - delta K; Y = A K^alpha L^(1-alpha); dA/dt = gA",
      "delta K A alpha L",
      "ode K",
    ],
    [
      "ESO2 parsed",
      "dK/dt = s Y - delta K; Y = A K^alpha L^(1-alpha); dA/dt = g A",
      "s g delta K A alpha L",
      "ode K",
    ],
    [
      "ESO6 parsed",
      "pi_t = pi_e - beta (u_t - u_n) + eps_t",
      "pi_e beta u_t u_n eps_t",
      "closed-form pi_t",
    ],
    ["QFT_COMMUTATION", "[phi(x,t), pi(y,t)] = i hbar delta^3(x - y)", "", "commutator"],
    ["QFT_PATH_INTEGRAL", "Z[J] = INT D phi exp(i INT d^4x [L(phi) + J phi])", "", "path-integral"],
    ["QFT_PROPAGATOR", "Delta_F(p) = i / (p^2 - m^2 + i eps)", "", "complex-value"],
    [
      "QFT_SELF_ENERGY",
      "Sigma(p) = -i lambda INT d^4k/(2 pi)^4 1/(k^2 - m^2 + i eps)",
      "",
      "complex-value",
    ],
    ["QFT_WARD_IDENTITY", "q_mu Gamma^mu(p+q, p) = S^-1(p+q) - S^-1(p)", "", "tensor-equation"],
    [
      "KO42 metric",
      "ds^2 = g_mu_nu dx^mu dx^nu + alpha sin(2 pi 1.287 t) dt^2",
      "",
      "tensor-equation",
    ],
    [
      "master",
      "box(phi) - mu^2(r) phi - lambda phi^3 - exp(-phi/phi_c) + phi_42 SUM_{k=1..42} C_k(phi) " +
        "= T^mu_mu + beta F_mu_nu F^mu_nu + J_ext",
      "",
      "tensor-equation",
    ],
  ];

describe("equations: the contract's equations", () => {
  for (const [id, text, declared, taken] of CONTRACT) {
    it(`${id} is ${taken}`, () => {
      const form = classifyText(text, { declared: setOf(declared), functionals: setOf("Z") });
      expect(
        form.kind === "refused" ? form.refusal.kind : `${statedKind(form)} ${form.subject}`,
      ).to.equal(taken);
    });
  }

  it("keeps the ranges and the definitions of later clauses", () => {
    const link = classifyText(CONTRACT[10]![1], { declared: setOf(CONTRACT[10]![2]) });
    if (link.kind !== "closed-form") throw new Error(link.kind);
    expect(link.label).to.equal("P(A_ij = 1)");
    expect(link.definitions.map(({ name, params }) => [name, params])).to.deep.equal([
      ["theta_ij", []],
    ]);
    const gini = classifyText("G = a/b; 0 <= G <= 1", { declared: setOf("a b") });
    if (gini.kind !== "closed-form") throw new Error(gini.kind);
    expect([gini.subject, gini.binds, gini.ranges.length]).to.deep.equal(["G", false, 1]);
    const rent = classifyText("R(d) = R0 e^(-alpha d); P(d) = R(d)/r", {
      declared: setOf("R0 alpha d r R"),
    });
    if (rent.kind !== "closed-form") throw new Error(rent.kind);
    expect([rent.subject, rent.label, rent.binds]).to.deep.equal(["R", "R(d)", true]);
  });
});
