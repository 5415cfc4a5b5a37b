import { definedFields } from "@capstan/kube";
import type { KindForms } from "./kind-forms.ts";
import { minReadySecondsOf, templateToV1Beta1, templateToV1Beta2 } from "./machine-sets.ts";
import { type StatusForm, statusToV1Beta1, statusToV1Beta2 } from "./status-forms.ts";

const status: StatusForm = {
  deprecated: [
    "conditions",
    "failureReason",
    "failureMessage",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
  ],
  staged: ["conditions", "readyReplicas", "availableReplicas", "upToDateReplicas"],
  flags: { bootstrapDataSecretCreated: "bootstrapReady", infrastructureProvisioned: "infrastructureReady" },
  shared: ["nodeRefs", "replicas", "versions", "phase"],
};

/** MachinePools in both versions. */
export const machinePoolForms: KindForms = {
  specToV1Beta2: (spec) =>
    definedFields({
      clusterName: spec.clusterName,
      replicas: spec.replicas,
      template: templateToV1Beta2(spec),
      providerIDList: spec.providerIDList,
      failureDomains: spec.failureDomains,
    }),
  specToV1Beta1: (spec, context) =>
    definedFields({
      clusterName: spec.clusterName,
      replicas: spec.replicas,
      template: templateToV1Beta1(spec.template, context),
      minReadySeconds: minReadySecondsOf(spec.template),
      providerIDList: spec.providerIDList,
      failureDomains: spec.failureDomains,
    }),
  statusToV1Beta2: (old) => statusToV1Beta2(old, status),
  statusToV1Beta1: (next) => statusToV1Beta1(next, status),
};
