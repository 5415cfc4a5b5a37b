import { posix } from "node:path";
import type { MachineImage } from "@capstan/bootstrap-data";
import { hostPort } from "@capstan/kube";
import { BootProblem, type BootProblemReason } from "./problem/boot-problem.ts";
import { type ControlPlaneCertificates, readControlPlaneCertificates } from "./certificates.ts";
import { requireDiscovery } from "./discovery.ts";
import { isEndpoint } from "./endpoint.ts";
import { type KubeadmArguments, parseKubeadmArguments, requireUsable } from "./kubeadm/arguments.ts";
import { intentFromConfig } from "./kubeadm/intent-from-config.ts";
import { intentFromFlags } from "./kubeadm/intent-from-flags.ts";
import type { InitIntent, JoinIntent, KubeadmIntent } from "./kubeadm/intent.ts";
import { type NodePlan, planNode } from "./node-plan.ts";
import type { ObservedCluster } from "./observed-cluster.ts";
import { type FileContent, SymbolicShell } from "./shell/symbolic-shell.ts";

/** Its existence shows that the bootstrap data has succeeded. */
const sentinelFile = "/run/cluster-api/bootstrap-success.complete";

/** The properties of a machine other than its bootstrap data. */
export interface BootingMachine {
  /** The machine's own hostname. */
  readonly hostname: string;
  /** The installed Kubernetes version. */
  readonly kubernetesVersion?: string;
}

/** Whether a machine would have joined, and why not. Reasons and messages contain no secrets. */
export type BootDecision =
  | {
      readonly outcome: "initializes";
      readonly node: NodePlan;
      readonly intent: InitIntent;
      readonly certificates: ControlPlaneCertificates;
    }
  | { readonly outcome: "joinsAsControlPlane" | "joinsAsWorker"; readonly node: NodePlan }
  | {
      /** `waits`: decided again after a change of the cluster. */
      readonly outcome: "waits" | "neverJoins";
      readonly reason: BootProblemReason;
      readonly message: string;
    };

/**
 * Decides the effect of a machine's bootstrap data: traces its commands up to the kubeadm call, and makes the checks of kubeadm, the
 * kubelet and the API server. Pure: no I/O, and no command runs.
 *
 * @param image - the parsed bootstrap data; undefined: the machine has no data.
 *
 * @example
 * ```ts
 * import { decideBoot } from "@capstan/infrastructure-mock";
 *
 * const cluster = { endpoint: { host: "127.0.0.1", port: 6443 }, now: Date.UTC(2026, 0) };
 * console.log(decideBoot(undefined, { hostname: "m1" }, cluster).outcome); // neverJoins: it was given no data
 * ```
 */
export function decideBoot(
  image: MachineImage | undefined,
  machine: BootingMachine,
  cluster: ObservedCluster,
): BootDecision {
  if (image === undefined) {
    return { outcome: "neverJoins", reason: "NoBootstrapData", message: "The machine has no bootstrap data" };
  }
  const boot = new Boot(machine, cluster);
  const files = new Map<string, FileContent>();
  // cloud-init runs bootcmd before it writes the files.
  new SymbolicShell(files, boot).runAll(image.bootCommands);
  for (const [path, { content }] of image.files) files.set(path, content);
  new SymbolicShell(files, boot).runAll(image.commands);
  return boot.decision();
}

type Success = Exclude<BootDecision, { reason: BootProblemReason }>;

class Boot {
  readonly #machine: BootingMachine;
  readonly #cluster: ObservedCluster;
  #success: Success | undefined;
  #problem: BootProblem | undefined;
  #sentinelWritten = false;
  #kubeadmPassedOver = false;

  constructor(machine: BootingMachine, cluster: ObservedCluster) {
    this.#machine = machine;
    this.#cluster = cluster;
  }

