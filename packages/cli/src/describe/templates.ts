import { type DeepReadonly, type KubernetesObject, type MachineDeployment, roles } from "@capstan/contract";
import { fieldsAt, groupOfApiVersion } from "@capstan/kube";
import type { Reference } from "./observed-cluster.ts";

/** A template, and its role for the object that refers to it. */
export interface TemplateReference extends Reference {
  readonly role: string;
}

/** The templates of a deployment's new Machines. */
export function templatesOf({ spec }: DeepReadonly<MachineDeployment>): TemplateReference[] {
  const { bootstrap, infrastructureRef } = spec.template.spec;
  return [
    ...(bootstrap.configRef === undefined ? [] : [{ ...bootstrap.configRef, role: "bootstrap template" }]),
    { ...infrastructureRef, role: "infrastructure template" },
  ];
}

/** The template of a control plane provider's machines, at its place in either contract version. */
export function controlPlaneTemplatesOf(controlPlane: DeepReadonly<KubernetesObject>): TemplateReference[] {
  const paths = Object.values(roles.ControlPlane.infrastructureTemplate);
  const found = paths.map((path) => fieldsAt(controlPlane, ...path.split(".")));
  return found.flatMap(({ apiGroup, apiVersion, kind, name }) => {
    const group =
      typeof apiGroup === "string" ? apiGroup : typeof apiVersion === "string" ? groupOfApiVersion(apiVersion) : "";
    if (group === "" || typeof kind !== "string" || typeof name !== "string") return [];
    return [{ apiGroup: group, kind, name, role: "infrastructure template" }];
  });
}
