import { installedCRDs, type KubernetesObject } from "@capstan/contract";
import type fc from "fast-check";
import { type DrawnForms, drawnObject as drawnOf } from "@capstan/harness/random";

const durations = ["10s", "1m30s", "1h0m0s", "0s", "1500ms", "90s"];

const forms: DrawnForms = {
  words: ["alpha", "beta-1", "gamma"],
  strings: {
    apiVersion: ["infrastructure.cluster.x-k8s.io/v1beta1", "bootstrap.cluster.x-k8s.io/v1beta2", "example.com/v1"],
    apiGroup: ["infrastructure.cluster.x-k8s.io", "bootstrap.cluster.x-k8s.io", "example.com"],
    kind: ["FooMachine", "BarConfig"],
    cidrBlocks: ["10.0.0.0/16", "192.168.0.0/24"],
    unhealthyInRange: ["[1-3]"],
    unhealthyRange: ["[1-3]"],
    host: ["api.example.com"],
    reason: ["Done", "Some_Reason"],
    type: ["Failing", "example.com/Other", "Stuck"],
    conditionType: ["Ready", "example.com/Other"],
    key: ["example.com/taint", "example.com/other"],
    template: ["{{ .cluster.name }}-{{ .random }}"],
    timeout: ["5m0s", "300s"],
    nodeDrainTimeout: durations,
    nodeVolumeDetachTimeout: durations,
    nodeDeletionTimeout: durations,
    nodeStartupTimeout: durations,
  },
  lowest: 0,
  // A Machine boots from a config or from data; both schemas require one of them.
  demanded: { bootstrap: ["configRef"] },
  filled: [],
};

/** Fields of references and templates that rules of v1beta1 require, though its schema does not. */
const reference = ["apiVersion", "kind", "name"];
const whole: DrawnForms = {
  ...forms,
  demanded: {
    ...forms.demanded,
    configRef: reference,
    infrastructureRef: reference,
    controlPlaneRef: reference,
    ref: reference,
    remediationTemplate: reference,
    spec: ["clusterName", "template"],
    template: ["spec"],
  },
};

/**
 * An arbitrary object of a core kind that the schema of a version accepts.
 * @param requires - `rules`: the object also has the fields that rules in CEL require.
 */
export function drawnObject(
  kind: string,
  version: string,
  requires: "schema" | "rules" = "schema",
): fc.Arbitrary<KubernetesObject> {
  return drawnOf(
    installedCRDs.find(({ spec }) => spec.names.kind === kind),
    version,
    requires === "rules" ? whole : forms,
  );
}
