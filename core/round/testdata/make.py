"""Writes python.json: [x, decimals, round(x, decimals)] for random values and exact halves."""
import json
import random

rng = random.Random(1)
rows = []
for x in [0.125, 0.375, 0.5, 1.5, 2.5, 2.675, 1.005, 0.05, 0.25, 0.35, -0.125, 1e22, 5e-324, 1.7976931348623157e308, 12345.65]:
    rows += [[x, d, round(x, d)] for d in range(5)]
for _ in range(300):
    x = rng.randrange(10**6) / 2 ** rng.randrange(12)
    rows.append([x, d := rng.randrange(5), round(x, d)])
    x = rng.random() * 10 ** rng.randrange(-3, 9)
    rows.append([x, d := rng.randrange(5), round(x, d)])
with open("python.json", "w") as out:
    out.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")
