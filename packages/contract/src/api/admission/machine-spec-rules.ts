import { kubernetesVersionPattern } from "../../fields/kubernetes-version.ts";
import { uninitializedTaint, outdatedRevisionTaint } from "../../names/annotations.ts";
import { type CelRule } from "../../kubernetes/structural-schema.ts";
import { type AdmissionRule } from "./admission-rule.ts";

/** The rule for an immutable field. */
export function immutable(at: string): AdmissionRule {
  return { at, rules: [{ rule: "self == oldSelf", message: "field is immutable", reason: "FieldValueForbidden" }] };
}

const isVersion: CelRule = {
  rule: `self.matches(r'${kubernetesVersionPattern}')`,
  message: "must be a semantic version, such as v1.36.0",
};

const reservedTaints: readonly CelRule[] = [
  {
    rule: `!(self in ['${uninitializedTaint.key}', '${outdatedRevisionTaint.key}'])`,
    message: "taint key is not allowed: Cluster API uses it",
  },
  {
    rule: "!self.startsWith('node.kubernetes.io/') || self == 'node.kubernetes.io/out-of-service'",
    message: "taint key must not have the prefix node.kubernetes.io/, except for node.kubernetes.io/out-of-service",
  },
  {
    rule: "!self.startsWith('node.cloudprovider.kubernetes.io/')",
    message: "taint key must not have the prefix node.cloudprovider.kubernetes.io/",
  },
  {
    rule: "self != 'node-role.kubernetes.io/master'",
    message: "taint is deprecated since Kubernetes 1.24 and should not be used anymore",
  },
];

/** The rules for the spec of a Machine, by itself or within a template. */
export function machineSpecRules(at: string): readonly AdmissionRule[] {
  return [
    { at: `${at}.version`, rules: [isVersion] },
    { at: `${at}.taints[].key`, rules: reservedTaints },
  ];
}

/** The additional rules within a template of workers. */
export function workerSpecRules(at: string): readonly AdmissionRule[] {
  const rule = "self != 'node-role.kubernetes.io/control-plane'";
  return [{ at: `${at}.taints[].key`, rules: [{ rule, message: "taint is not allowed for worker Machines" }] }];
}
