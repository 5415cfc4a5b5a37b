import { textAt } from "@capstan/kube";
import { ageColumn, column, nameColumn } from "../columns/standard-columns.ts";
import { defineBuiltIn, integer, text, time } from "./define.ts";

export const leases = defineBuiltIn({
  group: "coordination.k8s.io",
  kind: "Lease",
  plural: "leases",
  namespaced: true,
  allowsUnconditionalUpdate: false,
  properties: {
    spec: {
      type: "object",
      properties: {
        acquireTime: time,
        holderIdentity: text,
        leaseDurationSeconds: integer,
        leaseTransitions: integer,
        preferredHolder: text,
        renewTime: time,
        strategy: text,
      },
    },
  },
  columns: [nameColumn, column("Holder", (object) => textAt(object, "spec", "holderIdentity") ?? ""), ageColumn],
});
