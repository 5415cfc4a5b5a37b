import {
  calculateCRDName,
  contractLabel,
  contractOf,
  type ContractVersion,
  contractVersions,
  type DeepReadonly,
  type ObjectMeta,
  type ResourceKind,
} from "@capstan/contract";
import { ownReasons } from "./own-reasons.ts";

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
      reason: ownReasons.crdNotInstalled,
      message: `${reference.path} refers to the kind ${reference.kind}, but CustomResourceDefinition ${name} is not installed; install its provider`,
    };
  }
  const served = contractOf(crd);
  if (served === undefined) {
    return {
      resolved: false,
      reason: ownReasons.contractLabelMissing,
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
