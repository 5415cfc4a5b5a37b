import { createHash } from "node:crypto";
import { type DeepReadonly, labels, ownerOfKind, uniqueName } from "@capstan/provider";
import type { DockerMachineObject } from "../../api/docker-machine.ts";
import { DockerMachinePool } from "../../api/docker-machine-pool.ts";
import type { ContainerSpec } from "../../engine/container-spec.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { type ContainerRole, engineLabels, machineContainerName } from "../../engine/labels.ts";
import type { DockerMachineScope } from "./machine-scope.ts";

/** The longest hostname of Linux that is also a label of DNS. */
const longestHostname = 63;

/** What a DockerMachine has in the engine. */
export interface MachinePlan {
  /** Name of the container. */
  readonly container: string;
  /** Value of the label `machine`. */
  readonly machine: string;
  /** Undefined: neither the Machine has a version nor the spec an image. */
  readonly image: string | undefined;
  /** Whether a DockerMachinePool creates the container. */
  readonly isOfPool: boolean;
}

/** The names of a machine, which depend on its own name alone. Pure. */
export function machinePlan(object: DeepReadonly<DockerMachineObject>, version: string | undefined): MachinePlan {
  return {
    container: machineContainerName(object),
    machine: uniqueName(object),
    image: nodeImage(object.spec.customImage, version),
    isOfPool: ownerOfKind(object, DockerMachinePool.kind.group, DockerMachinePool.kind.kind) !== undefined,
  };
}

/** The image of a machine. Undefined: neither an image nor a version is known. Pure. */
export function nodeImage(customImage: string | undefined, version: string | undefined): string | undefined {
  return customImage ?? (version === undefined ? undefined : `kindest/node:${version.replace(/^v?/, "v")}`);
}

/** The remedy for a machine without an image. */
export const imageUnknown = {
  reason: "ImageUnknown",
  message: "Set spec.version of the Machine or MachinePool, or customImage in the spec",
} as const;

/** The container of a machine. Pure. */
export function machineSpec(
  { object, machine, failureDomain }: DockerMachineScope,
  image: string,
  of: { readonly cluster: string; readonly network: string },
): ContainerSpec {
  const isControlPlane = machine.metadata.labels?.[labels.controlPlane] !== undefined;
  const { extraMounts = [], extraPortMappings = [] } = object.spec;
  const role: ContainerRole = isControlPlane ? "control-plane" : "worker";
  const ownLabels = {
    [engineLabels.machine]: uniqueName(object),
    [engineLabels.role]: role,
    ...failureDomainLabel(failureDomain),
  };
  return {
    ...nodeSpec({ image, nodeName: machine.metadata.name, labels: ownLabels, mounts: extraMounts, of }),
    ports: extraPortMappings,
  };
}

/** A container with a kubelet, to create. */
interface NodeOptions extends Pick<ContainerSpec, "image" | "labels" | "mounts"> {
  readonly nodeName: string;
  readonly of: { readonly cluster: string; readonly network: string };
}

/** A container in which systemd, containerd and a kubelet run. Pure. */
export function nodeSpec({ image, nodeName, labels: ownLabels, mounts, of }: NodeOptions): ContainerSpec {
  return {
    image,
    hostname: hostnameOf(nodeName),
    labels: { [engineLabels.cluster]: of.cluster, ...ownLabels },
    network: of.network,
    isPrivileged: true,
    tmpfs: ["/run", "/tmp"],
    volumes: ["/var/lib/containerd"],
    mounts,
    ports: [],
  };
}

/** The label of a failure domain, if there is one. Pure. */
export function failureDomainLabel(failureDomain: string | undefined): Readonly<Record<string, string>> {
  return failureDomain === undefined ? {} : { [engineLabels.failureDomain]: failureDomain };
}

/** Whether a DockerMachinePool has created the container. */
export function isOfPool({ labels: own }: EngineContainer): boolean {
  return own[engineLabels.pool] !== undefined;
}

/** The hostname, which becomes the name of the Node: that of the Machine, shortened if Linux would refuse it. Pure. */
function hostnameOf(machineName: string): string {
  if (machineName.length <= longestHostname) return machineName;
  const hash = createHash("sha256").update(machineName).digest("hex").slice(0, 8);
  return `${machineName.slice(0, longestHostname - hash.length - 1).replace(/[-.]+$/, "")}-${hash}`;
}
