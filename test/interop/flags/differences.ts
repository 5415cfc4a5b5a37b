/** Flags of Cluster API's managers that ours do not have, and why. */
export const missing: Readonly<Record<string, string>> = {
  "additional-sync-machine-annotations": "only the labels and annotations of the contract are copied to Nodes",
  "additional-sync-machine-labels": "only the labels and annotations of the contract are copied to Nodes",
  "clustercache-concurrency": "a workload cluster is connected to by the reconcile that needs it, not by a controller",
  "clusterclass-concurrency": "there is no such controller: ClusterClass is not implemented",
  "clusterresourceset-concurrency": "there is no such controller: ClusterResourceSet is not implemented",
  "clustertopology-concurrency": "there is no such controller: ClusterClass is not implemented",
  "extensionconfig-concurrency": "there is no such controller: the Runtime SDK is not implemented",
  "machinepool-concurrency":
    "there is no such controller: MachinePools are read, for bootstrap data and infrastructure, not managed",
  "contention-profiling": "one thread runs JavaScript, so that nothing is blocked by a lock",
  "feature-gates": "what is there is on; what is not implemented has no gate",
  "log-flush-frequency": "a line is written at once",
  "log-json-info-buffer-size": "a line is written at once; alpha in Kubernetes",
  "log-json-split-stream": "all lines go to standard error; alpha in Kubernetes",
  "log-text-info-buffer-size": "a line is written at once; alpha in Kubernetes",
  "log-text-split-stream": "all lines go to standard error; alpha in Kubernetes",
  vmodule: "log lines do not know the file they come from",
  "machineset-preflight-checks": "preflight checks are not implemented",
  "remote-connection-grace-period":
    "the condition says that a workload cluster does not answer as soon as this is known",
  "runtime-extension-client-cert-file": "the Runtime SDK is not implemented",
  "runtime-extension-client-key-file": "the Runtime SDK is not implemented",
  "skip-crd-migration-phases":
    "each migrates what is stored in an earlier version of its kinds, unless its role lacks the right",
};

/** Flags that both have, with another default. */
export const otherDefaults: Readonly<
  Record<string, { readonly theirs: string; readonly ours: string; readonly why: string }>
> = {
  v: { theirs: "", ours: "2", why: "theirs is 2 as well, which their help does not say" },
  "webhook-port": {
    theirs: "9443",
    ours: "",
    why: "9443 with `--webhook-cert-dir`; with `--install` a free one, since managers then run next to each other",
  },
  "webhook-cert-dir": {
    theirs: "/tmp/k8s-webhook-server/serving-certs/",
    ours: "",
    why: "a manager without a certificate serves no webhooks; anyone on a machine may write below `/tmp`",
  },
};

/** Flags that only ours have, and why. */
export const own: Readonly<Record<string, string>> = {
  context: "the kubeconfig of a developer has several",
  "reconcile-timeout": "theirs is fixed to the same 1m0s",
  "leader-elect-namespace": "theirs is always the Pod's own; needed outside of a Pod",
  "leader-elect-resource-name":
    "theirs is one name for all parts of a cluster: a second manager with another --namespace or --watch-filter would wait",
  "insecure-kubeconfig-exec": "theirs follow kubeconfig Secrets wherever they lead; see SECURITY.md",
  "insecure-kubeconfig-files": "the same",
  "insecure-kubeconfig-proxy": "the same",
  "insecure-kubeconfig-tls": "the same",
  "clustercache-memory-limit": "a tenant's cluster with more objects than fit would end theirs; see SECURITY.md",
  install:
    "to begin without clusterctl, as on the machine of a developer; health and diagnostics are then served only if an address is set",
  "install-webhooks": "the same, for admission on the machine of a developer",
  "webhook-client-ca-file": "to admit for the API server alone",
  "phase-reading": "which of the two readings of phases is stored",
  version: "prints the version",
  help: "theirs have it too, and do not list it",
};
