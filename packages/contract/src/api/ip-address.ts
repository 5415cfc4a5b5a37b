import Type from "typebox";
import { subdomainName, text } from "../fields/names.ts";
import { contractRef } from "../fields/references.ts";
import { int32 } from "../fields/scalars.ts";
import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { groups } from "../names/groups.ts";
import { type AdmissionRule } from "./admission/admission-rule.ts";
import { immutable } from "./admission/machine-spec-rules.ts";
import { column } from "./printer-columns.ts";
import { poolReferenceV1Beta1 } from "./pool-reference.ts";

/** The longest IP address, in characters. */
const longest = 39;

const fields = {
  address: text(longest, "IP address."),
  gateway: Type.Optional(text(longest, "Gateway of the network that the address is from.")),
};

/** `spec` of a v1beta1 IPAddress. */
export const ipAddressSpecV1Beta1Schema = Type.Object(
  {
    claimRef: Type.Object(
      { name: Type.Optional(Type.String({ default: "", description: "Name of the claim." })) },
      { "x-kubernetes-map-type": "atomic", description: "Claim that the address was created for." },
    ),
    poolRef: poolReferenceV1Beta1("Pool that the address is from."),
    prefix: Type.Integer({ description: "Prefix of the address." }),
    ...fields,
  },
  { description: "Desired state of the IPAddress." },
);

/** `spec` of a v1beta2 IPAddress. */
export const ipAddressSpecSchema = Type.Object(
  {
    claimRef: Type.Object(
      { name: subdomainName("Name of the claim.") },
      { description: "Claim that the address was created for." },
    ),
    poolRef: contractRef("Pool that the address is from."),
    prefix: int32("Prefix of the address.", { minimum: 0, maximum: 128 }),
    ...fields,
  },
  { description: "Desired state of the IPAddress." },
);

/** The spec of an IPAddress, v1beta2. */
export type IPAddressSpec = Type.Static<typeof ipAddressSpecSchema>;

/** An address that an IPAM provider has given to a claim, v1beta2. */
export interface IPAddress extends KubernetesObject {
  /** The address, its pool and its claim; immutable. */
  spec: IPAddressSpec;
}

/** IPAddresses, of `ipam.cluster.x-k8s.io/v1beta2`. */
export const IPAddress: ResourceKind<IPAddress> = {
  group: groups.ipam,
  version: "v1beta2",
  kind: "IPAddress",
  plural: "ipaddresses",
  namespaced: true,
};

/** What Cluster API's webhook refuses. */
export const ipAddressRules: readonly AdmissionRule[] = [
  immutable("spec"),
  { at: "spec.address", rules: [{ rule: "isIP(self)", message: "not a valid IP address" }] },
  { at: "spec.gateway", rules: [{ rule: "isIP(self)", message: "not a valid IP address" }] },
  {
    at: "spec",
    rules: [
      { rule: "self.prefix >= 0", message: "prefix cannot be negative" },
      {
        rule: "!isIP(self.address) || self.prefix <= (ip(self.address).family() == 4 ? 32 : 128)",
        message: "prefix is too large for the address",
      },
    ],
  },
];

/** The columns of `kubectl get`; the age follows. */
export const ipAddressColumns = [
  column("Address", "string", ".spec.address", "Address"),
  column("Pool Name", "string", ".spec.poolRef.name", "Pool that the address is from"),
  column("Pool Kind", "string", ".spec.poolRef.kind", "Kind of that pool"),
];
