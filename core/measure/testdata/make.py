"""Writes summaries.json: random samples and what the lab's summarize makes of them."""
import json
import random
import statistics

rng = random.Random(7)
cases = []
for _ in range(60):
    samples, cells = [], {}
    for _ in range(rng.randrange(1, 30)):
        mode, key = rng.choice(["agg", "disagg"]), (rng.choice([512, 1500]), rng.choice([1, 4, 16]))
        ms = rng.choice([rng.randrange(1, 3000), rng.randrange(1, 3000) / 4, round(rng.uniform(1, 3000), 3)])
        samples.append({"mode": mode, "input": key[0], "conc": key[1], "rep": len(samples), "ttft_p50_ms": ms})
        cells.setdefault(key, {"agg": [], "disagg": []})[mode].append(ms)
    want = {}
    for key in sorted(cells):
        if cells[key]["agg"] and cells[key]["disagg"]:
            agg, disagg = statistics.median(cells[key]["agg"]), statistics.median(cells[key]["disagg"])
            want["%dx%d" % key] = {"agg_ms": round(agg, 1), "disagg_ms": round(disagg, 1), "ratio": round(disagg / agg, 2)}
    cases.append({"samples": samples, "want": want})
with open("summaries.json", "w") as out:
    out.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
