// Oracle answers questions about Kubernetes objects with Kubernetes' own libraries.
//
// It reads one JSON question a line, {"part": "quantity", "input": …}, and prints one answer a line in the same order:
// {"value": …} or {"error": "…"}. A panic inside a library is an answer too, {"panic": "…"}: our code must not copy it,
// but a test should know. Each part stands in a file of its own and registers itself under its name.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type question struct {
	Part  string          `json:"part"`
	Input json.RawMessage `json:"input"`
}

type answer struct {
	Value any    `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
	Panic string `json:"panic,omitempty"`
}

// A part answers the questions of one library. What it returns must be encodable as JSON.
type part func(input json.RawMessage) (any, error)

var parts = map[string]part{}

func register(name string, p part) { parts[name] = p }

func ask(line []byte) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{Panic: fmt.Sprint(r)}
		}
	}()
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		fmt.Fprintf(os.Stderr, "oracle: not a question: %v\n", err)
		os.Exit(2)
	}
	p, ok := parts[q.Part]
	if !ok {
		fmt.Fprintf(os.Stderr, "oracle: there is no part %q\n", q.Part)
		os.Exit(2)
	}
	value, err := p(q.Input)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Value: value}
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	encode := json.NewEncoder(out)
	encode.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			if err := encode.Encode(ask(line)); err != nil {
				fmt.Fprintf(os.Stderr, "oracle: cannot encode the answer: %v\n", err)
				os.Exit(2)
			}
		}
		if err != nil {
			return
		}
	}
}
