#!/usr/bin/env python3
"""Computes the result of closed forms again, as docs/receipts.md, sections 10 and 15, describes it. Standard library
only.

Usage: recompute.py CASES [REGISTRY]
CASES holds [{"id", "inputs", "value_bits"}] or {"cases": [...]} of `GET /api/calc/conformance`. REGISTRY is the folder
of the domain files, or one file with an array of records. Each case is computed again, and what it states of its
result is compared; exit code 0 says that all of it agrees.
"""
import json
import math
import re
import sys
from pathlib import Path

import answer
from canonical import number_text
from equation import EULER, MODULATION, PLANCK, NotChecked, Reader, clauses_of
from equation import dimension_of, names_of, relation_of, renamed
from equation import substituted, written
from rounded import Undecided
from slopes import RULES
from tape import Refused, Tape, is_exact_decimal, leaf_error

ENGINE = "calc-engine/2"
REGISTRY = Path(__file__).resolve().parents[2] / "protocol" / "operators" / "domains"

# Section 10.3.
EULER_VALUE = 2.718281828459045
RESERVED = {
    "pi": 3.141592653589793, "c": 299792458.0, "G": 6.6743e-11, "hbar": 1.0545718176461565e-34, "k_B": 1.380649e-23,
    "N_A": 6.02214076e23, "m_e": 9.1093837139e-31, "eps_0": 8.8541878188e-12}
# Value, unit and name.
NAMED = {
    "mu_0": (1.25663706127e-6, "N/A^2", "vacuum magnetic permeability"),
    "m_p": (1.67262192595e-27, "kg", "proton mass"),
    "m_n": (1.67492750056e-27, "kg", "neutron mass"),
    "sigma_SB": (5.6703744191844294e-8, "W/(m^2 K^4)", "Stefan-Boltzmann constant"),
    "R_inf": (10973731.568157, "1/m", "Rydberg constant"),
    "a_0": (5.29177210544e-11, "m", "Bohr radius"),
    "mu_B": (9.2740100657e-24, "J/T", "Bohr magneton"),
    "q_e": (1.602176634e-19, "C", "elementary charge"),
    "g_n": (9.80665, "m/s^2", "standard acceleration of gravity"),
    "Z_0": (376.730313412, "ohm", "characteristic impedance of vacuum"),
    "k_e": (8987551786.130135, "N m^2/C^2", "Coulomb constant"),
    "m_u": (1.66053906892e-27, "kg", "atomic mass constant")}
PLANCK_VALUE = 6.62607015e-34
# Section 15.5: relative uncertainties of the sources, and with which power each stands in a constant.
SOURCES = {
    "A_r_e": 1.768201831689797e-11, "A_r_n": 3.965638078921803e-10, "A_r_p": 8.240041612597192e-12,
    "G": 2.2474266964325848e-5, "R_inf": 1.0935204606991638e-12, "alpha": 1.5073959909534913e-10}
SHARES = {
    "G": {"G": 1}, "m_e": {"R_inf": 1, "alpha": -2}, "eps_0": {"alpha": -1}, "mu_0": {"alpha": 1},
    "m_p": {"A_r_e": -1, "A_r_p": 1, "R_inf": 1, "alpha": -2},
    "m_n": {"A_r_e": -1, "A_r_n": 1, "R_inf": 1, "alpha": -2},
    "R_inf": {"R_inf": 1}, "a_0": {"R_inf": -1, "alpha": 1}, "mu_B": {"R_inf": -1, "alpha": 2}, "Z_0": {"alpha": 1},
    "k_e": {"alpha": 1}, "m_u": {"A_r_e": -1, "R_inf": 1, "alpha": -2}}
# Half of the last digit of each constant's table; k_e is computed from alpha's.
ROUNDINGS = {
    "G": ("G", 5e-17), "m_e": ("m_e", 5e-42), "eps_0": ("eps_0", 5e-23), "mu_0": ("mu_0", 5e-18),
    "m_p": ("m_p", 5e-39), "m_n": ("m_n", 5e-39), "R_inf": ("R_inf", 5e-7), "a_0": ("a_0", 5e-23),
    "mu_B": ("mu_B", 5e-35), "Z_0": ("Z_0", 5e-10), "k_e": ("alpha", 0.06158090695863389), "m_u": ("m_u", 5e-39)}
