import { type DeepReadonly, type MachineSet } from "@capstan/contract";
import { maxNameLength, nameWith, randomLength, type RandomText } from "@capstan/runtime";

const defaultTemplate = "{{ .machineSet.name }}-{{ .random }}";

/** Why `spec.machineNaming.template` produces no name; `undefined` if it does. */
export function namingProblem(set: DeepReadonly<MachineSet>): string | undefined {
  const template = set.spec.machineNaming?.template ?? defaultTemplate;
  const fields = [...template.matchAll(placeholder)].map(([, field = ""]) => field);
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined)
    return `spec.machineNaming.template uses the unknown variable ${unknown}; use only ${known.join(", ")}`;
  if (!fields.includes(".random")) return "spec.machineNaming.template must contain {{ .random }}";
  const name = nameOf(set, () => "b".repeat(randomLength));
  return isName.test(name)
    ? undefined
    : `spec.machineNaming.template generates ${name}, which is not a valid object name`;
}

/** A new name for a Machine of a set, following its naming template. */
export function nameOf(set: DeepReadonly<MachineSet>, random: RandomText): string {
  const values: Readonly<Record<string, string>> = {
    ".cluster.name": set.spec.clusterName,
    ".machineSet.name": set.metadata.name,
    ".random": random(randomLength),
  };
  const template = set.spec.machineNaming?.template ?? defaultTemplate;
  const name = template.replaceAll(placeholder, (_, field: string) => values[field] ?? "");
  return name.length <= maxNameLength ? name : nameWith(name, random(randomLength));
}

const placeholder = /\{\{-?\s*([^}\s]+)\s*-?\}\}/g;
const known = [".cluster.name", ".machineSet.name", ".random"];
const isName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
