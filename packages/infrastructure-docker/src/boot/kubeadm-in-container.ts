import { fieldsAt, fieldsOf, type JsonObject, listAt, objectAt } from "@capstan/kube";

/** The kubelet shares the disk and the swap of the engine's host, whose disk may be almost full. */
const kubeletExtraArgs = [
  { name: "eviction-hard", value: "nodefs.available<0%,nodefs.inodesFree<0%,imagefs.available<0%" },
  { name: "fail-swap-on", value: "false" },
];

/** kubeadm gives up after one to five minutes, but a container shares its cores with every other container, and with the host. */
const patienceSeconds = 600;
const timeouts = {
  controlPlaneComponentHealthCheckSeconds: patienceSeconds,
  kubeletHealthCheckSeconds: patienceSeconds,
  kubernetesAPICallSeconds: patienceSeconds,
  etcdAPICallSeconds: patienceSeconds,
  tlsBootstrapSeconds: patienceSeconds,
  discoverySeconds: patienceSeconds,
};

/** Where the kubeadm bootstrap provider writes the configuration of `kubeadm init`: a machine that joins has no such file. */
const initConfigurationFile = "/run/kubeadm/kubeadm.yaml";

/** kube-proxy would otherwise raise a limit of the engine's kernel with the number of its cores, which no container may, and end. */
const kubeProxyConfiguration = [
  "---",
  "apiVersion: kubeproxy.config.k8s.io/v1alpha1",
  "kind: KubeProxyConfiguration",
  "conntrack: {maxPerCore: 0}",
];

/**
 * The spec of a KubeadmConfig with which kubeadm accepts a container, as kind runs it: without its preflight checks, and with
 * timeouts for a busy host. A machine that initializes a control plane leaves the connection tracking of the engine's kernel alone, and
 * installs the network of kind's image, if its image has one. Pure.
 *
 * @param spec - of a KubeadmConfig, v1beta2.
 * @param podRange - the range of Pod addresses of the Cluster, as a CIDR. Default: no network is installed, as for machines that join.
 *
 * @example
 * ```ts
 * import { kubeadmInContainer } from "@capstan/infrastructure-docker";
 *
 * const spec = kubeadmInContainer({ initConfiguration: { skipPhases: ["addon/coredns"] } }, "10.244.0.0/16");
 * console.log(spec.initConfiguration.skipPhases); // addon/coredns, preflight
 * ```
 */
export function kubeadmInContainer<Spec extends object>(spec: Spec, podRange?: string): Spec {
  const parts = ["initConfiguration", "joinConfiguration"].filter((part) => objectAt(spec, part) !== undefined);
  return {
    ...spec,
    ...(parts.includes("initConfiguration") ? initializing(spec, podRange) : {}),
    ...Object.fromEntries(parts.map((part) => [part, inContainer(fieldsAt(spec, part))])),
  };
}

function initializing(spec: object, podRange?: string): JsonObject {
  const preKubeadmCommands = [...listAt(spec, "preKubeadmCommands"), configureKubeProxy()];
  if (podRange === undefined) return { preKubeadmCommands };
  return {
    preKubeadmCommands,
    postKubeadmCommands: [installNetwork(podRange), ...listAt(spec, "postKubeadmCommands")],
  };
}

/** A configuration of the user's, which an earlier command has added, is kept. */
function configureKubeProxy(): string {
  const file = initConfigurationFile;
  const lines = kubeProxyConfiguration.map((line) => `'${line}'`).join(" ");
  return `if [ -f ${file} ] && ! grep -q '^kind: KubeProxyConfiguration' ${file}; then printf '%s\\n' ${lines} >>${file}; fi`;
}

function inContainer(configuration: JsonObject): JsonObject {
  return {
    ...configuration,
    skipPhases: [...listAt(configuration, "skipPhases"), "preflight"],
    timeouts: { ...timeouts, ...fieldsOf(configuration.timeouts) },
    nodeRegistration: {
      ...fieldsOf(configuration.nodeRegistration),
      kubeletExtraArgs: [...listAt(configuration, "nodeRegistration", "kubeletExtraArgs"), ...kubeletExtraArgs],
    },
  };
}

function installNetwork(podRange: string): string {
  const file = "/kind/manifests/default-cni.yaml";
  const apply = "kubectl --kubeconfig=/etc/kubernetes/admin.conf apply -f -";
  return `test ! -f ${file} || sed 's@[{][{] .PodSubnet [}][}]@${podRange}@' ${file} | ${apply}`;
}
