import { customResourceDefinition, type CRDVersionOptions } from "../crd/custom-resource-definition.ts";
import { type CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { coreProvider } from "../names/core-provider.ts";
import { labels } from "../names/labels.ts";
import { ageColumn } from "../roles/derive/printer-columns.ts";
import { type AdmissionRule, withAdmissionRules } from "./admission/admission-rule.ts";
import {
  IPAddressClaim,
  ipAddressClaimColumns,
  ipAddressClaimRules,
  ipAddressClaimSpecSchema,
  ipAddressClaimSpecV1Beta1Schema,
  ipAddressClaimStatusSchema,
  ipAddressClaimStatusV1Beta1Schema,
} from "./ip-address-claim.ts";
import {
  IPAddress,
  ipAddressColumns,
  ipAddressRules,
  ipAddressSpecSchema,
  ipAddressSpecV1Beta1Schema,
} from "./ip-address.ts";

type Version = Pick<CRDVersionOptions, "spec" | "status" | "printerColumns">;

function ipamCRD(
  { group, kind, plural }: ResourceKind,
  versions: Readonly<Record<"v1beta1" | "v1beta2", Version>>,
  rules: readonly AdmissionRule[],
): CustomResourceDefinition {
  const definition = customResourceDefinition({
    group,
    kind,
    plural,
    labels: { [labels.provider]: coreProvider },
    versions: [
      { ...versions.v1beta1, name: "v1beta1", contract: "v1beta1", specRequired: false, deprecated: true },
      { ...versions.v1beta2, name: "v1beta2", contract: "v1beta2", specRequired: true, storage: true },
    ],
  });
  return withAdmissionRules(definition, { v1beta1: rules, v1beta2: rules });
}

const addressColumns = { printerColumns: [...ipAddressColumns, ageColumn] };
const claimColumns = { printerColumns: [...ipAddressClaimColumns, ageColumn] };

/**
 * The CRDs of IPAddresses and IPAddressClaims, in both versions, which the core installs. IPAM providers serve the claims, and
 * infrastructure providers create them.
 */
export const ipamCRDs: readonly CustomResourceDefinition[] = [
  ipamCRD(
    IPAddress,
    {
      v1beta1: { spec: ipAddressSpecV1Beta1Schema, ...addressColumns },
      v1beta2: { spec: ipAddressSpecSchema, ...addressColumns },
    },
    ipAddressRules,
  ),
  ipamCRD(
    IPAddressClaim,
    {
      v1beta1: {
        spec: ipAddressClaimSpecV1Beta1Schema,
        status: ipAddressClaimStatusV1Beta1Schema,
        ...claimColumns,
      },
      v1beta2: { spec: ipAddressClaimSpecSchema, status: ipAddressClaimStatusSchema, ...claimColumns },
    },
    ipAddressClaimRules,
  ),
];
