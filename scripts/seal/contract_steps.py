"""One step of a contract's program, as section 16.3 of docs/receipts.md has it."""
import math

import answer
import cel
import recompute
from canonical import bits
from unit_factor import in_si

TICK = "tick"
EMITTED_MAX = 16
LIST_MAX = 1_000


class Fault(Exception):
    """Why a step has no decision: its code, and the pointer to what was asked."""

    def __init__(self, code, pointer):
        super().__init__(f"{code} at {pointer}")
        self.code, self.pointer = code, pointer


class Open(Exception):
    """What this program does not compute."""


class Place:
    """Where a machine is, and what it has seen."""

    def __init__(self, state, context):
        self.state, self.context = state, context
        self.items, self.since, self.events, self.heard, self.taken = [], None, 0, None, None


class Program:
    def __init__(self, program):
        self.trigger, self.machine = program["trigger"], program["machine"]
        self.inputs, self.compute = program.get("inputs", {}), program.get("compute", [])
        self.params = {name: converted(one["default"], one) for name, one in program.get("params", {}).items()}
        self.declared = self.machine.get("context", {})
        self.trees = {}
        self.reads_gap = any(map(names_gap, map(cel.parse, expressions_of(program))))

    def value(self, text, scope, pointer):
        if text not in self.trees:
            self.trees[text] = cel.parse(text)
        try:
            return cel.value_of(self.trees[text], scope)
        except cel.NoValue as error:
            raise Fault(error.code, pointer) from error

    @property
    def is_timed(self):
        return self.trigger["type"] in ("every-calcond", "cron")

    @property
    def listen(self):
        return self.trigger.get("listen") if self.is_timed else None

    def initial(self):
        context = {name: in_si(one["initial"], one["unit"]) if isinstance(one, dict) and "unit" in one
                   else one["initial"] if isinstance(one, dict) else one for name, one in self.declared.items()}
        return Place(self.machine["initial"], context)


def expressions_of(program):
    where = program["trigger"].get("where")
    yield from () if where is None else (where,)
    for one in program.get("compute", []):
        yield from one.get("inputs", {}).values()
    for state in program["machine"]["states"].values():
        for one in state.get("on", []):
            yield one["guard"]
            yield from one.get("assign", {}).values()
            for sent in one.get("emit", []):
                yield from sent.get("data", {}).values()


def names_gap(node):
    """Whether an expression names tick.gap, of the scope and not of a macro's own variable."""
    if not isinstance(node, (tuple, list)):
        return False
    if node[:1] == ("literal",):
        return False
    if node[:1] in (("field",), ("has",)) and node[1:] == (("name", "tick"), "gap"):
        return True
    if node == ("index", ("name", "tick"), ("literal", "gap")):
        return True
    if node[:1] == ("macro",) and node[3][0] == ("name", "tick"):
        return names_gap(node[2])
    return any(map(names_gap, node))


def converted(value, declared):
    return in_si(value, declared["unit"]) if declared["type"] == "double" and "unit" in declared else value


def number(value, declared):
    if not isinstance(value, float):
        return None
    if not declared.get("min", -math.inf) <= value <= declared.get("max", math.inf):
        return None
    found = in_si(value, declared["unit"]) if "unit" in declared else value
    return found if math.isfinite(found) else None


def taken(value, declared):
    """A value of an event in SI; None for what the program does not take."""
    kind = declared["type"]
    if kind == "double":
        return number(value, declared)
    if kind == "doubles":
        if not isinstance(value, list) or len(value) > declared.get("maxItems", LIST_MAX):
            return None
        values = [number(one, declared) for one in value]
        return None if None in values else values
    if kind == "string":
        return value if isinstance(value, str) and len(value) <= LIST_MAX else None
    return value if isinstance(value, bool) else None


def read_inputs(program, data, is_part=False):
    read = {}
    for name, declared in program.inputs.items():
        given = data.get(name, None if is_part else declared.get("default"))
        if given is None and name not in data and (is_part or declared.get("optional") is True):
            continue
        if given is None and (is_part or declared.get("optional") is True):
            continue
        found = None if given is None else taken(given, declared)
        if found is None:
            raise Fault("INVALID_INPUT", "/inputs")
        read[name] = found
    return read


