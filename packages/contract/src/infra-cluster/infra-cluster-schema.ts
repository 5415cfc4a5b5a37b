import Type from "typebox";
import {
  controlPlaneEndpointSchema,
  controlPlaneEndpointV1Beta1Schema,
  failureDomainsSchema,
  failureDomainsV1Beta1Schema,
} from "../api/fields/cluster-fields.ts";
import { conditionsSchema, conditionsV1Beta1Schema } from "../api/fields/conditions.ts";
import { failureFields } from "../api/fields/deprecated-status.ts";

/** The contract's own spec fields of an infra cluster, by contract version (rules IC-002 to IC-004). */
export const infraClusterSpecFields = {
  v1beta1: { controlPlaneEndpoint: Type.Optional(controlPlaneEndpointV1Beta1Schema) },
  v1beta2: { controlPlaneEndpoint: Type.Optional(controlPlaneEndpointSchema) },
} as const;

/** The contract's own status fields of an infra cluster, by contract version: to be merged into the provider's. */
export const infraClusterStatusFields = {
  v1beta1: {
    ready: Type.Optional(Type.Boolean({ description: "The infrastructure of the cluster is there." })),
    failureDomains: Type.Optional(failureDomainsV1Beta1Schema),
    ...failureFields,
    conditions: Type.Optional(conditionsV1Beta1Schema),
  },
  v1beta2: {
    initialization: Type.Optional(
      Type.Object(
        {
          provisioned: Type.Optional(
            Type.Boolean({ description: "The infrastructure of the cluster is there; never goes back." }),
          ),
        },
        { minProperties: 1, description: "What has been completed for the first time." },
      ),
    ),
    failureDomains: Type.Optional(failureDomainsSchema),
    conditions: Type.Optional(conditionsSchema),
  },
} as const;
