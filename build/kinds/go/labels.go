package main

import (
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// fieldLabels returns the field selectors of a kind: those of its paths that the scheme accepts.
func fieldLabels(gvk schema.GroupVersionKind, object runtime.Object) []string {
	// Labels that are not paths of the object.
	paths := map[string]bool{"source": true, "spec.host": true, "status.successful": true}
	collect(typeOf(object), "", 3, paths)
	found := []string{}
	for label := range paths {
		if label == "metadata.name" || label == "metadata.namespace" {
			continue
		}
		if _, _, err := legacyscheme.Scheme.ConvertFieldLabel(gvk, label, "x"); err == nil {
			found = append(found, label)
		} else if _, _, err := legacyscheme.Scheme.ConvertFieldLabel(gvk, label, "true"); err == nil {
			found = append(found, label)
		}
	}
	sort.Strings(found)
	return found
}

func collect(t reflect.Type, prefix string, depth int, paths map[string]bool) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || depth == 0 {
		return
	}
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			collect(field.Type, prefix, depth, paths)
			continue
		}
		paths[prefix+name] = true
		collect(field.Type, prefix+name+".", depth-1, paths)
	}
}
