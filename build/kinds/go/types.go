package main

import (
	"fmt"
	"path"
	"reflect"
	"strconv"
	"strings"
)

// Field is one field of a struct. Type is a code for a type with its own JSON form, a scalar, `[]` or `{}` followed by the type of
// the items of a list or map, or the name of a struct.
type Field struct {
	Name      string `json:"name"`
	Number    int    `json:"number"`
	Type      string `json:"type"`
	Pointer   bool   `json:"pointer,omitempty"`
	OmitEmpty bool   `json:"omitEmpty,omitempty"`
	OmitZero  bool   `json:"omitZero,omitempty"`
	Inline    bool   `json:"inline,omitempty"`
}

// special maps the types whose JSON form is not that of their fields.
var special = map[string]string{
	"meta.v1.Time": "time", "meta.v1.MicroTime": "microTime", "meta.v1.Duration": "duration", "meta.v1.FieldsV1": "fields",
	"api.resource.Quantity": "quantity", "util.intstr.IntOrString": "intOrString", "pkg.runtime.RawExtension": "raw",
	"apiextensions.v1.JSON": "json", "apiextensions.v1.JSONSchemaPropsOrArray": "schemaOrArray",
	"apiextensions.v1.JSONSchemaPropsOrBool":        "schemaOrBool",
	"apiextensions.v1.JSONSchemaPropsOrStringArray": "schemaOrStrings",
}

type walker struct {
	types map[string][]Field
	// objects are the structs with kind and apiVersion.
	objects map[string]bool
}

func typeOf(object any) reflect.Type { return reflect.TypeOf(object).Elem() }

func nameOf(t reflect.Type) string {
	dir := t.PkgPath()
	return path.Base(path.Dir(dir)) + "." + path.Base(dir) + "." + t.Name()
}

func (w walker) add(t reflect.Type) string {
	name := nameOf(t)
	if code, ok := special[name]; ok {
		return code
	}
	if _, ok := w.types[name]; ok {
		return name
	}
	w.types[name] = nil
	fields := []Field{}
	if _, ok := t.FieldByName("TypeMeta"); ok {
		w.objects[name] = true
	}
	for i := range t.NumField() {
		if field, ok := w.field(t.Field(i)); ok {
			fields = append(fields, field)
		}
	}
	w.types[name] = fields
	return name
}

func (w walker) field(f reflect.StructField) (Field, bool) {
	number := protobufNumber(f.Tag.Get("protobuf"))
	if number == 0 {
		return Field{}, false
	}
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" {
		return Field{}, false
	}
	inline := name == ""
	if inline {
		name = f.Name
	}
	t := f.Type
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t = t.Elem()
	}
	has := func(option string) bool { return strings.Contains(","+options+",", ","+option+",") }
	return Field{name, number, w.code(t), pointer, has("omitempty"), has("omitzero"), inline}, true
}

func protobufNumber(tag string) int {
	parts := strings.Split(tag, ",")
	if len(parts) < 2 {
		return 0
	}
	number, _ := strconv.Atoi(parts[1])
	return number
}

func (w walker) code(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return w.code(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Uint32, reflect.Uint8:
		return "int32"
	case reflect.Int64, reflect.Int:
		return "int64"
	case reflect.Float64:
		return "double"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		if isMessage(t) {
			return "strings"
		}
		return "[]" + w.code(t.Elem())
	case reflect.Map:
		return "{}" + w.code(t.Elem())
	case reflect.Struct:
		return w.add(t)
	case reflect.Interface:
		return "raw"
	}
	panic(fmt.Sprintf("%s has a type without a code", t))
}

// isMessage reports whether a list is a protobuf message that contains the items.
func isMessage(t reflect.Type) bool {
	_, ok := reflect.New(t).Interface().(interface{ Marshal() ([]byte, error) })
	return ok
}
