import Type from "typebox";
import { atomicList } from "../fields/lists.ts";
import { text } from "../fields/names.ts";
import { int32 } from "../fields/scalars.ts";
import { conditionTypes } from "../conditions/condition-types.ts";
import { groups } from "../names/groups.ts";
import { conditionFields } from "./condition-fields.ts";
import { failureFields } from "./failure-fields.ts";
import { place } from "./field.ts";
import { type Role } from "./role.ts";

const provisioned = Type.Boolean({ description: "The pool's machines are provisioned; never reset." });

const providerIDList = Type.Unsafe<string[]>(
  atomicList(text(512, "ID of a machine at its provider."), {
    maxItems: 10_000,
    description: "IDs of all machines of the pool; their Nodes have the same providerIDs.",
  }),
);

/** The infrastructure of a MachinePool: contracts/infra-machinepool.md. */
export const infraMachinePool = {
  group: groups.infrastructure,
  ending: "MachinePool",
  recognizedBy: "providerIDList",
  provider: "infrastructure",
  owner: "MachinePool",
  sections: { spec: "MP-001", status: "MP-001" },
  template: { rule: "MP-011", level: "SHOULD" },
  done: "provisioned",
  mirrored: { name: "ready", type: conditionTypes.ready },
  columns: [
    { name: "Provisioned", field: "provisioned" },
    { name: "Replicas", field: "replicas" },
    { name: "ProviderID", field: "providerID", wide: true },
  ],
  fields: {
    provisioned: {
      v1beta1: place("status.ready", "MP-002", provisioned),
      // Core reads `ready` of InfraMachinePools under any contract.
      v1beta2: place("status.initialization.provisioned", "MP-002", provisioned, { alsoAt: "status.ready" }),
      required: true,
      lasting: { why: "this field is never reset" },
    },
    providerIDList: { v1beta1: place("spec.providerIDList", "MP-003", providerIDList), required: true },
    replicas: {
      v1beta1: place("status.replicas", "MP-004", int32("Current number of machines.", { minimum: 0 })),
      required: true,
    },
    infrastructureMachineKind: {
      v1beta1: place(
        "status.infrastructureMachineKind",
        "MP-005",
        text(63, "Kind of the objects that represent the machines, one object for each machine."),
      ),
    },
    providerID: {
      v1beta1: place("spec.providerID", "MP-006", text(512, "ID of the pool at its provider.")),
    },
    ...failureFields({ reason: "MP-007", message: "MP-007", lasting: "MP-007", ended: "MP-008" }),
    ...conditionFields("MP-009"),
  },
} as const satisfies Role;
