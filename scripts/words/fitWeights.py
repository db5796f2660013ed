"""
Weights of `protocol/router/laws/weights.ts`: a softmax over all readings of each question, in which those with
the right value (or, where the question lacks something, those that ask) shall stand first.

    node dist/scripts/words/readings.js | python3 scripts/words/fitWeights.py
"""
import json
import sys

import numpy as np
from scipy.optimize import minimize

RIDGE = 0.5
THOUSANDTHS = 1000

features, questions = [], []
for line in sys.stdin:
    row = json.loads(line)
    features = row["features"]
    x = np.array([one["x"] for one in row["readings"]], float)
    right = np.array([one["right"] for one in row["readings"]], bool)
    if right.any() and not right.all():
        questions.append((x, right))
spread = np.vstack([x for x, _ in questions]).std(0) + 1e-9


def loss(w):
    total, slope = RIDGE * (w @ w), 2 * RIDGE * w
    for x, right in questions:
        score = (x / spread) @ w
        share = np.exp(score - score.max())
        total -= np.log(share[right].sum() / share.sum())
        wanted = np.where(right, share, 0) / share[right].sum()
        slope -= (wanted - share / share.sum()) @ (x / spread)
    return total, slope


fitted = minimize(loss, np.zeros(len(features)), jac=True, method="L-BFGS-B").x / spread
for name, weight in zip(features, fitted):
    print(f"  {name}: {round(weight * THOUSANDTHS)},")
