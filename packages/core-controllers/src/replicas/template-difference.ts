import { type DeepReadonly, type MachineSetSpec } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { effectiveVersion } from "./effective-fields.ts";

/** The Machine template of a MachineSet or MachineDeployment. */
export type MachineTemplate = DeepReadonly<MachineSetSpec["template"]>;

type Spec = MachineTemplate["spec"];

/** The template fields that need a new Machine. All others are changed on existing Machines. */
export function rolloutFields({ spec }: MachineTemplate): Record<string, unknown> {
  return {
    version: effectiveVersion(spec.version) ?? "",
    failureDomain: spec.failureDomain ?? "",
    bootstrap: {
      configRef: referenceOf(spec.bootstrap.configRef),
      dataSecretName: spec.bootstrap.dataSecretName,
    },
    infrastructureRef: referenceOf(spec.infrastructureRef),
  };
}

function referenceOf(reference: Spec["bootstrap"]["configRef"]) {
  if (reference === undefined) return undefined;
  const { apiGroup, kind, name } = reference;
  return { apiGroup, kind, name };
}

/**
 * Why Machines created from `current` are not up to date with `desired`, one sentence each; empty if they are. Fields that are changed in
 * place never count.
 */
export function templateDifference(current: MachineTemplate, desired: MachineTemplate): string[] {
  const [before, after] = [rolloutFields(current), rolloutFields(desired)];
  const differs = (field: string) => !jsonEqual(before[field], after[field]);
  const required = (what: string, from: string | undefined, to: string | undefined) =>
    `${what} ${named(from)}, ${named(to)} required`;
  return [
    ...(differs("version")
      ? [required("Version", effectiveVersion(current.spec.version), effectiveVersion(desired.spec.version))]
      : []),
    ...(differs("bootstrap") ? [bootstrapDifference(current.spec, desired.spec)] : []),
    ...(differs("infrastructureRef") ? [outdated(current.spec.infrastructureRef.kind)] : []),
    ...(differs("failureDomain")
      ? [required("Failure domain", current.spec.failureDomain, desired.spec.failureDomain)]
      : []),
  ];
}

function bootstrapDifference(current: Spec, desired: Spec): string {
  if (current.bootstrap.configRef !== undefined) return outdated(current.bootstrap.configRef.kind);
  const [before, after] = [current.bootstrap.dataSecretName, desired.bootstrap.dataSecretName];
  return `spec.bootstrap.dataSecretName ${named(before)}, ${named(after)} required`;
}

function outdated(templateKind: string): string {
  return `${templateKind.replace(/Template$/, "")} is not up-to-date`;
}

function named(value: string | undefined): string {
  return value === undefined || value === "" ? "none" : value;
}

interface RollingOut {
  readonly spec: { readonly rollout?: { readonly after?: string } };
}

/** Whether `spec.rollout.after` has passed, and the MachineSet is older than that. */
export function isRolloutDue(
  deployment: RollingOut,
  set: { readonly metadata: { readonly creationTimestamp?: string } },
  now: number,
): boolean {
  const after = rolloutAfterMs(deployment);
  return after !== undefined && after <= now && Date.parse(set.metadata.creationTimestamp ?? "") < after;
}

/** `spec.rollout.after` in milliseconds since the epoch. */
export function rolloutAfterMs({ spec }: RollingOut): number | undefined {
  const after = Date.parse(spec.rollout?.after ?? "");
  return Number.isNaN(after) ? undefined : after;
}
