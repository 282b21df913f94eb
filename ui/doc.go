// Package ui is a terminal kit: a shell that holds screens, and the parts that
// screens are built from. It knows nothing of what the screens show.
//
// A program makes its screens, puts them into slots and runs the shell:
//
//	sh := ui.NewShell(ui.Config{Name: "kvtui", Screens: []ui.Slot{{Key: "1", Screen: route}}})
//	err := ui.Run(ctx, sh, ui.RunOptions{})
//
// Everything is drawn on one Canvas in rectangles handed out at a resize, and
// mouse hits are judged by the same rectangles. The shell draws only when
// something changed and ticks only while something moves: at rest it writes
// nothing.
package ui
