"""What an answer states of a closed form, as docs/receipts.md, 15.6 to 15.8, describes it. Standard library only."""
from canonical import bits, jcs, number_text
from equation import MODULATION
from rounded import sinpi

ALPHA = 0.001
PULSE_HZ = "1.287"
PERIOD_NS = 777_000_777
VARIANCE_MAX = 0.0091
PRECISION_BOUND = 1e-4
SAMPLES = 64
SAMPLE_VALUE_MAX = 1e300
MODULATION_EQUATION = f"R(t) = S(t) [1 + 0.001 sin(2 pi {PULSE_HZ} t)]"
MASTER_EQUATION = ("box(phi) - mu^2(r) phi - lambda phi^3 - exp(-phi/phi_c) "
                   "+ phi_42 SUM_{k=1..42} C_k(phi) = T^mu_mu + beta F_mu_nu F^mu_nu + J_ext")
FUNCTIONAL_EQUATION = "E = P_phi . Z(M, R, delta, C, X)"
STEPS = ("include KO42", "select operators", "match scale", "target precision", "compile master equation",
         "execute functional equation", "verify")
STATES = {
    "pressure": "pressure osmotic_pressure radiation_pressure sound_pressure vapor_pressure",
    "velocity": "velocity speed flow_speed drift_velocity exhaust_velocity",
    "potential": "electric_potential voltage", "magnetic_B": "magnetic_flux_density", "momentum": "momentum",
    "temperature": "temperature"}
STATE_OF = {quantity: state for state, quantities in STATES.items() for quantity in quantities.split()}


# The core.
def equations_of(result):
    return [MODULATION_EQUATION, *(one.equation for one in result.evaluations)]


def master_sum_of(result):
    factor = {"operator_id": MODULATION, "role": "factor", "unit": "1", "value": 1.0}
    if not result.evaluations:
        return {"terms": [factor], "total": 1.0, "unit": "1"}
    terms, total = [factor], 0.0
    for one in result.evaluations:
        terms.append({"operator_id": one.formula.record["id"], "role": "term", "unit": one.unit, "value": one.value})
        total += one.value
    agree = len({one.unit for one in result.evaluations}) == 1 and total - total == 0
    return {"terms": terms, "total": total if agree else None, "unit": result.unit if agree else None}


def credits_for(operators, rows=1):
    """Work units are 2 for the modulation alone, and 3 for each member of a chain; 2 units are a credit, half up."""
    units = rows * (2 if operators == 0 else 3 * (1 + operators))
    return float(max(1, (units + 1) // 2))


def variance_of(value):
    """Of the value modulated at 64 phases, relative to the last of them."""
    if value == 0:
        return 0.0
    scaled = value / SAMPLE_VALUE_MAX if abs(value) > SAMPLE_VALUE_MAX else value
    samples = [(1 + ALPHA * sinpi(2 * (k / SAMPLES))) * scaled for k in range(SAMPLES)]
    ratios = [1.0 if one == samples[-1] else one / samples[-1] for one in samples]
    mean = 0.0
    for one in ratios:
        mean += one
    mean /= SAMPLES
    total = 0.0
    for one in ratios:
        total += (one - mean) * (one - mean)
    return total / SAMPLES


def shift_of(variance):
    """None where no metric shift is applied."""
    return -ALPHA * (1 - VARIANCE_MAX / variance) if variance > VARIANCE_MAX else None


def core_members(result):
    """The members of the core that no clock and no account decides, but for the hashes."""
    shift = shift_of(variance_of(result.value))
    return {"value": result.value, "value_bits": bits(result.value), "unit": result.unit,
            "uncertainty": result.uncertainty, "precision_actual": result.precision,
            "precision_bound": PRECISION_BOUND, "operatorChain": list(result.chain), "fields_hash": None,
            "credits": credits_for(len(result.evaluations)), **({} if shift is None else {"metric_shift": shift})}


def same(one, other):
    """Whether two members are the same in canonical form: numbers then have the same bits, but for the sign of 0."""
    return jcs(one) == jcs(other)


# What stands beside a receipt.
def out_of_scale(result):
    strange = []
    for one in result.evaluations:
        for name, (low, high) in one.formula.record.get("scale", {}).items():
            if name in one.given and not low <= one.given[name] <= high:
                strange.append(f"{name} = {number_text(one.given[name])}")
    return strange


def steps_of(result, precision):
    strange = out_of_scale(result)
    members = [{"step": float(i + 1), "name": name, "status": "ok"} for i, name in enumerate(STEPS)]
    members[1]["detail"] = f"{len(result.evaluations)} beside {MODULATION}"
    if strange:
        members[2].update(status="warning", detail=f"outside the usual scale: {', '.join(strange)}")
    members[3]["detail"] = f"{number_text(precision)} <= {number_text(PRECISION_BOUND)}"
    return members


def answer_members(result, core, calc_proof, rows=None):
    """Every member of an answer that is not covered by its receipt itself. `core` has the precision, which is that of
    the worst row of a table; `rows` is what the answer says of them."""
    value, variance, last = result.value, variance_of(result.value), result.evaluations[-1:]
    sources = "; ".join(one.formula.record["equation"] for one in result.evaluations)
    assumed = {name: one for evaluation in result.evaluations for name, one in evaluation.assumed.items()}
    notes = [note for one in result.evaluations for note in one.notes]
    state = STATE_OF.get(last[0].formula.record["result"]["quantity"]) if last else None
    shift = shift_of(variance)
    found = {
        "uncertainty_source": result.source, "operator_id": result.chain[-1],
        "masterEquation": f"{MASTER_EQUATION}; J_ext: {sources}" if sources else MASTER_EQUATION,
        "master_terms": dict.fromkeys(("box_phi", "mu2_phi", "lambda_phi3", "decay", "ko42_coupling", "T")),
        "functional_equation": {"equation": FUNCTIONAL_EQUATION,
                                **dict.fromkeys(("E", "P_phi", "Z", "propagator"))},
        "precisionBound": PRECISION_BOUND, "calcond_variance": variance, "calcond_averaged": value,
        "precision_scale": {"of": "value"}, "protocol": steps_of(result, core["precision_actual"]),
        "calcond_receipt": {"pulse_hz": float(PULSE_HZ), "calcond_seconds": PERIOD_NS / 1e9,
                            "calcond_ns": float(PERIOD_NS), "averaged": value,
                            "continuum": {} if state is None else {state: value}, "hmac": calc_proof or ""}}
    optional = {"assumed": assumed, "notes": notes, "rows": rows, "cko": shift and {"metric_shift": shift}}
    return {**found, **{name: one for name, one in optional.items() if one}}
