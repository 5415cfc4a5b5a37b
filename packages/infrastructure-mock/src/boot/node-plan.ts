import { labelKeyProblems, labelValueProblems } from "@capstan/kube";
import { requireArguments } from "./components/requirements.ts";
import { BootProblem } from "./problem/boot-problem.ts";
import type { NodeRegistration, NodeTaint } from "./kubeadm/intent.ts";

/** The Node that a machine registers. */
export interface NodePlan {
  /** The Node's name. */
  readonly name: string;
  /** Whether the machine is part of the control plane. */
  readonly role: "control-plane" | "worker";
  /** Labels that the Node registers with. */
  readonly labels: Readonly<Record<string, string>>;
  /** Taints that the Node registers with. */
  readonly taints: readonly NodeTaint[];
  /** The API server port of a control-plane machine. */
  readonly apiServerPort?: number;
  /** From the kubelet's `--provider-id`; without it, the cloud sets its own. */
  readonly providerID?: string;
}

const controlPlaneTaint: NodeTaint = { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" };
const nodeName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const taintEffects = new Set(["NoSchedule", "PreferNoSchedule", "NoExecute"]);
/** Labels under kubernetes.io and k8s.io that a kubelet may set on its own Node. */
const labelsOfKubelets = new Set([
  "beta.kubernetes.io/arch",
  "beta.kubernetes.io/instance-type",
  "beta.kubernetes.io/os",
  "failure-domain.beta.kubernetes.io/region",
  "failure-domain.beta.kubernetes.io/zone",
  "kubernetes.io/arch",
  "kubernetes.io/hostname",
  "kubernetes.io/os",
  "node.kubernetes.io/instance-type",
  "topology.kubernetes.io/region",
  "topology.kubernetes.io/zone",
]);

/**
 * The Node of a registration, with kubeadm's defaults.
 *
 * @throws {@link BootProblem} the API server or the kubelet would refuse the name or the labels, or the name is taken.
 */
export function planNode(
  registration: NodeRegistration,
  role: "control-plane" | "worker",
  machine: { readonly hostname: string; readonly kubernetesVersion?: string },
  taken: ReadonlySet<string>,
): NodePlan {
  // As kubeadm does it, also for a name from its configuration.
  const name = (registration.name ?? machine.hostname).trim().toLowerCase();
  if (!nodeName.test(name)) {
    throw new BootProblem("NodeNameInvalid", `${JSON.stringify(name)} cannot be the name of a Node`);
  }
  // The kubelet labels its Node with the name, which is longer than a label's value may be.
  if (name.length > 63) {
    throw new BootProblem("NodeNameInvalid", `${name} has more than 63 characters, and cannot be a label of the Node`);
  }
  if (taken.has(name)) {
    throw new BootProblem("NodeNameTaken", `The cluster already has a Node ${name}`);
  }
  requireArguments("kubelet", registration.kubeletArguments, machine.kubernetesVersion);
  const taints = registration.taints ?? (role === "control-plane" ? [controlPlaneTaint] : []);
  requireTaints(taints);
  const providerID = registration.kubeletArguments.get("provider-id");
  return {
    name,
    role,
    labels: nodeLabels(registration.kubeletArguments.get("node-labels") ?? ""),
    taints,
    ...(providerID === undefined ? {} : { providerID }),
  };
}

function nodeLabels(list: string): Record<string, string> {
  const entries = list.split(",").flatMap((entry): [string, string][] => {
    const [key = "", ...value] = entry.trim().split("=");
    return key === "" ? [] : [[key, value.join("=")]];
  });
  for (const [key, value] of entries) requireLabel(key, value);
  const forbidden = entries.map(([key]) => key).filter((key) => !mayBeSetByKubelet(key));
  if (forbidden.length > 0) {
    throw new BootProblem("NodeLabelsForbidden", `A kubelet must not label its own Node with ${forbidden.join(", ")}`);
  }
  return Object.fromEntries(entries);
}

function requireLabel(key: string, value: string): void {
  const [problem] = [...labelKeyProblems(key), ...labelValueProblems(value)];
  if (problem === undefined) return;
  throw new BootProblem("KubeletArgumentsInvalid", `The kubelet does not start with the label ${key}: ${problem}`);
}

function requireTaints(taints: readonly NodeTaint[]): void {
  for (const { key, value = "", effect } of taints) {
    const [problem] = [...labelKeyProblems(key), ...labelValueProblems(value)];
    const wrong = taintEffects.has(effect) ? problem : `the effect ${effect} is not ${[...taintEffects].join(", ")}`;
    if (wrong === undefined) continue;
    throw new BootProblem("KubeletArgumentsInvalid", `The kubelet does not start with the taint ${key}: ${wrong}`);
  }
}

function mayBeSetByKubelet(key: string): boolean {
  const namespace = key.includes("/") ? key.slice(0, key.indexOf("/")) : "";
  const reserved = /(^|\.)(kubernetes|k8s)\.io$/.test(namespace);
  return !reserved || labelsOfKubelets.has(key) || /(^|\.)(kubelet|node)\.kubernetes\.io$/.test(namespace);
}
