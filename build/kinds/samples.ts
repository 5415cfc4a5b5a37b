// A certificate request whose key is not kept.
const csr =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITE1ITUNBUUF3RVRFUE1BMEdBMVVFQXd3R2MyRnRjR3hsTUZrd0V3WUhLb1" +
  "pJemowQ0FRWUlLb1pJemowRApBUWNEUWdBRUd4c3E0blhES3JFQ3loZnYrWlZlRDBjSURuNVlER1FDLzZnYUthZjFKNzV2OHhDZE4zNHpoQjF0" +
  "Ci85VUl4VEZhRjYvVmcwSUdkTXZLQU5RRmZ1NkdIcUFBTUFvR0NDcUdTTTQ5QkFNQ0EwZ0FNRVVDSUZVcjdCb04KejdieFAzTjZWbEtYSFl4Sj" +
  "JHL1RXT1RTQnErZ04zT1VxTHdTQWlFQXhFZkJNRlQwWlUrNnBrZkFMbFg4ajcwKwoxa3oxS0tZZ3JRTkRCQWRjeTQ4PQotLS0tLUVORCBDRVJU" +
  "SUZJQ0FURSBSRVFVRVNULS0tLS0K";

/** A minimal object of each kind, by `<group>/<version>/<plural>`, named `sample` unless stated. */
export const samples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "/v1/configmaps": {},
  "/v1/endpoints": { subsets: [{ addresses: [{ ip: "10.1.1.1" }], ports: [{ port: 80 }] }] },
  "/v1/events": {
    involvedObject: { kind: "ConfigMap", name: "a" },
    reason: "Tested",
    message: "hello",
    type: "Normal",
  },
  "/v1/limitranges": { spec: { limits: [{ type: "Container", max: { cpu: "2" } }] } },
  "/v1/namespaces": {},
  "/v1/nodes": {},
  "/v1/persistentvolumeclaims": {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  },
  "/v1/persistentvolumes": {
    spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/data" } },
  },
  "/v1/pods": { spec: { containers: [{ name: "a", image: "a" }] } },
  "/v1/podtemplates": { template: { spec: { containers: [{ name: "a", image: "a" }] } } },
  "/v1/replicationcontrollers": {
    spec: {
      selector: { app: "a" },
      template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } },
    },
  },
  "/v1/resourcequotas": { spec: { hard: { pods: "10" } } },
  "/v1/secrets": {},
  "/v1/serviceaccounts": {},
  "/v1/services": { spec: { ports: [{ port: 80 }], selector: { app: "a" } } },
  "apps/v1/controllerrevisions": { data: { a: 1 }, revision: 1 },
  "apps/v1/daemonsets": workload(),
  "apps/v1/deployments": workload(),
  "apps/v1/replicasets": workload(),
  "apps/v1/statefulsets": workload({ serviceName: "a" }),
  "events.k8s.io/v1/events": {
    regarding: { kind: "ConfigMap", name: "a" },
    reason: "Tested",
    note: "hello",
    type: "Normal",
    action: "Test",
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingController: "example.io/test",
    reportingInstance: "test-1",
  },
  "autoscaling/v1/horizontalpodautoscalers": { spec: { maxReplicas: 3, scaleTargetRef: target() } },
  "autoscaling/v2/horizontalpodautoscalers": { spec: { maxReplicas: 3, scaleTargetRef: target() } },
  "batch/v1/cronjobs": { spec: { schedule: "* * * * *", jobTemplate: { spec: { template: finite() } } } },
  "batch/v1/jobs": { spec: { template: finite() } },
  "certificates.k8s.io/v1/certificatesigningrequests": {
    spec: { request: csr, signerName: "example.io/signer", usages: ["digital signature"] },
  },
  "networking.k8s.io/v1/ingressclasses": { spec: { controller: "example.io/controller" } },
  "networking.k8s.io/v1/ingresses": {
    spec: { defaultBackend: { service: { name: "a", port: { number: 80 } } } },
  },
  "networking.k8s.io/v1/ipaddresses": {
    metadata: { name: "192.168.7.1" },
    spec: { parentRef: { group: "", resource: "services", namespace: "default", name: "a" } },
  },
  "networking.k8s.io/v1/networkpolicies": { spec: { podSelector: {} } },
  "networking.k8s.io/v1/servicecidrs": { spec: { cidrs: ["192.168.0.0/24"] } },
  "policy/v1/poddisruptionbudgets": { spec: { minAvailable: 1, selector: { matchLabels: { app: "a" } } } },
  "rbac.authorization.k8s.io/v1/clusterrolebindings": { roleRef: role("ClusterRole"), subjects: [subject()] },
  "rbac.authorization.k8s.io/v1/clusterroles": { rules: [rule()] },
  "rbac.authorization.k8s.io/v1/rolebindings": { roleRef: role("Role"), subjects: [subject()] },
  "rbac.authorization.k8s.io/v1/roles": { rules: [rule()] },
  "storage.k8s.io/v1/csidrivers": { spec: {} },
  "storage.k8s.io/v1/csinodes": { spec: { drivers: [] } },
  "storage.k8s.io/v1/csistoragecapacities": { storageClassName: "a" },
  "storage.k8s.io/v1/storageclasses": { provisioner: "example.io/provisioner" },
  "storage.k8s.io/v1/volumeattachments": {
    spec: { attacher: "example.io", nodeName: "a", source: { persistentVolumeName: "a" } },
  },
  "storage.k8s.io/v1/volumeattributesclasses": { driverName: "example.io/driver", parameters: { a: "1" } },
  "admissionregistration.k8s.io/v1/mutatingadmissionpolicies": {
    spec: {
      matchConstraints: { resourceRules: [{ ...webhookRule(), operations: ["CREATE"] }] },
      reinvocationPolicy: "Never",
      mutations: [
        { patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{spec: Object.spec{}}" } },
      ],
    },
  },
  "admissionregistration.k8s.io/v1/mutatingadmissionpolicybindings": { spec: { policyName: "a" } },
  "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations": { webhooks: [webhook()] },
  "admissionregistration.k8s.io/v1/validatingadmissionpolicies": {
    spec: {
      matchConstraints: { resourceRules: [{ ...webhookRule(), operations: ["CREATE"] }] },
      validations: [{ expression: "true" }],
    },
  },
  "admissionregistration.k8s.io/v1/validatingadmissionpolicybindings": {
    spec: { policyName: "a", validationActions: ["Deny"] },
  },
  "admissionregistration.k8s.io/v1/validatingwebhookconfigurations": { webhooks: [webhook()] },
  "apiextensions.k8s.io/v1/customresourcedefinitions": {
    metadata: { name: "samples.example.org" },
    spec: {
      group: "example.org",
      names: { plural: "samples", kind: "Sample" },
      scope: "Namespaced",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  },
  "apiregistration.k8s.io/v1/apiservices": {
    metadata: { name: "v1.sample.example.org" },
    spec: {
      group: "sample.example.org",
      version: "v1",
      groupPriorityMinimum: 1_000,
      versionPriority: 10,
    },
  },
  "flowcontrol.apiserver.k8s.io/v1/flowschemas": {
    spec: { priorityLevelConfiguration: { name: "global-default" }, rules: [flowRule()] },
  },
  "flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations": {
    spec: { type: "Limited", limited: { limitResponse: { type: "Queue", queuing: {} } } },
  },
  "scheduling.k8s.io/v1/priorityclasses": { value: 7 },
  "coordination.k8s.io/v1/leases": { spec: { holderIdentity: "a", leaseDurationSeconds: 15 } },
  "node.k8s.io/v1/runtimeclasses": { handler: "runc" },
  "discovery.k8s.io/v1/endpointslices": {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.1.1"] }],
    ports: [{ port: 80 }],
  },
  "resource.k8s.io/v1/deviceclasses": { spec: {} },
  "resource.k8s.io/v1/resourceclaims": { spec: devices() },
  "resource.k8s.io/v1/resourceclaimtemplates": { spec: { spec: devices() } },
  "resource.k8s.io/v1/resourceslices": {
    spec: { driver: "example.io", nodeName: "a", pool: { name: "a", generation: 1, resourceSliceCount: 1 } },
  },
};

function workload(others: object = {}): Record<string, unknown> {
  const template = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "a", image: "a" }] } };
  return { spec: { selector: { matchLabels: { app: "a" } }, template, ...others } };
}

function finite(): object {
  return { spec: { containers: [{ name: "a", image: "a" }], restartPolicy: "Never" } };
}

function target(): object {
  return { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
}

function role(kind: string): object {
  return { apiGroup: "rbac.authorization.k8s.io", kind, name: "a" };
}

function subject(): object {
  return { kind: "ServiceAccount", namespace: "default", name: "a" };
}

function rule(): object {
  return { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
}

function flowRule(): object {
  return {
    subjects: [{ kind: "User", user: { name: "no-one" } }],
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/nowhere"] }],
  };
}

function webhookRule(): object {
  return { apiGroups: ["example.io"], apiVersions: ["v1"], resources: ["widgets"] };
}

function webhook(): object {
  return {
    name: "hook.example.io",
    clientConfig: { url: "https://127.0.0.1:1/" },
    rules: [{ ...webhookRule(), operations: ["CREATE"] }],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
}

function devices(): object {
  return { devices: { requests: [{ name: "a", exactly: { deviceClassName: "a" } }] } };
}