ROUNDED = "rounded:"
ROUNDING_SHARE = 0.1
CANCELLED = 9.094947017729282e-13
SQRT_2 = 1.4142135623730951
SQRT_3 = 1.7320508075688772
SECOND_ORDER_MAX = 0.1
# Nodes and weights of Gauss and Hermite for a normal distribution.
NEAR, NEAR_WEIGHT = 1.3556261799742657, 0.22207592200561266
FAR, FAR_WEIGHT = 2.8569700138728056, 0.011257411327720691
HIGHER_ORDER = 1.01
COMBINED_MAX = 5
# Of these a step beside a slope counts from half of the slope's part.
STEPS = frozenset("floor ceil sign heaviside mod factorial binomial".split())
STEP_SHARE = 0.5
# A slope is the rounding of an integral where what lies beyond it is this many times larger.
NOISE = 1000
# Section 15.1: what the value of a quantity can be.
PARTS = ("probability fraction mass_fraction mole_fraction volume_fraction phase_fraction degree_of_ionization "
         "reflectance transmittance absorptance error_rate saturation efficiency").split()
NOT_NEGATIVE = ("temperature debye_temperature concentration molar_concentration mass_concentration "
                "surface_concentration number_density linear_number_density areal_number_density carrier_density "
                "density mass_density molar_mass population half_life occupation_number eccentricity mass time period "
                "wavelength kinetic_energy binding_energy capacitance resistance refractive_index nusselt_number "
                "safety_factor").split()
SPEEDS = "speed velocity flow_speed sound_speed escape_speed drift_velocity exhaust_velocity".split()
RANGES = {**dict.fromkeys(PARTS, (0.0, 1.0)), **dict.fromkeys(NOT_NEGATIVE, (0.0, math.inf)),
          **dict.fromkeys(SPEEDS, (-299792458.0, 299792458.0)), "correlation": (-1.0, 1.0),
          "reflection_coefficient": (-1.0, 1.0), "redshift": (-1.0, math.inf),
          "magnetic_susceptibility": (-1.0, math.inf)}
RELATION_ROOM = 1e-12


class NoValue(Exception):
    """These inputs have no value, so none can have been sealed. `kind` is that of a refusal, or None where the
    question itself is refused."""

    def __init__(self, reason, kind=None):
        super().__init__(reason)
        self.kind = kind


class Missing(NoValue):
    """Inputs that were not given."""

    def __init__(self, names):
        super().__init__(f"the input {names[0]} is not given", "missing-input")
        self.names = names


# 10.4: names and inputs.
class Keys:
    """Which input a key belongs to."""

    def __init__(self, aliases):
        exact, folded = {}, {}
        for name, others in aliases.items():
            for alias in others:
                if alias not in RESERVED:
                    claim(exact, alias, name)
        self.exact = {key: name for key, name in exact.items() if name is not None}
        self.exact.update({name: name for name in aliases})
        for name, others in aliases.items():
            for key in (name, *others):
                if fold(key) is not None:
                    claim(folded, fold(key), name)
        self.folded = folded

    def name_of(self, key):
        if key in self.exact:
            return self.exact[key]
        if key in RESERVED:
            return None
        if not key.isascii():
            raise NotChecked(f"the input {key} is not spelled in ASCII")
        return self.folded.get(fold(key))


def claim(table, key, name):
    """A key that two names claim belongs to neither."""
    table[key] = name if table.get(key, name) == name else None


def fold(key):
    folded = re.sub(r"[_\-\s]", "", key.lower())
    return folded if len(folded) > 1 else None


