import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MockCloud } from "@capstan/infrastructure-mock";
import { Node, systemClock } from "@capstan/provider";
import { beforeAll, describe, expect, test } from "vitest";
import { joinData } from "../bootstrap-data.ts";
import type { ClusterCertificates } from "../certificates.ts";
import { cluster, connected, noTime, RunningCloud, sharedCertificates, temporaryDirectory } from "./running-cloud.ts";

let certificates: ClusterCertificates;

beforeAll(async () => {
  certificates = await sharedCertificates();
});

describe("with a state directory", () => {
  test("a killed cloud restarts in the same state, on the same endpoint", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    const worker = { userData: joinData({ endpoint: world.address, certificates }) };
    await world.until("cp-0", "joined", { userData: world.init() });
    await world.until("w-0", "joined", worker);
    const before = await (await world.client()).list(Node);

    // The files on disk at this moment are all that a killed process leaves.
    const left = await temporaryDirectory();
    await cp(join(stateDirectory, "clusters"), join(left, "clusters"), {
      recursive: true,
      // The lock sockets of the process end with it.
      filter: async (entry) => !(await stat(entry)).isSocket(),
    });
    await world.cloud.close();

    const revived = await RunningCloud.open({ stateDirectory: left });
    expect(revived.endpoint).toEqual(world.endpoint);
    expect((await revived.ensure("w-0")).boot).toMatchObject({ state: "joined", nodeName: "w-0" });
    const after = await (await revived.client()).list(Node);
    expect(after.items.map(({ metadata }) => metadata.uid)).toEqual(before.items.map(({ metadata }) => metadata.uid));
    await revived.until("w-1", "joined", { ...worker });
  });

  test("a machine that was killed during its boot continues", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    const request = { userData: world.init(), bootDuration: { minMilliseconds: 300, maxMilliseconds: 300 } };
    expect(await world.ensure("cp-0", request)).toMatchObject({ boot: { state: "booting" } });
    await world.cloud.close();

    const revived = await RunningCloud.open({ stateDirectory });
    await revived.until("cp-0", "joined");
  });

  test("bootstrap data is private to its user, and deleted when the machine has booted", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    await world.until("a", "failed", { userData: "#!/bin/sh\necho hunter2\n" });
    await world.cloud.idle();
    const file = join(stateDirectory, "clusters", "ns", "c1", "machines", "a.json");
    expect(await readFile(file, "utf8")).not.toContain("hunter2");
  });

  test("a removed cluster leaves no files behind", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    await world.until("cp-0", "joined", { userData: world.init() });
    await world.cloud.removeLoadBalancer(cluster);
    await world.cloud.removeLoadBalancer(cluster);
    expect(await readdir(join(stateDirectory, "clusters", "ns"))).toEqual([]);
    await expect(connected(world.endpoint)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("remains of a removed cluster after a kill do not return with the next cluster of its name", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    await world.ensure("a", { userData: "#!/bin/sh\necho hunter2\n", bootDuration: { ...noTime, maxMilliseconds: 1 } });
    await world.cloud.close();
    // A kill between the two steps of a removal.
    await mkdir(join(stateDirectory, "removed"));
    await rename(join(stateDirectory, "clusters", "ns", "c1"), join(stateDirectory, "removed", "half"));

    const revived = await RunningCloud.open({ stateDirectory });
    expect(await readdir(stateDirectory)).toEqual(["clusters", "lock"]);
    expect((await revived.ensure("a")).boot).toEqual({ state: "booting" });
  });

  test("a path that is not a cluster folder is ignored", async () => {
    const stateDirectory = await temporaryDirectory();
    await mkdir(join(stateDirectory, "clusters", "ns"), { recursive: true });
    await writeFile(join(stateDirectory, "clusters", ".DS_Store"), "");
    await writeFile(join(stateDirectory, "clusters", "ns", "notes.txt"), "");
    await RunningCloud.open({ stateDirectory });
  });

  test("a second cloud on the directory is refused until the first is closed", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    const open = () => MockCloud.open({ clock: systemClock, stateDirectory });
    await expect(open()).rejects.toThrow(`${stateDirectory}: another process uses it; stop that process`);
    await world.cloud.close();
    await (await open()).close();
  });

  test("that is not writable, creation fails with the remedy, and a retry continues", async () => {
    const stateDirectory = await temporaryDirectory();
    const world = await RunningCloud.open({ stateDirectory });
    const machines = join(stateDirectory, "clusters", "ns", "c1", "machines");
    await writeFile(machines, "in the way");
    await expect(world.ensure("a")).rejects.toThrow(`${machines}: cannot be created; pass another --state-dir`);
    await rm(machines);
    await world.until("a", "failed");
  });

  test("a MockCluster and a MockMachine keep their load balancer and instance after a move to another management cluster", async () => {
    const world = await RunningCloud.open();
    const machine = await world.until("cp-0", "joined", { userData: world.init() });
    // A move keeps only the names.
    expect(await world.cloud.ensureLoadBalancer({ object: cluster, cluster, endpoint: world.endpoint })).toEqual(
      world.endpoint,
    );
    expect(await world.ensure("cp-0", { userData: world.init() })).toEqual(machine);
  });
});
