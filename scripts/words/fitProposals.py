"""
Weights of `protocol/router/proposal/weights.ts`: a softmax over the candidates of each question, in which those
with the right value shall stand first. Each set of questions is also left out in turn, and how many of it
then stand first is printed: that is what a set that nobody has seen comes to.

    node dist/scripts/words/proposals.js FILE... | python3 scripts/words/fitProposals.py
"""
import json
import sys

import numpy as np
from scipy.optimize import minimize

RIDGE = 1.0
THOUSANDTHS = 1000
# Candidates with the same value are one answer.
SAME = 1e-4

rows = [json.loads(line) for line in sys.stdin if line.strip()]
features = rows[0]["features"]
questions = []
for row in rows:
    x = np.array([one["x"] for one in row["candidates"]], float).reshape(-1, len(features))
    right = np.array([one["right"] for one in row["candidates"]], bool)
    questions.append((row, x, right))
spread = np.vstack([x for _, x, _ in questions if len(x)]).std(0) + 1e-9


def fit(some):
    parts = [(x / spread, right) for _, x, right in some if right.any() and not right.all()]

    def loss(w):
        total, slope = RIDGE * (w @ w), 2 * RIDGE * w
        for x, right in parts:
            score = x @ w
            share = np.exp(score - score.max())
            total -= np.log(share[right].sum() / share.sum())
            wanted = np.where(right, share, 0) / share[right].sum()
            slope -= (wanted - share / share.sum()) @ x
        return total, slope

    return minimize(loss, np.zeros(len(features)), jac=True, method="L-BFGS-B").x / spread


def first_of(w, row, x, right):
    """The first candidate, whether it is right, and how far it stands before one of another value."""
    if not len(x):
        return None, False, 0.0
    score = x @ w
    at = int(score.argmax())
    one = row["candidates"][at]
    others = [
        score[i]
        for i, other in enumerate(row["candidates"])
        if abs(other["value"] - one["value"]) > SAME * abs(one["value"])
    ]
    return one, bool(right[at]), float(score[at] - max(others)) if others else 99.0


sets = sorted({row["file"] for row in rows})
out = []
for name in sets:
    w = fit([one for one in questions if one[0]["file"] != name])
    own = [one for one in questions if one[0]["file"] == name]
    firsts = [(one[0], *first_of(w, *one)) for one in own]
    for row, one, ok, lead in firsts:
        shown = one and [one["by"], one["target"], one["value"]]
        is_any = any(other["right"] for other in row["candidates"])
        own_row = {name: row[name] for name in ("file", "query", "value", "unit")}
        out.append({**own_row, "right": ok, "lead": lead, "first": shown, "any": is_any})
    first, among = sum(ok for _, _, ok, _ in firsts), sum(right.any() for _, _, right in own)
    print(f"{name}: {len(own)} questions, {first} first, {among} among the candidates", file=sys.stderr)
if len(sys.argv) > 1:
    json.dump(out, open(sys.argv[1], "w"))
for name, weight in zip(features, fit(questions)):
    print(f"  {name}: {round(weight * THOUSANDTHS)},")