class Names:
    """What the names of one tree stand for: slots in the order of the record, and constants."""

    def __init__(self, used, record):
        self.symbols, self.coefficients = record["symbols"], record.get("coefficients", {})
        self.assumed = record.get("assumed", {})
        order = {name: place for place, name in enumerate(self.symbols)}
        self.constants = {name: self.constant(name) for name in used if self.constant(name) is not None}
        free = [name for name in used if name not in self.constants]
        self.slots = sorted(free, key=lambda name: order.get(name, len(order)))
        self.keys = Keys({name: self.symbols.get(name, {}).get("aliases", []) for name in self.slots})
        self.fallbacks = {name: self.fallback(name) for name in self.slots}

    def constant(self, name):
        """Value, and the symbol where it is a constant of nature."""
        if name == EULER:
            return EULER_VALUE, None
        if name == PLANCK:
            return PLANCK_VALUE, "h"
        if name in RESERVED:
            return RESERVED[name], name
        return (float(self.coefficients[name]["value"]), None) if name in self.coefficients else None

    def is_constant_of_nature(self, name):
        return name in NAMED and name not in self.symbols and name not in self.assumed

    def fallback(self, name):
        """What is taken where no input has the name; None where it must be given."""
        if self.is_constant_of_nature(name):
            value, unit, called = NAMED[name]
            reason = f"the {called} (CODATA 2022); an input named {name} replaces it"
            return {"value": value, "unit": unit, "reason": reason}
        return self.assumed.get(name)


class Bound:
    """Inputs of one run by slot: values, which were given, and what was taken in their place."""

    def __init__(self, names, inputs):
        self.unused, given = [], {}
        for key, value in inputs.items():
            name = names.keys.name_of(key)
            if name is None:
                if key in RESERVED:
                    raise NoValue(f"the constant {key} is given as an input", "constant-supplied")
                self.unused.append(key)
                continue
            if name in given and given[name] != value:
                raise NoValue(f"the input {name} is given twice")
            given[name] = float(value) + 0.0
        self.values = [self.value(names, name, given) for name in names.slots]
        self.given = {name: given[name] for name in names.slots if name in given}
        self.assumed = {name: names.fallbacks[name] for name in names.slots if name not in given}

    def value(self, names, name, given):
        if name in given:
            return in_range(name, given[name], names.symbols.get(name, {}))
        if names.fallbacks[name] is None:
            raise Missing([one for one in names.slots if one not in given and names.fallbacks[one] is None])
        return float(names.fallbacks[name]["value"])


def in_range(name, value, symbol):
    low, high = symbol.get("range", [None, None])
    if (low is not None and value < low) or (high is not None and value > high):
        raise NoValue(f"the input {name} = {value} is outside its range", "domain-error")
    if symbol.get("whole") and value != math.floor(value):
        raise NoValue(f"the input {name} = {value} is no whole number", "domain-error")
    return value


def stated(names, uncertainties):
    """Uncertainties by slot; None where none is stated."""
    if not uncertainties:
        return None
    found = {}
    for key, value in uncertainties.items():
        name = names.keys.name_of(key)
        if name is None:
            raise NoValue(f"{key} is no input, so it has no uncertainty")
        if not (value >= 0 and math.isfinite(value)):
            raise NoValue(f"the uncertainty of {key} is not a number from 0")
        if found.get(name, value) != value:
            raise NoValue(f"the input {name} has two uncertainties")
        found[name] = float(value)
    return [found.get(name, 0.0) for name in names.slots]


# 15.5: from the gradient to an uncertainty.
class Sums:
    def __init__(self):
        self.parts = {}

    def add(self, source, part):
        total, size = self.parts.get(source, (0.0, 0.0))
        self.parts[source] = (part, abs(part)) if source not in self.parts else (total + part, size + abs(part))

    def spread(self):
        """The uncertainty, and the part of each source; None where there is no source."""
        if not self.parts:
            return None
        contributions, largest = {}, 0.0
        for source, (total, size) in self.parts.items():
            part = 0.0 if size < math.inf and abs(total) <= CANCELLED * size else total
            contributions[source] = part
            largest = math.nan if math.isnan(part) else max(largest, abs(part))
        if largest == 0 or not math.isfinite(largest):
            return largest, contributions
        squares = 0.0
        for part in contributions.values():
            squares += (part / largest) * (part / largest)
        return largest * math.sqrt(squares), contributions


