import { compareApiVersions } from "@capstan/kube";
import { type ContractVersion, contractVersions } from "../versions/contract-version.ts";
import { contractLabel } from "../names/labels.ts";

/** The contract and version that the labels of a CRD select. */
export interface SelectedContract {
  /** The newest contract that has a label. */
  contract: ContractVersion;
  /** The version of the kind that core uses with it. */
  version: string;
}

/**
 * The contract and version that core selects by the labels of a CRD (rules AR-006 to AR-012): the newest contract with a label that is not
 * empty, and its version with the highest Kubernetes priority.
 *
 * @returns `undefined` if no label is usable; core cannot read objects of such a kind.
 *
 * @example
 * ```ts
 * import { contractOf } from "@capstan/contract";
 *
 * const labels = { "cluster.x-k8s.io/v1beta2": "v1" }; // of a CRD
 * console.log(contractOf({ metadata: { labels } })); // { contract: 'v1beta2', version: 'v1' }
 * ```
 */
export function contractOf(crd: {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
}): SelectedContract | undefined {
  for (const contract of contractVersions) {
    const version = (crd.metadata.labels?.[contractLabel(contract)] ?? "").split("_").sort(compareApiVersions).at(-1);
    if (version !== undefined && version !== "") return { contract, version };
  }
  return undefined;
}
