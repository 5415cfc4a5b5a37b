import type { KubernetesObject } from "@capstan/contract";

/** One object in both versions, with only fields that both have. */
export interface BothVersions {
  readonly v1beta1: KubernetesObject & { readonly spec: object };
  readonly v1beta2: KubernetesObject & { readonly spec: object };
}

const lastTransitionTime = "2030-01-01T00:00:00Z";
const old = [{ type: "Ready", status: "False", severity: "Info", reason: "Waiting", lastTransitionTime }];
const now = [{ type: "Ready", status: "False", reason: "NotReady", message: "waits", lastTransitionTime }];
const infrastructure = "infrastructure.cluster.x-k8s.io";
const bootstrap = "bootstrap.cluster.x-k8s.io";

/** A reference in both versions; core reads all provider kinds in their v1beta2. */
const reference = (apiGroup: string, kind: string, name: string) => ({
  v1beta1: { apiVersion: `${apiGroup}/v1beta2`, kind, name, namespace: "default" },
  v1beta2: { apiGroup, kind, name },
});
const config = reference(bootstrap, "FooConfig", "c");
const machine = reference(infrastructure, "FooMachine", "m");
const taints = [{ key: "example.com/t", effect: "NoSchedule", propagation: "Always" }];

const versions = (kind: string, parts: { readonly v1beta1: object; readonly v1beta2: object }): BothVersions => {
  const metadata = { name: "a", namespace: "default", annotations: { "example.com/kept": "yes" } };
  const object = (version: "v1beta1" | "v1beta2") =>
    ({ apiVersion: `cluster.x-k8s.io/${version}`, kind, metadata, ...parts[version] }) as unknown as BothVersions["v1beta1"];
  return { v1beta1: object("v1beta1"), v1beta2: object("v1beta2") };
};

const cluster = versions("Cluster", {
  v1beta1: {
    spec: {
      paused: true,
      clusterNetwork: {
        apiServerPort: 6443,
        serviceDomain: "cluster.local",
        services: { cidrBlocks: ["10.128.0.0/12"] },
        pods: { cidrBlocks: ["192.168.0.0/16"] },
      },
      controlPlaneEndpoint: { host: "api.example.com", port: 443 },
      controlPlaneRef: reference("controlplane.cluster.x-k8s.io", "FooControlPlane", "p").v1beta1,
      infrastructureRef: reference(infrastructure, "FooCluster", "i").v1beta1,
      availabilityGates: [{ conditionType: "example.com/Gate" }],
    },
    status: {
      phase: "Provisioned",
      conditions: old,
      failureReason: "CreateError",
      failureMessage: "no",
      infrastructureReady: true,
      controlPlaneReady: true,
      failureDomains: { a: { controlPlane: true }, b: { attributes: { rack: "1" } } },
      observedGeneration: 3,
      v1beta2: { conditions: now, controlPlane: { replicas: 1 }, workers: { replicas: 2 } },
    },
  },
  v1beta2: {
    spec: {
      paused: true,
      clusterNetwork: {
        apiServerPort: 6443,
        serviceDomain: "cluster.local",
        services: { cidrBlocks: ["10.128.0.0/12"] },
        pods: { cidrBlocks: ["192.168.0.0/16"] },
      },
      controlPlaneEndpoint: { host: "api.example.com", port: 443 },
      controlPlaneRef: reference("controlplane.cluster.x-k8s.io", "FooControlPlane", "p").v1beta2,
      infrastructureRef: reference(infrastructure, "FooCluster", "i").v1beta2,
      availabilityGates: [{ conditionType: "example.com/Gate" }],
    },
    status: {
      phase: "Provisioned",
      conditions: now,
      controlPlane: { replicas: 1 },
      workers: { replicas: 2 },
      deprecated: { v1beta1: { conditions: old, failureReason: "CreateError", failureMessage: "no" } },
      initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
      failureDomains: [
        { name: "a", controlPlane: true },
        { name: "b", controlPlane: false, attributes: { rack: "1" } },
      ],
      observedGeneration: 3,
    },
  },
});

