import { fieldsAt, fieldsOf, type JsonObject, listAt, objectAt } from "@capstan/kube";

/** The kubelet shares the disk and the swap of the engine's host, whose disk may be almost full. */
const kubeletExtraArgs = [
  { name: "eviction-hard", value: "nodefs.available<0%,nodefs.inodesFree<0%,imagefs.available<0%" },
  { name: "fail-swap-on", value: "false" },
];

/**
 * The spec of a KubeadmConfig with which kubeadm accepts a container, as kind runs it: without its preflight checks. A machine that
 * initializes a control plane also installs the network of kind's image, if its image has one. Pure.
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
  const network =
    podRange !== undefined && parts.includes("initConfiguration")
      ? { postKubeadmCommands: [installNetwork(podRange), ...listAt(spec, "postKubeadmCommands")] }
      : {};
  return { ...spec, ...network, ...Object.fromEntries(parts.map((part) => [part, inContainer(fieldsAt(spec, part))])) };
}

function inContainer(configuration: JsonObject): JsonObject {
  return {
    ...configuration,
    skipPhases: [...listAt(configuration, "skipPhases"), "preflight"],
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
