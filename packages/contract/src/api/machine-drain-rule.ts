import Type from "typebox";
import { customResourceDefinition } from "../crd/custom-resource-definition.ts";
import { type CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { coreProvider } from "../names/core-provider.ts";
import { labels } from "../names/labels.ts";
import { labelSelector } from "../fields/label-selector.ts";
import { int32 } from "../fields/scalars.ts";
import { withAdmissionRules } from "./admission/admission-rule.ts";
import { machineDrainRuleRules } from "./admission/drain-rule-rules.ts";
import { coreResource } from "../names/core-resource.ts";
import { drainRuleColumns } from "./printer-columns.ts";

function uniqueList<Item extends Type.TSchema>(name: string, item: Item, description: string) {
  return Type.Array(item, {
    minItems: 1,
    maxItems: 32,
    "x-kubernetes-list-type": "atomic",
    "x-kubernetes-validations": [
      { rule: "self.all(x, self.exists_one(y, x == y))", message: `entries in ${name} must be unique` },
    ],
    description,
  });
}

const machineSelector = Type.Object(
  {
    selector: Type.Optional(labelSelector("Labels of the Machine.")),
    clusterSelector: Type.Optional(labelSelector("Labels of the Machine's Cluster.")),
  },
  { minProperties: 1, description: "Machines that both selectors match; an omitted selector matches all." },
);

const podSelector = Type.Object(
  {
    selector: Type.Optional(labelSelector("Labels of the Pod.")),
    namespaceSelector: Type.Optional(labelSelector("Labels of the Pod's Namespace.")),
  },
  { minProperties: 1, description: "Pods that both selectors match; an omitted selector matches all." },
);

/** `spec` of a MachineDrainRule, the same in v1beta1 and v1beta2. */
const machineDrainRuleSpecSchema = Type.Object(
  {
    drain: Type.Object(
      {
        behavior: Type.Enum(["Drain", "Skip", "WaitCompleted"], {
          description: "Drain evicts the Pods, Skip leaves them alone, WaitCompleted waits until they are completed.",
        }),
        order: Type.Optional(int32("With Drain: Pods of a lower order are removed first; 0 by default.")),
      },
      { description: "How the Pods are drained." },
    ),
    machines: Type.Optional(
      uniqueList("machines", machineSelector, "Where the rule applies; all Machines by default."),
    ),
    pods: Type.Optional(uniqueList("pods", podSelector, "What the rule is about; all Pods by default.")),
  },
  { description: "Desired state of the MachineDrainRule." },
);

/** The Machines and Pods that the rule selects, and how to drain the Pods. */
export type MachineDrainRuleSpec = Type.Static<typeof machineDrainRuleSpecSchema>;

/** A rule for the Pods of a Node whose Machine is deleted, v1beta2. */
export interface MachineDrainRule extends KubernetesObject {
  /** The Machines and Pods that the rule selects, and how to drain the Pods. */
  spec: MachineDrainRuleSpec;
}

/** MachineDrainRules, of `cluster.x-k8s.io/v1beta2`. */
export const MachineDrainRule: ResourceKind<MachineDrainRule> = coreResource("MachineDrainRule", "machinedrainrules");

const common = {
  spec: machineDrainRuleSpecSchema,
  specRequired: true,
  printerColumns: drainRuleColumns,
};

const definition = customResourceDefinition({
  group: MachineDrainRule.group,
  kind: MachineDrainRule.kind,
  plural: MachineDrainRule.plural,
  labels: { [labels.provider]: coreProvider },
  versions: [
    { ...common, name: "v1beta1", contract: "v1beta1", deprecated: true },
    { ...common, name: "v1beta2", contract: "v1beta2", storage: true },
  ],
});

/** CRD of MachineDrainRule. It has no status, and requires `metadata`, because the rules are identified by name. */
export const machineDrainRuleFields: CustomResourceDefinition = {
  ...definition,
  spec: {
    ...definition.spec,
    versions: definition.spec.versions.map((version) => ({
      ...version,
      schema: { openAPIV3Schema: { ...version.schema.openAPIV3Schema, required: ["metadata", "spec"] } },
      subresources: {},
    })),
  },
};

/** CRD of MachineDrainRule. */
export const machineDrainRuleCRD = withAdmissionRules(machineDrainRuleFields, {
  v1beta1: machineDrainRuleRules,
  v1beta2: machineDrainRuleRules,
});