/** The fields of a Machine's spec with the same names in both versions. */
const same = { clusterName: "c1", version: "v1.36.0", failureDomain: "a", taints };
const gates = [{ conditionType: "example.com/Gate" }];
const limits = {
  v1beta1: { nodeDrainTimeout: "1m30s", nodeVolumeDetachTimeout: "1h0m0s", nodeDeletionTimeout: "10s" },
  v1beta2: { nodeDrainTimeoutSeconds: 90, nodeVolumeDetachTimeoutSeconds: 3_600, nodeDeletionTimeoutSeconds: 10 },
};
const specOf = (bootstrapping: { v1beta1: object; v1beta2: object }) => ({
  v1beta1: {
    ...same,
    bootstrap: bootstrapping.v1beta1,
    infrastructureRef: machine.v1beta1,
    readinessGates: gates,
    ...limits.v1beta1,
  },
  v1beta2: {
    ...same,
    bootstrap: bootstrapping.v1beta2,
    infrastructureRef: machine.v1beta2,
    readinessGates: gates,
    deletion: limits.v1beta2,
  },
});
const booted = specOf({
  v1beta1: { configRef: config.v1beta1, dataSecretName: "data" },
  v1beta2: { configRef: config.v1beta2, dataSecretName: "data" },
});
const reported = {
  addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
  certificatesExpiryDate: lastTransitionTime,
  lastUpdated: lastTransitionTime,
  observedGeneration: 3,
  phase: "Running",
};

const machines = versions("Machine", {
  v1beta1: {
    spec: { ...booted.v1beta1, providerID: "foo://1" },
    status: {
      ...reported,
      conditions: old,
      failureReason: "CreateError",
      failureMessage: "no",
      bootstrapReady: true,
      infrastructureReady: true,
      nodeRef: { apiVersion: "v1", kind: "Node", name: "n1" },
      deletion: { nodeDrainStartTime: lastTransitionTime },
      v1beta2: { conditions: now },
    },
  },
  v1beta2: {
    spec: { ...booted.v1beta2, providerID: "foo://1" },
    status: {
      ...reported,
      conditions: now,
      deprecated: { v1beta1: { conditions: old, failureReason: "CreateError", failureMessage: "no" } },
      initialization: { bootstrapDataSecretCreated: true, infrastructureProvisioned: true },
      nodeRef: { name: "n1" },
      deletion: { nodeDrainStartTime: lastTransitionTime },
    },
  },
});

const selector = { matchLabels: { a: "b" } };
const labeled = { labels: { a: "b" } };
const shared = { clusterName: "c1", replicas: 3, selector };
const newCounters = { readyReplicas: 1, availableReplicas: 2, upToDateReplicas: 3 };
const template = {
  v1beta1: { metadata: labeled, spec: booted.v1beta1 },
  v1beta2: { metadata: labeled, spec: { ...booted.v1beta2, minReadySeconds: 7 } },
};

const set = versions("MachineSet", {
  v1beta1: {
    spec: {
      ...shared,
      template: template.v1beta1,
      minReadySeconds: 7,
      machineNamingStrategy: { template: "{{ .machineSet.name }}-{{ .random }}" },
      deletePolicy: "Oldest",
    },
    status: {
      selector: "a=b",
      replicas: 3,
      conditions: old,
      failureReason: "CreateError",
      failureMessage: "no",
      fullyLabeledReplicas: 4,
      readyReplicas: 5,
      availableReplicas: 6,
      observedGeneration: 3,
      v1beta2: { conditions: now, ...newCounters },
    },
  },
  v1beta2: {
    spec: {
      ...shared,
      template: template.v1beta2,
      machineNaming: { template: "{{ .machineSet.name }}-{{ .random }}" },
      deletion: { order: "Oldest" },
    },
    status: {
      selector: "a=b",
      replicas: 3,
      conditions: now,
      ...newCounters,
      observedGeneration: 3,
      deprecated: {
        v1beta1: {
          conditions: old,
          failureReason: "CreateError",
          failureMessage: "no",
          fullyLabeledReplicas: 4,
          readyReplicas: 5,
          availableReplicas: 6,
        },
      },
    },
  },
});

