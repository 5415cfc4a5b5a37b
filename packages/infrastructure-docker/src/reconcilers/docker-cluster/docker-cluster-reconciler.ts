import { type DeepReadonly, InfraClusterReconciler, labels, outcome } from "@capstan/provider";
import { DockerCluster, type DockerClusterObject } from "../../api/docker-cluster.ts";
import { DockerMachine } from "../../api/docker-machine.ts";
import type { DockerInfrastructure } from "../../infrastructure/docker-infrastructure.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { engineLabels } from "../../engine/labels.ts";
import { type ClusterPlan, clusterPlan, endpointOf, isOf, loadBalancerSpec } from "./cluster-plan.ts";
import { freePort } from "./free-port.ts";

/** The delay before the next look at a healthy load balancer, in milliseconds. */
const lookAgainMs = 30_000;
/** The delay before the next look at things that are being created or removed, in milliseconds. */
const pollMs = 1_000;

/**
 * Gives each DockerCluster its network and load balancer, and keeps them until its containers are removed.
 */
export class DockerClusterReconciler extends InfraClusterReconciler<typeof DockerCluster> {
  /** DockerCluster. */
  readonly definition: typeof DockerCluster = DockerCluster;
  readonly #infrastructure: DockerInfrastructure;

  constructor(infrastructure: DockerInfrastructure) {
    super();
    this.#infrastructure = infrastructure;
  }

  /** Creates the network and the load balancer, and reports the address. */
  async reconcileCluster({ object }: this["Scope"], signal: AbortSignal) {
    const plan = clusterPlan(object);
    const missing = await this.#ensureNetwork(plan, signal);
    if (missing !== undefined) return missing;
    const balancer = await this.#infrastructure.engine.findContainer(plan.loadBalancer, signal);
    if (balancer === undefined) return this.#createBalancer(plan, object.spec.controlPlaneEndpoint?.port, signal);
    if (!isOf(plan, balancer.labels)) return taken(`container ${balancer.name}`);
    if (balancer.state !== "running") return this.#start(plan, balancer, signal);
    await this.#infrastructure.loadBalancers.balance(plan, signal);
    return report(object, plan, balancer);
  }

  /** Removes the load balancer and the network, once no machine is left. */
  override async deleteCluster(scope: this["DeletionScope"], signal: AbortSignal) {
    const { engine } = this.#infrastructure;
    const plan = clusterPlan(scope.object);
    const containers = await engine.listContainers({ [engineLabels.cluster]: plan.cluster }, signal);
    const machines = containers.filter(({ name }) => name !== plan.loadBalancer);
    if (machines.length > 0) return remaining("ContainersRemain", `${machines.length} containers`);
    const objects = await this.#machinesOf(scope);
    if (objects.length > 0) return remaining("MachinesRemain", `${objects.length} DockerMachines`);
    const balancer = await engine.findContainer(plan.loadBalancer, signal);
    if (balancer !== undefined && isOf(plan, balancer.labels)) await engine.removeContainer(balancer.name, signal);
    await this.#infrastructure.loadBalancers.balance(plan, signal);
    const network = plan.isOwnNetwork ? await engine.findNetwork(plan.network, signal) : undefined;
    if (network !== undefined && isOf(plan, network.labels)) await engine.removeNetwork(network.name, signal);
    return outcome.deleted();
  }

  async #ensureNetwork(plan: ClusterPlan, signal: AbortSignal) {
    const { engine } = this.#infrastructure;
    const network = await engine.findNetwork(plan.network, signal);
    if (!plan.isOwnNetwork) {
      if (network !== undefined) return undefined;
      return outcome.pending("NetworkNotFound", {
        message: `The container engine has no network ${plan.network}; create it, or omit spec.network`,
        retryAfterMs: 10_000,
        warning: true,
      });
    }
    if (network === undefined) {
      await engine.createNetwork(plan.network, { [engineLabels.cluster]: plan.cluster }, signal);
      return undefined;
    }
    return isOf(plan, network.labels) ? undefined : taken(`network ${network.name}`);
  }

  async #createBalancer(plan: ClusterPlan, port: number | undefined, signal: AbortSignal) {
    const { engine } = this.#infrastructure;
    const pulling = await this.#infrastructure.pullIfMissing(plan.image, signal);
    if (pulling !== undefined) return pulling;
    const { reachesContainers } = await engine.info(signal);
    const isPublished = (plan.endpoint ?? (reachesContainers ? "ContainerAddress" : "HostPort")) === "HostPort";
    const hostPort = isPublished ? (port ?? (await freePort())) : undefined;
    await engine.createContainer(plan.loadBalancer, loadBalancerSpec(plan, hostPort), signal);
    return creating();
  }

  async #start(plan: ClusterPlan, { name, state, exitCode }: EngineContainer, signal: AbortSignal) {
    const { engine, loadBalancers } = this.#infrastructure;
    const output = state === "stopped" ? await engine.readOutput(name, signal) : "";
    await loadBalancers.balance(plan, signal);
    await engine.startContainer(name, signal);
    if (state === "created") return creating();
    return outcome.pending("LoadBalancerStopped", {
      message: `Container ${name} ended with exit code ${exitCode}; it was started again. Its last output:\n${output.trim()}`,
      retryAfterMs: pollMs,
      warning: true,
    });
  }

  async #machinesOf({ cache, object }: this["DeletionScope"]) {
    const { namespace, labels: own = {} } = object.metadata;
    const clusterName = own[labels.clusterName];
    if (clusterName === undefined) return [];
    return cache.list(DockerMachine.kind, { namespace, labelSelector: `${labels.clusterName}=${clusterName}` });
  }
}

function creating() {
  return outcome.pending("LoadBalancerCreating", { retryAfterMs: 1 });
}

function taken(what: string) {
  return outcome.pending("NameTaken", {
    message: `The ${what} of the container engine belongs to something else; remove it, or rename the DockerCluster`,
    retryAfterMs: 10_000,
    warning: true,
  });
}

function remaining(reason: string, what: string) {
  return outcome.pending(reason, { message: `${what} of this cluster still exist`, retryAfterMs: pollMs });
}

function report(object: DeepReadonly<DockerClusterObject>, plan: ClusterPlan, balancer: EngineContainer) {
  const { controlPlaneEndpoint: known, failureDomains = [] } = object.spec;
  const controlPlaneEndpoint = endpointOf(plan, balancer);
  if (controlPlaneEndpoint === undefined) return creating();
  const { host, port } = controlPlaneEndpoint;
  if (known !== undefined && (known.host !== host || known.port !== port)) {
    return outcome.failed(
      "EndpointMoved",
      `Container ${balancer.name} is at ${host}:${port}, but the control plane endpoint is ${known.host}:${known.port}; ` +
        "restart the containers of the engine in the order of their creation, or recreate the Cluster",
      { retryAfterMs: lookAgainMs },
    );
  }
  return outcome.clusterProvisioned({
    controlPlaneEndpoint,
    failureDomains: failureDomains.map((domain) => ({ ...domain })),
    retryAfterMs: lookAgainMs,
  });
}
