import { DockerMachine } from "@capstan/infrastructure-docker";
import { describe, expect, test } from "vitest";
import type { ScriptedCloudInit } from "../scripted-engine/scripted-cloud-init.ts";
import { startDockerScene } from "./docker-scene.ts";

const spec = { customImage: "localhost/node:v1", bootstrapWith: "CloudInit" };
const seed = "/var/lib/cloud/seed/nocloud";
const script = "/var/lib/cloud/instance/scripts/runcmd";
const runcmdFailed = "('scripts-user', RuntimeError('Runparts: 1 failures (runcmd) in 1 attempted commands'))";
const localeFailed = `('locale', ProcessExecutionError("Unexpected error while running command.\\nExit code: 255"))`;

/** A DockerMachine whose cloud-init has come that far. */
async function startMachine(cloudInit: ScriptedCloudInit, options: { bootstrapData?: string; system?: string } = {}) {
  const scene = await startDockerScene();
  const cluster = await scene.createCluster();
  scene.engine.onCreate = (_name, created) => {
    created.cloudInit = cloudInit;
    created.system = options.system ?? "running";
  };
  await scene.createMachine(cluster, { ...options, spec });
  return scene;
}

describe("a DockerMachine that boots with cloud-init", () => {
  test("has its seed before it starts, and none of the provider's steps", async () => {
    await using scene = await startMachine({ exits: "" });
    const { files, boots } = scene.engine.container("default.m1");
    expect(files.get(`${seed}/user-data`)).toContain("kubeadm init");
    expect(JSON.parse(files.get(`${seed}/meta-data`) ?? "")).toEqual({
      "instance-id": "default.m1",
      "local-hostname": "m1",
    });
    expect(files.has("/var/lib/capstan/boot/run.sh")).toBe(false);
    expect(boots).toBe(0);
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({ status: "True", reason: "Succeeded" });
    expect(await scene.condition("NodeProviderIDSet")).toMatchObject({ status: "True", message: "Node m1" });
  });

  test("is provisioned while cloud-init works, which is a part of the start of its system", async () => {
    const stage = { name: "modules-final", seconds: 20 };
    await using scene = await startMachine({ stage }, { system: "starting" });
    expect((await scene.dockerMachine()).status?.initialization?.provisioned).toBe(true);
    expect(await scene.condition("BootstrapExecSucceeded")).toBeUndefined();

    scene.engine.container("default.m1").cloudInit = { stage: { ...stage, seconds: 601 } };
    await scene.advance(2);
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      reason: "CommandRunning",
      message: "the stage modules-final of cloud-init has not ended after 10 minutes",
    });

    scene.engine.container("default.m1").cloudInit = {};
    await scene.advance(2);
    expect(await scene.condition("Ready")).toMatchObject({ status: "True" });
  });

  test("reports the script that failed as the provider's own boot does, without secrets", async () => {
    await using scene = await startMachine({
      sentinel: "missing",
      errors: [localeFailed, runcmdFailed],
      exits: `Command: ['${script}']\nExit code: 3`,
      log: [
        "Generating locales",
        "2026-11-29 09:58:30,078 - util.py[WARNING]: Running module locale (<module>) failed",
        "--",
        "Cloud-init v. 22.4.2 running 'modules:final' at Sun, 29 Nov 2026 09:59:56 +0000. Up 29161.40 seconds.",
        "[preflight] running",
        "error: token abcdef.0123456789abcdef is invalid",
        "2026-11-29 10:00:00,585 - cc_scripts_user.py[WARNING]: Failed to run module scripts-user (scripts in /x)",
      ].join("\n"),
    });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "CommandFailed",
      message: `runcmd: ${script} ended with exit code 3 with the output:\n[preflight] running\nerror: token [secret] is invalid`,
    });
  });

  test("succeeds if only modules of its image fail, and names them", async () => {
    await using scene = await startMachine({ errors: [localeFailed] });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "True",
      message: "Other modules of cloud-init failed: locale",
    });
  });

  test("reports a missing sentinel file", async () => {
    await using scene = await startMachine({ sentinel: "missing", errors: [localeFailed] });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "SentinelFileNotWritten",
      message: expect.stringMatching(/complete\. Other modules of cloud-init failed: locale$/) as string,
    });
  });

  test.each([
    ["#cloud-config\nruncmd: [\n", "BootstrapDataNotYAML"],
    ["hello", "BootstrapDataFormatUnknown"],
    ['{"ignition":{"version":"3.4.0"}}', "BootstrapDataFormatUnknown"],
  ])("reports data of which cloud-init only warns: %j", async (bootstrapData, reason) => {
    await using scene = await startMachine({ sentinel: "missing" }, { bootstrapData });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({ status: "False", reason });
  });

  test("reports that its container ended during the boot", async () => {
    await using scene = await startMachine({ sentinel: "missing", starts: 2 });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "BootInterrupted",
      message: expect.stringContaining("delete the Machine to replace it") as string,
    });
  });

  test("of an image without cloud-init reports the remedy", async () => {
    await using scene = await startMachine({ isInstalled: false });
    expect(await scene.condition("Ready")).toMatchObject({ status: "False" });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "CloudInitNotFound",
      message: expect.stringContaining("install it there, or unset spec.bootstrapWith") as string,
    });
  });

  test("whose cloud-init is disabled reports that when its system has started", async () => {
    await using scene = await startMachine({ starts: 0 }, { system: "starting" });
    expect(await scene.condition("BootstrapExecSucceeded")).toBeUndefined();

    scene.engine.container("default.m1").system = "running";
    await scene.advance(2);

    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "CloudInitNotRun",
      message: expect.stringContaining("status: disabled detail: disabled by a file; enable it in the image") as string,
    });
  });

  test("is not changed to after its container was created", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    scene.engine.onCreate = (_name, created) => (created.boot = "runs");
    await scene.createMachine(cluster);
    const key = { name: "m1", namespace: "default" };
    await scene.env.client.patch(DockerMachine.kind, key, {
      type: "merge",
      body: { spec: { bootstrapWith: "CloudInit" } },
    });
    await scene.advance(2);
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "CloudInitNotRun",
      message: "cloud-init has not run: the container was created without a seed; delete the Machine to replace it",
    });
  });

  test("shows a fixed reason also without a mark of the data, and says that the data of an output is not known", async () => {
    // given a machine whose cloud-init is disabled, and one that boots without cloud-init
    await using disabled = await startMachine({ starts: 0 });
    await using stepwise = await startDockerScene();
    const cluster = await stepwise.createCluster();
    stepwise.engine.onCreate = (_name, created) => (created.boot = { exitCode: 1, output: "refused" });
    await stepwise.createMachine(cluster);
    await stepwise.advance(2);
    const failure = (scene: typeof stepwise) => scene.condition("BootstrapExecSucceeded");
    expect(await failure(disabled)).toMatchObject({ message: expect.stringContaining("disabled by a file") as string });
    expect(await failure(stepwise)).toMatchObject({ message: expect.stringContaining("output:\nrefused") as string });

    // when their containers lose the mark, as those of an earlier version
    for (const scene of [disabled, stepwise]) {
      scene.engine.container("default.m1").files.delete("/var/lib/capstan/boot/data.sha256");
      await scene.advance(33);
    }
    // then what may quote the data is withheld, for the right reason
    const withheld = "is not shown, because the bootstrap data, which may be in it, is not known";
    expect(await failure(disabled)).toMatchObject({
      message: expect.stringContaining(`cloud-init has not run: the reason ${withheld}; enable it`) as string,
    });
    expect(await failure(stepwise)).toMatchObject({
      message: expect.stringContaining(`ended with exit code 1; its output ${withheld}`) as string,
    });

    // when the stepwise machine is to boot with cloud-init
    const key = { name: "m1", namespace: "default" };
    const body = { spec: { bootstrapWith: "CloudInit" } };
    await stepwise.env.client.patch(DockerMachine.kind, key, { type: "merge", body });
    await stepwise.advance(2);
    // then the fixed reason is shown
    expect(await failure(stepwise)).toMatchObject({
      message: expect.stringContaining("the container was created without a seed") as string,
    });
  });

  test("imports its images as soon as containerd runs, and commands wait for them", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    scene.engine.onCreate = (_name, created) => {
      created.hasContainerd = false;
      created.system = "starting";
    };
    const images = ["example.com/cni:v1", "example.com/cni:v1", "example.com/csi:v1"];
    await scene.createMachine(cluster, { spec: { ...spec, preLoadImages: images } });
    const container = scene.engine.container("default.m1");
    const service = container.files.get("/etc/systemd/system/cloud-final.service.d/10-capstan.conf");
    expect(service).toContain("await-images 2\n");
    expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason: "SystemStarting" });

    container.hasContainerd = true;
    await scene.advance(10);
    expect([...container.files.keys()].filter((file) => file.startsWith("/var/lib/capstan/images/"))).toHaveLength(2);
    expect(await scene.condition("Ready")).toMatchObject({ status: "True" });
  });
});
