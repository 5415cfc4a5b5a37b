// The program of test/interop/envtest.test.ts: two control planes of envtest at once, used as the tests of a controller use one. Prints what
// it found, as JSON, and how long the first took to start, in milliseconds, on standard error. With the argument "faults" it asks for
// faults instead, and prints what its requests were answered.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type found struct {
	Secret     string `json:"secret"`
	Widget     string `json:"widget"`
	Refused    bool   `json:"refused"`
	Reconciled string `json:"reconciled"`
	Others     int    `json:"others"`
	User       string `json:"user"`
}

var widgets = schema.GroupVersionKind{Group: "example.io", Version: "v1", Kind: "Widget"}

func main() {
	log.SetLogger(logr.Discard())
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	result, err := chosen(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_ = json.NewEncoder(os.Stdout).Encode(result)
}

func chosen(ctx context.Context) (any, error) {
	if len(os.Args) > 1 && os.Args[1] == "faults" {
		return withFaults(ctx)
	}
	return run(ctx)
}

func run(ctx context.Context) (result found, err error) {
	begun := time.Now()
	first := &envtest.Environment{CRDs: []*apiextensionsv1.CustomResourceDefinition{widgetDefinition()}}
	config, err := first.Start()
	if err != nil {
		return result, fmt.Errorf("the first did not start: %w", err)
	}
	fmt.Fprintln(os.Stderr, time.Since(begun).Milliseconds())
	defer func() {
		if stopped := first.Stop(); err == nil {
			err = stopped
		}
	}()
	second := &envtest.Environment{}
	other, err := second.Start()
	if err != nil {
		return result, fmt.Errorf("the second did not start: %w", err)
	}
	defer func() {
		if stopped := second.Stop(); err == nil {
			err = stopped
		}
	}()

	admin, err := client.New(config, client.Options{})
	if err != nil {
		return result, err
	}
	if result.Secret, err = throughSecret(ctx, admin); err != nil {
		return result, fmt.Errorf("the Secret: %w", err)
	}
	if result.Widget, result.Refused, err = throughWidget(ctx, admin); err != nil {
		return result, fmt.Errorf("the Widget: %w", err)
	}
	if result.Reconciled, err = throughController(ctx, first, admin); err != nil {
		return result, fmt.Errorf("the controller: %w", err)
	}
	stranger, err := client.New(other, client.Options{})
	if err != nil {
		return result, err
	}
	var maps corev1.ConfigMapList
	if err := stranger.List(ctx, &maps, client.InNamespace("team")); err != nil {
		return result, err
	}
	result.Others = len(maps.Items)
	user, err := first.AddUser(envtest.User{Name: "jane", Groups: []string{"system:masters"}}, nil)
	if err != nil {
		return result, err
	}
	asJane, err := client.New(user.Config(), client.Options{})
	if err != nil {
		return result, err
	}
	var namespace corev1.Namespace
	if err := asJane.Get(ctx, types.NamespacedName{Name: "team"}, &namespace); err != nil {
		return result, fmt.Errorf("a user of envtest: %w", err)
	}
	result.User = string(namespace.Status.Phase)
	return result, nil
}

// Typed, and so in protobuf.
func throughSecret(ctx context.Context, admin client.Client) (string, error) {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "team"}}
	if err := admin.Create(ctx, namespace); err != nil {
		return "", err
	}
	secret := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "s", Namespace: "team"},
		StringData: map[string]string{"key": "value"},
	}
	if err := admin.Create(ctx, secret); err != nil {
		return "", err
	}
	var read corev1.Secret
	err := admin.Get(ctx, client.ObjectKeyFromObject(secret), &read)
	return string(read.Data["key"]), err
}

func throughWidget(ctx context.Context, admin client.Client) (string, bool, error) {
	good, bad := widget("w", "3"), widget("x", int64(3))
	if err := admin.Create(ctx, good); err != nil {
		return "", false, err
	}
	refused := admin.Create(ctx, bad) != nil
	patch := client.RawPatch(types.MergePatchType, []byte(`{"spec":{"size":"4"}}`))
	if err := admin.Patch(ctx, good, patch); err != nil {
		return "", refused, err
	}
	size, _, err := unstructured.NestedString(good.Object, "spec", "size")
	return size, refused, err
}

// A controller that copies a field of ConfigMaps to an annotation.
func throughController(ctx context.Context, environment *envtest.Environment, admin client.Client) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	manager, err := ctrl.NewManager(environment.Config, ctrl.Options{
		Metrics: metricsserver.Options{BindAddress: "0"},
	})
	if err != nil {
		return "", err
	}
	err = ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Complete(reconcile.Func(
		func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
			var given corev1.ConfigMap
			if err := manager.GetClient().Get(ctx, request.NamespacedName, &given); err != nil {
				return reconcile.Result{}, client.IgnoreNotFound(err)
			}
			if given.Namespace != "team" || given.Annotations["copied"] == given.Data["text"] {
				return reconcile.Result{}, nil
			}
			before := given.DeepCopy()
			given.Annotations = map[string]string{"copied": given.Data["text"]}
			return reconcile.Result{}, manager.GetClient().Patch(ctx, &given, client.MergeFrom(before))
		}))
	if err != nil {
		return "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	given := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "m", Namespace: "team"},
		Data:       map[string]string{"text": "hello"},
	}
	if err := admin.Create(ctx, given); err != nil {
		return "", err
	}
	for given.Annotations["copied"] == "" {
		select {
		case err := <-ended:
			return "", fmt.Errorf("the manager ended: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
		if err := admin.Get(ctx, client.ObjectKeyFromObject(given), given); err != nil {
			return "", err
		}
	}
	cancel()
	return given.Annotations["copied"], <-ended
}

func widget(name string, size any) *unstructured.Unstructured {
	object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"size": size}}}
	object.SetGroupVersionKind(widgets)
	object.SetNamespace("team")
	object.SetName(name)
	return object
}

func widgetDefinition() *apiextensionsv1.CustomResourceDefinition {
	size := apiextensionsv1.JSONSchemaProps{Type: "string"}
	spec := apiextensionsv1.JSONSchemaProps{
		Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{"size": size},
	}
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets.example.io"},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: widgets.Group,
			Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Kind: widgets.Kind},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: widgets.Version, Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{"spec": spec},
				}},
			}},
		},
	}
}
