// Reads JSON lines of what to read, and prints how Kubernetes' Go libraries read it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/version"
)

type question struct {
	Form     string                `json:"form"`
	Text     string                `json:"text"`
	Other    string                `json:"other,omitempty"`
	Selector *metav1.LabelSelector `json:"selector,omitempty"`
	Sets     []map[string]string   `json:"sets,omitempty"`
}

type answer struct {
	Form    string `json:"form"`
	Text    string `json:"text"`
	Other   string `json:"other,omitempty"`
	Error   string `json:"error,omitempty"`
	Reading string `json:"reading,omitempty"`
	Matches []bool `json:"matches,omitempty"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(read(q)); err != nil {
			panic(err)
		}
	}
}

func read(q question) answer {
	a := answer{Form: q.Form, Text: q.Text, Other: q.Other}
	fail := func(err error) answer { a.Error = err.Error(); return a }
	switch q.Form {
	case "duration":
		d, err := time.ParseDuration(q.Text)
		if err != nil {
			return fail(err)
		}
		a.Reading = fmt.Sprintf("%d %s", d.Nanoseconds(), d)
	case "quantity":
		quantity, err := resource.ParseQuantity(q.Text)
		if err != nil {
			return fail(err)
		}
		a.Reading = quantity.String()
	case "api version":
		a.Reading = fmt.Sprint(sign(version.CompareKubeAwareVersionStrings(q.Text, q.Other)))
	case "label selector":
		var selector labels.Selector
		var err error
		if q.Selector != nil {
			selector, err = metav1.LabelSelectorAsSelector(q.Selector)
		} else {
			selector, err = labels.Parse(q.Text)
		}
		if err != nil {
			return fail(err)
		}
		a.Reading = selector.String()
		for _, set := range q.Sets {
			a.Matches = append(a.Matches, selector.Matches(labels.Set(set)))
		}
	case "field selector":
		selector, err := fields.ParseSelector(q.Text)
		if err != nil {
			return fail(err)
		}
		a.Reading = selector.String()
		for _, set := range q.Sets {
			a.Matches = append(a.Matches, selector.Matches(fields.Set(set)))
		}
	default:
		panic(q.Form)
	}
	return a
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
