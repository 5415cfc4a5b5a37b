import { type CelRule } from "../../kubernetes/structural-schema.ts";
import { type AdmissionRule } from "./admission-rule.ts";
import { nameIsLabelValue } from "./object-name.ts";

const references = ["controlPlaneRef", "infrastructureRef", "topology"];

// Unlike Cluster API's webhook, the rules accept a Cluster without references: its infrastructure counts as provisioned, which tests rely
// on.
const refers: readonly CelRule[] = [
  ...references.map((name) => ({
    rule: `!has(oldSelf.${name}) || has(self.${name})`,
    message: `spec.${name} cannot be removed`,
    reason: "FieldValueForbidden",
  })),
];

function rangeRules(at: string): readonly AdmissionRule[] {
  return [
    { at, bounds: { maxItems: 100 } },
    { at: `${at}[]`, bounds: { maxLength: 43 }, rules: [{ rule: "isCIDR(self)", message: "must be a range in CIDR notation" }] },
  ];
}

/** The admission rules of Clusters. */
export const clusterRules: readonly AdmissionRule[] = [
  nameIsLabelValue,
  { at: "spec", rules: refers },
  ...rangeRules("spec.clusterNetwork.pods.cidrBlocks"),
  ...rangeRules("spec.clusterNetwork.services.cidrBlocks"),
];
