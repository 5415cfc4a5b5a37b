import { patching, sending, type WireRequest } from "./wire-case.ts";

/** Namespaces with unused quotas: each write of a case in them is rejected or a dry run. */
export const metered = { counts: "metered-counts", pods: "metered-pods", scopes: "metered-scopes" } as const;

const quota = (
  namespace: string,
  name: string,
  spec: { readonly hard: Readonly<Record<string, string>> },
): WireRequest[] => {
  const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
  const used = Object.fromEntries(Object.keys(spec.hard).map((resource) => [resource, "0"]));
  return [
    sending(`POST ${path}`, { metadata: { name }, spec }),
    // The values that kube-controller-manager would have written, which does not run.
    patching("merge", `${path}/${name}/status`, { status: { hard: spec.hard, used } }),
  ];
};

const priority = (operator: string, ...values: string[]): object => ({
  scopeSelector: {
    matchExpressions: [{ scopeName: "PriorityClass", operator, ...(values.length === 0 ? {} : { values }) }],
  },
});

export const quotas: readonly WireRequest[] = [
  ...Object.values(metered).map((name) => sending("POST /api/v1/namespaces", { metadata: { name } })),
  ...quota(metered.counts, "counts", {
    hard: {
      "count/resourceclaims.resource.k8s.io": "1",
      "gold.deviceclass.resource.k8s.io/devices": "3",
      configmaps: "0",
      "count/leases.coordination.k8s.io": "0",
      "count/parts.wire.io": "0",
      "services.nodeports": "2",
      "services.loadbalancers": "0",
      persistentvolumeclaims: "1",
      "requests.storage": "1Gi",
      "gold.storageclass.storage.k8s.io/requests.storage": "500Mi",
      "silver.storageclass.storage.k8s.io/persistentvolumeclaims": "0",
    },
  }),
  ...quota(metered.pods, "compute", {
    hard: {
      pods: "5",
      cpu: "1",
      "limits.memory": "1Gi",
      "requests.ephemeral-storage": "2Gi",
      "requests.example.com/device": "1",
      "hugepages-2Mi": "4Mi",
    },
  }),
  ...quota(metered.scopes, "short", { hard: { "requests.cpu": "1" }, ...{ scopes: ["Terminating", "NotBestEffort"] } }),
  ...quota(metered.scopes, "high", { hard: { pods: "0" }, ...priority("In", "high") }),
  ...quota(metered.scopes, "elsewhere", { hard: { pods: "0" }, ...{ scopes: ["CrossNamespacePodAffinity"] } }),
  // The last quota: once it rejects a request, all quotas are known.
  ...quota(metered.scopes, "best-effort", { hard: { pods: "0" }, ...{ scopes: ["BestEffort"] } }),
];
