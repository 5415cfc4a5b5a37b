import { createdIn } from "@capstan/harness/audit";
import { type Scene, servers } from "@capstan/harness/scenes";
import { describe, expect, test } from "vitest";
import { type RestrictedManagers, RestrictedManagement } from "../restriction/restricted-management.ts";
import { available, clusterOfThree, deleteCluster, LastingCloud } from "./backed-up-cluster.ts";
import { type Backup, deletionsIn, expectAsBackedUp, expectOwners, pause, resume, takeBackup } from "./backup.ts";
import { objectsIn, ownersOf, restorable, restore, stripOwners } from "./dump.ts";
import { kinds } from "./kinds.ts";

const namespace = "served";
const system = "managers";

/** A separate management cluster, whose managers serve one namespace with exactly the roles of docs/restriction.md. */
class RestrictedWorld implements AsyncDisposable {
  readonly scene: Scene;
  readonly #management: RestrictedManagement;
  readonly #managers: RestrictedManagers;
  readonly #closing: AsyncDisposableStack;

  private constructor(
    parts: { scene: Scene; management: RestrictedManagement; managers: RestrictedManagers },
    closing: AsyncDisposableStack,
  ) {
    this.scene = parts.scene;
    this.#management = parts.management;
    this.#managers = parts.managers;
    this.#closing = closing;
  }

  static async start({ cloud }: LastingCloud): Promise<RestrictedWorld> {
    const closing = new AsyncDisposableStack();
    try {
      const management = closing.use(await RestrictedManagement.start());
      for (const name of [system, namespace]) await management.createNamespace(name);
      await management.grant("Roles", system);
      await management.grant("One namespace", system, { alpha: namespace });
      const scene = closing.use(await management.scene(namespace, kinds));
      const managers = closing.use(await management.run(system, ["--namespace", namespace], { cloud }));
      return new RestrictedWorld({ scene, management, managers }, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /** The objects that the managers have created, except Events. */
  created(): string[] {
    return createdIn(this.#management.requestsOf(this.#managers));
  }

  /** Expects that no permission was missing, and that no write left its object unchanged. */
  expectCleanLog(): void {
    const { requests } = this.#management;
    expect(this.#managers.users).toHaveLength(3);
    for (const user of this.#managers.users) {
      expect(requests.writesOf(user), user).not.toEqual([]);
      expect(requests.refusalsOf(user), user).toBe("");
      expect(requests.unchangedBy(user), user).toEqual([]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** Brings a cluster up, pauses it, takes a backup, and loses the management cluster. */
async function backUp(lasting: LastingCloud): Promise<Backup> {
  await using world = await RestrictedWorld.start(lasting);
  await clusterOfThree(world.scene);
  await available(world.scene);
  await pause(world.scene);
  return await takeBackup(world.scene, lasting);
}

describe.runIf(servers.includes("real"))("managers with the documented roles on a real API server with RBAC", () => {
  test("restore all owner references, also of Secrets, and leave no object after the Cluster is deleted", async () => {
    // given a cluster whose objects all have owners
    await using lasting = await LastingCloud.open();
    await using world = await RestrictedWorld.start(lasting);
    const { scene } = world;
    await clusterOfThree(scene);
    await available(scene);
    const before = await objectsIn(scene.client, namespace);
    const owners = ownersOf(before);
    expect(Object.keys(owners).filter((name) => owners[name]?.length === 0)).toEqual(["Cluster/c1"]);
    const [created, deleted] = [world.created(), deletionsIn(scene)];
    // when every object loses its owner references
    await stripOwners(scene.client, before);
    // then each object has its previous owners, and the managers create no duplicate
    await expectOwners(scene, owners);
    expect(deletionsIn(scene)).toEqual(deleted);
    await deleteCluster(scene);
    expect(lasting.contents()).toEqual([]);
    expect(world.created()).toEqual(created);
    world.expectCleanLog();
  });

  test("resume a backup in another management cluster without new objects, and delete it completely", async () => {
    // given
    await using lasting = await LastingCloud.open();
    const backup = await backUp(lasting);
    // when it is restored while the managers run
    await using world = await RestrictedWorld.start(lasting);
    const { scene } = world;
    const dump = backup.objects.map((each) => restorable(each));
    await restore(scene.client, dump);
    await resume(scene);
    await available(scene);
    // then the objects equal the backup, and deleting the Cluster leaves nothing
    await expectAsBackedUp(scene, backup, lasting);
    await deleteCluster(scene);
    expect(lasting.contents()).toEqual([]);
    expect(world.created()).toEqual([]);
    world.expectCleanLog();
  });
});
