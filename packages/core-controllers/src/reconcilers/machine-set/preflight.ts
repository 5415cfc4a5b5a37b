import { annotations, type DeepReadonly, groups, type KubernetesObject, type MachineSet } from "@capstan/contract";

/** What decides whether a MachineSet may make Machines now. */
export interface PreflightFacts {
  readonly set: DeepReadonly<MachineSet>;
  /** The object behind the Cluster's `controlPlaneRef`; `undefined`: there is none, and nothing to check. */
  readonly controlPlane: DeepReadonly<KubernetesObject> | undefined;
  readonly bootstrapTemplate: DeepReadonly<KubernetesObject> | undefined;
}

/** How long to wait before failed checks are made again, in milliseconds. */
export const preflightRetryMs = 15_000;

/** How many minor versions a kubelet may be older than its API server. */
const allowedSkew = 3;

/**
 * Why a MachineSet should not make Machines at the moment, a sentence each: its control plane is being made or upgraded,
 * or would not get on with the version of the new Machines. The annotation
 * `machineset.cluster.x-k8s.io/skip-preflight-checks` on the set or its bootstrap template turns checks off by name.
 */
export function preflightProblems({ set, controlPlane, bootstrapTemplate }: PreflightFacts): string[] {
  const wanted = textAt(controlPlane, "spec", "version");
  if (controlPlane === undefined || wanted === undefined) return [];
  const skipped = skippedChecks(set, bootstrapTemplate);
  if (skipped.includes("All")) return [];
  return checks.flatMap(({ name, problem }) => {
    const found = skipped.includes(name) ? undefined : problem(set, controlPlane, wanted);
    return found === undefined ? [] : [`${found} ("${name}" preflight check failed)`];
  });
}

type Problem = (
  set: DeepReadonly<MachineSet>,
  controlPlane: DeepReadonly<KubernetesObject>,
  wanted: string,
) => string | undefined;

const stable: Problem = (_set, controlPlane, wanted) => {
  const named = `${controlPlane.kind} ${controlPlane.metadata.name}`;
  const running = textAt(controlPlane, "status", "version");
  if (running === undefined) return `${named} is provisioning`;
  return running === wanted ? undefined : `${named} is upgrading`;
};

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
  return why === "" ? undefined : `${versions} do not fit: that of the MachineSet ${why}`;
};

const kubeadmSkew: Problem = (set, _controlPlane, wanted) => {
  const { configRef } = set.spec.template.spec.bootstrap;
  const isKubeadm = configRef?.kind === "KubeadmConfigTemplate" && configRef.apiGroup === groups.bootstrap;
  const [machines, servers] = [minorOf(set.spec.template.spec.version), minorOf(wanted)];
  if (!isKubeadm || machines === undefined || servers === undefined || machines === servers) return undefined;
  return `kubeadm joins Machines only in the minor version of the ControlPlane (${wanted})`;
};

const checks: readonly { readonly name: string; readonly problem: Problem }[] = [
  { name: "ControlPlaneIsStable", problem: stable },
  { name: "KubernetesVersionSkew", problem: kubernetesSkew },
  { name: "KubeadmVersionSkew", problem: kubeadmSkew },
];

function skippedChecks(
  set: DeepReadonly<MachineSet>,
  bootstrapTemplate: DeepReadonly<KubernetesObject> | undefined,
): string[] {
  const key = annotations.skipPreflightChecks;
  const value = set.metadata.annotations?.[key] ?? bootstrapTemplate?.metadata.annotations?.[key] ?? "";
  return value.split(",").map((name) => name.trim());
}

function minorOf(version: string | undefined): number | undefined {
  const minor = /^v?\d+\.(\d+)\./.exec(version ?? "")?.[1];
  return minor === undefined ? undefined : Number(minor);
}

function textAt(object: unknown, section: string, field: string): string | undefined {
  const part = (object as Record<string, unknown> | undefined)?.[section];
  const value = (part as Record<string, unknown> | undefined)?.[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}
