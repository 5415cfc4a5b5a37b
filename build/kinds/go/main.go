// Command facts reads kinds from standard input and prints facts from the Go types of Kubernetes about them: their fields in JSON and
// protobuf, the defaults of omitted fields, and the field selectors of lists.
package main

import (
	"encoding/json"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	aggregator "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/authentication/install"
	_ "k8s.io/kubernetes/pkg/apis/authorization/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
)

// Kind is a served kind; Type is its key in Types.
type Kind struct {
	Group       string   `json:"group"`
	Version     string   `json:"version"`
	Kind        string   `json:"kind"`
	Type        string   `json:"type"`
	FieldLabels []string `json:"fieldLabels,omitempty"`
}

// Facts is the output.
type Facts struct {
	Kinds    []Kind             `json:"kinds"`
	Types    map[string][]Field `json:"types"`
	Defaults []Default          `json:"defaults"`
	// Places counts the places of each struct in the kinds.
	Places map[string]int `json:"places"`
	// Objects are the structs with kind and apiVersion.
	Objects map[string]bool `json:"objects"`
}

func main() {
	apiextensions.Install(legacyscheme.Scheme)
	aggregator.Install(legacyscheme.Scheme)
	var asked []schema.GroupVersionKind
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	facts := Facts{Types: map[string][]Field{}, Kinds: []Kind{}, Defaults: []Default{}, Places: map[string]int{}, Objects: map[string]bool{}}
	types := walker{types: facts.Types, objects: facts.Objects}
	for _, gvk := range asked {
		object, err := legacyscheme.Scheme.New(gvk)
		if err != nil {
			panic(err)
		}
		name := types.add(typeOf(object))
		kind := Kind{Group: gvk.Group, Version: gvk.Version, Kind: gvk.Kind, Type: name, FieldLabels: fieldLabels(gvk, object)}
		facts.Kinds = append(facts.Kinds, kind)
		facts.Defaults = append(facts.Defaults, defaultsOf(gvk, typeOf(object), facts.Places)...)
		if list, err := legacyscheme.Scheme.New(gvk.GroupVersion().WithKind(gvk.Kind + "List")); err == nil {
			types.add(typeOf(list))
		}
	}
	for _, object := range []any{&metav1.Status{}, &metav1.DeleteOptions{}, &metav1.WatchEvent{}, &metav1.Table{},
		&metav1.PartialObjectMetadata{}, &metav1.PartialObjectMetadataList{}, &metav1.APIResourceList{},
		&metav1.APIGroupList{}, &metav1.APIGroup{}, &metav1.APIVersions{}} {
		types.add(typeOf(object))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(facts); err != nil {
		panic(err)
	}
}
