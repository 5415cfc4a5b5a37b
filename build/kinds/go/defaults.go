package main

import (
	"encoding/json"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// Default is the value of an omitted field of a struct, at one place of a kind. Conditional is set if it depends on sibling fields.
type Default struct {
	Kind        schema.GroupVersionKind `json:"kind"`
	Path        string                  `json:"path"`
	Struct      string                  `json:"struct"`
	Field       string                  `json:"field"`
	Value       json.RawMessage         `json:"value"`
	Conditional bool                    `json:"conditional,omitempty"`
}

// step leads from a struct to a nested struct: a field, and its first item if the field is a list.
type step struct {
	field int
	name  string
}

func defaultsOf(gvk schema.GroupVersionKind, root reflect.Type, places map[string]int) []Default {
	found := []Default{}
	var visit func(t reflect.Type, steps []step, above []reflect.Type)
	visit = func(t reflect.Type, steps []step, above []reflect.Type) {
		for _, one := range above {
			if one == t {
				return
			}
		}
		places[nameOf(t)]++
		found = append(found, defaultsAt(gvk, root, steps)...)
		above = append(append([]reflect.Type{}, above...), t)
		for i := range t.NumField() {
			inner, name := structOf(t.Field(i))
			if inner != nil {
				visit(inner, append(append([]step{}, steps...), step{i, name}), above)
			}
		}
	}
	visit(root, nil, nil)
	return found
}

// structOf returns the struct in a field: embedded, behind a pointer or as a list item.
func structOf(f reflect.StructField) (reflect.Type, string) {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if f.Name == "TypeMeta" || name == "metadata" || f.PkgPath != "" {
		return nil, ""
	}
	t := f.Type
	if t.Kind() == reflect.Slice {
		t = t.Elem()
		name += "[]"
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || special[nameOf(t)] != "" {
		return nil, ""
	}
	return t, name
}

func defaultsAt(gvk schema.GroupVersionKind, root reflect.Type, steps []step) []Default {
	plain := filled(root, steps, nil)
	t := plain.Type()
	names := []string{}
	for _, one := range steps {
		if one.name != "" {
			names = append(names, one.name)
		}
	}
	found := []Default{}
	for i := range t.NumField() {
		f := t.Field(i)
		value := plain.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || f.PkgPath != "" || !isSet(value, steps, i) {
			continue
		}
		text, err := json.Marshal(value.Interface())
		if err != nil {
			panic(err)
		}
		found = append(found, Default{Kind: gvk, Path: strings.Join(names, "."), Struct: nameOf(t), Field: name,
			Value: text, Conditional: dependsOnOthers(root, steps, i, text)})
	}
	return found
}

// isSet reports whether a field of an otherwise empty struct has a value. A nested struct has no value of its own.
func isSet(value reflect.Value, steps []step, field int) bool {
	if value.Kind() == reflect.Struct && special[nameOf(value.Type())] == "" {
		return false
	}
	return !value.IsZero()
}

// dependsOnOthers reports whether a default changes when another field of its struct, or of an enclosing struct, has a value.
func dependsOnOthers(root reflect.Type, steps []step, field int, text []byte) bool {
	for depth := 0; depth <= len(steps); depth++ {
		t := typeAt(root, steps[:depth])
		for i := range t.NumField() {
			if depth == len(steps) && i == field || depth < len(steps) && i == steps[depth].field {
				continue
			}
			for _, bogus := range bogusValues(t.Field(i)) {
				other := func(at int, value reflect.Value) {
					if at == depth {
						value.Field(i).Set(bogus)
					}
				}
				result := filled(root, steps, other).Field(field)
				got, err := json.Marshal(result.Interface())
				if err != nil || string(got) != string(text) {
					return true
				}
			}
		}
	}
	return false
}

func typeAt(root reflect.Type, steps []step) reflect.Type {
	t := root
	for _, one := range steps {
		t, _ = structOf(t.Field(one.field))
	}
	return t
}

// bogusValues returns meaningless values for a scalar field, and an empty value for a pointer or a list.
func bogusValues(f reflect.StructField) []reflect.Value {
	if f.PkgPath != "" || f.Name == "TypeMeta" || f.Name == "ObjectMeta" {
		return nil
	}
	t := f.Type
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	values := []reflect.Value{}
	add := func(set func(reflect.Value)) {
		value := reflect.New(t).Elem()
		set(value)
		if pointer {
			value = value.Addr()
		}
		values = append(values, value)
	}
	switch t.Kind() {
	case reflect.String:
		for _, text := range []string{"x:latest", "Never", "Recreate", "OnDelete", "ExternalName", "ClusterIP", "Local", "None", "TCP", "NonIndexed", "Indexed", "Service"} {
			add(func(value reflect.Value) { value.SetString(text) })
		}
	case reflect.Bool:
		add(func(value reflect.Value) { value.SetBool(true) })
		if pointer {
			add(func(reflect.Value) {})
		}
	case reflect.Int32, reflect.Int64:
		add(func(value reflect.Value) { value.SetInt(7) })
		if pointer {
			add(func(reflect.Value) {})
		}
	case reflect.Struct:
		if pointer {
			add(func(reflect.Value) {})
		}
	case reflect.Slice:
		add(func(value reflect.Value) { value.Set(reflect.MakeSlice(t, 1, 1)) })
	}
	return values
}

// filled returns the struct at steps in an otherwise empty object, after defaulting.
func filled(root reflect.Type, steps []step, change func(int, reflect.Value)) (result reflect.Value) {
	object := reflect.New(root)
	at := object.Elem()
	for depth, one := range steps {
		if change != nil {
			change(depth, at)
		}
		at = enter(at.Field(one.field))
	}
	if change != nil {
		change(len(steps), at)
	}
	result = at
	defer func() {
		// A defaulting function may panic on a meaningless value.
		if recover() != nil {
			result = reflect.New(at.Type()).Elem()
		}
	}()
	legacyscheme.Scheme.Default(object.Interface().(runtime.Object))
	return at
}

func enter(value reflect.Value) reflect.Value {
	if value.Kind() == reflect.Slice {
		if value.Len() == 0 {
			value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		}
		value = value.Index(0)
	}
	if value.Kind() == reflect.Pointer {
		if value.IsNil() {
			value.Set(reflect.New(value.Type().Elem()))
		}
		value = value.Elem()
	}
	return value
}
