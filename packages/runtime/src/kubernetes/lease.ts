import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind } from "./define-kind.ts";

/** coordination.k8s.io/v1. Times are RFC 3339 with microseconds. */
export interface Lease extends KubernetesObject {
  /** The holder of the Lease, since when it holds it, and for how long. */
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}
/** Leases, in `coordination.k8s.io/v1`. */
export const Lease: ResourceKind<Lease> = defineKind({
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  namespaced: true,
});
