import { Machine, type ResourceKind } from "@capstan/contract";
import type { AdmissionCase } from "./admission-case.ts";

const versions = {
  admitted: ["v1.36.0", "1.36.0", "v1.36.0-rc.1", "v1.36.0+build.7", "v1.36.0-alpha.1.0-x+1.2"],
  refused: [
    "v1.36",
    "1",
    "latest",
    "v1.36.0.1",
    "v01.36.0",
    "vv1.36.0",
    "v1.36.0-",
    "v1.36.0-01",
    "v1.36.0+",
    "V1.36.0",
  ],
};

const taintKeys = {
  admitted: ["example.com/gpu", "gpu", "node.kubernetes.io/out-of-service", "node-role.kubernetes.io/worker"],
  refused: [
    "node.cluster.x-k8s.io/uninitialized",
    "node.cluster.x-k8s.io/outdated-revision",
    "node.kubernetes.io/not-ready",
    "node.cloudprovider.kubernetes.io/uninitialized",
    "node-role.kubernetes.io/master",
  ],
};

/** The rules for the spec of a Machine, at `spec` of a kind. */
export function machineSpecCases(kind: ResourceKind, spec: string): readonly AdmissionCase[] {
  const version = (value: string) => ({ kind, what: `with version ${value}`, fields: { [`${spec}.version`]: value } });
  const taint = (key: string) => {
    const taints = [{ key, effect: "NoSchedule", propagation: "Always" }];
    return { kind, what: `with taint ${key}`, fields: { [`${spec}.taints`]: taints } };
  };
  return [
    ...versions.admitted.map(version),
    ...versions.refused.map((value) => ({ ...version(value), refused: `${spec}.version` })),
    ...taintKeys.admitted.map(taint),
    ...taintKeys.refused.map((key) => ({ ...taint(key), refused: `${spec}.taints` })),
    { kind, what: "without bootstrap data", fields: { [`${spec}.bootstrap`]: {} }, refused: `${spec}.bootstrap` },
    { kind, what: "with data that its user made", fields: { [`${spec}.bootstrap`]: { dataSecretName: "mine" } } },
    { kind, what: "with data that is not needed", fields: { [`${spec}.bootstrap`]: { dataSecretName: "" } } },
  ];
}

export const machineCases: readonly AdmissionCase[] = [
  ...machineSpecCases(Machine, "spec"),
  {
    kind: Machine,
    what: "that changes its Cluster",
    before: {},
    fields: { "spec.clusterName": "c2" },
    refused: "spec.clusterName",
  },
  { kind: Machine, what: "that changes its version", before: {}, fields: { "spec.version": "v1.37.0" } },
];
