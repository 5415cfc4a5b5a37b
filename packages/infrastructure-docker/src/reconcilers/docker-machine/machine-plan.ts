import { createHash } from "node:crypto";
import { type DeepReadonly, labels, uniqueName } from "@capstan/provider";
import type { DockerMachineObject } from "../../api/docker-machine.ts";
import type { ContainerSpec } from "../../engine/container-spec.ts";
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
}

/** The names of a machine, which depend on its own name alone. Pure. */
export function machinePlan(object: DeepReadonly<DockerMachineObject>, version: string | undefined): MachinePlan {
  const { customImage } = object.spec;
  return {
    container: machineContainerName(object),
    machine: uniqueName(object),
    image: customImage ?? (version === undefined ? undefined : `kindest/node:${version.replace(/^v?/, "v")}`),
  };
}

/** The container of a machine. Pure. */
export function machineSpec(
  { object, machine, failureDomain }: DockerMachineScope,
  image: string,
  of: { readonly cluster: string; readonly network: string },
): ContainerSpec {
  const isControlPlane = machine.metadata.labels?.[labels.controlPlane] !== undefined;
  const role: ContainerRole = isControlPlane ? "control-plane" : "worker";
  return {
    image,
    hostname: hostnameOf(machine.metadata.name),
    labels: {
      [engineLabels.cluster]: of.cluster,
      [engineLabels.machine]: uniqueName(object),
      [engineLabels.role]: role,
      ...(failureDomain === undefined ? {} : { [engineLabels.failureDomain]: failureDomain }),
    },
    network: of.network,
    isPrivileged: true,
    tmpfs: ["/run", "/tmp"],
    volumes: ["/var/lib/containerd"],
    mounts: object.spec.extraMounts ?? [],
    ports: object.spec.extraPortMappings ?? [],
  };
}

/** The hostname, which becomes the name of the Node: that of the Machine, shortened if Linux would refuse it. Pure. */
function hostnameOf(machineName: string): string {
  if (machineName.length <= longestHostname) return machineName;
  const hash = createHash("sha256").update(machineName).digest("hex").slice(0, 8);
  return `${machineName.slice(0, longestHostname - hash.length - 1).replace(/[-.]+$/, "")}-${hash}`;
}
