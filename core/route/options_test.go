package route

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestOptionKeys holds that every field has a key, that Validate knows each, and
// that each is read by one strategy.
func TestOptionKeys(t *testing.T) {
	read := map[string]int{}
	for _, info := range Strategies() {
		for _, key := range info.Options {
			read[key]++
		}
		if len(info.Terms) > MaxTerms {
			t.Errorf("%s has %d terms", info.Name, len(info.Terms))
		}
	}
	o := DefaultOptions()
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(&o).Elem()
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("toml")
		if key == "" || read[key] != 1 {
			t.Errorf("%s has key %q, read by %d strategies", v.Type().Field(i).Name, key, read[key])
		}
		usual := v.Field(i).Interface()
		if v.Field(i).CanInt() {
			v.Field(i).SetInt(-1)
		} else {
			v.Field(i).SetFloat(math.NaN())
		}
		var bad *OptionError
		for _, err := range []error{o.Validate(), o.Validate("x", key)} {
			if !errors.As(err, &bad) || bad.Option != key || !strings.Contains(err.Error(), "out of range: accepted are") {
				t.Errorf("%s: error is %v", key, err)
			}
		}
		if err := o.Validate("x"); err != nil {
			t.Errorf("%s was not asked: %v", key, err)
		}
		v.Field(i).Set(reflect.ValueOf(usual))
	}
	if v.NumField() != len(read) {
		t.Errorf("%d options, %d keys read", v.NumField(), len(read))
	}
}

// TestOptionLimits holds borders and what the error says.
func TestOptionLimits(t *testing.T) {
	o := DefaultOptions()
	o.LoadFactor, o.CacheThreshold, o.OverlapCredit, o.RingReplicas = 1, 1, 0, maxReplicas
	if err := o.Validate(); err != nil {
		t.Error(err)
	}
	o.LoadFactor = 0.99
	if err := o.Validate(); err == nil || err.Error() != "load-factor: 0.99 is out of range: accepted are 1 to 1000000" {
		t.Errorf("error is %v", err)
	}
}