def entered(window, place, calcond, value):
    items = [*place.items, (calcond, value)]
    since = calcond if place.since is None else place.since
    if "count" in window:
        return items[-int(window["count"]):], since
    return [one for one in items if one[0] > calcond - window["calconds"]][-10_000:], since


def window_at(window, items, calcond):
    return items if "count" in window else [one for one in items if one[0] > calcond - window["calconds"]]


def aggregate_of(rule, items, since, calcond, emit):
    window = rule["window"]
    is_full = len(items) == window["count"] if "count" in window else (
        since is not None and calcond - since >= window["calconds"])
    if not is_full and emit == "full":
        return None
    value = aggregated(rule["fn"], [value for _, value in items])
    return None if value is None else {"value": value, "count": float(len(items))}


def aggregated(fn, values):
    if fn == "count":
        return float(len(values))
    if not values:
        return None
    if fn in ("min", "max"):
        return min(values) if fn == "min" else max(values)
    if fn in ("p50", "p95"):
        percent = 50 if fn == "p50" else 95
        # The product is a double: division and rounding up follow.
        return sorted(values)[max(0, math.ceil(percent * len(values) / 100) - 1)]
    total = 0.0
    for value in values:
        total += value
    if fn == "sum":
        return total
    mean = total / len(values)
    if fn == "mean":
        return mean
    if len(values) < 2:
        return None
    squares = 0.0
    for value in values:
        squares += (value - mean) * (value - mean)
    return math.sqrt(squares / (len(values) - 1))


class Step:
    """What came of an event."""

    def __init__(self, kind, place, data, results=(), agg=None, last=None, emitted=(), fault=None):
        self.kind, self.place, self.data, self.results = kind, place, data, list(results)
        self.agg, self.last, self.emitted, self.fault, self.gap = agg, last, list(emitted), fault, None


def moved_on(place, **changes):
    after = Place(place.state, place.context)
    after.items, after.since, after.events = place.items, place.since, place.events
    after.heard, after.taken = place.heard, place.taken
    for name, value in changes.items():
        setattr(after, name, value)
    return after


def step(program, place, event, results_of, told=None):
    """told: what the window gave, what was heard and the gap, where the events before are not known."""
    if not program.is_timed and program.trigger["event"] != event["type"]:
        return Step("ignored", place, event["data"])
    if not program.reads_gap:
        return taken_step(program, place, event, results_of, told)
    gap = 0.0 if place.taken is None else max(0.0, event["calcond"] - place.taken)
    if told is not None and told[2] is not None:
        gap = told[2]
    found = taken_step(program, place, {**event, "gap": gap}, results_of, told)
    is_entered = found.kind == "ignored" and program.trigger["type"] == "on-aggregate"
    if found.kind in ("held", "moved") or is_entered:
        found.place = moved_on(found.place, taken=event["calcond"])
    found.gap = gap
    return found


def taken_step(program, place, event, results_of, told):
    listen, kind = program.listen, event["type"]
    if listen is None:
        return decided(program, place, event, results_of, None if told is None else (told[0],))
    if listen["event"] == kind:
        return heard(program, listen, place, event)
    return timed(program, listen, place, event, results_of, told)


def heard(program, listen, place, event):
    after = moved_on(place, events=place.events + 1)
    try:
        read = read_inputs(program, event["data"], is_part=True)
    except Fault as fault:
        return Step("fault", after, event["data"], fault=fault)
    rule = listen.get("aggregate")
    value = None if rule is None else read.get(rule["field"])
    if isinstance(value, float):
        after.items, after.since = entered(rule["window"], place, event["calcond"], value)
    before = place.heard or {"data": {}, "count": 0.0}
    kept = {name: value for name, value in event["data"].items() if name in read}
    after.heard = {"data": {**before["data"], **kept}, "calcond": event["calcond"], "count": before["count"] + 1}
    return Step("ignored", after, event["data"])


