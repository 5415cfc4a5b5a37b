import { type ProviderRole } from "../../roles/roles.ts";
import { at, listAt, objectAt, textAt } from "../json.ts";
import { isContractLabel } from "./contract-labels.ts";

/** What a CRD's kind is to core: an object of a provider, the Template of one, or a pool of addresses. */
export type KindRole = ProviderRole | `${ProviderRole}Template` | "IPPool";

/** Core's own groups: their kinds follow other rules. */
const coreGroups = /^(addons\.|runtime\.)?cluster\.x-k8s\.io$/;
const coreAddressKinds = ["IPAddress", "IPAddressClaim"];

/**
 * Recognises what a kind is to core: by its group (`bootstrap.`, `infrastructure.`, `controlplane.`, `ipam.` of any
 * domain) and the ending of its name; in other groups by the ending, if a contract label or contract field bears it
 * out. Identities, images and other kinds of a provider's own have no role.
 */
export function kindRoleOf(crd: unknown): KindRole | undefined {
  const group = textAt(crd, "spec", "group");
  const kind = textAt(crd, "spec", "names", "kind");
  if (coreGroups.test(group)) return undefined;
  const family = group.split(".")[0];
  if (family === "ipam") return kind.endsWith("Pool") && !coreAddressKinds.includes(kind) ? "IPPool" : undefined;
  const template = kind.endsWith("Template") || (hasField(crd, "spec", "template") && !isControlPlane(crd));
  const main = template ? kind.replace(/Templ?a?te?$|Tmpl$/, "") : kind;
  const role = mainRoleOf(family, main, crd, template);
  if (role === undefined) return undefined;
  return template ? `${role}Template` : role;
}

function mainRoleOf(
  family: string | undefined,
  kind: string,
  crd: unknown,
  template: boolean,
): ProviderRole | undefined {
  if (family === "controlplane") return "ControlPlane";
  if (family === "bootstrap") {
    return template || kind.endsWith("Config") || hasEvidence(crd) ? "BootstrapConfig" : undefined;
  }
  const byName = roleByEnding(kind);
  if (family === "infrastructure") return byName === "BootstrapConfig" ? undefined : (byName ?? roleByShape(crd));
  const borneOut = hasEvidence(crd) || (template && hasField(crd, "spec", "template", "spec"));
  return borneOut ? (byName ?? roleByShape(crd)) : undefined;
}

function roleByEnding(kind: string): ProviderRole | undefined {
  if (kind.endsWith("MachinePool")) return "InfraMachinePool";
  if (kind.endsWith("Machine")) return "InfraMachine";
  if (kind.endsWith("ControlPlane")) return "ControlPlane";
  if (kind.endsWith("Cluster")) return "InfraCluster";
  if (kind.endsWith("Config")) return "BootstrapConfig";
  return undefined;
}

/** For kinds with names of their own: the fields that only one role has. */
function roleByShape(crd: unknown): ProviderRole | undefined {
  if (hasField(crd, "status", "dataSecretName")) return "BootstrapConfig";
  if (hasField(crd, "spec", "providerIDList")) return "InfraMachinePool";
  if (hasField(crd, "spec", "providerID")) return "InfraMachine";
  if (hasField(crd, "spec", "controlPlaneEndpoint")) return "InfraCluster";
  return undefined;
}

function hasEvidence(crd: unknown): boolean {
  const labelled = Object.keys(objectAt(crd, "metadata", "labels")).some(isContractLabel);
  return labelled || roleByShape(crd) !== undefined || hasField(crd, "status", "initialization");
}

function isControlPlane(crd: unknown): boolean {
  return hasField(crd, "spec", "machineTemplate");
}

function hasField(crd: unknown, ...path: readonly string[]): boolean {
  const keys = path.flatMap((name) => ["properties", name]);
  return listAt(crd, "spec", "versions").some(
    (version) => at(version, "schema", "openAPIV3Schema", ...keys) !== undefined,
  );
}
