import { annotations, type DeepReadonly, groups, type KubernetesObject, type MachineSet } from "@capstan/contract";
import { compareKubernetesVersions, listAt, objectKeyText, readKubernetesVersion, textAt } from "@capstan/kube";
import { type ObservedReference, type Reference } from "../../references/reference.ts";

/** The input for whether a MachineSet may create Machines now. */
export interface PreflightFacts {
  readonly set: DeepReadonly<MachineSet>;
  /**
   * The Cluster's `controlPlaneRef` and the object behind it; `undefined`: the Cluster has no such reference, and there is nothing to
   * check.
   */
  readonly controlPlane: { readonly reference: Reference; readonly observed: ObservedReference } | undefined;
  readonly bootstrapTemplate: DeepReadonly<KubernetesObject> | undefined;
}

/** How many minor versions a kubelet may lag behind its API server. */
const allowedSkew = 3;

/**
 * Why a MachineSet should not create Machines at the moment, one sentence each: its control plane is missing, is being created or upgraded,
 * or does not support the version of the new Machines. The annotation `machineset.cluster.x-k8s.io/skip-preflight-checks` on the set or its
 * bootstrap template disables checks by name.
 */
export function preflightProblems({ set, controlPlane, bootstrapTemplate }: PreflightFacts): string[] {
  if (controlPlane === undefined) return [];
  const skipped = skippedChecks(set, bootstrapTemplate);
  if (skipped.includes("All")) return [];
  const { observed, reference } = controlPlane;
  if (observed.state === "unresolved") return [observed.message];
  if (observed.state !== "found") return [`${reference.kind} ${reference.name} (the control plane) does not exist`];
  const { object } = observed;
  const wanted = textAt(object, "spec", "version") ?? "";
  if (wanted === "") return [];
  const unreadable = [wanted, set.spec.template.spec.version].find((version) => minorOf(version) === undefined);
  if (unreadable !== undefined) return [`${unreadable} is not a valid Kubernetes version`];
  const failed = checks.flatMap(({ name, problem }) => {
    const found = skipped.includes(name) ? undefined : problem(set, object, wanted);
    return found === undefined ? [] : [`${found} ("${name}" preflight check failed)`];
  });
  return failed.length === 0 ? [] : [...failed, ...misnamed(skipped)];
}

type Problem = (
  set: DeepReadonly<MachineSet>,
  controlPlane: DeepReadonly<KubernetesObject>,
  wanted: string,
) => string | undefined;

const stable: Problem = (_set, controlPlane, wanted) => {
  const named = `${controlPlane.kind} ${objectKeyText(controlPlane.metadata)}`;
  const running = runningVersions(controlPlane);
  if (running.length === 0) return `${named} is provisioning`;
  return running.some((version) => compareKubernetesVersions(version, wanted) < 0)
    ? `${named} is upgrading`
    : undefined;
};

/** `status.versions`, or `status.version` if the provider does not list them. */
function runningVersions(controlPlane: DeepReadonly<KubernetesObject>): string[] {
  const listed = listAt(controlPlane, "status", "versions").map((entry) => textAt(entry, "version"));
  const single = textAt(controlPlane, "status", "version");
  const isStated = (version: string | undefined): version is string => version !== undefined && version !== "";
  return listed.some(isStated) ? listed.filter(isStated) : [single].filter(isStated);
}

const kubernetesSkew: Problem = (set, _controlPlane, wanted) => {
  const [machines, servers] = [minorOf(set.spec.template.spec.version), minorOf(wanted)];
  if (machines === undefined || servers === undefined) return undefined;
  const versions = `MachineSet version (${set.spec.template.spec.version ?? ""}) and ControlPlane version (${wanted})`;
  const why =
    machines > servers
      ? "is newer"
      : machines < servers - allowedSkew
        ? `is more than ${allowedSkew} minor versions older`
        : "";
  return why === "" ? undefined : `${versions} are incompatible: the version of the MachineSet ${why}`;
};

const kubeadmSkew: Problem = (set, _controlPlane, wanted) => {
  const { configRef } = set.spec.template.spec.bootstrap;
  const isKubeadm = configRef?.kind === "KubeadmConfigTemplate" && configRef.apiGroup === groups.bootstrap;
  const [machines, servers] = [minorOf(set.spec.template.spec.version), minorOf(wanted)];
  if (!isKubeadm || machines === undefined || servers === undefined || machines === servers) return undefined;
  return `kubeadm can only join Machines with the minor version of the ControlPlane (${wanted})`;
};

const checks: readonly { readonly name: string; readonly problem: Problem }[] = [
  { name: "ControlPlaneIsStable", problem: stable },
  { name: "KubernetesVersionSkew", problem: kubernetesSkew },
  { name: "KubeadmVersionSkew", problem: kubeadmSkew },
];

/** The names that the annotation accepts: the checks of this core, the upstream check for Clusters with a topology, and `All`. */
const names = [...checks.map(({ name }) => name), "ControlPlaneVersionSkew", "All"];

/** Upstream's webhook refuses other names. Here, the failed check reports why it was not skipped. */
function misnamed(skipped: readonly string[]): string[] {
  const unknown = skipped.filter((name) => name !== "" && !names.includes(name));
  if (unknown.length === 0) return [];
  return [`${annotations.skipPreflightChecks} is invalid: ${unknown.join(", ")}; use only ${names.join(", ")}`];
}

function skippedChecks(
  set: DeepReadonly<MachineSet>,
  bootstrapTemplate: DeepReadonly<KubernetesObject> | undefined,
): string[] {
  const key = annotations.skipPreflightChecks;
  const own = set.metadata.annotations?.[key] ?? "";
  const value = own === "" ? (bootstrapTemplate?.metadata.annotations?.[key] ?? "") : own;
  return value.split(",").map((name) => name.trim());
}

function minorOf(version: string | undefined): number | undefined {
  return version === undefined ? undefined : readKubernetesVersion(version)?.minor;
}
