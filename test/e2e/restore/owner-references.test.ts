import { describe, expect, test } from "vitest";
import { servers } from "@capstan/harness/scenes";
import { bringUp, deleteCluster, LastingCloud, managementWith } from "./backed-up-cluster.ts";
import { danglingIn, objectsIn, ownersOf, stripOwners } from "./dump.ts";

describe.each(servers)("objects that lose their owner references, on the %s server", (server) => {
  test("regain all owners while the managers run, and are deleted with the Cluster", async () => {
    // given a cluster whose objects all have owners
    await using lasting = await LastingCloud.open();
    await using management = await managementWith(server, lasting);
    await using scene = await bringUp(management);
    const { client, namespace } = scene;
    const before = await objectsIn(client, namespace);
    const owners = ownersOf(before);
    const ownerless = Object.keys(owners).filter((name) => owners[name]?.length === 0);
    expect(ownerless).toEqual(["Cluster/c1"]);
    // when every object loses its owner references
    await stripOwners(client, before);
    await management.settled();
    // then each object has its previous owners, all of which exist, and the managers created no duplicate
    const after = await objectsIn(client, namespace);
    expect(ownersOf(after)).toEqual(owners);
    expect(danglingIn(after)).toEqual([]);
    // and when the Cluster is deleted
    await deleteCluster(scene);
    expect(lasting.contents()).toEqual([]);
    expect(management.requests().filter(({ status }) => status === 403)).toEqual([]);
  });
});
