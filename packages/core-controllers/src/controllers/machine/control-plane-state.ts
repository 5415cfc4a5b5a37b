import { type ObservedReference } from "../../references/reference.ts";
import { ownReasons } from "../../references/own-reasons.ts";

/**
 * The state that a Cluster's control plane object implies for the Nodes of its Machines.
 *
 * - `ordinary`: the object reports nothing special, or the Cluster has no such object: control plane Machines serve the workload cluster.
 * - `external`: the provider runs the control plane itself, so there are no control plane Machines.
 * - `deleting`: it is being deleted, and the workload cluster with it.
 * - `unknown`: it has not been observed yet, or cannot be read.
 */
export type ControlPlaneState = "ordinary" | "external" | "deleting" | "unknown";

interface MayBeExternal {
  readonly status?: { readonly externalManagedControlPlane?: unknown };
}

/**
 * @param controlPlane - the object behind `spec.controlPlaneRef` of the Cluster; `undefined` without such a reference.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane#controlplane-support-for-externally-managed-control-planes
 */
export function controlPlaneStateOf(controlPlane: ObservedReference | undefined): ControlPlaneState {
  switch (controlPlane?.state) {
    case undefined:
    case "missing":
      return "ordinary";
    case "pending":
      return "unknown";
    case "unresolved":
      // Without the CRD there is no object.
      return controlPlane.reason === ownReasons.crdNotInstalled ? "ordinary" : "unknown";
    case "found": {
      const { metadata, status } = controlPlane.object as typeof controlPlane.object & MayBeExternal;
      if (metadata.deletionTimestamp !== undefined) return "deleting";
      return status?.externalManagedControlPlane === true ? "external" : "ordinary";
    }
  }
}