def shares_of(name, value):
    """Sources of a constant, each with its weight."""
    for source, power in SHARES.get(name, {}).items():
        yield f"const:{source}", value * power * SOURCES[source]


def roundings_of(name):
    """How far a constant's table may be off: whose table, and by how much."""
    if name in ROUNDINGS:
        source, half = ROUNDINGS[name]
        yield f"{ROUNDED}{source}", half


def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


def counted_parts(contributions):
    """Parts of an earlier result; its roundings are one where they count."""
    parts = [part for source, part in contributions.items() if not source.startswith(ROUNDED)]
    squares = rounded = 0.0
    for source, part in contributions.items():
        if source.startswith(ROUNDED):
            rounded += abs(part)
        else:
            squares += part * part
    return [*parts, rounded] if rounded > ROUNDING_SHARE * math.sqrt(squares) else parts


def deviation_of(near, far):
    """Standard deviation over the five nodes; nan where one has no value."""
    mean = NEAR_WEIGHT * (near[0] + near[1]) + FAR_WEIGHT * (far[0] + far[1])
    squares = (NEAR_WEIGHT * (near[0] * near[0] + near[1] * near[1])
               + FAR_WEIGHT * (far[0] * far[0] + far[1] * far[1]))
    variance = squares - mean * mean
    return math.nan if math.isnan(variance) else math.sqrt(max(0.0, variance))


def with_roundings(spread, rounded):
    """The rounding of the tables counts where all of it is more than a tenth of the uncertainty."""
    if spread is None or rounded is None:
        return spread
    uncertainty, contributions = spread
    parts = rounded[1]
    width = 0.0
    for part in parts.values():
        width += abs(part)
    contributions = {**contributions, **parts}
    if not math.isfinite(uncertainty) or not width > ROUNDING_SHARE * uncertainty:
        return uncertainty, contributions
    ratio = uncertainty / width
    return width * math.sqrt(1 + ratio * ratio), contributions


class Evaluation:
    """One operator evaluated: all that an answer states of it."""

    def __init__(self, formula, run, bound, spread, notes):
        self.formula, self.value, self.notes = formula, run.result, notes
        self.relative, self.absolute = run.relative, run.absolute
        self.uncertainty, self.contributions = spread or (run.absolute, {})
        self.source = "numerical" if spread is None else "gum"
        self.unit = formula.record["result"]["unit"]
        self.given, self.assumed, self.unused = bound.given, bound.assumed, bound.unused
        self.equation = f"{formula.canonical}; {formula.filled(bound.values)}"


