package cost

// HoldsFor reports whether the preset is of m: of its name, or, for a shape that
// came without a name of the catalogue (a config.json, numbers), of one whose KV
// has the same shape. Two models can share that and still differ in what prefill
// takes, so that whose it is has to be said even then.
func (p PrefillPreset) HoldsFor(m Model) bool {
	if m.Name == p.Model {
		return true
	}
	if m.Verified != FromFile && m.Verified != FromUser {
		return false
	}
	of, err := ModelByName(p.Model)
	return err == nil && m.sameKV(of)
}

// sameKV reports whether two models keep alike; query heads count where both
// are known.
func (m Model) sameKV(o Model) bool {
	if m.QueryHeads == 0 || o.QueryHeads == 0 {
		m.QueryHeads, o.QueryHeads = 0, 0
	}
	m.Name, m.Verified, m.Note = o.Name, o.Verified, o.Note
	return m == o
}
