// Command runtimesdk prints the hooks of the Runtime SDK and the OpenAPI schemas of their requests and responses. It needs the package
// definitions, which openapi-gen generates.
package main

import (
	"encoding/json"
	"os"
	"sort"

	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/cluster-api/api/runtime/catalog"
	hooks "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1"

	"runtimesdk/definitions"
)

// Hook is a hook with the names of its request and response in the schemas.
type Hook struct {
	Name       string `json:"name"`
	APIVersion string `json:"apiVersion"`
	Path       string `json:"path"`
	Request    string `json:"request"`
	Response   string `json:"response"`
	// Retries reports whether the response has retryAfterSeconds.
	Retries bool `json:"retries"`
}

// Output is what the command prints.
type Output struct {
	Hooks   []Hook                 `json:"hooks"`
	Schemas map[string]spec.Schema `json:"schemas"`
	// Constants has the values of fields whose schema does not list them, by field.
	Constants             map[string][]string `json:"constants"`
	DefaultTimeoutSeconds int                 `json:"defaultTimeoutSeconds"`
}

func main() {
	served := catalog.New()
	if err := hooks.AddToCatalog(served); err != nil {
		panic(err)
	}
	output := Output{
		Schemas: map[string]spec.Schema{},
		Constants: map[string][]string{
			"patchType":     {string(hooks.JSONPatchType), string(hooks.JSONMergePatchType)},
			"failurePolicy": {string(hooks.FailurePolicyFail), string(hooks.FailurePolicyIgnore)},
		},
		DefaultTimeoutSeconds: hooks.DefaultHandlersTimeoutSeconds,
	}
	all := definitions.GetOpenAPIDefinitions(func(name string) spec.Ref { return spec.MustCreateRef("#/schemas/" + name) })
	name := func(kind string) string { return "sigs.k8s.io/cluster-api/api/runtime/hooks/v1alpha1." + kind }
	// The value of the variable builtin, which no request names.
	add(output.Schemas, all, name("Builtins"))
	for gvh := range served.AllKnownHooks() {
		response, err := served.NewResponse(gvh)
		if err != nil {
			panic(err)
		}
		_, retries := response.(hooks.RetryResponseObject)
		requestKind, _ := served.Request(gvh)
		responseKind, _ := served.Response(gvh)
		output.Hooks = append(output.Hooks, Hook{
			Name: gvh.Hook, APIVersion: gvh.GroupVersion().String(), Path: catalog.GVHToPath(gvh, ""),
			Request: name(requestKind.Kind), Response: name(responseKind.Kind), Retries: retries,
		})
		add(output.Schemas, all, name(requestKind.Kind))
		add(output.Schemas, all, name(responseKind.Kind))
	}
	sort.Slice(output.Hooks, func(a, b int) bool { return output.Hooks[a].Name < output.Hooks[b].Name })
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(output); err != nil {
		panic(err)
	}
}

// add adds a schema and those that it refers to.
func add(schemas map[string]spec.Schema, all map[string]common.OpenAPIDefinition, name string) {
	if _, ok := schemas[name]; ok {
		return
	}
	definition, ok := all[name]
	if !ok {
		panic("no schema of " + name)
	}
	schemas[name] = definition.Schema
	for _, dependency := range definition.Dependencies {
		add(schemas, all, dependency)
	}
}