const oldCounters = { updatedReplicas: 4, readyReplicas: 5, availableReplicas: 6, unavailableReplicas: 7 };

const deployment = versions("MachineDeployment", {
  v1beta1: {
    spec: {
      ...shared,
      paused: true,
      template: template.v1beta1,
      minReadySeconds: 7,
      rolloutAfter: lastTransitionTime,
      strategy: {
        type: "RollingUpdate",
        rollingUpdate: { maxSurge: 1, maxUnavailable: "10%", deletePolicy: "Newest" },
        remediation: { maxInFlight: 2 },
      },
      machineNamingStrategy: { template: "{{ .machineSet.name }}-{{ .random }}" },
    },
    status: {
      selector: "a=b",
      replicas: 3,
      phase: "Running",
      conditions: old,
      ...oldCounters,
      observedGeneration: 3,
      v1beta2: { conditions: now, ...newCounters },
    },
  },
  v1beta2: {
    spec: {
      ...shared,
      paused: true,
      template: template.v1beta2,
      rollout: {
        after: lastTransitionTime,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: "10%" } },
      },
      deletion: { order: "Newest" },
      remediation: { maxInFlight: 2 },
      machineNaming: { template: "{{ .machineSet.name }}-{{ .random }}" },
    },
    status: {
      selector: "a=b",
      replicas: 3,
      phase: "Running",
      conditions: now,
      ...newCounters,
      observedGeneration: 3,
      deprecated: { v1beta1: { conditions: old, ...oldCounters } },
    },
  },
});

const healthCheck = versions("MachineHealthCheck", {
  v1beta1: {
    spec: {
      clusterName: "c1",
      selector,
      nodeStartupTimeout: "10m0s",
      unhealthyConditions: [{ type: "Ready", status: "Unknown", timeout: "5m0s" }],
      unhealthyMachineConditions: [{ type: "example.com/Stuck", status: "True", timeout: "0s" }],
      maxUnhealthy: "40%",
      unhealthyRange: "[1-3]",
      remediationTemplate: {
        apiVersion: `${infrastructure}/v1beta2`,
        kind: "FooRemediationTemplate",
        name: "r",
        namespace: "default",
      },
    },
    status: {
      expectedMachines: 3,
      currentHealthy: 2,
      remediationsAllowed: 1,
      targets: ["m1"],
      conditions: old,
      observedGeneration: 3,
      v1beta2: { conditions: now },
    },
  },
  v1beta2: {
    spec: {
      clusterName: "c1",
      selector,
      checks: {
        nodeStartupTimeoutSeconds: 600,
        unhealthyNodeConditions: [{ type: "Ready", status: "Unknown", timeoutSeconds: 300 }],
        unhealthyMachineConditions: [{ type: "example.com/Stuck", status: "True", timeoutSeconds: 0 }],
      },
      remediation: {
        triggerIf: { unhealthyLessThanOrEqualTo: "40%", unhealthyInRange: "[1-3]" },
        templateRef: { apiVersion: `${infrastructure}/v1beta2`, kind: "FooRemediationTemplate", name: "r" },
      },
    },
    status: {
      expectedMachines: 3,
      currentHealthy: 2,
      remediationsAllowed: 1,
      targets: ["m1"],
      conditions: now,
      observedGeneration: 3,
      deprecated: { v1beta1: { conditions: old } },
    },
  },
});

/** An object of each kind that has two versions. */
export const bothVersions: readonly BothVersions[] = [cluster, machines, set, deployment, healthCheck];
