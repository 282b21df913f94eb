package ui

// ASCII returns the stand-in that --ascii draws for a rune: terminals that
// draw ambiguous-width glyphs two cells wide would break every column. Pairs
// that a screen must tell apart keep different stand-ins.
func ASCII(r rune) byte {
	switch r {
	case '─', '━', '╌', '╍', '┄', '—', '–', '−':
		return '-'
	case '│', '┃', '┆', '┤', '├', '▌', '▐', '▏', '‖':
		return '|'
	case '╭', '╮', '╰', '╯', '┌', '┐', '└', '┘', '┬', '┴', '┼', '╪':
		return '+'
	case '■', '█', '▇', '▆', '▅', '▓':
		return '#'
	case '▣':
		return '@'
	case '□', '○':
		return 'o'
	case '▨', '▒', '╳', '×':
		return 'x'
	case '░', '·', '⋅', '∙', '▁', '▂', '▃', '▄':
		return '.'
	case '●', '◉':
		return 'O'
	case '◆':
		return '%'
	case '◇':
		return '&'
	case '▸', '▶', '→', '›', '»':
		return '>'
	case '◂', '◀', '←', '‹', '«':
		return '<'
	case '▲', '↑', '▴':
		return '^'
	case '▼', '↓', '▾':
		return 'v'
	case '…':
		return '~'
	case '✓':
		return 'v'
	case '✗':
		return '*'
	case 'µ':
		return 'u'
	case '≈', '═':
		return '='
	}
	if r > 0x2800 && r <= 0x28ff {
		return '*'
	}
	if r == 0x2800 {
		return ' '
	}
	return '?'
}
