// Reads JSON lines of Go templates, and prints what text/template makes of each: its output, or that it is refused.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"text/template"
)

type question struct {
	Template string         `json:"template"`
	Data     map[string]any `json:"data"`
}

type answer struct {
	// Base64, since it may be cut in the middle of a character.
	Output []byte `json:"output"`
	Error  string `json:"error,omitempty"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for in.Scan() {
		var asked question
		if err := json.Unmarshal(in.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := encoder.Encode(render(asked)); err != nil {
			panic(err)
		}
	}
}

func render(asked question) answer {
	parsed, err := template.New("template").Parse(asked.Template)
	if err != nil {
		return answer{Error: err.Error()}
	}
	var rendered limited
	if err := parsed.Execute(&rendered, asked.Data); err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Output: rendered.Bytes()}
}

// The Go provider takes no longer output.
const mostBytes = 1 << 20

type limited struct{ bytes.Buffer }

func (output *limited) Write(text []byte) (int, error) {
	if output.Len()+len(text) > mostBytes {
		return 0, errors.New("the output is too long")
	}
	return output.Buffer.Write(text)
}
