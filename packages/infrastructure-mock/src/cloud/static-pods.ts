import { createHash } from "node:crypto";
import type { Node } from "@capstan/provider";
import { statedText, type UploadedClusterConfiguration } from "../boot/kubeadm/cluster-configuration.ts";
import { defaultAPIServerPort } from "../boot/kubeadm/intent.ts";
import type { NodePlan } from "../boot/node-plan.ts";
import { imageTag } from "./images.ts";
import type { NodeFacts } from "./node-object.ts";
import { type Pod, systemNamespace } from "./workload-kinds.ts";

/** The etcd version of the kubeadm of Kubernetes 1.36. */
const etcdTag = "3.6.8-0";

interface Component {
  readonly name: "kube-apiserver" | "kube-controller-manager" | "kube-scheduler" | "etcd";
  readonly image: string;
  readonly arguments: readonly (readonly [string, string])[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The names of the static Pods that a control-plane Node may have. */
export function staticPodNames(node: string): readonly string[] {
  return ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd"].map((name) => `${name}-${node}`);
}

/**
 * The mirror Pods of a control-plane Node's static Pods: the API server, the controller manager, the scheduler, and etcd unless it is
 * external. They are running and ready.
 */
export function staticPods(
  node: Node,
  configuration: UploadedClusterConfiguration,
  plan: NodePlan,
  facts: NodeFacts,
): readonly Pod[] {
  return components(configuration, plan, facts).map((component) => mirrorPod(component, node, facts));
}

/** The port of a static Pod's API server; undefined if the Pod runs no API server. */
export function apiServerPortOf({ metadata, spec }: Pod): number | undefined {
  if (metadata.labels?.component !== "kube-apiserver") return undefined;
  const port = spec.containers[0]?.command.findLast((flag) => flag.startsWith("--secure-port="));
  return port === undefined ? undefined : Number(port.slice("--secure-port=".length));
}

/** Whether etcd serves its clients on a port of a static Pod. */
export function isEtcd({ metadata }: Pod, port: number): boolean {
  return metadata.labels?.component === "etcd" && port === 2379;
}

function components(
  configuration: UploadedClusterConfiguration,
  { apiServerPort = defaultAPIServerPort }: NodePlan,
  { internalIP }: NodeFacts,
): Component[] {
  const { imageRepository, kubernetesVersion, serviceSubnet, localEtcd, externalEtcdEndpoints } = configuration;
  const image = (name: string) => `${imageRepository}/${name}:${imageTag(kubernetesVersion)}`;
  const etcdServers = localEtcd === undefined ? externalEtcdEndpoints : ["https://127.0.0.1:2379"];
  const apiServer: Component = {
    name: "kube-apiserver",
    image: image("kube-apiserver"),
    arguments: [
      ["advertise-address", internalIP],
      ["etcd-servers", etcdServers.join(",")],
      ["secure-port", String(apiServerPort)],
      ["service-cluster-ip-range", serviceSubnet],
      ...configuration.extraArguments("apiServer"),
    ],
    annotations: {
      "kubeadm.kubernetes.io/kube-apiserver.advertise-address.endpoint": `${internalIP}:${apiServerPort}`,
    },
  };
  return [
    apiServer,
    {
      name: "kube-controller-manager",
      image: image("kube-controller-manager"),
      arguments: configuration.extraArguments("controllerManager"),
    },
    { name: "kube-scheduler", image: image("kube-scheduler"), arguments: configuration.extraArguments("scheduler") },
    ...(localEtcd === undefined ? [] : [etcd(localEtcd, imageRepository, internalIP)]),
  ];
}

function etcd(local: NonNullable<UploadedClusterConfiguration["localEtcd"]>, registry: string, ip: string): Component {
  const repository = statedText(local, "imageRepository") ?? registry;
  return {
    name: "etcd",
    image: `${repository}/etcd:${statedText(local, "imageTag") ?? etcdTag}`,
    arguments: [
      ["advertise-client-urls", `https://${ip}:2379`],
      ["data-dir", statedText(local, "dataDir") ?? "/var/lib/etcd"],
    ],
    annotations: { "kubeadm.kubernetes.io/etcd.advertise-client-urls": `https://${ip}:2379` },
  };
}

function mirrorPod(component: Component, node: Node, facts: NodeFacts): Pod {
  const { name, image, annotations } = component;
  const command = [name, ...component.arguments.map(([flag, value]) => `--${flag}=${value}`)];
  const hash = createHash("md5")
    .update(JSON.stringify([image, command]))
    .digest("hex");
  const { name: nodeName, uid = "" } = node.metadata;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace: systemNamespace,
      name: `${name}-${nodeName}`,
      labels: { component: name, tier: "control-plane" },
      annotations: {
        ...annotations,
        "kubernetes.io/config.hash": hash,
        "kubernetes.io/config.mirror": hash,
        "kubernetes.io/config.seen": facts.now,
        "kubernetes.io/config.source": "file",
      },
      ownerReferences: [{ apiVersion: "v1", kind: "Node", name: nodeName, uid, controller: true }],
    },
    spec: {
      nodeName,
      hostNetwork: true,
      priorityClassName: "system-node-critical",
      containers: [{ name, image, command }],
      tolerations: [{ effect: "NoExecute", operator: "Exists" }],
    },
    status: podStatus(component, facts),
  };
}

function podStatus({ name, image }: Component, { internalIP, now }: NodeFacts): object {
  const conditions = ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"];
  return {
    phase: "Running",
    hostIP: internalIP,
    podIP: internalIP,
    podIPs: [{ ip: internalIP }],
    startTime: now,
    conditions: conditions.map((type) => ({ type, status: "True", lastTransitionTime: now })),
    containerStatuses: [
      { name, image, imageID: "", ready: true, started: true, restartCount: 0, state: { running: { startedAt: now } } },
    ],
  };
}
