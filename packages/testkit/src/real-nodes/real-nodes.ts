import { randomBytes } from "node:crypto";
import { KubeadmConfig, type KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import {
  clusterSecretName,
  conditionTypes,
  getCondition,
  isConditionTrue,
  Machine,
  type ResourceKind,
} from "@capstan/contract";
import {
  clusterRemains,
  DockerCluster,
  DockerInfrastructure,
  DockerMachine,
  dockerReconcilers,
  type Engine,
  kubeadmInContainer,
  removeRemains,
} from "@capstan/infrastructure-docker";
import { fieldsOf, listAt, textAt, uniqueName } from "@capstan/kube";
import type { ObjectOf, ProviderController, ProviderDefinition } from "@capstan/provider";
import { type Client, type Clock, createClient, Secret, systemClock, TimedOutError } from "@capstan/runtime";
import type { ClusterHandle } from "../builders/cluster-handle.ts";
import type { MachineHandle } from "../builders/machine-handle.ts";
import { namespace, networks } from "../builders/test-objects.ts";
import { TestEnvironment } from "../environment/test-environment.ts";
import { BootFailedError } from "./boot-failed-error.ts";
import { type NodeEngine, type NodeImages, openNodeEngine } from "./node-engine.ts";

/** Options of {@link RealNodes.start}. */
export interface RealNodesOptions {
  /** The reconcilers under test, such as those of a bootstrap provider. Default: none; the kubeadm bootstrap provider always runs. */
  readonly reconcilers?: readonly ProviderController[];
  /** Default: the image of CAPSTAN_NODE_IMAGE_ASSETS, otherwise kindest/node. */
  readonly images?: NodeImages;
}

/** A Machine to create on real Nodes. */
export interface RealMachineOptions<B extends ProviderDefinition<"BootstrapConfig">> {
  /** Default: the name of the Cluster with a number. */
  readonly name?: string;
  /** The kind of the bootstrap config. */
  readonly bootstrap: B;
  /** `spec` of the bootstrap config. Default: empty. */
  readonly bootstrapSpec?: Partial<ObjectOf<B>["spec"]>;
  /** Further fields of the DockerMachine's `spec`, such as `bootstrapWith`. Default: none. */
  readonly infrastructureSpec?: Omit<ObjectOf<typeof DockerMachine>["spec"], "providerID">;
  /** Whether it has the control plane label. Default: false. */
  readonly controlPlane?: boolean;
}

/** A Machine whose server is a container. */
type RealMachine<B extends ProviderDefinition<"BootstrapConfig"> = ProviderDefinition<"BootstrapConfig">> =
  MachineHandle<typeof DockerMachine, B>;

/** Objects that do not change for this long are stuck, on any machine, in milliseconds. */
const quietMs = 600_000;
const pollMs = 500;
const [podRange] = networks.clusterNetwork?.pods?.cidrBlocks ?? [];

/**
 * A management cluster on the embedded server whose Machines are containers with real kubelets: the core controllers, the kubeadm bootstrap
 * provider, `@capstan/infrastructure-docker`, and the reconcilers under test. Disposing it removes the containers.
 *
 * @example
 * <!-- no-run: needs a container engine, and minutes -->
 * ```ts
 * import { RealNodes } from "@capstan/testkit/real-nodes";
 *
 * await using nodes = await RealNodes.start();
 * const cluster = await nodes.createCluster();
 * const machine = await nodes.createControlPlane(cluster);
 * await nodes.ready(machine);
 * ```
 */
export class RealNodes implements AsyncDisposable {
  /** The management cluster. Its clock is the system's: wait with {@link RealNodes.until}. */
  readonly env: TestEnvironment<Clock>;
  /** The engine of the containers. */
  readonly engine: Engine;
  /** The images in use. */
  readonly images: NodeImages;
  readonly #closing: AsyncDisposableStack;
  readonly #counts = new Map<string, number>();

  private constructor(parts: {
    readonly env: TestEnvironment<Clock>;
    readonly opened: NodeEngine;
    readonly closing: AsyncDisposableStack;
  }) {
    this.env = parts.env;
    this.engine = parts.opened.engine;
    this.images = parts.opened.images;
    this.#closing = parts.closing;
  }

  /**
   * Starts the management cluster.
   *
   * @throws EngineError no container engine answers.
   */
  static async start({ reconcilers = [], images }: RealNodesOptions = {}): Promise<RealNodes> {
    await using opening = new AsyncDisposableStack();
    const opened = opening.use(await openNodeEngine(images));
    const docker = opening.use(new DockerInfrastructure(opened.engine));
    const env = opening.use(
      await TestEnvironment.start({
        clock: systemClock,
        bootstrapKubeadm: true,
        reconcilers: [...dockerReconcilers(docker), ...reconcilers],
      }),
    );
    return new RealNodes({ env, opened, closing: opening.move() });
  }

  /** Creates a Cluster with a network and a load balancer of its own. @param name - Default: a new one. */
  async createCluster(name = `real-${randomBytes(4).toString("hex")}`): Promise<ClusterHandle> {
    this.#closing.defer(() => this.#remove(name));
    const { loadBalancer: image } = this.images;
    return this.env.createCluster({
      name,
      infrastructure: DockerCluster,
      infrastructureSpec: image === undefined ? {} : { loadBalancer: { image } },
    });
  }

  /** Creates a Machine of the node image. */
  async createMachine<B extends ProviderDefinition<"BootstrapConfig">>(
    cluster: ClusterHandle,
    options: RealMachineOptions<B>,
  ): Promise<RealMachine<B>> {
    const { infrastructureSpec, ...machine } = options;
    const count = this.#counts.get(cluster.name) ?? 0;
    this.#counts.set(cluster.name, count + 1);
    const { version, node } = this.images;
    return this.env.createMachine({
      name: `${cluster.name}-${count}`,
      ...machine,
      cluster,
      infrastructure: DockerMachine,
      spec: { ...(node === undefined ? {} : { customImage: node }), ...infrastructureSpec },
      machine: { version },
    });
  }

  /**
   * Creates a control plane Machine of kubeadm: the first one initializes the Cluster, and others join.
   *
   * @param spec - of its KubeadmConfig, to which the settings for containers are added. Default: `kubeadm init` without CoreDNS.
   */
  createControlPlane(
    cluster: ClusterHandle,
    spec: KubeadmConfigSpec = { initConfiguration: { skipPhases: ["addon/coredns"] }, joinConfiguration: {} },
  ): Promise<RealMachine<typeof KubeadmConfig>> {
    const bootstrapSpec = kubeadmInContainer(spec, podRange);
    return this.createMachine(cluster, { bootstrap: KubeadmConfig, bootstrapSpec, controlPlane: true });
  }

  /**
   * Creates a Machine that joins with kubeadm.
   *
   * @param spec - of its KubeadmConfig, to which the settings for containers are added. Default: `kubeadm join`.
   */
  createWorker(
    cluster: ClusterHandle,
    spec: KubeadmConfigSpec = { joinConfiguration: {} },
  ): Promise<RealMachine<typeof KubeadmConfig>> {
    return this.createMachine(cluster, { bootstrap: KubeadmConfig, bootstrapSpec: kubeadmInContainer(spec) });
  }

  /**
   * Waits until the Machines are Running and their Nodes Ready.
   *
   * @throws BootFailedError the bootstrap data of one has failed; TimedOutError as {@link RealNodes.until}.
   */
  async ready(...machines: readonly Pick<RealMachine, "name" | "get" | "infrastructure">[]): Promise<void> {
    await this.until(`the Nodes of ${machines.map(({ name }) => name).join(", ")} are Ready`, async () => {
      const objects = await Promise.all(machines.map((machine) => machine.get()));
      for (const machine of machines) requireBoot(await machine.infrastructure());
      return objects.every(
        (object) => object.status?.phase === "Running" && isConditionTrue(object, conditionTypes.nodeHealthy),
      );
    });
  }

  /**
   * Waits for a fact of the outside, however long that takes, while Machines change.
   *
   * @param what - completes "Nothing has changed for 10 minutes, but not yet: ".
   * @throws TimedOutError neither the Machines nor their infrastructure have changed for 10 minutes.
   */
  async until(what: string, fact: () => boolean | Promise<boolean>): Promise<void> {
    let seen = "";
    let changedMs = systemClock.monotonic();
    while (!(await fact())) {
      const view = await this.#view();
      if (view !== seen) changedMs = systemClock.monotonic();
      seen = view;
      if (systemClock.monotonic() - changedMs > quietMs) {
        throw new TimedOutError(`Nothing has changed for ${quietMs / 60_000} minutes, but not yet: ${what}\n${view}`);
      }
      await systemClock.sleep(pollMs);
    }
  }

  /**
   * A client of the workload cluster, as its administrator. It is closed with the Nodes.
   *
   * @throws ApiError the Cluster has no kubeconfig yet.
   */
  async workload(cluster: ClusterHandle): Promise<Client> {
    const key = { namespace, name: clusterSecretName(cluster.name, "kubeconfig") };
    const { data } = await this.env.client.get(Secret, key);
    const kubeconfig = Buffer.from(data?.value ?? "", "base64").toString("utf8");
    const client = createClient({ kubeconfig, userAgent: "real-nodes" });
    this.#closing.defer(() => client.close());
    return client;
  }

  /** The containers and the network of a Cluster that exist: `container default.c1-lb`. */
  async remains(cluster: Pick<ClusterHandle, "name">): Promise<readonly string[]> {
    return clusterRemains(this.engine, uniqueNameOf(cluster.name), AbortSignal.timeout(60_000));
  }

  async #view(): Promise<string> {
    const kinds: readonly ResourceKind[] = [Machine, DockerMachine.kind];
    const lists = await Promise.all(kinds.map((kind) => this.env.client.list(kind)));
    return lists
      .flatMap(({ items }) => items)
      .map((object) => {
        const conditions = listAt(object, "status", "conditions")
          .map(fieldsOf)
          .filter(({ status }) => status !== "True");
        const lines = conditions.map(
          (one) => `  ${textAt(one, "type")}: ${textAt(one, "reason")} ${textAt(one, "message")}`,
        );
        return [`${object.kind} ${object.metadata.name}`, ...lines].join("\n");
      })
      .join("\n");
  }

  /** Removes what a failed test has left. */
  async #remove(cluster: string): Promise<void> {
    await removeRemains(this.engine, uniqueNameOf(cluster), AbortSignal.timeout(300_000));
  }

  /** Stops the management cluster, and removes the containers. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function uniqueNameOf(cluster: string): string {
  return uniqueName({ metadata: { namespace, name: cluster } });
}

/** @throws BootFailedError the condition of the machine says that its boot has failed. */
function requireBoot(machine: ObjectOf<typeof DockerMachine>): void {
  const booted = getCondition(machine, "BootstrapExecSucceeded");
  if (booted?.status !== "False") return;
  throw new BootFailedError(`DockerMachine ${machine.metadata.name}: ${booted.reason}: ${booted.message}`);
}
