import { contractOf } from "../crd/contract-of.ts";
import { calculateCRDName } from "../crd/plural-of.ts";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { type ObjectMeta } from "../kubernetes/object-meta.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { contractLabel } from "../names/labels.ts";
import { type ContractVersion, contractVersions } from "../versions/contract-version.ts";

/** Why a referenced kind cannot be read. */
export const unresolvedReasons = {
  /** The CustomResourceDefinition of a referenced kind is not installed. */
  crdNotInstalled: "CRDNotInstalled",
  /** The CustomResourceDefinition of a referenced kind names no version for this contract. */
  contractLabelMissing: "ContractLabelMissing",
} as const;

/** How to read a kind, or why it cannot be read. */
export type KindResolution =
  | { readonly resolved: true; readonly kind: ResourceKind; readonly contract: ContractVersion }
  | { readonly resolved: false; readonly reason: string; readonly message: string };

/**
 * Finds the served version of a referenced kind through the contract label of its CRD. The name of the CRD follows from group and kind, so
 * no search is needed.
 *
 * @param reference - group and kind, and the path of their field, for the message.
 * @param crdByName - returns the CRDs known at the moment.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/overview#api-version-labels
 */
export function resolveKind(
  reference: { readonly apiGroup: string; readonly kind: string; readonly path: string },
  crdByName: (name: string) => DeepReadonly<{ metadata: ObjectMeta }> | undefined,
): KindResolution {
  const name = calculateCRDName(reference.apiGroup, reference.kind);
  const crd = crdByName(name);
  if (crd === undefined) {
    return {
      resolved: false,
      reason: unresolvedReasons.crdNotInstalled,
      message: `${reference.path} refers to the kind ${reference.kind}, but CustomResourceDefinition ${name} is not installed; install its provider`,
    };
  }
  const served = contractOf(crd);
  if (served === undefined) {
    return {
      resolved: false,
      reason: unresolvedReasons.contractLabelMissing,
      message:
        `${reference.path} refers to the kind ${reference.kind}, but CustomResourceDefinition ${name} names no ` +
        `version in a label ${contractVersions.map(contractLabel).join(" or ")}`,
    };
  }
  const plural = name.slice(0, name.indexOf("."));
  return {
    resolved: true,
    contract: served.contract,
    kind: { group: reference.apiGroup, version: served.version, kind: reference.kind, plural, namespaced: true },
  };
}
