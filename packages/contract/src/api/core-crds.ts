import { fieldsOf } from "@capstan/kube";
import { type CRDVersionOptions, customResourceDefinition } from "../crd/custom-resource-definition.ts";
import { type CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { coreProvider } from "../names/core-provider.ts";
import { labels } from "../names/labels.ts";
import { withAdmissionRules } from "./admission/admission-rule.ts";
import { type CoreKind, coreKinds, type CoreKindVersion } from "./core-kinds.ts";
import { machineDrainRuleCRD } from "./machine-drain-rule.ts";

/**
 * The CRDs of Cluster, Machine, MachineSet, MachineDeployment, MachineHealthCheck and MachineDrainRule. Both versions are served, v1beta2
 * is stored, and the CRDs have no conversion: an object written in v1beta1 keeps only the fields that v1beta2 also has.
 * `capstan-core --install` installs them with a conversion webhook. The rules in the CRDs refuse what Cluster API refuses in webhooks.
 */
export const coreCRDs: readonly CustomResourceDefinition[] = [
  ...Object.values(coreKinds).map(crdOf),
  machineDrainRuleCRD,
];

/** The CRD of a kind of core, in both versions. */
export function crdOf(core: CoreKind): CustomResourceDefinition {
  const { kind } = core.v1beta2;
  const definition = customResourceDefinition({
    group: kind.group,
    kind: kind.kind,
    plural: kind.plural,
    shortNames: core.shortNames,
    labels: { [labels.provider]: coreProvider },
    versions: [
      // v1beta1 objects have only optional fields, including spec.
      { ...versionOf(core, core.v1beta1), contract: "v1beta1", specRequired: false, deprecated: true },
      { ...versionOf(core, core.v1beta2), contract: "v1beta2", specRequired: true, storage: true },
    ],
  });
  return withAdmissionRules(definition, { v1beta1: core.v1beta1.admission, v1beta2: core.v1beta2.admission });
}

function versionOf(core: CoreKind, version: CoreKindVersion): CRDVersionOptions {
  return {
    name: version.kind.version,
    spec: version.spec,
    status: version.status,
    printerColumns: version.printerColumns,
    ...(core.scalable
      ? {
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            ...("selector" in fieldsOf(version.status.properties) ? { labelSelectorPath: ".status.selector" } : {}),
          },
        }
      : {}),
  };
}
