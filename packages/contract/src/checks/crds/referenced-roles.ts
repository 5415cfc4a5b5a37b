import { groupVersionOf, listAt, ownField, textAt } from "@capstan/kube";
import { groups } from "../../names/groups.ts";
import { at } from "../rule/json.ts";
import { type KindRole } from "./kind-role.ts";

/** The roles of kinds that objects refer to, by `kind.group`. */
export type ReferencedRoles = ReadonlyMap<string, KindRole>;

type Reference = readonly [reference: unknown, role: KindRole];
type Places = readonly (readonly [path: string, role: KindRole])[];

const machineSpec: Places = [
  ["infrastructureRef", "InfraMachine"],
  ["bootstrap.configRef", "BootstrapConfig"],
];
const ofTemplates = (places: Places, role = (name: KindRole) => `${name}Template` as KindRole): Places =>
  places.map(([path, each]) => [`spec.template.spec.${path}`, role(each)]);
const machineTemplate = ofTemplates(machineSpec);

/** The references of the core's kinds. */
const references: Readonly<Record<string, Places>> = {
  Cluster: [
    ["spec.infrastructureRef", "InfraCluster"],
    ["spec.controlPlaneRef", "ControlPlane"],
  ],
  Machine: machineSpec.map(([path, role]) => [`spec.${path}`, role]),
  MachineSet: machineTemplate,
  MachineDeployment: machineTemplate,
  MachinePool: ofTemplates(machineSpec, (role) => (role === "InfraMachine" ? "InfraMachinePool" : role)),
};

/** The references of a ClusterClass; `ref` in v1beta1, `templateRef` in v1beta2. */
const classReferences: Places = [
  ["infrastructure", "InfraClusterTemplate"],
  ["controlPlane", "ControlPlaneTemplate"],
  ["controlPlane.machineInfrastructure", "InfraMachineTemplate"],
];
const workerReferences: Readonly<Record<string, Places>> = {
  machineDeployments: [
    ["infrastructure", "InfraMachineTemplate"],
    ["bootstrap", "BootstrapConfigTemplate"],
  ],
  machinePools: [
    ["infrastructure", "InfraMachinePoolTemplate"],
    ["bootstrap", "BootstrapConfigTemplate"],
  ],
};

/** The roles that the core's objects in `documents`, such as those of cluster templates, give to the kinds that they refer to. */
export function referencedRoles(documents: readonly unknown[]): ReferencedRoles {
  const roles = new Map<string, KindRole>();
  for (const document of documents) {
    if (groupVersionOf(textAt(document, "apiVersion") ?? "").group !== groups.core) continue;
    for (const [reference, role] of referencesOf(document)) {
      const kind = textAt(reference, "kind");
      const group = textAt(reference, "apiGroup") ?? groupVersionOf(textAt(reference, "apiVersion") ?? "").group;
      if (kind !== undefined && group !== "") roles.set(`${kind}.${group}`, role);
    }
  }
  return roles;
}

function referencesOf(document: unknown): readonly Reference[] {
  const kind = textAt(document, "kind") ?? "";
  if (kind !== "ClusterClass") return found(document, ownField(references, kind));
  const workers = Object.entries(workerReferences).flatMap(([list, places]) =>
    // In v1beta1 the references of a class of workers are in its template.
    listAt(document, "spec", "workers", list).flatMap((each) => [
      ...inClass(each, places),
      ...inClass(at(each, "template"), places),
    ]),
  );
  return [...inClass(at(document, "spec"), classReferences), ...workers];
}

function inClass(value: unknown, places: Places): readonly Reference[] {
  return ["ref", "templateRef"].flatMap((name) =>
    found(
      value,
      places.map(([path, role]) => [`${path}.${name}`, role]),
    ),
  );
}

function found(value: unknown, places: Places = []): readonly Reference[] {
  return places.map(([path, role]) => [at(value, ...path.split(".")), role] as const);
}
