import Type from "typebox";
import { text } from "../fields/names.ts";
import { conditionTypes } from "../conditions/condition-types.ts";
import { groups } from "../names/groups.ts";
import { conditionFields } from "./condition-fields.ts";
import { failureFields } from "./failure-fields.ts";
import { place } from "./field.ts";
import { type Role } from "./role.ts";

/** The source of a machine's bootstrap data: contracts/bootstrap-config.md. */
export const bootstrapConfig = {
  group: groups.bootstrap,
  ending: "Config",
  isCommonEnding: true,
  recognizedBy: "dataSecretName",
  provider: "bootstrap",
  owner: "Machine",
  sections: { spec: "BC-001", status: "BC-002" },
  template: { rule: "BT-001", level: "MUST" },
  done: "dataSecretCreated",
  mirrored: { name: "ready", type: conditionTypes.ready },
  columns: [{ name: "Data secret created", field: "dataSecretCreated" }],
  fields: {
    dataSecretCreated: {
      v1beta1: place("status.ready", "BC-003", Type.Boolean({ description: "The bootstrap data is stored." }), {
        elsewhere: "AR-012",
      }),
      v1beta2: place(
        "status.initialization.dataSecretCreated",
        "BC-004",
        Type.Boolean({ description: "The Secret with the bootstrap data is in place; never reset." }),
        { elsewhere: "AR-012" },
      ),
      required: true,
      lasting: { rule: "BC-019", why: "this field is never reset" },
      needs: { field: "dataSecretName", rule: "BC-017" },
    },
    dataSecretName: {
      v1beta1: place("status.dataSecretName", "BC-005", text(253, "Name of the Secret with the bootstrap data.")),
      required: true,
      bounds: "BC-006",
      lasting: { rule: "BC-019", why: "the name of a data Secret never changes", onceDone: true },
    },
    ...failureFields({
      reason: "BC-007",
      message: "BC-008",
      lasting: "BC-009",
      ended: "BC-010",
      reasonSchema: text(256, "Reason for missing bootstrap data, as one word."),
    }),
    ...conditionFields("BC-011"),
  },
} as const satisfies Role;