class Formula:
    """A record, read once: its tree, its names and its texts."""

    def __init__(self, record):
        if record["kind"] != "closed-form" or "closed_form" in record:
            raise NotChecked(f"{record['id']} is of kind {record['kind']}")
        self.record, self.symbols = record, record["symbols"]
        result = record["result"]["symbol"]
        groups = (self.symbols, record.get("coefficients", {}), record.get("assumed", {}), (result,))
        self.declared = {name for group in groups for name in group}
        clauses = [(left, Reader(right, self.declared).whole())
                   for left, right in clauses_of(record.get("form", record["equation"]))]
        self.label = clauses[0][0]
        letters = {} if "h" in self.declared or any(left == "h" for left, _ in clauses) else {"h": PLANCK}
        definitions = {left: renamed(tree, letters) for left, tree in clauses[1:]}
        if not all(re.fullmatch(r"\w+", left) for left in definitions):
            raise NotChecked("a later clause of its equation is no definition")
        self.tree = substituted(renamed(clauses[0][1], letters), definitions)
        self.canonical = "; ".join(f"{left} = {written(tree)[0]}" for left, tree in clauses)
        used = names_of(self.tree)
        if result in used and result not in RESERVED:
            raise NotChecked(f"its result {result} stands on both sides")
        self.binds = None if result in RESERVED else result
        self.names = Names(used, record)
        self.tape = Tape(self.tree, self.names.slots, self.names.constants)
        if not all(step.name in RULES or step.name in OPERATIONS for step in self.tape.steps):
            raise NotChecked("a function of its equation is not computed here")
        self.relations = [Relation(one["holds"], record, self.declared) for one in record.get("relations", [])]

    def filled(self, values):
        """The text of the equation with its numbers in."""
        by_name = {**{name: value for name, (value, _) in self.names.constants.items()},
                   **dict(zip(self.names.slots, values))}
        number = lambda name: f"({number_text(by_name[name])})" if by_name[name] < 0 else number_text(by_name[name])
        return f"{self.label} = {written(self.tree, number, lambda left, right: f'{left}*{right}')[0]}"

    def evaluate(self, inputs, uncertainties=None, carried=None):
        """Raises NoValue or NotChecked."""
        carried = carried or {}
        outcome = self.outcome(inputs, uncertainties, carried)
        if isinstance(outcome, Evaluation):
            outcome = self.in_quantity_range(outcome)
        if not isinstance(outcome, Missing) and (isinstance(outcome, Evaluation) or outcome.kind is not None):
            for relation in self.relations:
                if relation.is_broken(inputs):
                    raise NoValue(f"its inputs contradict each other: {relation.text}", "domain-error")
        if isinstance(outcome, NoValue):
            raise outcome
        return outcome

    def outcome(self, inputs, uncertainties, carried):
        """An evaluation, or why there is none."""
        try:
            bound = Bound(self.names, inputs)
            own = stated(self.names, uncertainties)
            earlier = {self.names.keys.name_of(name): one for name, one in carried.items()}
            errors = [earlier[name].absolute if name in earlier and name in bound.given else leaf_error(value)
                      for name, value in zip(self.names.slots, bound.values)]
            run = self.tape.run(bound.values, errors)
            widths = self.widths(own, earlier)
            flat = None if widths is None else self.without_slopes(run, bound.values, widths)
            spread = self.propagate(run, bound, own, earlier, flat)
        except NoValue as reason:
            return reason
        except Refused as kind:
            return NoValue(f"computed again, it has no value: {kind}", str(kind))
        except Undecided as reason:
            raise NotChecked(f"{reason} is not computed here") from reason
        except (OverflowError, ZeroDivisionError, ValueError) as error:
            raise NotChecked(f"its errors are not computed here: {error}") from error
        if spread is not None and not math.isfinite(spread[0]):
            return NoValue("computed again, its uncertainty has no bound", "overflow")
        curved = (flat is not None and any(size > 0 for size in flat)) or (
            own is not None and self.is_curved(run, bound.values, own, spread[0] if spread else 0.0))
        return Evaluation(self, run, bound, spread, ["linear propagation is poor"] if curved else [])

    def propagate(self, run, bound, own, earlier, flat):
        sums, roundings = Sums(), Sums()
        slope_of = lambda place: math.inf if run.steep is not None and run.steep[place] else run.adjoint[place]
        for place, leaf in enumerate(self.tape.leaves):
            if leaf.constant is not None:
                for source, weight in shares_of(leaf.constant, leaf.value):
                    sums.add(source, slope_of(place) * weight)
                for source, weight in roundings_of(leaf.constant):
                    roundings.add(source, slope_of(place) * weight)
        for place, name in enumerate(self.names.slots):
            slope, u = slope_of(place), 0.0 if own is None else own[place]
            if u > 0:
                sums.add(f"input:{name}", slope * u)
            if flat is not None and flat[place] > 0:
                sums.add(f"flat:{name}", flat[place])
            if u == 0 and name not in bound.given and self.names.is_constant_of_nature(name):
                for source, weight in shares_of(name, NAMED[name][0]):
                    sums.add(source, slope * weight)
                for source, weight in roundings_of(name):
                    roundings.add(source, slope * weight)
            if u == 0 and name in earlier and name in bound.given:
                for source, part in earlier[name].contributions.items():
                    whose = roundings if source.startswith(ROUNDED) else sums
                    whose.add(source, 0.0 if part == 0 else slope * part)
        return with_roundings(sums.spread(), roundings.spread())

    def widths(self, own, earlier):
        """How uncertain each input is: as stated, else as an earlier operator of the chain left it."""
        if not earlier:
            return own
        widths = [0.0] * len(self.names.slots) if own is None else list(own)
        for place, name in enumerate(self.names.slots):
            if widths[place] == 0 and name in earlier:
                widths[place] = 0.0
                for part in counted_parts(earlier[name].contributions):
                    widths[place] = hypotenuse(widths[place], part)
        return widths

    def without_slopes(self, run, values, own):
        """What uncertain inputs do where the result has no slope in them, by place; 0 where it has one."""
        flat, level = [0.0] * len(own), []
        jumps = any(step.name in STEPS for step in self.tape.steps)
        for place, u in enumerate(own):
            if not u > 0 or (run.steep is not None and run.steep[place]):
                continue
            first = abs(run.adjoint[place] * u)
            is_level = first <= run.absolute
            if not is_level and not jumps:
                continue
            size = (self.effect_of(values, place, u, run.result) if is_level
                    else self.step_of(values, place, u, run.result, run.adjoint[place]))
            if is_level and first > 0 and not (size > NOISE * first and size > run.absolute):
                continue
            flat[place] = size
            if is_level:
                level.append(place)
        for k, i in enumerate(level):
            for j in level[:k]:
                flat[i] = hypotenuse(flat[i], self.joint_effect(values, i, j, own))
        if len(level) > 1:
            self.add_higher_orders(values, level, own, run.result, flat)
        if not all(math.isfinite(size) for size in flat):
            raise NoValue("computed again, it has no value within an uncertainty", "domain-error")
        return flat

    def moved(self, values, *by):
        near = list(values)
        for place, change in by:
            near[place] = values[place] + change
        return self.value_at(near)

    def effect_of(self, values, place, u, result):
        up, down = (self.moved(values, (place, one)) - result for one in (u, -u))
        if up == 0 and down == 0:
            # A kink or a step may lie a little further off.
            further = [self.moved(values, (place, one)) - result for one in (2 * u, -2 * u)]
            return 0.5 * max(abs(one) if math.isfinite(one) else 0.0 for one in further)
        second = max(SQRT_2 * abs(up + down), abs(up - down)) / 2
        change = lambda nodes: self.moved(values, (place, nodes * u)) - result
        higher = deviation_of([change(NEAR), change(-NEAR)], [change(FAR), change(-FAR)])
        return higher if higher > HIGHER_ORDER * second else second

    def step_of(self, values, place, u, result, slope):
        """What a step within two widths does beside the slope; nan where neither side has a value."""
        beside = lambda widths: self.moved(values, (place, widths * u)) - result - slope * widths * u
        near, far = ([beside(widths), beside(-widths)] for widths in (1, 2))
        if all(math.isnan(one) for one in near):
            return math.nan
        width, two_widths = (max(abs(one) if math.isfinite(one) else 0.0 for one in sides) for sides in (near, far))
        size = max(width / SQRT_2, 0.5 * two_widths)
        return size if size > STEP_SHARE * abs(slope * u) else 0.0

    def add_higher_orders(self, values, level, own, result, flat):
        """What inputs without a slope do together, where that is more."""
        known = 0.0
        for place in level:
            known += flat[place] * flat[place]
        if len(level) > COMBINED_MAX:
            change = self.moved(values, *((place, own[place]) for place in level)) - result
            squares = change * change
        else:
            squares = self.variance_over(values, level, own, result)
        if squares > HIGHER_ORDER * HIGHER_ORDER * known:
            first = flat[level[0]]
            flat[level[0]] = math.sqrt(squares - known + first * first)

    def variance_over(self, values, level, own, result):
        """Over three nodes of each input, the middle one first."""
        mean = squares = 0.0
        points = [([], 1.0)]
        for place in level:
            points = [(by + move, weight) for by, before in points
                      for move, weight in (([], before * 2 / 3),
                                           ([(place, SQRT_3 * own[place])], before / 6),
                                           ([(place, -SQRT_3 * own[place])], before / 6))]
        for by, weight in points:
            change = self.moved(values, *by) - result
            mean += weight * change
            squares += weight * change * change
        return squares - mean * mean

    def joint_effect(self, values, i, j, own):
        """The mixed second difference: of a product at 0 and 0 it is all there is."""
        at = lambda a, b: self.moved(values, (i, a * own[i]), (j, b * own[j]))
        return abs(at(1, 1) - at(1, -1) - (at(-1, 1) - at(-1, -1))) / 4

    def is_curved(self, run, values, own, first):
        """Whether what lies beyond the first order is no longer small."""
        beyond = 0.0
        for place, u in enumerate(own):
            if u == 0:
                continue
            near = list(values)
            near[place] = values[place] + u
            up = self.value_at(near)
            near[place] = values[place] - u
            down = self.value_at(near)
            even = abs(up - run.result + (down - run.result)) / 2
            odd = abs((up - down) / 2 - run.adjoint[place] * u)
            beyond += math.nan if math.isnan(even) or math.isnan(odd) else max(even, odd)
        return not beyond <= SECOND_ORDER_MAX * first

    def value_at(self, values):
        try:
            return self.tape.value(values)
        except (Undecided, OverflowError, ZeroDivisionError, ValueError) as error:
            raise NotChecked(f"its value next to its inputs is not computed here: {error}") from error

    def in_quantity_range(self, found):
        low, high = RANGES.get(self.record["result"]["quantity"], (-math.inf, math.inf))
        room = max(found.absolute, found.uncertainty)
        if low - room <= found.value <= high + room:
            return found
        return NoValue(f"the result {found.value} cannot be", "domain-error")


