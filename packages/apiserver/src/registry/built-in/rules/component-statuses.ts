import { listAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type KindRules } from "./kind-rules.ts";

export const componentStatusRules: KindRules = {
  deprecationWarning: "v1 ComponentStatus is deprecated in v1.19+",
  cells: {
    Status: (object) => (textAt(healthOf(object), "status") === "True" ? "Healthy" : "Unhealthy"),
    Message: (object) => textAt(healthOf(object), "message") ?? "",
    Error: (object) => textAt(healthOf(object), "error") ?? "",
  },
};

function healthOf(object: ApiObject): unknown {
  return listAt(object, "conditions").find((condition) => textAt(condition, "type") === "Healthy");
}
