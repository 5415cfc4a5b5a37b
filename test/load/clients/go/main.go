// The process that is measured, for controller-runtime: it takes commands and answers in lines of JSON, as measured-process.ts does.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type command struct {
	Do   string         `json:"do"`
	Id   int            `json:"id"`
	View map[string]int `json:"view"`
}

// What was handed over so far, as known-objects.ts keeps it.
var (
	lock                  sync.Mutex
	numbers               = map[string]int{}
	expected              int
	wanted                = map[string]int{}
	matching              int
	isAwaited             bool
	older, again, skipped int
)

func say(line map[string]any) {
	text, err := json.Marshal(line)
	check(err)
	// Readers look for a line that begins with an object.
	fmt.Println(string(text))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func cpuMs() float64 {
	var used syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return float64(used.Utime.Sec+used.Stime.Sec)*1000 + float64(used.Utime.Usec+used.Stime.Usec)/1000
}

func compare() {
	if !isAwaited || matching < len(wanted) || len(numbers) > len(wanted) {
		return
	}
	isAwaited = false
	say(map[string]any{"event": "done", "id": expected, "atMs": time.Now().UnixMilli(), "cpuMs": cpuMs()})
}

// note takes the last number of an object, or that there is none.
func note(name string, number int, exists bool) {
	if want, isWanted := wanted[name]; isWanted {
		if before, known := numbers[name]; known && before == want {
			matching--
		}
		if exists && number == want {
			matching++
		}
	}
	if exists {
		numbers[name] = number
	} else {
		delete(numbers, name)
	}
	compare()
}

func numberOf(object client.Object) int {
	number, _ := strconv.Atoi(object.GetAnnotations()["bench/number"])
	return number
}

func seen(object client.Object) {
	lock.Lock()
	defer lock.Unlock()
	number := numberOf(object)
	if before, known := numbers[object.GetName()]; known {
		switch {
		case number < before:
			older++
		case number == before:
			again++
		default:
			skipped += number - before - 1
		}
	}
	note(object.GetName(), number, true)
}

func missing(name string) {
	lock.Lock()
	defer lock.Unlock()
	note(name, 0, false)
}

// A version that has a successor under its name is no end of that.
func deleted(object client.Object) {
	lock.Lock()
	defer lock.Unlock()
	if numberOf(object) < numbers[object.GetName()] {
		older++
		return
	}
	note(object.GetName(), 0, false)
}

func expect(id int, view map[string]int) {
	lock.Lock()
	defer lock.Unlock()
	expected, wanted, isAwaited = id, view, true
	matching, older, again, skipped = 0, 0, 0, 0
	for name, number := range view {
		if before, known := numbers[name]; known && before == number {
			matching++
		}
	}
	compare()
}

func state() {
	lock.Lock()
	defer lock.Unlock()
	say(map[string]any{"event": "state", "view": numbers, "older": older, "again": again, "skipped": skipped})
}

func memory() {
	used := cpuMs()
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	sockets := 0
	descriptors, _ := os.ReadDir("/proc/self/fd")
	for _, descriptor := range descriptors {
		if link, err := os.Readlink("/proc/self/fd/" + descriptor.Name()); err == nil && strings.HasPrefix(link, "socket:") {
			sockets++
		}
	}
	resident := residentBytes()
	say(map[string]any{"event": "memory", "cpuMs": used, "cpuMsAfterwards": cpuMs(), "heapBytes": stats.HeapAlloc, "rssBytes": resident, "sockets": sockets})
}

func residentBytes() int {
	status, err := os.ReadFile("/proc/self/status")
	check(err)
	for _, line := range strings.Split(string(status), "\n") {
		if strings.HasPrefix(line, "VmRSS:") {
			kib, _ := strconv.Atoi(strings.Fields(line)[1])
			return kib * 1024
		}
	}
	return 0
}

func follow(peer, kubeconfig, namespace string) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	check(err)
	ctx := context.Background()
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{namespace: {}}},
		Metrics: metricsserver.Options{BindAddress: "0"},
	})
	check(err)
	if peer == "go-controller" {
		check(ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Complete(reconcile.Func(
			func(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
				object := &corev1.ConfigMap{}
				if err := manager.GetClient().Get(ctx, request.NamespacedName, object); err != nil {
					if errors.IsNotFound(err) {
						missing(request.Name)
					}
					return reconcile.Result{}, client.IgnoreNotFound(err)
				}
				seen(object)
				return reconcile.Result{}, nil
			})))
	} else {
		var kind client.Object = &corev1.ConfigMap{}
		if peer == "go-unstructured" {
			object := &unstructured.Unstructured{}
			object.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "ConfigMap"})
			kind = object
		}
		informer, err := manager.GetCache().GetInformer(ctx, kind, cache.BlockUntilSynced(false))
		check(err)
		_, err = informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
			AddFunc:    func(object any) { seen(object.(client.Object)) },
			UpdateFunc: func(_, object any) { seen(object.(client.Object)) },
			DeleteFunc: func(object any) {
				if unknown, ok := object.(toolscache.DeletedFinalStateUnknown); ok {
					object = unknown.Obj
				}
				deleted(object.(client.Object))
			},
		})
		check(err)
	}
	check(manager.Start(ctx))
}

func main() {
	log.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	peer, kubeconfig, namespace := os.Args[1], os.Args[2], os.Args[3]
	say(map[string]any{"event": "ready"})
	lines := bufio.NewScanner(os.Stdin)
	// What is expected of all objects is one line.
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		next := command{}
		check(json.Unmarshal(lines.Bytes(), &next))
		switch next.Do {
		case "start":
			go follow(peer, kubeconfig, namespace)
		case "expect":
			expect(next.Id, next.View)
		case "state":
			state()
		case "memory":
			memory()
		}
	}
}
