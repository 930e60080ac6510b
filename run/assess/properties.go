package assess

import (
	"fmt"
	"strconv"
	"strings"
)

// Properties reads the text of a file of Java's properties, in the order of its
// lines: name=value, name: value or name value; # and ! begin comments, and a
// backslash at the end goes on in the next line. Of a name that is there twice
// the last value counts.
func Properties(file, text string) (all []Given, err error) {
	at := map[string]int{}
	lines := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		place := fmt.Sprintf("%s:%d", file, i+1)
		line := strings.TrimLeft(lines[i], blank)
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		for continued(line) {
			line = line[:len(line)-1]
			if i++; i == len(lines) {
				break
			}
			line += strings.TrimLeft(lines[i], blank)
		}
		name, value, err := entry(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", place, err)
		}
		if name == "" {
			return nil, fmt.Errorf("%s: there is no name before the value; write name=value", place)
		}
		if before, twice := at[name]; twice {
			all[before] = Given{name, value, place}
			continue
		}
		at[name] = len(all)
		all = append(all, Given{name, value, place})
	}
	return all, nil
}

// blank is what may stand around names.
const blank = " \t\f"

// continued reports whether a line ends in an odd number of backslashes.
func continued(line string) bool {
	return (len(line)-len(strings.TrimRight(line, `\`)))%2 == 1
}

// entry takes a line apart.
func entry(line string) (name, value string, err error) {
	end := 0
	for end < len(line) && !strings.ContainsRune(blank+"=:", rune(line[end])) {
		if line[end] == '\\' {
			end++
		}
		end++
	}
	end = min(end, len(line))
	rest := strings.TrimLeft(line[end:], blank)
	if rest != "" && (rest[0] == '=' || rest[0] == ':') {
		rest = strings.TrimLeft(rest[1:], blank)
	}
	if name, err = unescaped(line[:end]); err != nil {
		return "", "", err
	}
	value, err = unescaped(rest)
	return name, value, err
}

// unescaped is a text without its backslashes.
func unescaped(text string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out.WriteByte(text[i])
			continue
		}
		i++
		switch c := text[i]; c {
		case 't', 'n', 'r', 'f':
			out.WriteByte(map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', 'f': '\f'}[c])
		case 'u':
			code, err := strconv.ParseUint(text[i+1:min(i+5, len(text))], 16, 16)
			if err != nil || len(text) < i+5 {
				return "", fmt.Errorf(`\u takes four hexadecimal digits, as in \u0041`)
			}
			out.WriteRune(rune(code))
			i += 4
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), nil
}
