import { type DeepReadonly, labels, type MachineDeployment } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { effectiveFields, effectiveSelector } from "../../replicas/effective-fields.ts";

type Selector = MachineDeployment["spec"]["selector"];
type Rollout = NonNullable<MachineDeployment["spec"]["rollout"]>;

/** A MachineDeployment with the values that apply where users omit fields. */
export function effectiveMachineDeployment(deployment: DeepReadonly<MachineDeployment>): MachineDeployment {
  const { metadata, spec } = deployment;
  const next = deepCopy<MachineDeployment>(deployment);
  const rollout = rolloutWithDefaults(next.spec.rollout);
  next.spec = { ...next.spec, ...effectiveFields(spec, nameLabel(metadata.name)), rollout };
  return next;
}

/** The selector of a MachineDeployment for its MachineSets. */
export function selectorOfMachineDeployment({ metadata, spec }: DeepReadonly<MachineDeployment>): Selector {
  return effectiveSelector(spec, nameLabel(metadata.name));
}

function nameLabel(name: string): Record<string, string> {
  return { [labels.machineDeploymentName]: name };
}

function rolloutWithDefaults(rollout: Rollout | undefined): Rollout {
  const { type = "RollingUpdate", rollingUpdate } = rollout?.strategy ?? {};
  if (type === "OnDelete") return { ...rollout };
  return {
    ...rollout,
    strategy: { type, rollingUpdate: { maxSurge: 1, maxUnavailable: 0, ...rollingUpdate } },
  };
}
