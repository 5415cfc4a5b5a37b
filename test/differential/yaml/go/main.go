// Reads JSON lines of YAML texts, and prints what sigs.k8s.io/yaml makes of each as JSON, leniently and strictly, or that it is refused.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	"sigs.k8s.io/yaml"
)

type reading struct {
	Value json.RawMessage `json:"value,omitempty"`
	Error string          `json:"error,omitempty"`
}

type answer struct {
	Lenient reading `json:"lenient"`
	Strict  reading `json:"strict"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<28)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for in.Scan() {
		var text string
		if err := json.Unmarshal(in.Bytes(), &text); err != nil {
			panic(err)
		}
		read := answer{
			Lenient: readingOf(yaml.YAMLToJSON([]byte(text))),
			Strict:  readingOf(yaml.YAMLToJSONStrict([]byte(text))),
		}
		if err := encoder.Encode(read); err != nil {
			panic(err)
		}
	}
	if err := in.Err(); err != nil {
		panic(err)
	}
}

func readingOf(value []byte, err error) reading {
	if err != nil {
		return reading{Error: err.Error()}
	}
	return reading{Value: value}
}
