import { listAt, objectAt, textAt } from "@capstan/kube";
import { withAvailability } from "../../../api-services/api-service.ts";
import { forbiddenAt } from "../../../status/field-error.ts";
import { type KindRules } from "./cells.ts";

export const apiServiceRules: KindRules = {
  statusKeeps: ["labels", "ownerReferences"],
  prepareForCreate: (object) => withAvailability(object, object.metadata.creationTimestamp ?? ""),
  validate: (object) =>
    objectAt(object, "spec", "service") === undefined
      ? []
      : [forbiddenAt("spec.service", "the embedded server forwards no requests to other servers")],
  cells: {
    Service: () => "Local",
    Available: (object) => {
      const found = listAt(object, "status", "conditions").find((one) => textAt(one, "type") === "Available");
      return textAt(found, "status") ?? "Unknown";
    },
  },
};
