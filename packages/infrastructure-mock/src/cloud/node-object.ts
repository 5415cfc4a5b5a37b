import type { Node } from "@capstan/provider";
import type { NodePlan } from "../boot/node-plan.ts";

/** The facts about a Node that come from its kubelet and the cloud. */
export interface NodeFacts {
  readonly providerID: string;
  readonly hostname: string;
  readonly internalIP: string;
  readonly kubernetesVersion: string;
  readonly failureDomain?: string;
  /** RFC 3339. */
  readonly now: string;
}

/** The Node that a machine registers: Ready, and with the pressure conditions of an idle machine. */
export function nodeObject(plan: NodePlan, facts: NodeFacts): Node {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: plan.name,
      labels: nodeLabels(plan, facts),
      annotations: {
        "kubeadm.alpha.kubernetes.io/cri-socket": "unix:///run/containerd/containerd.sock",
        "volumes.kubernetes.io/controller-managed-attach-detach": "true",
      },
    },
    spec: {
      providerID: plan.providerID ?? facts.providerID,
      ...(plan.taints.length === 0 ? {} : { taints: plan.taints.map((taint) => ({ ...taint })) }),
    },
    status: nodeStatus(facts),
  };
}

function nodeLabels(plan: NodePlan, facts: NodeFacts): Record<string, string> {
  return {
    "kubernetes.io/arch": "amd64",
    "kubernetes.io/hostname": facts.hostname,
    "kubernetes.io/os": "linux",
    ...(facts.failureDomain === undefined ? {} : { "topology.kubernetes.io/zone": facts.failureDomain }),
    ...(plan.role === "control-plane"
      ? {
          "node-role.kubernetes.io/control-plane": "",
          "node.kubernetes.io/exclude-from-external-load-balancers": "",
        }
      : {}),
    ...plan.labels,
  };
}

function nodeStatus({ internalIP, hostname, kubernetesVersion, now }: NodeFacts): NonNullable<Node["status"]> {
  const size = { cpu: "2", memory: "4Gi", pods: "110", "ephemeral-storage": "20Gi" };
  const times = { lastHeartbeatTime: now, lastTransitionTime: now };
  return {
    addresses: [
      { type: "InternalIP", address: internalIP },
      { type: "Hostname", address: hostname },
    ],
    capacity: size,
    allocatable: size,
    conditions: [
      {
        type: "MemoryPressure",
        status: "False",
        reason: "KubeletHasSufficientMemory",
        message: "kubelet has sufficient memory available",
        ...times,
      },
      {
        type: "DiskPressure",
        status: "False",
        reason: "KubeletHasNoDiskPressure",
        message: "kubelet has no disk pressure",
        ...times,
      },
      {
        type: "PIDPressure",
        status: "False",
        reason: "KubeletHasSufficientPID",
        message: "kubelet has sufficient PID available",
        ...times,
      },
      { type: "Ready", status: "True", reason: "KubeletReady", message: "kubelet is posting ready status", ...times },
    ],
    nodeInfo: {
      architecture: "amd64",
      bootID: "",
      containerRuntimeVersion: "mock://1.0.0",
      kernelVersion: "",
      kubeProxyVersion: "",
      kubeletVersion: kubernetesVersion,
      machineID: "",
      operatingSystem: "linux",
      osImage: "Capstan mock machine",
      systemUUID: "",
    },
  };
}

/** The conditions of a Node whose machine is deleted: its kubelet no longer posts its status. */
export function unreachableConditions(node: Node, now: string): NonNullable<NonNullable<Node["status"]>["conditions"]> {
  return (node.status?.conditions ?? []).map((condition) => ({
    ...condition,
    status: "Unknown",
    reason: "NodeStatusUnknown",
    message: "Kubelet stopped posting node status.",
    ...(condition.status === "Unknown" ? {} : { lastTransitionTime: now }),
  }));
}

/** Whether the Node's kubelet reports that it is ready. */
export function isReady(node: Node): boolean {
  return node.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false;
}