OPERATIONS = {"sum", "difference", "product", "quotient", "negation", "power"}


class Relation:
    """What inputs satisfy together, as that a crack is narrower than its plate."""

    def __init__(self, text, record, declared):
        self.text = text
        self.sign, left, right = relation_of(text, declared)
        used = list(dict.fromkeys([*record["symbols"], *names_of(left), *names_of(right)]))
        self.names = Names(used, record)
        self.sides = [Tape(side, self.names.slots, self.names.constants) for side in (left, right)]

    def is_broken(self, inputs):
        by_name = {name: math.nan if one is None else float(one["value"])
                   for name, one in self.names.fallbacks.items()}
        for key, value in inputs.items():
            name = self.names.keys.name_of(key)
            if name is not None:
                by_name[name] = float(value)
        if any(math.isnan(by_name[name]) for side in self.sides for name in used_slots(side)):
            return False
        try:
            a, b = (side.value([by_name[name] for name in self.names.slots]) for side in self.sides)
        except (Undecided, OverflowError, ZeroDivisionError, ValueError) as error:
            raise NotChecked(f"the relation {self.text} is not computed here: {error}") from error
        if math.isnan(a) or math.isnan(b):
            return False
        room = 0.0 if self.sign == "<" else RELATION_ROOM * max(abs(a), abs(b))
        return not (a < b if self.sign == "<" else a <= b + room)


