import { InfraMachineReconciler, outcome } from "@capstan/provider";
import { DockerCluster } from "../../api/docker-cluster.ts";
import { DockerMachine } from "../../api/docker-machine.ts";
import { seedBoot } from "../../boot/seed/boot-data.ts";
import type { DockerInfrastructure } from "../../infrastructure/docker-infrastructure.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { engineLabels, providerIDOf } from "../../engine/labels.ts";
import { clusterPlan, type ClusterPlan } from "../docker-cluster/cluster-plan.ts";
import { MachineBoot } from "./machine-boot.ts";
import { imageUnknown, isOfPool, type MachinePlan, machinePlan, machineSpec } from "./machine-plan.ts";

/** The delay before the next look at a machine that works, in milliseconds. */
const lookAgainMs = 30_000;
/** The delay before the next look at a machine that starts or boots, in milliseconds. */
const pollMs = 1_000;
/** The delay before the next step, if it waits for nothing, in milliseconds. */
const atOnceMs = 1;

type Scope = DockerMachineReconciler["Scope"];

/**
 * Gives each DockerMachine its container, boots it from the bootstrap data, and reports both. No call waits for a boot.
 */
export class DockerMachineReconciler extends InfraMachineReconciler<typeof DockerMachine, typeof DockerCluster> {
  /** DockerMachine. */
  readonly definition: typeof DockerMachine = DockerMachine;
  override readonly infraCluster: typeof DockerCluster = DockerCluster;
  readonly #infrastructure: DockerInfrastructure;
  readonly #boot: MachineBoot;

  constructor(infrastructure: DockerInfrastructure) {
    super();
    this.#infrastructure = infrastructure;
    this.#boot = new MachineBoot(infrastructure.engine);
  }

  /** Creates and starts the container, and boots it. */
  async reconcileMachine(scope: this["Scope"], signal: AbortSignal) {
    const { object, machine } = scope;
    const cluster = clusterPlan(scope.waitForInfraCluster());
    const plan = machinePlan(object, machine.spec.version);
    const container = await this.#infrastructure.engine.findContainer(plan.container, signal);
    if (container === undefined) return this.#create(scope, plan, cluster, signal);
    if (!isOf(plan, container)) return taken(container);
    if (container.state !== "running") return this.#start(scope, container, signal);
    if (isControlPlane(container)) await this.#infrastructure.loadBalancers.balance(cluster, signal);
    const { controlPlaneEndpoint = {} } = scope.cluster.spec;
    await this.#infrastructure.forwards.ensure(container, cluster, controlPlaneEndpoint, signal);
    // What follows begins once the providerID is stored: a container that is lost later is not replaced.
    if (object.spec.providerID === undefined) return this.#awaitSystem(scope, container, signal);
    return this.#follow(scope, container, signal);
  }

  /** Removes the container, with its anonymous volumes. */
  async deleteMachine({ object }: this["DeletionScope"], signal: AbortSignal) {
    const { engine, loadBalancers } = this.#infrastructure;
    const plan = machinePlan(object, undefined);
    const container = await engine.findContainer(plan.container, signal);
    if (container === undefined || !isOf(plan, container)) return outcome.deleted();
    const cluster = container.labels[engineLabels.cluster];
    if (cluster !== undefined && isControlPlane(container)) {
      const [network = ""] = Object.keys(container.addresses);
      await loadBalancers.balance({ cluster, network }, signal, container.name);
    }
    await engine.removeContainer(container.name, signal);
    this.#boot.forget(container.name);
    this.#infrastructure.forwards.forget(container.name);
    return outcome.pending("ContainerRemoving", { retryAfterMs: atOnceMs });
  }

  async #create(scope: Scope, plan: MachinePlan, cluster: ClusterPlan, signal: AbortSignal) {
    const { container, image } = plan;
    if (plan.isOfPool || scope.object.spec.providerID !== undefined) {
      const remedy = plan.isOfPool ? "its pool replaces the Machine" : "delete the Machine to replace it";
      return outcome.failed("ContainerGone", `Container ${container} no longer exists; ${remedy}`);
    }
    if (image === undefined) return outcome.failed(imageUnknown.reason, imageUnknown.message);
    const pulling = await this.#infrastructure.pullIfMissing(image, signal);
    if (pulling !== undefined) return pulling;
    await this.#infrastructure.engine.createContainer(container, machineSpec(scope, image, cluster), signal);
    return outcome.pending("ContainerStarting", { retryAfterMs: atOnceMs });
  }

  async #start(scope: Scope, container: EngineContainer, signal: AbortSignal) {
    if (container.state === "created") {
      // Its pool has the data, and starts it.
      if (isOfPool(container)) return outcome.pending("ContainerStarting", { retryAfterMs: pollMs });
      const boot = { data: scope, settings: scope.object.spec };
      await seedBoot(this.#infrastructure.engine, boot, container, signal);
    }
    await this.#infrastructure.engine.startContainer(container.name, signal);
    if (container.state === "created") return outcome.pending("ContainerStarting", { retryAfterMs: atOnceMs });
    return outcome.pending("ContainerStopped", {
      message: `Container ${container.name} ended with exit code ${container.exitCode}${container.isOutOfMemory ? ", because memory ran out" : ""}; it was started again`,
      retryAfterMs: pollMs,
      warning: true,
    });
  }

  async #awaitSystem(scope: Scope, container: EngineContainer, signal: AbortSignal) {
    const { preLoadImages = [] } = scope.object.spec;
    if (!(await this.#boot.isProvisioned(scope, container, signal))) {
      return outcome.pending("SystemStarting", { retryAfterMs: pollMs });
    }
    const loading = await this.#infrastructure.loadMissing(container.name, preLoadImages, signal);
    return loading ?? provisioned(container, { retryAfterMs: atOnceMs });
  }

  async #follow(scope: Scope, container: EngineContainer, signal: AbortSignal) {
    const { conditions, isSettled } = await this.#boot.follow(scope, container, providerIDOf(container), signal);
    return provisioned(container, { conditions, retryAfterMs: isSettled ? lookAgainMs : pollMs });
  }
}

function provisioned(
  container: EngineContainer,
  extras: Pick<Parameters<typeof outcome.provisioned>[0], "conditions" | "retryAfterMs">,
) {
  const failureDomain = container.labels[engineLabels.failureDomain];
  const addresses = Object.values(container.addresses).flat();
  return outcome.provisioned({
    providerID: providerIDOf(container),
    addresses: [
      { type: "Hostname", address: container.hostname },
      ...addresses.map((address) => ({ type: "InternalIP" as const, address })),
    ],
    ...(failureDomain === undefined ? {} : { failureDomain }),
    ...extras,
  });
}

function isOf({ machine }: MachinePlan, container: EngineContainer): boolean {
  return container.labels[engineLabels.machine] === machine;
}

function isControlPlane(container: EngineContainer): boolean {
  return container.labels[engineLabels.role] === "control-plane";
}

function taken({ name }: EngineContainer) {
  return outcome.pending("NameTaken", {
    message: `Container ${name} of the container engine belongs to something else; remove it, or rename the DockerMachine`,
    retryAfterMs: 10_000,
    warning: true,
  });
}
