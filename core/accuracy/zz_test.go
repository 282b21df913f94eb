package accuracy

import (
	"math"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		t.Skip()
	}
	r, err := FitCluster(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Log(r.Params, r.Worst, r.Converged, r.Evaluations)
	p := r.Params
	f := clusterFit{BaseMS: p[0], TokenMS: p[1], Sharing: p[2], Blocks: int(math.Round(p[3])), LinkGBps: p[4], CopyGBps: p[5], FrontMS: p[6]}
	for _, f := range []clusterFit{f, fittedCluster()} {
		m := model{cluster()}
		if err := fillCluster(t.Context(), &m, f, nil); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, c := range m.Cells {
			if c.Asked() {
				sum += math.Pow(math.Log(c.Model/((c.Low+c.High)/2)), 2)
				if c.Judged().Check == Miss {
					t.Log(c.Row, c.Column, c.Low, c.Model)
				}
			}
		}
		t.Logf("%+v p50 %v rate %v cached %v badness %v", f, passing(m.Page, ColKVP50, ColSplP50), passing(m.Page, ColKVReqS, ColSplReqS), passing(m.Page, ColKVHit, ColSplHit), sum)
	}
}
