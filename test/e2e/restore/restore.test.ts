import { describe, expect, test } from "vitest";
import { type ManagementCluster, type Scene, type ServerName, servers } from "@capstan/harness/scenes";
import { available, bringUp, deleteCluster, LastingCloud, managementWith } from "./backed-up-cluster.ts";
import { type Backup, deletionsIn, expectAsBackedUp, pause, resume, takeBackup } from "./backup.ts";
import { ownersOf, restorable, restore } from "./dump.ts";
import { kinds } from "./kinds.ts";

/** Brings a cluster up, pauses it, takes a backup, and loses the management cluster. */
async function backUp(server: ServerName, lasting: LastingCloud): Promise<Backup> {
  await using management = await managementWith(server, lasting);
  await using scene = await bringUp(management);
  await pause(scene);
  await management.settled();
  const backup = await takeBackup(scene, lasting);
  await management.stopManagers();
  return backup;
}

/** Resumes, and expects that the objects equal the backup. */
async function expectResumed(management: ManagementCluster, scene: Scene, backup: Backup, cloud: LastingCloud) {
  await resume(scene);
  await available(scene);
  await management.settled();
  await expectAsBackedUp(scene, backup, cloud);
  const made = management.requests().filter(({ verb, resource }) => verb === "create" && resource !== "events");
  expect(made).toEqual([]);
  expect(management.requests().filter(({ status }) => status === 403)).toEqual([]);
}

describe.each(servers)(
  "a backup of a paused Cluster, restored in another management cluster, on the %s server",
  (server) => {
    test("without owner references: same servers and data, no object created or deleted, deletable", async () => {
      // given
      await using lasting = await LastingCloud.open();
      const backup = await backUp(server, lasting);
      // when it is restored while the managers run
      await using management = await managementWith(server, lasting);
      await using scene = await management.scene(kinds, backup.namespace);
      const dump = backup.objects.map((each) => restorable(each));
      await restore(scene.client, dump);
      // then the objects equal the backup, and deleting the Cluster deletes its servers
      await expectResumed(management, scene, backup, lasting);
      await deleteCluster(scene);
      expect(lasting.contents()).toEqual([]);
    });

    test("with the original owner references: the garbage collector deletes all owned objects; servers stay", async () => {
      // given
      await using lasting = await LastingCloud.open();
      const backup = await backUp(server, lasting);
      // when it is restored and no manager reconciles
      await using management = await managementWith(server, lasting, { managers: "idle" });
      await using scene = await management.scene(kinds, backup.namespace);
      const dump = backup.objects.map((each) => restorable(each, "kept"));
      await restore(scene.client, dump);
      // then the garbage collector deletes every owned object, and the servers stay
      const owned = Object.entries(ownersOf(backup.objects)).flatMap(([name, owners]) =>
        owners.length > 0 ? [name] : [],
      );
      await scene.until("all owned objects deleted", () => deletionsIn(scene).length === owned.length);
      expect(deletionsIn(scene)).toEqual(owned.sort());
      expect(lasting.contents()).toEqual(backup.cloud);
    });

    test.runIf(server === "real")(
      "with the original owner references before garbage collection: same result as without",
      async () => {
        // given
        await using lasting = await LastingCloud.open();
        const backup = await backUp(server, lasting);
        // when it is restored, and the managers set all owners before garbage is collected
        const idle = { managers: "idle", garbageCollector: "idle" } as const;
        await using management = await managementWith(server, lasting, idle);
        await using scene = await management.scene(kinds, backup.namespace);
        const dump = backup.objects.map((each) => restorable(each, "kept"));
        await restore(scene.client, dump);
        await management.startManagers();
        await expectResumed(management, scene, backup, lasting);
        management.collectGarbage();
        // then the Cluster can be deleted with its servers
        await deleteCluster(scene);
        expect(lasting.contents()).toEqual([]);
      },
    );
  },
);
