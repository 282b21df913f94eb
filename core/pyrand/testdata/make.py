"""Writes python311.json: draws of random.Random that pyrand must repeat. Run with CPython 3.11."""
import json
import random

SEEDS = [0, -1, 7, 2**31, 2**32 - 1, 2**32, 2**63 - 1, -(2**63)]
RANGES = [1, 2, 3, 5, 64, 65536, 1000003, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**40 + 1, 2**62 + 1, 2**63 - 1]

rows = []
for seed in SEEDS:
    rng = random.Random(seed)
    row = {"seed": hex(seed)}
    row["bits"] = [str(rng.getrandbits(k)) for k in range(65)]
    row["ranges"] = [[str(n), str(rng.randrange(n))] for n in RANGES for _ in range(3)]
    row["random"] = [rng.random() for _ in range(3)]
    order = list(range(1000))
    rng.shuffle(order)
    row["shuffle1000"] = order[:20]
    for _ in range(2000):
        rng.getrandbits(32)
    row["after"] = rng.getrandbits(32)
    rows.append(row)
with open("python311.json", "w") as out:
    out.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")
