package manual

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// scripts are what a shell is to read, by its name. PROGRAM stands for the name of the
// program; it is asked for words with what they mean after a tab, one to a line.
// Where it has none the shell takes files.
var scripts = map[string]string{
	"bash": `# Completion of PROGRAM for bash: eval "$(PROGRAM completion bash)"
_PROGRAM_words() {
	local line
	COMPREPLY=()
	while IFS='' read -r line; do
		COMPREPLY+=("${line%%$'\t'*}")
	done < <(PROGRAM complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _PROGRAM_words PROGRAM
`,
	"zsh": `#compdef PROGRAM
# Completion of PROGRAM for zsh: source <(PROGRAM completion zsh), after compinit
_PROGRAM_words() {
	local -a said
	local line
	while IFS='' read -r line; do
		line="${line//:/\\:}"
		said+=("${line/$'\t'/:}")
	done < <(PROGRAM complete -- "${(@)words[2,$CURRENT]}" 2>/dev/null)
	if (( ${#said} )); then
		_describe 'PROGRAM' said
	else
		_files
	fi
}
compdef _PROGRAM_words PROGRAM
`,
	"fish": `# Completion of PROGRAM for fish: PROGRAM completion fish | source
function __PROGRAM_words
	set -l typed (commandline -opc) (commandline -ct)
	PROGRAM complete -- $typed[2..-1] 2>/dev/null
end
complete -c PROGRAM -f -a '(__PROGRAM_words)'
complete -c PROGRAM -n 'test -z (__PROGRAM_words | string collect)' -F
`,
}

// Shells are the names of the shells that there is a script for.
func Shells() []string { return slices.Sorted(maps.Keys(scripts)) }

// Script writes what a shell reads to complete the words of a program.
func Script(out io.Writer, shell, program string) error {
	script, known := scripts[shell]
	if !known {
		return fmt.Errorf("there is no completion for %q; there is for %s", shell, strings.Join(Shells(), ", "))
	}
	function := strings.Map(func(r rune) rune {
		if r == '-' || r == '.' {
			return '_'
		}
		return r
	}, program)
	script = strings.NewReplacer("_PROGRAM_words", "_"+function+"_words", "PROGRAM", program).Replace(script)
	_, err := io.WriteString(out, script)
	return err
}
