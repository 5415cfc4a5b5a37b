/** Flags of Cluster API's managers that Capstan's managers lack, with the reason. */
export const missing: Readonly<Record<string, string>> = {
  "additional-sync-machine-annotations": "only the labels and annotations of the contract are synced to Nodes",
  "additional-sync-machine-labels": "only the labels and annotations of the contract are synced to Nodes",
  "clustercache-concurrency":
    "the reconcile that needs a workload cluster connects to it; there is no controller for that",
  "clusterclass-concurrency": "ClusterClass is not implemented",
  "clusterresourceset-concurrency": "ClusterResourceSet is not implemented",
  "clustertopology-concurrency": "ClusterClass is not implemented",
  "extensionconfig-concurrency": "the Runtime SDK is not implemented",
  "machinepool-concurrency": "MachinePools are read for bootstrap data and infrastructure, and not managed",
  "contention-profiling": "one thread runs JavaScript, so there is no lock contention",
  "feature-gates": "every implemented feature is on",
  "log-flush-frequency": "lines are written immediately",
  "log-json-info-buffer-size": "lines are written immediately; alpha in Kubernetes",
  "log-json-split-stream": "all lines go to standard error; alpha in Kubernetes",
  "log-text-info-buffer-size": "lines are written immediately; alpha in Kubernetes",
  "log-text-split-stream": "all lines go to standard error; alpha in Kubernetes",
  vmodule: "log lines do not have their source file",
  "machineset-preflight-checks":
    "every preflight check runs; the annotation on the set or its bootstrap template skips checks by name",
  "remote-connection-grace-period": "the condition reports an unresponsive workload cluster immediately",
  "runtime-extension-client-cert-file": "the Runtime SDK is not implemented",
  "runtime-extension-client-key-file": "the Runtime SDK is not implemented",
  "skip-crd-migration-phases":
    "each manager migrates objects that are stored in an earlier version, unless its role forbids it",
};

/** Flags of both with different defaults. */
export const otherDefaults: Readonly<
  Record<string, { readonly theirs: string; readonly ours: string; readonly why: string }>
> = {
  v: { theirs: "", ours: "2", why: "the Go managers also use 2, but do not print it in their help" },
  "webhook-port": {
    theirs: "9443",
    ours: "",
    why: "9443 with `--webhook-cert-dir`; a free port with `--install`, because several managers then run on one machine",
  },
  "webhook-cert-dir": {
    theirs: "/tmp/k8s-webhook-server/serving-certs/",
    ours: "",
    why: "a manager without a certificate serves no webhooks, and every user of a machine can write to `/tmp`",
  },
};

/** Flags that only Capstan's managers have, with the reason. */
export const own: Readonly<Record<string, string>> = {
  context: "a developer's kubeconfig has several contexts",
  "reconcile-timeout": "fixed at 1m0s in the Go managers",
  "leader-elect-namespace": "for managers outside a Pod; the Go managers always use the Pod's namespace",
  "leader-elect-resource-name":
    "the Go managers use one name: a second manager with another --namespace or --watch-filter would wait",
  "insecure-kubeconfig-exec": "the Go managers trust kubeconfig Secrets; see SECURITY.md",
  "insecure-kubeconfig-files": "the same",
  "insecure-kubeconfig-proxy": "the same",
  "insecure-kubeconfig-tls": "the same",
  "clustercache-memory-limit": "a tenant's cluster with too many objects would crash a Go manager; see SECURITY.md",
  "machine-creation-rate":
    "a Go manager creates all Machines of a set at once, so that one tenant can occupy the shared processors",
  install:
    "for development without clusterctl; labels CRDs as it does; the health and diagnostics servers then run only if you set their address",
  "install-webhooks": "for development with admission webhooks",
  "webhook-client-ca-file": "to serve admission only to the API server",
  "phase-reading": "selects the reading of phases",
  version: "prints the version",
  help: "the Go managers also have it, but do not list it",
};