def used_slots(tape):
    places = {place for step in tape.steps for place in step.operands} | {tape.root}
    return [name for name, place in tape.slots.items() if place in places]


# 10.6 and 15.7: a chain.
class Result:
    """What a chain of operators gives."""

    def __init__(self, chain, evaluations):
        self.chain, self.evaluations = chain, evaluations
        last = evaluations[-1] if evaluations else None
        self.value = last.value if last else 1.0
        self.unit = last.unit if last else "1"
        self.uncertainty = last.uncertainty if last else 0.0
        self.source = last.source if last else "numerical"
        self.precision = last.relative if last else 0.0


FORMULAS = {}


def formula_of(registry, name):
    if name not in registry:
        raise NoValue(f"the registry has no operator {name}")
    record = registry[name]
    if FORMULAS.get(name, (None,))[0] is not record:
        FORMULAS[name] = (record, Formula(record))
    return FORMULAS[name][1]


def chain_result(registry, chain, inputs, uncertainties=None):
    """Raises NotChecked or NoValue."""
    operators = [name for name in chain if name != MODULATION]
    uncertainties = uncertainties or {}
    if not operators:
        for key in (*uncertainties, *inputs):
            raise NoValue(f"{MODULATION} has no input {key}")
        return Result([MODULATION], [])
    formulas = [formula_of(registry, name) for name in operators]
    if len(formulas) == 1:
        evaluations = [single(formulas[0], inputs, uncertainties)]
        unused = evaluations[0].unused
    else:
        evaluations, carried = chained(formulas, inputs, uncertainties)
        unused = [key for key in evaluations[0].unused
                  if key not in carried and all(key in one.unused for one in evaluations)]
    if unused:
        raise NoValue(f"no operator of this chain has an input {unused[0]}")
    return Result([MODULATION, *operators], evaluations)


