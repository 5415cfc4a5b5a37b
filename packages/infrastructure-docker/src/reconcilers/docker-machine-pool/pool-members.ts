import { conditionTypes, getCondition, isConditionTrue, type PoolMachine, uniqueName } from "@capstan/provider";
import type { DockerMachine } from "../../api/docker-machine.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { engineLabels, machineContainerName } from "../../engine/labels.ts";
import { bootstrapExecSucceeded, nodeProviderIDSet } from "../docker-machine/boot-conditions.ts";

/** A DockerMachine of a pool, with its Machine. */
export type DockerPoolMachine = PoolMachine<typeof DockerMachine>;

/** A machine of a pool: its container, its DockerMachine, or both. */
export interface PoolMember {
  /** Undefined: someone has removed it. */
  readonly container: EngineContainer | undefined;
  /** Undefined: it is not created yet. */
  readonly machine: DockerPoolMachine | undefined;
  /** Whether a DockerMachine that is not of this pool has the container's name. The container is that machine's, then. */
  readonly isTaken: boolean;
}

/** A machine of a pool that has a container. */
export interface PresentMember extends PoolMember {
  readonly container: EngineContainer;
}

/** Joins containers and DockerMachines by their names. The DockerMachines keep their order, and containers without one follow. Pure. */
export function poolMembers(
  containers: readonly EngineContainer[],
  machines: readonly DockerPoolMachine[],
  taken: readonly EngineContainer[],
): readonly PoolMember[] {
  const byName = new Map(containers.map((container) => [container.name, container]));
  const named = new Set(machines.map(({ object }) => machineContainerName(object)));
  return [
    ...machines.map((machine) => ({
      container: byName.get(machineContainerName(machine.object)),
      machine,
      isTaken: false,
    })),
    ...containers
      .filter(({ name }) => !named.has(name))
      .map((container) => ({ container, machine: undefined, isTaken: taken.includes(container) })),
  ];
}

/** Whether a machine exists and stays: neither its container is gone, nor its Machine is being deleted. */
export function isStaying(member: PoolMember): member is PresentMember {
  return member.container !== undefined && member.machine?.isDeleting !== true;
}

/** Whether a container was created, but never started: its pool starts it. */
export function isUnstarted({ container }: PresentMember): boolean {
  return container.state === "created";
}

/** Whether a container was created from another template than the present one. */
export function isOutdated({ container }: PresentMember, template: string): boolean {
  return container.labels[engineLabels.template] !== template;
}

/** Whether a machine has a Node, as far as the provider knows. Without bootstrap data, whether it runs. */
export function isReady({ container, machine }: PresentMember, hasData: boolean): boolean {
  const object = machine?.object;
  if (container.state !== "running" || object?.status?.initialization?.provisioned !== true) return false;
  if (!hasData) return true;
  const node = getCondition(object, nodeProviderIDSet);
  return isConditionTrue(object, bootstrapExecSucceeded) && node !== undefined && node.status !== "False";
}

/** Whether a machine has failed, in contrast to one that boots. */
export function isUnhealthy({ container, machine }: PresentMember): boolean {
  const object = machine?.object;
  const isFailed = [bootstrapExecSucceeded, nodeProviderIDSet].some(
    (type) => object !== undefined && getCondition(object, type)?.status === "False",
  );
  const node = machine?.machine && getCondition(machine.machine, conditionTypes.nodeHealthy);
  return container.state === "stopped" || isFailed || node?.status === "False";
}

/** The name of the DockerMachine of a container. */
export function machineNameOf({ labels }: EngineContainer, namespace: string): string {
  return (labels[engineLabels.machine] ?? "").slice(uniqueName({ metadata: { namespace, name: "" } }).length);
}
