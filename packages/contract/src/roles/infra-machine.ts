import Type from "typebox";
import { machineAddressesSchema } from "../fields/addresses.ts";
import { text } from "../fields/names.ts";
import { conditionTypes } from "../conditions/condition-types.ts";
import { groups } from "../names/groups.ts";
import { conditionFields } from "./condition-fields.ts";
import { failureFields } from "./failure-fields.ts";
import { place } from "./field.ts";
import { addressList } from "./forms/addresses.ts";
import { type Role } from "./role.ts";

/** The infrastructure of a Machine: contracts/infra-machine.md. */
export const infraMachine = {
  group: groups.infrastructure,
  ending: "Machine",
  recognizedBy: "providerID",
  provider: "infrastructure",
  owner: "Machine",
  sections: { spec: "IM-001", status: "IM-001" },
  template: { rule: "BT-001", level: "MUST" },
  done: "provisioned",
  mirrored: { name: "ready", type: conditionTypes.ready },
  columns: [
    { name: "Provisioned", field: "provisioned" },
    { name: "ProviderID", field: "providerID" },
  ],
  fields: {
    provisioned: {
      v1beta1: place("status.ready", "IM-013", Type.Boolean({ description: "The machine is provisioned." }), {
        elsewhere: "AR-012",
      }),
      v1beta2: place(
        "status.initialization.provisioned",
        "IM-014",
        Type.Boolean({ description: "The machine is provisioned; never reset." }),
        { elsewhere: "AR-012" },
      ),
      required: true,
      lasting: { rule: "IM-015", why: "this field is never reset" },
    },
    providerID: {
      v1beta1: place(
        "spec.providerID",
        "IM-002",
        text(512, "ID of the machine at its provider; its Node has the same providerID."),
      ),
      required: true,
      bounds: "IM-003",
      lasting: { why: "a providerID never changes" },
    },
    failureDomain: {
      v1beta1: place("spec.failureDomain", "IM-009", text(256, "Failure domain of the machine."), {
        elsewhere: "IM-010",
      }),
      v1beta2: place("status.failureDomain", "IM-008", text(256, "Actual failure domain of the machine.")),
      bounds: "IM-008",
      userSets: "first",
    },
    addresses: {
      v1beta1: place("status.addresses", "IM-011", machineAddressesSchema, { form: addressList }),
      bounds: "IM-012",
    },
    ...failureFields({ reason: "IM-016", message: "IM-016", lasting: "IM-016", ended: "IM-017" }),
    ...conditionFields("BC-011"),
  },
} as const satisfies Role;