  run(words: readonly string[], files: ReadonlyMap<string, FileContent>): boolean {
    const call = parseKubeadmArguments(words);
    if (call === undefined) return true;
    // A second init or join on the same machine fails in kubeadm's preflight checks.
    if (this.#success !== undefined) return false;
    try {
      this.#success = this.#kubeadm(call, files);
      return true;
    } catch (problem) {
      if (!(problem instanceof BootProblem)) throw problem;
      this.#problem ??= problem;
      return false;
    }
  }

  wrote(path: string): void {
    if (path === sentinelFile && this.#success !== undefined) this.#sentinelWritten = true;
  }

  passedOver(words: readonly string[]): void {
    if (words.some((word) => /(^|\/)kubeadm$/.test(word))) this.#kubeadmPassedOver = true;
  }

  decision(): BootDecision {
    if (this.#success !== undefined) return this.#sentinelWritten ? this.#success : never(sentinelMissing);
    if (this.#problem !== undefined) return never(this.#problem);
    return never(this.#kubeadmPassedOver ? kubeadmNotFollowed : kubeadmNotCalled);
  }

  #kubeadm(call: KubeadmArguments, files: ReadonlyMap<string, FileContent>): Success {
    requireUsable(call);
    const intent = intentOf(call, files, this.#machine.kubernetesVersion);
    return intent.command === "init" ? this.#init(intent, files) : this.#join(intent, files);
  }

  #init(intent: InitIntent, files: ReadonlyMap<string, FileContent>): Success {
    const { controlPlane, endpoint, now } = this.#cluster;
    if (controlPlane !== undefined) {
      throw new BootProblem(
        "ClusterAlreadyInitialized",
        "Another machine has initialized the control plane; a second kubeadm init would create a second cluster behind the same endpoint",
      );
    }
    if (!isEndpoint(intent.controlPlaneEndpoint ?? "", endpoint)) {
      throw new BootProblem(
        "ControlPlaneEndpointMismatch",
        `controlPlaneEndpoint is ${intent.controlPlaneEndpoint ?? "not set"}, but the cluster's load balancer is at ${hostPort(endpoint)}`,
      );
    }
    const certificates = readControlPlaneCertificates(files, {
      certificatesDirectory: intent.certificatesDirectory,
      externalEtcd: intent.externalEtcd,
      now,
    });
    const node = planNode(intent.registration, "control-plane", this.#machine, new Set());
    return {
      outcome: "initializes",
      node: { ...node, apiServerPort: intent.apiServerPort },
      intent,
      certificates,
    };
  }

  #join(intent: JoinIntent, files: ReadonlyMap<string, FileContent>): Success {
    const controlPlane = requireDiscovery(intent.discovery, this.#cluster, files);
    if (!controlPlane.hasClusterConfiguration) throw clusterConfigurationMissing;
    if (intent.controlPlane) this.#requireSameCertificates(files);
    const role = intent.controlPlane ? "control-plane" : "worker";
    const node = planNode(intent.registration, role, this.#machine, controlPlane.nodeNames);
    return intent.controlPlane
      ? { outcome: "joinsAsControlPlane", node: { ...node, apiServerPort: intent.apiServerPort } }
      : { outcome: "joinsAsWorker", node };
  }

  #requireSameCertificates(files: ReadonlyMap<string, FileContent>): void {
    const { controlPlane, now } = this.#cluster;
    if (controlPlane === undefined) return;
    const { certificatesDirectory, publicKeys } = controlPlane;
    const own = readControlPlaneCertificates(files, {
      certificatesDirectory,
      externalEtcd: publicKeys.etcd === undefined,
      now,
    });
    const names = ["ca", "frontProxy", "serviceAccount", "etcd"] as const;
    const different = names.filter((name) => own.publicKeys[name] !== publicKeys[name]);
    if (different.length === 0) return;
    throw new BootProblem(
      "CertificatesMismatch",
      `These certificates differ from those of the cluster: ${different.map((name) => certificateNames[name]).join(", ")}`,
    );
  }
}

const certificateNames = {
  ca: "ca.crt",
  frontProxy: "front-proxy-ca.crt",
  serviceAccount: "sa.key",
  etcd: "etcd/ca.crt",
};
const sentinelMissing = new BootProblem(
  "SentinelFileNotWritten",
  `kubeadm would succeed, but no command writes ${sentinelFile} afterwards`,
);
const clusterConfigurationMissing = new BootProblem(
  "ClusterConfigurationNotFound",
  "The workload cluster has no ClusterConfiguration in the ConfigMap kube-system/kubeadm-config, which kubeadm join reads",
);
const kubeadmNotCalled = new BootProblem(
  "KubeadmNotCalled",
  "No command of the bootstrap data calls kubeadm init or kubeadm join",
);
const kubeadmNotFollowed = new BootProblem(
  "KubeadmNotFollowed",
  "kubeadm is called inside an if, a loop, a function or a script that is not a shell script, which a mock machine does not run",
);

function never({ reason, message, waits }: BootProblem): BootDecision {
  return { outcome: waits ? "waits" : "neverJoins", reason, message };
}

function intentOf(
  call: KubeadmArguments,
  files: ReadonlyMap<string, FileContent>,
  kubernetesVersion: string | undefined,
): KubeadmIntent {
  const config = call.flags.get("config")?.at(-1);
  if (config === undefined) return intentFromFlags(call);
  const path = posix.resolve("/", config);
  if (!files.has(path)) {
    throw new BootProblem(
      "KubeadmConfigNotFound",
      `kubeadm ${call.command} reads ${path}, which the bootstrap data does not write`,
    );
  }
  const content = files.get(path);
  if (content === undefined) {
    throw new BootProblem("KubeadmConfigNotFound", `${path} is written by a program that a mock machine does not run`);
  }
  return intentFromConfig(call.command, { path, text: content.toString("utf8") }, kubernetesVersion);
}
