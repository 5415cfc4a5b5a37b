import Type from "typebox";
import {
  controlPlaneEndpointSchema,
  controlPlaneEndpointV1Beta1Schema,
  failureDomainsSchema,
  failureDomainsV1Beta1Schema,
} from "../fields/cluster-fields.ts";
import { conditionTypes } from "../conditions/condition-types.ts";
import { groups } from "../names/groups.ts";
import { conditionFields } from "./condition-fields.ts";
import { failureFields } from "./failure-fields.ts";
import { place } from "./field.ts";
import { endpoint, endpointOfZeroValues, reportedEndpoint } from "./forms/endpoint.ts";
import { domainList, domainMap } from "./forms/failure-domains.ts";
import { type Role } from "./role.ts";

/** The infrastructure that the machines of a Cluster share: contracts/infra-cluster.md. */
export const infraCluster = {
  group: groups.infrastructure,
  ending: "Cluster",
  recognizedBy: "controlPlaneEndpoint",
  provider: "infrastructure",
  owner: "Cluster",
  sections: { spec: "IC-001", status: "IC-001" },
  template: { rule: "ICT-001", level: "SHOULD" },
  done: "provisioned",
  mirrored: { name: "ready", type: conditionTypes.ready },
  managedElsewhere: "IC-015",
  columns: [
    { name: "Provisioned", field: "provisioned" },
    { name: "Endpoint", field: "controlPlaneEndpoint", below: "host", wide: true },
  ],
  fields: {
    provisioned: {
      v1beta1: place(
        "status.ready",
        "IC-009",
        Type.Boolean({ description: "The cluster's infrastructure is provisioned." }),
        { elsewhere: "AR-012" },
      ),
      v1beta2: place(
        "status.initialization.provisioned",
        "IC-010",
        Type.Boolean({ description: "The cluster's infrastructure is provisioned; never reset." }),
        { elsewhere: "AR-012" },
      ),
      required: true,
      lasting: { why: "this field is never reset" },
    },
    controlPlaneEndpoint: {
      v1beta1: place("spec.controlPlaneEndpoint", "IC-002", controlPlaneEndpointV1Beta1Schema, {
        form: endpointOfZeroValues,
      }),
      v1beta2: place("spec.controlPlaneEndpoint", "IC-002", controlPlaneEndpointSchema, { form: endpoint }),
      bounds: "IC-003",
      parts: "IC-002",
      reported: reportedEndpoint,
      lasting: { why: "the endpoint of a control plane never changes" },
    },
    failureDomains: {
      v1beta1: place("status.failureDomains", "IC-006", failureDomainsV1Beta1Schema, { form: domainMap }),
      v1beta2: place("status.failureDomains", "IC-007", failureDomainsSchema, { form: domainList }),
    },
    ...failureFields({ reason: "IC-012", message: "IC-012", lasting: "IC-012", ended: "IC-013" }),
    ...conditionFields("BC-011"),
  },
} as const satisfies Role;
