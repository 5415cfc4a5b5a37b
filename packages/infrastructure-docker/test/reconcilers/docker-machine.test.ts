import { EngineError, engineReasons } from "@capstan/infrastructure-docker";
import { labels, Secret } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { ScriptedEngine } from "../scripted-engine/scripted-engine.ts";
import { startDockerScene } from "./docker-scene.ts";

describe("a DockerMachine", () => {
  test("is a privileged container under its name, and its Node gets its providerID", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();

    await scene.createMachine(cluster, {
      spec: {
        customImage: "localhost/node:v1",
        extraMounts: [{ hostPath: "/srv", containerPath: "/data", readOnly: true }],
        extraPortMappings: [{ containerPort: 30_080, hostPort: 8_080 }],
      },
    });

    const container = scene.engine.container("default.m1");
    expect(container.spec).toMatchObject({
      image: "localhost/node:v1",
      hostname: "m1",
      network: "default.c1",
      isPrivileged: true,
      tmpfs: ["/run", "/tmp"],
      volumes: ["/var/lib/containerd"],
      mounts: [{ hostPath: "/srv", containerPath: "/data", readOnly: true }],
      ports: [{ containerPort: 30_080, hostPort: 8_080 }],
    });
    expect(container).toMatchObject({ state: "running", boots: 1, providerID: "docker:////default.m1" });
    expect(await scene.dockerMachine()).toMatchObject({
      spec: { providerID: "docker:////default.m1" },
      status: {
        initialization: { provisioned: true },
        addresses: [
          { type: "Hostname", address: "m1" },
          { type: "InternalIP", address: expect.stringMatching(/^172\.18\.0\.\d+$/) as string },
        ],
      },
    });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({ status: "True", reason: "Succeeded" });
    expect(await scene.condition("NodeProviderIDSet")).toMatchObject({ status: "True", message: "Node m1" });
  });

  test("runs the image of its Machine's version by default", async () => {
    await using scene = await startDockerScene();
    await scene.createMachine(await scene.createCluster(), { spec: {}, version: "v1.36.1" });
    expect(scene.engine.container("default.m1").spec.image).toBe("kindest/node:v1.36.1");
  });

  test("without a version and an image fails with the remedy", async () => {
    await using scene = await startDockerScene();
    await scene.createMachine(await scene.createCluster(), { spec: {} });
    expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason: "ImageUnknown" });
  });

  test("waits until systemd has started, and boots only once", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    scene.engine.onCreate = (_name, created) => (created.system = "starting");

    await scene.createMachine(cluster);
    expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason: "SystemStarting" });
    const container = scene.engine.container("default.m1");
    expect(container.boots).toBe(0);

    container.system = "degraded";
    await scene.advance();
    await scene.advance();
    expect(container.boots).toBe(1);
  });

  test("boots from a Secret of the user, which has no label, and reports no secret of it", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    const secretLine = "echo a-license-that-no-form-of-secrets-recognizes";
    scene.engine.onCreate = (_name, created) => {
      created.system = "starting";
      created.boot = { exitCode: 1, output: `+ ${secretLine}` };
    };
    await scene.createMachine(cluster, { bootstrapData: `#!/bin/sh\n${secretLine}\n` });
    const body = { metadata: { labels: { [labels.clusterName]: null } } };
    await scene.env.client.patch(Secret, { namespace: "default", name: "m1" }, { type: "merge", body });
    const container = scene.engine.container("default.m1");
    container.system = "running";
    await scene.advance();

    expect(container.boots).toBe(1);
    const condition = await scene.condition("BootstrapExecSucceeded");
    expect(condition).toMatchObject({ status: "False", reason: "CommandFailed" });
    expect(condition?.message).toContain("[secret]");
    expect(condition?.message).not.toContain("a-license");
  });

  test("reports the command that failed, its exit code and the end of its output, without secrets", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    const output = "[preflight] running\nerror: token abcdef.0123456789abcdef is invalid";
    scene.engine.onCreate = (_name, created) => (created.boot = { exitCode: 3, output });

    await scene.createMachine(cluster);

    const condition = await scene.condition("BootstrapExecSucceeded");
    expect(condition).toMatchObject({ status: "False", reason: "CommandFailed" });
    expect(condition?.message).toContain("runcmd[0]: kubeadm init ended with exit code 3");
    expect(condition?.message).toContain("[preflight] running");
    expect(condition?.message).not.toContain("0123456789abcdef");
    expect((await scene.dockerMachine()).status?.initialization?.provisioned).toBe(true);
  });

  test("with data that cannot be read runs, and reports the place in the data", async () => {
    await using scene = await startDockerScene();
    await scene.createMachine(await scene.createCluster(), { bootstrapData: "#cloud-config\nruncmd: 3\n" });
    expect(await scene.condition("BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "BootstrapDataInvalid",
      message: expect.stringContaining("runcmd") as string,
    });
    expect(scene.engine.container("default.m1")).toMatchObject({ state: "running", boots: 0 });
  });

  test("is started again after its container has stopped, without a second boot", async () => {
    await using scene = await startDockerScene();
    await scene.createMachine(await scene.createCluster());
    const container = scene.engine.container("default.m1");

    container.stop({ exitCode: 137, isOutOfMemory: true });
    await scene.advance(30);

    expect(container).toMatchObject({ state: "running", boots: 1 });
    await scene.advance(2);
    expect(await scene.condition("Ready")).toMatchObject({ status: "True" });
  });

  test("whose container was removed is not created again, because kubeadm would run twice", async () => {
    await using scene = await startDockerScene();
    await scene.createMachine(await scene.createCluster());

    scene.engine.containers.delete("default.m1");
    await scene.advance();

    expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason: "ContainerGone" });
    expect([...scene.engine.containers.keys()]).toEqual(["default.c1_lb"]);
  });

  test("does not touch a container of the same name that belongs to something else", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    const spec = { ...scene.engine.container("default.c1_lb").spec, labels: {} };
    await scene.engine.createContainer("default.m1", spec);

    const machine = await scene.createMachine(cluster);
    expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason: "NameTaken" });
    expect(scene.engine.container("default.m1").state).toBe("created");

    await machine.delete();
    await scene.advance();
    expect(scene.engine.containers.has("default.m1")).toBe(true);
  });

  test("imports its images before it is provisioned", async () => {
    await using scene = await startDockerScene();
    const spec = { customImage: "localhost/node:v1", preLoadImages: ["example.com/cni:v1"] };
    await scene.createMachine(await scene.createCluster(), { spec });
    expect(await scene.condition("Ready")).toMatchObject({ status: "True" });
    const files = [...scene.engine.container("default.m1").files.keys()];
    expect(files.filter((file) => file.startsWith("/var/lib/capstan/images/"))).toHaveLength(1);
  });

  test("reports an image that cannot be imported", async () => {
    const engine = new ScriptedEngine(["localhost/node:v1", "kindest/haproxy:v20230606-42a2262b"]);
    await using scene = await startDockerScene(engine);
    const spec = { customImage: "localhost/node:v1", preLoadImages: ["example.com/cni:v1"] };
    await scene.createMachine(await scene.createCluster(), { spec });
    expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason: "ImageNotFound" });
  });

  test("waits while its image is pulled, and reports why it cannot be", async () => {
    const engine = new ScriptedEngine(["kindest/haproxy:v20230606-42a2262b"]);
    let refuse = true;
    engine.onPull = () => {
      if (refuse) throw new EngineError("ImagePullFailed", "The image cannot be pulled");
    };
    await using scene = await startDockerScene(engine);
    await scene.createMachine(await scene.createCluster());
    expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason: "ImagePullFailed" });

    refuse = false;
    await scene.advance();
    await scene.advance();
    expect(await scene.condition("Ready")).toMatchObject({ status: "True" });
  });

  test.each(engineReasons)(
    "reports that the engine refuses with %s, and continues when it does not",
    async (reason) => {
      await using scene = await startDockerScene();
      const cluster = await scene.createCluster();
      const { engine } = scene;
      const start = engine.startContainer.bind(engine);
      engine.startContainer = () => Promise.reject(new EngineError(reason, "The engine refuses"));

      await scene.createMachine(cluster);
      expect(await scene.condition("Ready")).toMatchObject({ status: "False", reason, message: "The engine refuses" });

      engine.startContainer = start;
      await scene.advance();
      expect(await scene.condition("Ready")).toMatchObject({ status: "True" });
    },
  );

  test("keeps its status while the engine is unavailable", async () => {
    await using scene = await startDockerScene();
    await scene.createMachine(await scene.createCluster());
    const before = await scene.dockerMachine();

    scene.engine.findContainer = () => Promise.reject(new EngineError("EngineUnavailable", "No engine"));
    await scene.advance();

    expect((await scene.dockerMachine()).status).toEqual(before.status);
  });
});

describe("the Node of a DockerMachine", () => {
  test("is awaited until its kubelet has registered it", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    scene.engine.onCreate = (_name, created) => (created.node = "missing");
    await scene.createMachine(cluster);
    expect(await scene.condition("NodeProviderIDSet")).toBeUndefined();

    scene.engine.container("default.m1").node = "registered";
    await scene.advance(2);
    expect(await scene.condition("NodeProviderIDSet")).toMatchObject({ status: "True" });
  });

  test("with another providerID is reported", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    scene.engine.onCreate = (_name, created) => (created.providerID = "other:///m1");
    await scene.createMachine(cluster);
    expect(await scene.condition("NodeProviderIDSet")).toMatchObject({ status: "False", reason: "ProviderIDMismatch" });
  });

  test("is left to the bootstrap data if the kubelet has no kubeconfig of kubeadm", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    scene.engine.onCreate = (_name, created) => (created.node = "noKubeconfig");
    await scene.createMachine(cluster);
    expect(await scene.condition("NodeProviderIDSet")).toMatchObject({ status: "Unknown" });
  });
});
