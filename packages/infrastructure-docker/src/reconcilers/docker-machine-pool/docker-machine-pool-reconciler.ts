import { enqueueForOwner, InfraMachinePoolReconciler, outcome, PoolMachines } from "@capstan/provider";
import { DockerCluster } from "../../api/docker-cluster.ts";
import { DockerMachine } from "../../api/docker-machine.ts";
import { DockerMachinePool } from "../../api/docker-machine-pool.ts";
import type { DockerInfrastructure } from "../../infrastructure/docker-infrastructure.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { providerIDOf } from "../../engine/labels.ts";
import { clusterPlan } from "../docker-cluster/cluster-plan.ts";
import { type Obstacle, PoolContainers } from "./pool-containers.ts";
import { decidePool, type PoolDecision } from "./pool-decision.ts";
import { isStaying, machineNameOf, type PoolMember, poolMembers } from "./pool-members.ts";
import { poolPlan } from "./pool-plan.ts";
import { represent } from "./represent.ts";

/** The delay before the next look at a pool that has what it needs, in milliseconds. */
const lookAgainMs = 30_000;
/** The delay before the next look at a pool that changes, in milliseconds. */
const pollMs = 2_000;
/** The delay before the next step, if it waits for nothing, in milliseconds. */
const atOnceMs = 1;

type Scope = DockerMachinePoolReconciler["Scope"];

/** How far a pool is. */
interface Progress {
  readonly replicas: number;
  readonly members: readonly PoolMember[];
  readonly decision: PoolDecision;
  readonly obstacle: Obstacle | undefined;
}

/**
 * Gives each DockerMachinePool as many containers as its MachinePool has replicas, and each of them a DockerMachine, which boots it. Surplus
 * containers are removed by deleting their Machines.
 */
export class DockerMachinePoolReconciler extends InfraMachinePoolReconciler<
  typeof DockerMachinePool,
  typeof DockerCluster
> {
  /** DockerMachinePool. */
  readonly definition: typeof DockerMachinePool = DockerMachinePool;
  override readonly infraCluster: typeof DockerCluster = DockerCluster;
  readonly #containers: PoolContainers;

  constructor(infrastructure: DockerInfrastructure) {
    super();
    this.#containers = new PoolContainers(infrastructure);
  }

  /** The DockerMachines of a pool wake it. */
  override sources() {
    const { group, kind: ownerKind } = this.definition.kind;
    return [enqueueForOwner(DockerMachine.kind, { group, ownerKind })];
  }

  /** Creates containers and their DockerMachines, and deletes Machines. */
  async reconcilePool(scope: this["Scope"], signal: AbortSignal) {
    const { object, machinePool, replicas, needsBootstrapData } = scope;
    const cluster = clusterPlan(scope.waitForInfraCluster());
    const plan = poolPlan(object, machinePool.spec.template.spec.version);
    const machines = await PoolMachines.of(scope, DockerMachine);
    const present = await this.#containers.list(plan.pool, signal);
    const members = poolMembers(present, machines.all, await takenOf(present, machines, object));
    const desired = { replicas, template: plan.template, hasData: needsBootstrapData };
    const decision = decidePool(members, desired);
    const unrepresented = await represent(scope, plan, decision.keep, machines);
    await machines.delete(decision.remove);
    const { discard } = decision;
    const keep = decision.keep.map(({ container }) => container);
    const names = Array.from({ length: decision.create }, () => machines.newName());
    const obstacle = await this.#containers.level(scope, { plan, cluster, keep, discard, names }, signal);
    const left = members.filter(({ container }) => container === undefined || !discard.includes(container));
    return report(scope, { replicas, members: left, decision, obstacle: obstacle ?? unrepresented });
  }

  /** Deletes the Machines, then removes the containers that have none. */
  async deletePool(scope: this["DeletionScope"], signal: AbortSignal) {
    const machines = await PoolMachines.of(scope, DockerMachine);
    if (await machines.deleteAll()) return outcome.pending("MachinesDeleting", { retryAfterMs: pollMs });
    const { pool } = poolPlan(scope.object, undefined);
    const present = await this.#containers.list(pool, signal);
    const taken = await takenOf(present, machines, scope.object);
    const left = present.filter((container) => !taken.includes(container));
    for (const container of left) await this.#containers.remove(container, signal);
    return left.length === 0 ? outcome.deleted() : outcome.pending("ContainersRemoving", { retryAfterMs: atOnceMs });
  }
}

/** The containers that other DockerMachines boot, and remove when they are deleted. */
async function takenOf(
  containers: readonly EngineContainer[],
  machines: PoolMachines<typeof DockerMachine>,
  { metadata: { namespace } }: Scope["object"],
): Promise<readonly EngineContainer[]> {
  const taken: EngineContainer[] = [];
  for (const container of containers) {
    if (await machines.isTaken(machineNameOf(container, namespace))) taken.push(container);
  }
  return taken;
}

function report({ object }: Scope, progress: Progress) {
  const { members, replicas, decision, obstacle } = progress;
  const started = members.flatMap(({ container }) =>
    container === undefined || container.state === "created" ? [] : [container],
  );
  const infrastructureMachineKind = DockerMachine.kind.kind;
  const facts = { providerIDList: started.map(providerIDOf), infrastructureMachineKind };
  const unready = whyUnready(progress);
  if (unready === undefined) {
    const conditions = [{ type: replicasReady, status: "True", reason: replicasReady } as const];
    return outcome.poolProvisioned({ ...facts, conditions, retryAfterMs: lookAgainMs });
  }
  const { reason, message } = unready;
  const conditions = [{ type: replicasReady, status: "False", reason, message } as const];
  const retryAfterMs = decision.create > 0 && obstacle === undefined ? atOnceMs : (obstacle?.retryAfterMs ?? pollMs);
  if (object.status?.initialization?.provisioned !== true || (started.length === 0 && replicas > 0)) {
    return outcome.pending(reason, { ...facts, conditions, message, retryAfterMs, warning: obstacle?.warning });
  }
  return outcome.poolProvisioned({ ...facts, conditions, retryAfterMs });
}

/** Whether the pool has its replicas, from the present template, and each of them runs and has a DockerMachine. */
const replicasReady = "ReplicasReady";

function whyUnready({
  members,
  replicas,
  decision,
  obstacle,
}: Progress): Pick<Obstacle, "reason" | "message"> | undefined {
  if (obstacle !== undefined) return obstacle;
  const { current, outdated } = decision;
  if (outdated > 0) {
    return { reason: "RollingOut", message: `${current} of ${replicas} machines are from the present template` };
  }
  const staying = members.filter(isStaying);
  if (staying.length > replicas) {
    return { reason: "ScalingDown", message: `${staying.length} machines of ${replicas} exist` };
  }
  const running = staying.filter(({ container, machine }) => container.state === "running" && machine !== undefined);
  if (running.length === replicas && decision.create === 0) return undefined;
  return { reason: "ContainersStarting", message: `${running.length} of ${replicas} containers run` };
}
