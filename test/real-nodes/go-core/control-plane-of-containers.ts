import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, labels, Machine, MachineDeployment } from "@capstan/contract";
import { GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";
import type { Scene } from "@capstan/harness/scenes";
import { clusterRemains, DockerCluster, DockerMachine, removeRemains } from "@capstan/infrastructure-docker";
import { applyYAML } from "@capstan/testkit";
import type { NodeEngine } from "@capstan/testkit/real-nodes";
import { KubeadmControlPlane } from "../../interop/go-core/kubeadm-control-plane.ts";
import { serveUpstreamWebhooks } from "../../interop/go-core/upstream-webhooks.ts";
import { startDocker } from "./docker-under-go.ts";
import { names } from "./manifests.ts";

const kinds = [
  Cluster,
  Machine,
  MachineDeployment,
  KubeadmControlPlane,
  KubeadmConfig.kind,
  DockerCluster.kind,
  DockerMachine.kind,
];
const signal = new AbortController().signal;

/** The Go core and KubeadmControlPlane manager with the Docker provider of Capstan, and one Cluster. */
export class ControlPlaneOfContainers implements AsyncDisposable {
  readonly scene: Scene;
  readonly #management: GoManagementCluster;
  readonly #opened: NodeEngine;
  readonly #user: string;
  readonly #closing: AsyncDisposableStack;

  private constructor(parts: {
    scene: Scene;
    management: GoManagementCluster;
    opened: NodeEngine;
    user: string;
    closing: AsyncDisposableStack;
  }) {
    this.scene = parts.scene;
    this.#management = parts.management;
    this.#opened = parts.opened;
    this.#user = parts.user;
    this.#closing = parts.closing;
  }

  /** @param bootstrap - whose kubeadm bootstrap provider runs. */
  static async start(opened: NodeEngine, bootstrap: "Capstan's" | "the Go"): Promise<ControlPlaneOfContainers> {
    await using opening = new AsyncDisposableStack();
    const isOurs = bootstrap === "Capstan's";
    const management = opening.use(
      await GoManagementCluster.start({ with: isOurs ? ["controlplane"] : ["bootstrap", "controlplane"] }),
    );
    if (isOurs) {
      opening.use(await serveUpstreamWebhooks(management.client));
      opening.use(await ReferenceProviders.start(management, ["bootstrap-kubeadm"]));
    }
    const user = await startDocker(management, opened.engine, opening);
    const scene = opening.use(await management.scene(kinds));
    scene.quietMs = 600_000;
    opening.defer(() => removeRemains(opened.engine, clusterOf(scene), signal));
    return new ControlPlaneOfContainers({ scene, management, opened, user, closing: opening.move() });
  }

  async apply(yaml: string): Promise<void> {
    await applyYAML(this.#management.client, yaml);
  }

  /** Changes the KubeadmControlPlane. */
  async setSpec(spec: object): Promise<void> {
    const { client } = this.scene;
    await client.patch(KubeadmControlPlane, this.scene.key(names.controlPlane), { type: "merge", body: { spec } });
  }

  /** The Machines of the control plane, or the workers. */
  machines(role: "control plane" | "worker" = "control plane"): readonly Machine[] {
    const isControlPlane = ({ metadata }: Machine) => metadata.labels?.[labels.controlPlane] !== undefined;
    return this.scene.list(Machine).filter((machine) => isControlPlane(machine) === (role === "control plane"));
  }

  /**
   * Waits until the control plane has this many Machines, all Running and members of a healthy etcd.
   *
   * @returns the largest number of Machines in the meantime.
   */
  async healthy(replicas: number, isExpected: (machine: Machine) => boolean = () => true): Promise<number> {
    let most = 0;
    await this.scene.until(`${replicas} healthy members`, () => {
      const found = this.machines();
      most = Math.max(most, found.length);
      return (
        found.length === replicas &&
        found.every((machine) => machine.status?.phase === "Running" && isExpected(machine)) &&
        ["EtcdClusterHealthy", "ControlPlaneComponentsHealthy", "MachinesReady"].every(
          (type) => this.scene.condition(KubeadmControlPlane, names.controlPlane, type)?.status === "True",
        )
      );
    });
    return most;
  }

  /** Deletes the Cluster. @returns what is left of it: containers, networks, and requests of the Docker provider without permission. */
  async remainsOfDeletion(): Promise<readonly string[]> {
    const { scene } = this;
    await scene.client.delete(Cluster, scene.key(names.cluster));
    await scene.until("the Cluster is gone", () => scene.find(Cluster, names.cluster) === undefined);
    const refusals = this.#management.refusalsOf(this.#user);
    const remains = await clusterRemains(this.#opened.engine, clusterOf(scene), signal);
    return refusals === "" ? remains : [...remains, refusals];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

function clusterOf({ namespace }: Scene): string {
  return `${namespace}.${names.cluster}`;
}