def timed(program, listen, place, event, results_of, told):
    rule, was = listen.get("aggregate"), place.heard
    items = place.items if rule is None else window_at(rule["window"], place.items, event["calcond"])
    agg = None if rule is None else aggregate_of(rule, items, place.since, event["calcond"], "always")
    last = {"count": 0.0} if was is None else {"calcond": was["calcond"], "count": was["count"]}
    if told is not None:
        agg, last = told[:2]
    after = moved_on(place, items=items, events=place.events + 1)
    if was is not None:
        after.heard = {**was, "count": 0.0}
    data = event["data"] if was is None else {**was["data"], **event["data"]}
    found = decided(program, place, {**event, "data": data}, results_of, (agg,), after, last)
    found.last = last
    return found


def decided(program, place, event, results_of, told=None, after=None, last=None):
    trigger, seq, calcond = program.trigger, place.events + 1, event["calcond"]
    is_told = after is not None
    after = after or moved_on(place, events=seq)
    agg, results = (told[0] if told is not None else None), []
    try:
        scope = {"params": program.params, "input": read_inputs(program, event["data"]),
                 "event": {"type": event["type"], "seq": float(seq)}, "ctx": place.context,
                 "tick": {name: event[name] for name in ("calcond", "missed", "gap") if name in event}}
        where = trigger.get("where") if trigger["type"] == "on-event" else None
        if where is not None and program.value(where, scope, "/trigger/where") is not True:
            return Step("ignored", after, event["data"])
        if trigger["type"] == "on-aggregate":
            if told is None:
                value = scope["input"].get(trigger["field"], math.nan)
                after.items, after.since = entered(trigger["window"], place, calcond, value)
                agg = aggregate_of(trigger, after.items, after.since, calcond, trigger.get("emit", "full"))
            if agg is None:
                return Step("ignored", after, event["data"])
            scope["agg"] = checked(agg)
        if is_told:
            scope["last"], scope["agg"] = last, {} if agg is None else checked(agg)
        for i, one in enumerate(program.compute):
            inputs = {name: program.value(text, scope, f"/compute/{i}/inputs/{name}")
                      for name, text in one.get("inputs", {}).items()}
            result = results_of(one, inputs, i)
            results.append(result)
            scope[one["as"]] = {name: result[name] for name in ("value", "unit", "uncertainty")}
        return chosen(program, place, event, scope, after, agg, results)
    except Fault as fault:
        return Step("fault", after, event["data"], results, agg, fault=fault)


def checked(agg):
    if not math.isfinite(agg["value"]):
        raise Fault("NON_FINITE", "/trigger")
    return agg


def chosen(program, place, event, scope, after, agg, results):
    state = place.state
    for i, one in enumerate(program.machine["states"][state].get("on", [])):
        pointer = f"/machine/states/{state}/on/{i}"
        if program.value(one["guard"], scope, f"{pointer}/guard") is not True:
            continue
        assigned = {name: program.value(text, scope, f"{pointer}/assign/{name}")
                    for name, text in one.get("assign", {}).items()}
        emit = one.get("emit", [])
        if event["emittedBefore"] + len(emit) > EMITTED_MAX:
            raise Fault("LOOP_LIMIT", f"{pointer}/emit")
        emitted = [{"type": sent["type"],
                    "data": {name: program.value(text, scope, f"{pointer}/emit/{k}/data/{name}")
                             for name, text in sent.get("data", {}).items()}} for k, sent in enumerate(emit)]
        after = moved_on(after, state=one["target"], context={**place.context, **assigned})
        return Step("moved", after, event["data"], results, agg, emitted=emitted)
    return Step("held", after, event["data"], results, agg)


def closed_form(registry, one, inputs):
    """A result of operators. Raises Open where this program does not compute it."""
    if "operators" not in one or any(not isinstance(value, float) for value in inputs.values()):
        raise Open("results of solvers and of lists are not computed here")
    chain = one["operators"] if one["operators"][0] == "KO42" else ["KO42", *one["operators"]]
    try:
        found = answer.core_members(recompute.chain_result(registry.records, chain, inputs, None))
    except (recompute.NotChecked, recompute.NoValue) as reason:
        raise Open(str(reason)) from reason
    unit = found["unit"] if found["unit"] is not None else ""
    return {"as": one["as"], "value": found["value"], "value_bits": bits(found["value"]), "unit": unit,
            "uncertainty": found["uncertainty"], "credits": float(found["credits"])}
