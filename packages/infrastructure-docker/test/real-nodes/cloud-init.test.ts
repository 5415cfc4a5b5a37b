import { kubeadmInContainer } from "@capstan/infrastructure-docker";
import { Cluster, getCondition } from "@capstan/provider";
import { type ClusterHandle, KubeadmConfig } from "@capstan/testkit";
import { openNodeEngine, RealNodes } from "@capstan/testkit/real-nodes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloudInitImage } from "./cloud-init-image.ts";

const signal = new AbortController().signal;
/** Longer than anything here takes on a busy machine. */
const timeout = 3_600_000;
const hasNodes = (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";

describe.skipIf(!hasNodes)("machines that boot with cloud-init (CAPSTAN_NODE_IMAGE_ASSETS)", () => {
  let nodes: RealNodes;
  let cluster: ClusterHandle;

  beforeAll(async () => {
    nodes = await RealNodes.start({ images: await imagesWithCloudInit() });
    cluster = await nodes.createCluster();
  }, timeout);

  afterAll(() => nodes[Symbol.asyncDispose](), timeout);

  const infrastructureSpec = { bootstrapWith: "CloudInit" } as const;

  async function answer(name: string, ...argv: readonly string[]): Promise<string> {
    return (await nodes.engine.exec(`default.${name}`, argv, signal)).output.trim();
  }

  test("initialize a Cluster with files, users and commands", { timeout }, async () => {
    const machine = await nodes.createMachine(cluster, {
      bootstrap: KubeadmConfig,
      bootstrapSpec: kubeadmInContainer({
        initConfiguration: { skipPhases: ["addon/coredns"] },
        files: [{ path: "/etc/capstan/motd", content: "hello", permissions: "0640" }],
        users: [{ name: "capstan", shell: "/bin/bash", sudo: "ALL=(ALL) NOPASSWD:ALL" }],
        ntp: { enabled: false },
        preKubeadmCommands: ["id -un capstan >/etc/capstan/user"],
      }),
      infrastructureSpec,
      controlPlane: true,
    });
    await nodes.ready(machine);
    await nodes.until("its boot is reported", async () => (await booted(machine)) !== undefined);
    expect(await booted(machine)).toMatchObject({ status: "True", reason: "Succeeded" });

    const { name } = machine;
    expect(await answer(name, "cat", "/var/lib/cloud/instance/datasource")).toContain("DataSourceNoCloud");
    expect(await answer(name, "stat", "-c", "%a", "/etc/capstan/motd")).toBe("640");
    expect(await answer(name, "cat", "/etc/capstan/user")).toBe("capstan");
  });

  test("report a command that fails, also when the container is started again", { timeout }, async () => {
    // given a worker whose first command fails
    const machine = await nodes.createMachine(cluster, {
      bootstrap: KubeadmConfig,
      bootstrapSpec: kubeadmInContainer({
        joinConfiguration: {},
        preKubeadmCommands: ["echo not this machine >&2", "exit 3"],
      }),
      infrastructureSpec,
    });
    await nodes.until("its boot has failed", async () => (await booted(machine))?.status === "False");
    const condition = await booted(machine);
    expect(condition).toMatchObject({ reason: "CommandFailed" });
    expect(condition?.message).toBe(
      "runcmd: /var/lib/cloud/instance/scripts/runcmd ended with exit code 3 with the output:\nnot this machine",
    );

    // when its container ends
    const container = `default.${machine.name}`;
    const before = await nodes.engine.findContainer(container, signal);
    await nodes.engine.signalContainer(container, "SIGKILL", signal);
    await nodes.until("it is started again", async () => {
      const after = await nodes.engine.findContainer(container, signal);
      return after?.state === "running" && after.startedAt !== before?.startedAt;
    });
    await nodes.until("cloud-init has ended again", async () => {
      const { exitCode } = await nodes.engine.exec(container, ["test", "-e", "/run/cloud-init/result.json"], signal);
      return exitCode === 0;
    });

    // then the first result stays
    expect((await booted(machine))?.message).toBe(condition?.message);
  });

  test("are deleted with the Cluster", { timeout }, async () => {
    await cluster.delete();
    await nodes.until("the Cluster is gone", async () => (await nodes.env.client.list(Cluster)).items.length === 0);
    expect(await nodes.remains(cluster)).toEqual([]);
  });
});

/** The condition of a machine's boot. */
async function booted(machine: { infrastructure(): Promise<Parameters<typeof getCondition>[0]> }) {
  return getCondition(await machine.infrastructure(), "BootstrapExecSucceeded");
}

async function imagesWithCloudInit() {
  await using opened = await openNodeEngine();
  const { images } = opened;
  return { ...images, node: await cloudInitImage(images.node ?? "") };
}
