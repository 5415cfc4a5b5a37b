import { Cluster, Machine } from "@capstan/contract";
import { isNotFound } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";

const assets = process.env.KUBEBUILDER_ASSETS ?? "";

describe.runIf(assets !== "")("on a real API server", () => {
  test("a Machine reaches Running with nine writes, and is deleted", async () => {
    await using world = await PlayedProviders.start({ server: "real" });
    await world.createCluster();
    await world.settled();
    await world.provisionCluster();
    await world.settled();
    const mark = world.mark();
    await world.run("m1", { controlPlane: true });
    expect(await world.machine("m1")).toMatchObject({ status: { phase: "Running", nodeRef: { name: "m1" } } });
    expect(await world.condition("m1", "Available")).toMatchObject({ status: "True" });
    const writes = world.writes(mark).filter((write) => write.endsWith(" m1"));
    expect(writes).toHaveLength(9);

    await world.client.delete(Cluster, { name: "c1", namespace });
    await world.settled();
    const gone = world.client.get(Cluster, { name: "c1", namespace });
    await expect(gone).rejects.toSatisfy(isNotFound);
    await expect(world.client.get(Machine, { name: "m1", namespace })).rejects.toSatisfy(isNotFound);
    expect(world.writes().filter((write) => write.includes("->"))).toEqual([]);
  });
});
