import Type from "typebox";
import { conditionsSchema, conditionsV1Beta1Schema } from "../fields/conditions.ts";
import { deprecatedStatus } from "../fields/deprecated-status.ts";
import { subdomainName, text } from "../fields/names.ts";
import { contractRef } from "../fields/references.ts";
import { stagedStatus } from "../fields/staged-status.ts";
import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { groups } from "../names/groups.ts";
import { type AdmissionRule } from "./admission/admission-rule.ts";
import { immutable } from "./admission/machine-spec-rules.ts";
import { column } from "./printer-columns.ts";
import { poolReferenceV1Beta1 } from "./pool-reference.ts";

const clusterName = Type.Optional(text(63, "Name of the Cluster that the claim belongs to."));
const specDescription = { description: "Desired state of the IPAddressClaim." };

/** `spec` of a v1beta1 IPAddressClaim. */
export const ipAddressClaimSpecV1Beta1Schema = Type.Object(
  { clusterName, poolRef: poolReferenceV1Beta1("Pool that the address comes from.") },
  specDescription,
);

/** `status` of a v1beta1 IPAddressClaim. */
export const ipAddressClaimStatusV1Beta1Schema = Type.Object(
  {
    addressRef: Type.Optional(
      Type.Object(
        { name: Type.Optional(Type.String({ default: "", description: "Name of the IPAddress." })) },
        { "x-kubernetes-map-type": "atomic", description: "IPAddress that was created for the claim." },
      ),
    ),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    v1beta2: Type.Optional(stagedStatus({})),
  },
  { description: "Observed state of the IPAddressClaim." },
);

/** `spec` of a v1beta2 IPAddressClaim. */
export const ipAddressClaimSpecSchema = Type.Object(
  { clusterName, poolRef: contractRef("Pool that the address comes from.") },
  specDescription,
);

/** `status` of a v1beta2 IPAddressClaim. */
export const ipAddressClaimStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    addressRef: Type.Optional(
      Type.Object(
        { name: subdomainName("Name of the IPAddress.") },
        { description: "IPAddress that was created for the claim." },
      ),
    ),
    deprecated: Type.Optional(deprecatedStatus({})),
  },
  { minProperties: 1, description: "Observed state of the IPAddressClaim." },
);

/** The spec of an IPAddressClaim, v1beta2. */
export type IPAddressClaimSpec = Type.Static<typeof ipAddressClaimSpecSchema>;
/** The status of an IPAddressClaim, v1beta2. */
export type IPAddressClaimStatus = Type.Static<typeof ipAddressClaimStatusSchema>;

/** A request for an address of a pool, v1beta2. */
export interface IPAddressClaim extends KubernetesObject {
  /** The pool and the Cluster; immutable. */
  spec: IPAddressClaimSpec;
  /** The observed state, which the IPAM provider writes. */
  status?: IPAddressClaimStatus;
}

/** IPAddressClaims, of `ipam.cluster.x-k8s.io/v1beta2`. */
export const IPAddressClaim: ResourceKind<IPAddressClaim> = {
  group: groups.ipam,
  version: "v1beta2",
  kind: "IPAddressClaim",
  plural: "ipaddressclaims",
  namespaced: true,
};

/** What Cluster API's webhook refuses. */
export const ipAddressClaimRules: readonly AdmissionRule[] = [immutable("spec")];

/** The columns of `kubectl get`; the age follows. */
export const ipAddressClaimColumns = [
  column("Pool Name", "string", ".spec.poolRef.name", "Pool that the address comes from"),
  column("Pool Kind", "string", ".spec.poolRef.kind", "Kind of that pool"),
];
