import { randomBytes } from "node:crypto";
import { KubeadmConfig, type KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { ManagementCluster, type Scene, sceneKinds } from "@capstan/harness/scenes";
import {
  DockerCluster,
  DockerClusterReconciler,
  DockerInfrastructure,
  DockerMachine,
  DockerMachineReconciler,
  type Engine,
  engineLabels,
} from "@capstan/infrastructure-docker";
import { apiVersionOf, Cluster, type KubernetesObject, labels, Machine } from "@capstan/provider";
import { type RealEngine, startRealEngine } from "./real-engine.ts";

/** The name of every Cluster here. */
export const clusterName = "c1";

const registration = { ignorePreflightErrors: ["all"] };

/** Core, the kubeadm bootstrap provider and this provider on the embedded API server, with a real engine. */
export class RealScene implements AsyncDisposable {
  readonly scene: Scene;
  readonly engine: RealEngine;
  readonly #closing: AsyncDisposableStack;

  private constructor(parts: { scene: Scene; engine: RealEngine; closing: AsyncDisposableStack }) {
    this.scene = parts.scene;
    this.engine = parts.engine;
    this.#closing = parts.closing;
  }

  static async start(): Promise<RealScene> {
    const closing = new AsyncDisposableStack();
    // Names of containers are unique in an engine, which other tests may use.
    const namespace = `real-${randomBytes(4).toString("hex")}`;
    try {
      const engine = closing.use(await startRealEngine());
      closing.defer(() => removeAll(engine.engine, namespace));
      const infrastructure = closing.use(new DockerInfrastructure(engine.engine));
      const provider = {
        name: "capstan-infrastructure-docker",
        crds: [...DockerCluster.crds, ...DockerMachine.crds],
        setup: (manager: Parameters<DockerClusterReconciler["setup"]>[0]) => {
          new DockerClusterReconciler(infrastructure).setup(manager);
          new DockerMachineReconciler(infrastructure).setup(manager);
        },
      };
      const management = closing.use(await ManagementCluster.start("embedded", [provider]));
      const kinds = [...sceneKinds, DockerCluster.kind, DockerMachine.kind];
      const scene = closing.use(await management.scene(kinds, namespace));
      return new RealScene({ scene, engine, closing });
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** Creates a Cluster whose load balancer runs in the node image. */
  async createCluster(): Promise<void> {
    const name = clusterName;
    await this.scene.create(
      {
        ...object(DockerCluster.kind, name),
        spec: { loadBalancer: { image: this.engine.image } },
      } as KubernetesObject,
      {
        ...object(Cluster, name),
        spec: {
          clusterNetwork: { pods: { cidrBlocks: ["10.244.0.0/16"] }, services: { cidrBlocks: ["10.96.0.0/12"] } },
          infrastructureRef: referenceTo(DockerCluster.kind, name),
        },
      } as KubernetesObject,
    );
  }

  /** Creates a Machine that runs kubeadm. */
  async createMachine(name: string, { isControlPlane = false } = {}): Promise<void> {
    const config: KubeadmConfigSpec = isControlPlane
      ? { initConfiguration: { nodeRegistration: registration, skipPhases: ["addon/coredns"] } }
      : { joinConfiguration: { nodeRegistration: registration } };
    const ownLabels = { [labels.clusterName]: clusterName, ...(isControlPlane ? { [labels.controlPlane]: "" } : {}) };
    await this.scene.create(
      { ...object(KubeadmConfig.kind, name), spec: config } as KubernetesObject,
      { ...object(DockerMachine.kind, name), spec: { customImage: this.engine.image } } as KubernetesObject,
      {
        ...object(Machine, name),
        metadata: { name, labels: ownLabels },
        spec: {
          clusterName,
          version: this.engine.version,
          bootstrap: { configRef: referenceTo(KubeadmConfig.kind, name) },
          infrastructureRef: referenceTo(DockerMachine.kind, name),
        },
      } as KubernetesObject,
    );
  }

  /** The name of a container or network of the scene. */
  nameOf(name: string): string {
    return `${this.scene.namespace}.${name}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** Removes what a failed test has left. */
async function removeAll(engine: Engine, namespace: string): Promise<void> {
  const signal = AbortSignal.timeout(120_000);
  const cluster = `${namespace}.${clusterName}`;
  for (const { name } of await engine.listContainers({ [engineLabels.cluster]: cluster }, signal)) {
    await engine.removeContainer(name, signal);
  }
  await engine.removeNetwork(cluster, signal);
}

type Kind = typeof DockerCluster.kind;

function object(kind: Pick<Kind, "group" | "version" | "kind">, name: string): KubernetesObject {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name } };
}

function referenceTo(kind: Pick<Kind, "group" | "kind">, name: string) {
  return { apiGroup: kind.group, kind: kind.kind, name };
}
