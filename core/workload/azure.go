package workload

import (
	"fmt"
	"time"
)

// The columns of Azure's traces, by columnKey. Source: Azure/AzurePublicDataset,
// AzureLLMInferenceDataset2023.md.
const (
	azureStamp  = "timestamp"
	azureInput  = "contexttokens"
	azureOutput = "generatedtokens"
)

// azure reads a row of Azure's tables of 2023 to 2025: a date with a time of
// seven decimals, and two lengths.
func (t *Reader) azure(line []byte) (e entry, err error) {
	r, err := t.record(line)
	if err != nil {
		return e, err
	}
	if e.stamp, err = date(r.text(azureStamp)); err != nil {
		return e, err
	}
	e.stamped = true
	if e.Tokens, err = r.tokens(azureInput); err != nil {
		return e, err
	}
	if e.Output, err = r.tokens(azureOutput); err != nil {
		return e, err
	}
	return t.lengths(e, "")
}

// date returns a date as ns since 1970. Any number of decimals may follow its
// seconds; without a zone it is UTC.
func date(s string) (int64, error) {
	for _, layout := range []string{time.DateTime, "2006-01-02 15:04:05Z07:00", time.RFC3339} {
		if d, err := time.Parse(layout, s); err == nil && d.Unix() >= 0 && d.Unix() <= maxSeconds {
			return d.UnixNano(), nil
		}
	}
	return 0, fmt.Errorf("%s is %.40q: accepted is a date from 1970 to 2096, such as 2023-11-16 18:15:46.6805900", azureStamp, s)
}