def single(formula, inputs, uncertainties):
    sought = formula.binds
    try:
        found = formula.evaluate(inputs, uncertainties)
        open_names = [name for name in found.assumed if name in formula.symbols]
    except Missing as missing:
        if sought is None or sought not in inputs or len(missing.names) != 1 or sought in formula.symbols:
            raise
        open_names = missing.names
    if sought in inputs and sought not in formula.symbols and len(open_names) == 1:
        raise NotChecked(f"the input {open_names[0]} was sought, and is not computed here")
    return found


def chained(formulas, inputs, uncertainties):
    carried, evaluations = {}, []
    for formula in formulas:
        bound = {name: found for name, found in carried.items() if name in formula.symbols}
        for name, found in bound.items():
            for key in (name, *formula.symbols[name].get("aliases", [])):
                if key in inputs:
                    if inputs[key] != found.value:
                        raise NoValue(f"{name} is a result of this chain and was also given as an input")
                    break
            if dimension_of(formula.symbols[name]["unit"]) != dimension_of(found.unit):
                raise NoValue(f"{name} has another dimension there", "dimension-mismatch")
        merged = {**inputs, **{name: found.value for name, found in bound.items()}}
        own = {key: u for key, u in uncertainties.items()
               if accepts(formula, key) or not any(accepts(one, key) for one in formulas)}
        found = formula.evaluate(merged, own, bound)
        evaluations.append(found)
        if formula.binds is not None:
            carried[formula.binds] = found
    return evaluations, carried


def accepts(formula, key):
    return formula.names.keys.name_of(key) is not None


# 10.1: the registry.
def load_registry(path=REGISTRY):
    """Records by id, without the words that people have for them: those are in no hash."""
    path = Path(path)
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    records = [record for file in files for record in json.loads(file.read_text("utf-8"))]
    return {record["id"]: {name: one for name, one in record.items() if name != "words"} for record in records}


def differing(result, expected):
    """What a case states otherwise of its result; None where all agrees. The `value` of a case
    is that of a reference and no result of this engine."""
    core = answer.core_members(result)
    found = {**core, "equations": answer.equations_of(result), "master_sum": answer.master_sum_of(result),
             "answer": answer.answer_members(result, core, None)}
    for name in sorted(found.keys() & (expected.keys() - {"value"})):
        if not answer.same(expected[name], found[name]):
            return f"{name}: {json.dumps(expected[name])}, here {json.dumps(found[name])}"
    return None


def case_of(one):
    """Chain, inputs, uncertainties and what is stated of the result; None for a case of another operation."""
    if "request" not in one:
        return [one["id"]], one["inputs"], {}, {"value_bits": one["value_bits"]}
    request, expected = one["request"], one["expect"]
    if one["operation"] != "compute" or "value_bits" not in expected:
        return None
    return request["operators"], request["inputs"], request.get("uncertainties", {}), expected


def main(args):
    registry = load_registry(*args[1:2])
    data = json.loads(Path(args[0]).read_text("utf-8"))
    counts = {"agree": 0, "differ": 0, "not checked": 0}
    for one in data["cases"] if isinstance(data, dict) else data:
        case = case_of(one)
        if case is None:
            continue
        chain, inputs, uncertainties, expected = case
        try:
            found = differing(chain_result(registry, chain, inputs, uncertainties), expected)
            verdict = "agree" if found is None else "differ"
        except NoValue as reason:
            found, verdict = reason, "differ"
        except NotChecked as reason:
            found, verdict = reason, "not checked"
        counts[verdict] += 1
        if verdict != "agree":
            print(f"{verdict} {one['id']} {json.dumps(inputs)} +- {json.dumps(uncertainties)}: {found}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
