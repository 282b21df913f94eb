package views

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"kvtui/core/scenario"
	"kvtui/ui"
)

// Saver writes a whole file. Unless replace is set, a file that is there is
// left alone, and the error is an fs.ErrExist.
type Saver func(path string, data []byte, replace bool) error

// saved is a scenario that was written, or was not.
type saved struct {
	number int
	path   string
	file   scenario.File // as the file has it
	err    error
}

const scenarioExt = ".toml"

// askSave asks where the scenario on screen goes.
func (s *Session) askSave(h ui.Host) {
	st := s.run.st
	path := st.Base
	if filepath.Ext(path) == "" {
		path = "scenario" + scenarioExt
		if st.Name != "" {
			path = st.Name + scenarioExt
		}
	}
	h.Open(ui.NewPrompt("Save the scenario", ui.Field{
		ID: "path", Label: "file", Kind: ui.Text, Value: path, Note: "TOML; a name without an ending gets " + scenarioExt,
		Check: func(text string) error {
			if strings.TrimSpace(text) == "" {
				return errors.New("the name of a file is accepted")
			}
			return nil
		},
	}, func(text string, h ui.Host) error { return s.save(h, text, false) }))
}

// save writes the scenario on screen outside the update loop.
func (s *Session) save(h ui.Host, path string, replace bool) error {
	if filepath.Ext(path) == "" {
		path += scenarioExt
	}
	if strings.HasPrefix(path, "-") { // on a command line it would be a flag
		path = "./" + path
	}
	f := s.run.st.File
	if f.Name == "" {
		f.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	data, err := f.Marshal(filepath.Dir(path))
	if err != nil {
		return err
	}
	again, err := scenario.Parse(data, path)
	if err != nil {
		return err
	}
	write := s.Save
	s.saves++
	number := s.saves
	h.Run(func() any { return saved{number, path, again, write(path, data, replace)} })
	return nil
}

// deliverSaved says what became of a file, and asks before it replaces one.
func (s *Session) deliverSaved(res saved, h ui.Host) {
	if res.number != s.saves { // every screen hands it on
		return
	}
	s.saves++
	switch {
	case errors.Is(res.err, fs.ErrExist):
		h.Open(ui.NewPrompt("The file is there already", ui.Field{
			ID: "replace", Label: "replace it", Kind: ui.Choice, Choices: yesNo(), Value: yesNo()[0], Note: res.path,
		}, func(answer string, h ui.Host) error {
			if answer != yesNo()[1] {
				h.Toast("not saved")
				return nil
			}
			return s.save(h, res.path, true)
		}))
	case res.err != nil:
		h.Toast("not saved: " + res.err.Error())
	default:
		s.run.st.Base, s.run.st.Opened, s.run.st.Name = res.path, res.file, res.file.Name
		h.Toast("saved " + res.path)
	}
}
