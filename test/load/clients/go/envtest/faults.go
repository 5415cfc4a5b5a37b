package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// What only the embedded server has: faults that a test asks for.
func withFaults(ctx context.Context) (answers []string, err error) {
	env := &envtest.Environment{}
	env.ControlPlane.GetAPIServer().Configure().Set("faults", "true")
	config, err := env.Start()
	if err != nil {
		return nil, err
	}
	defer func() {
		if stopped := env.Stop(); err == nil {
			err = stopped
		}
	}()
	// Two creations are refused.
	err = askForFault(config, `{"type": "error", "code": 503, "reason": "ServiceUnavailable", "on": {"verbs": ["create"]}, "times": 2}`)
	if err != nil {
		return nil, err
	}
	admin, err := client.New(config, client.Options{})
	if err != nil {
		return nil, err
	}
	for range 3 {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "team"}}
		answers = append(answers, string(apierrors.ReasonForError(admin.Create(ctx, namespace))))
	}
	return answers, nil
}

func askForFault(config *rest.Config, fault string) error {
	admin, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	path, err := url.JoinPath(config.Host, "capstan/faults")
	if err != nil {
		return err
	}
	answer, err := admin.Post(path, "application/json", strings.NewReader(fault))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		return fmt.Errorf("the fault was refused: %s", answer.Status)
	}
	return nil
}
