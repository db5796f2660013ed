# %% [markdown]
# # A plate cools, and the Moon pulls
#
# Cells for Jupyter, VS Code or Spyder; `python3 notebook.py` runs them all. It needs a running node and the one file
# `dist/clients/python/calcmesh.py`, which `npm run build` writes, beside it or on the path; numpy is used where it is
# installed.

# %%
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "dist" / "clients" / "python"))
import calcmesh

client = calcmesh.connect(os.environ.get("CALC_DATA_DIR"))

# %% [markdown]
# ## A number, its uncertainty and its receipt

# %%
pull = client.compute(operators=["NM21"], inputs={"m1": 5.9722e24, "m2": 7.342e22, "r": 3.844e8})
print("F =", pull.quantity)
print(pull.equations[1])

# %% [markdown]
# The receipt is checked here, without the node: hashes, path and signature. That the value follows
# from the inputs takes
# an engine, so a node computes it again; any node will do, and none has to be believed about the signature.

# %%
print("checked here:", calcmesh.verify_receipt(pull).verdict)
print("computed again:", calcmesh.verify_by(client, pull).verdict)
print("with another value:", calcmesh.verify_receipt({**pull.raw, "value": 1.0}).verdict)

# %% [markdown]
# ## A field: a hot square in a cold plate

# %%
plate = client.heat(
    alpha=1.17e-4, lx=0.2, ly=0.2, t_end=20,
    initial="300 + 100*exp(-((x-0.1)^2 + (y-0.1)^2)/0.0009)", boundary=300, nx=41, ny=41)
print("at the centre:", plate.quantity)

# %%
field = next(iter(plate.arrays.values()))
rows = field.values.tolist() if hasattr(field.values, "tolist") else field.values
low, high = min(map(min, rows)), max(map(max, rows))


def heat_map(rows, shades=" .:-=+*#%@"):
    """A row of text for every second row of the field."""
    def shade(value):
        return shades[min(int((value - low) / (high - low) * len(shades)), len(shades) - 1)]
    return "\n".join("".join(shade(value) for value in row) for row in rows[::2])


print(f"{field.name} [{field.unit}], {low:.1f} to {high:.1f}")
print(heat_map(rows))

# %% [markdown]
# ## What is refused says why

# %%
try:
    client.compute(operators=["NM21"], inputs={"m1": 5.9722e24, "m2": 7.342e22})
except calcmesh.Refusal as refusal:
    print("refused:", refusal)
try:
    client.operator_spec(operator="NM2100")
except calcmesh.Problem as problem:
    print(problem.code, "|", problem.remedy)
