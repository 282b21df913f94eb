package cache

// index maps keys to numbers above 0: a hash table with open addressing, in
// which taking a key out leaves nothing behind.
type index struct {
	slots []slot
	n     int
}

type slot struct {
	key uint64
	id  uint32 // 0 where the slot is free
}

// home is where a key would be in an empty table. The multiplier is 2^64 over
// the golden ratio.
func (x *index) home(key uint64) int {
	return int(key*0x9e3779b97f4a7c15>>32) & (len(x.slots) - 1)
}

// get returns the number of a key, 0 for one that is not there.
func (x *index) get(key uint64) uint32 {
	if x.n == 0 {
		return 0
	}
	return x.slots[x.find(key)].id
}

// find returns where a key is or would be.
func (x *index) find(key uint64) int {
	i := x.home(key)
	for x.slots[i].id != 0 && x.slots[i].key != key {
		i = (i + 1) & (len(x.slots) - 1)
	}
	return i
}

// put sets the number of a key.
func (x *index) put(key uint64, id uint32) {
	if 2*(x.n+1) > len(x.slots) {
		old := x.slots
		x.slots = make([]slot, max(64, 2*len(old)))
		for _, s := range old {
			if s.id != 0 {
				x.slots[x.find(s.key)] = s
			}
		}
	}
	i := x.find(key)
	if x.slots[i].id == 0 {
		x.n++
	}
	x.slots[i] = slot{key, id}
}

// drop takes a key out and moves up those that it had pushed on.
func (x *index) drop(key uint64) {
	if x.n == 0 {
		return
	}
	hole := x.find(key)
	if x.slots[hole].id == 0 {
		return
	}
	x.n--
	mask := len(x.slots) - 1
	for i := (hole + 1) & mask; x.slots[i].id != 0; i = (i + 1) & mask {
		if home := x.home(x.slots[i].key); (i-home)&mask >= (i-hole)&mask {
			x.slots[hole] = x.slots[i]
			hole = i
		}
	}
	x.slots[hole] = slot{}
}
