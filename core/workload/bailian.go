package workload

import (
	"math"

	"github.com/tidwall/gjson"
)

// BailianBlock is the tokens per block of Bailian's traces. Source:
// alibaba-edu/qwen-bailian-usagetraces-anon, README.md.
const BailianBlock = 16

const nsPerSecond = 1e9

// bailian reads a line of Bailian's format. Its ids stand for a block's tokens
// alone; the chain makes prefixes of them. A line is its turn's whole prompt.
func (t *Reader) bailian(line []byte) (entry, error) {
	var r row
	if err := r.read(line); err != nil {
		return entry{}, err
	}
	e, err := t.identified(&r)
	if err != nil {
		return e, err
	}
	chat, err := whole(keyChat, r.chat, 0, math.MaxInt)
	if err != nil {
		return e, err
	}
	parent, turn := -1, 1
	if r.parent.Type != gjson.Null {
		if parent, err = whole(keyParent, r.parent, -1, math.MaxInt); err != nil {
			return e, err
		}
	}
	if r.turn.Type != gjson.Null {
		if turn, err = whole(keyTurn, r.turn, 1, math.MaxInt32); err != nil {
			return e, err
		}
	}
	if err := r.timed(&e, nsPerSecond); err != nil {
		return e, err
	}
	if r.ids.IsArray() {
		err = t.link(&e)
	} else if e.Chain, err = t.chain(nil, e.Tokens); err == nil {
		t.counts.Alone++
	}
	if err != nil {
		return e, err
	}
	e.Session, e.Turn = t.sessions.reply(chat, parent), turn-1
	return e, nil
}
