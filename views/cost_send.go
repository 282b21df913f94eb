package views

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kvtui/core/clock"
	"kvtui/core/cost"
	"kvtui/ui"
	"kvtui/views/state"
)

// halfOfLayers is the share of the layers that the key sends; any can be typed.
const halfOfLayers = 0.5

// cycleSend goes round what is sent: all layers after prefill, all as they are
// computed, half of them.
func (v *Cost) cycleSend(dir int) {
	at := 0
	switch {
	case v.st.LayerShare > 0 && v.st.LayerShare < 1:
		at = 2
	case v.st.LayerWise:
		at = 1
	}
	const ways = 3
	at = (at + dir + ways) % ways
	v.edit(fieldSend, func() {
		v.st.LayerWise, v.st.LayerShare = at == 1, 0
		if at == 2 {
			v.st.LayerShare = halfOfLayers
		}
	})
}

// cyclePreset goes to the next prefill preset and lets prefill follow it.
func (v *Cost) cyclePreset() {
	keys := clock.PrefillKeys()
	next := keys[0]
	for i, k := range keys {
		if k == v.st.Preset && i+1 < len(keys) {
			next = keys[i+1]
		}
	}
	v.edit(fieldPrefill, func() { v.st.Preset, v.st.PrefillMS = next, 0 })
}

func (v *Cost) askSend(h ui.Host) {
	w := v.w
	v.askName(h, w.askSend, w.noteSend, v.sendName(), func(text string) error {
		share, wise, ok := sendNamed(text, *v.st)
		if !ok {
			return errors.New(w.noteSend)
		}
		v.edit(fieldSend, func() { v.st.LayerShare, v.st.LayerWise = share, wise })
		return nil
	})
}

// sendNamed reads what is typed for what is sent; a share leaves the order as
// it is.
func sendNamed(text string, now state.Cost) (share float64, wise, ok bool) {
	switch text = strings.ToLower(strings.TrimSpace(text)); {
	case strings.HasPrefix(text, "all"):
		return 0, false, true
	case strings.HasPrefix(text, "layer"):
		return now.LayerShare, true, true
	}
	share, err := strconv.ParseFloat(text, 64)
	return share, now.LayerWise, err == nil && share > 0 && share <= 1
}

// mixedShare reads "mixed" with or without the share of tokens in fp16.
func mixedShare(text string) (share float64, ok bool) {
	rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(text)), "mixed")
	if rest = strings.TrimSpace(rest); !ok || rest == "" {
		return cost.MixedFP16Share, ok
	}
	share, err := strconv.ParseFloat(rest, 64)
	return share, err == nil && share > 0 && share <= 1
}

// sendName is what is sent, in a few words.
func (v *Cost) sendName() string {
	w, name := v.w, ""
	if share := v.st.LayerShare; share > 0 && share < 1 {
		m := v.n.model
		keep := m.Layers
		if m.FullLayers+m.SlidingLayers > 0 {
			keep = m.FullLayers + m.SlidingLayers
		}
		name = fmt.Sprintf(w.sendPart, thousands(max(1, int(math.Ceil(share*float64(keep)-1e-12)))), thousands(keep))
	}
	switch {
	case v.st.LayerWise && name != "":
		return name + ", " + w.sendLayers
	case v.st.LayerWise:
		return w.sendLayers
	case name != "":
		return name
	}
	return w.sendAll
}

// sendLine is what is sent, with its caveat. It gives way to every other line
// unless something was chosen.
func (v *Cost) sendLine() costLine {
	l := costLine{field: fieldSend, rank: 12}
	if v.st.LayerWise || v.st.LayerShare > 0 {
		l.rank = 1
	}
	head := fmt.Sprintf(v.w.send, v.sendName())
	for _, about := range v.aboutSend() {
		l.forms = append(l.forms, head+": "+about)
	}
	l.forms = append(l.forms, head, fmt.Sprintf(v.w.sendLeast, v.sendName()))
	return l
}

// caveatLines are the caveat of a precision with its source, where it has one.
func (v *Cost) caveatLines() []costLine {
	if v.tag() == nil {
		return nil
	}
	return []costLine{{field: fieldNone, rank: 1, quiet: true, forms: append(v.aboutPrecision(), "")}}
}

// aboutSend is the caveat of what is sent, the longest form first.
func (v *Cost) aboutSend() []string {
	for _, caveat := range v.n.shrink.Caveats() {
		switch caveat {
		case cost.CaveatResearch:
			return v.w.aboutPart
		case cost.CaveatConnector:
			return v.w.aboutLayerWise
		default: // of the precision; see aboutPrecision
		}
	}
	return v.w.aboutAll
}
