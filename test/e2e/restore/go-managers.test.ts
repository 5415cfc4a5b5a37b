import { Cluster, type KubernetesObject } from "@capstan/contract";
import { createdIn } from "@capstan/harness/audit";
import { goCoreAvailable, GoManagementCluster, ReferenceProviders } from "@capstan/harness/go";
import { Scene } from "@capstan/harness/scenes";
import { Namespace } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { allRun, clusterOfThree, identities, LastingCloud, leftIn } from "./backed-up-cluster.ts";
import { type Backup, deletionsIn, pause, resume, takeBackup } from "./backup.ts";
import { danglingIn, objectsIn, restorable, restore } from "./dump.ts";
import { kinds } from "./kinds.ts";

// The Go core retries an unreachable workload cluster only after 30 s.

/** The Go core and kubeadm bootstrap managers, with Capstan's mock infrastructure provider. */
class GoWorld implements AsyncDisposable {
  readonly management: GoManagementCluster;
  readonly #closing: AsyncDisposableStack;

  private constructor(management: GoManagementCluster, closing: AsyncDisposableStack) {
    this.management = management;
    this.#closing = closing;
  }

  static async start({ cloud }: LastingCloud): Promise<GoWorld> {
    const closing = new AsyncDisposableStack();
    const management = closing.use(await GoManagementCluster.start({ with: ["bootstrap"] }));
    closing.use(await ReferenceProviders.start(management, ["infrastructure-mock"], { cloud }));
    return new GoWorld(management, closing);
  }

  /** The objects that the Go managers have created, without Events. */
  get made(): string[] {
    const { core } = this.management;
    const managers = [core, this.management.provider("bootstrap")];
    return createdIn(managers.flatMap(({ user }) => this.management.writesOf(user)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

async function backUp(lasting: LastingCloud): Promise<Backup> {
  await using world = await GoWorld.start(lasting);
  await using scene = await world.management.scene(kinds);
  await clusterOfThree(scene);
  await allRun(scene);
  await scene.until("all objects have an owner", () => kinds.every((kind) => scene.list(kind).every(isOwned)));
  await pause(scene);
  return await takeBackup(scene, lasting);
}

/** Whether all but the Cluster have the owners that the Go managers set. */
function isOwned({ metadata }: KubernetesObject): boolean {
  return metadata.name === "c1" || metadata.name === "kube-root-ca.crt" || (metadata.ownerReferences ?? []).length > 0;
}

describe.runIf(goCoreAvailable)(
  "a backup of a paused Cluster, restored in another management cluster under the Go managers",
  () => {
    test("keeps servers and data, but some Secrets and the health check stay ownerless and outlive the Cluster", async () => {
      // given
      await using lasting = await LastingCloud.open();
      const backup = await backUp(lasting);
      // when it is restored without owner references while the managers run
      await using world = await GoWorld.start(lasting);
      const { client } = world.management;
      const namespace = { name: backup.namespace };
      await client.create(Namespace, { apiVersion: "v1", kind: Namespace.kind, metadata: namespace });
      await using scene = await Scene.open(client, backup.namespace, kinds);
      await restore(
        client,
        backup.objects.map((each) => restorable(each)),
      );
      await resume(scene);
      await allRun(scene);
      // then the managers create and delete nothing
      expect(identities(scene)).toEqual(backup.identities);
      expect(lasting.contents()).toEqual(backup.cloud);
      expect(danglingIn(await objectsIn(client, backup.namespace))).toEqual([]);
      expect(deletionsIn(scene)).toEqual([]);
      expect(world.made).toEqual([]);
      // and when the Cluster is deleted, then objects without a restored owner remain, whereas Capstan leaves none
      await client.delete(Cluster, scene.key("c1"));
      const strays = ["MachineHealthCheck/check", ...secretsOfTheCluster];
      await scene.until("only the ownerless objects left", () => leftIn(scene).length === strays.length);
      expect(leftIn(scene).sort()).toEqual(strays.sort());
      expect(lasting.contents()).toEqual([]);
    });
  },
);

const secretsOfTheCluster = ["ca", "etcd", "kubeconfig", "proxy", "sa"].map((purpose) => `Secret/c1-${purpose}`);
