import { fieldsAt } from "@capstan/kube";
import type { TestedKind } from "./subject.ts";

/** Whether objects of the kind are control planes that consist of Machines (rule CP-006, contract v1beta2). */
export function hasMachines({ role, crds, kind }: TestedKind): boolean {
  const served = crds[0]?.spec.versions.find(({ name }) => name === kind.version);
  const template = ["properties", "machineTemplate", "properties", "spec", "properties"];
  const fields = fieldsAt(served?.schema.openAPIV3Schema.properties?.spec, ...template);
  return role === "ControlPlane" && "infrastructureRef" in fields;
}
