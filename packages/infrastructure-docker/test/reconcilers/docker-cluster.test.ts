import { EngineError } from "@capstan/infrastructure-docker";
import { describe, expect, test } from "vitest";
import { startDockerScene } from "./docker-scene.ts";

const config = "/usr/local/etc/haproxy/haproxy.cfg";

describe("a DockerCluster", () => {
  test("has a network and a load balancer of its own, whose address is the endpoint", async () => {
    await using scene = await startDockerScene();
    await scene.createCluster({ failureDomains: [{ name: "a", controlPlane: true }] });
    expect(scene.engine.container("default.c1_lb")).toMatchObject({
      state: "running",
      spec: { image: expect.stringContaining("kindest/haproxy") as string, network: "default.c1", isPrivileged: false },
    });
    expect(await scene.dockerCluster()).toMatchObject({
      spec: { controlPlaneEndpoint: { host: "172.18.0.2", port: 6_443 } },
      status: { initialization: { provisioned: true }, failureDomains: [{ name: "a", controlPlane: true }] },
    });
  });

  test("uses a port of the host if the host does not reach containers", async () => {
    await using scene = await startDockerScene();
    scene.engine.engineInfo = { reachesContainers: false };
    await scene.createCluster();
    const { controlPlaneEndpoint } = (await scene.dockerCluster()).spec;
    expect(controlPlaneEndpoint).toMatchObject({ host: "127.0.0.1" });
    const { ports } = scene.engine.container("default.c1_lb").spec;
    expect(ports).toEqual([{ containerPort: 6_443, hostPort: controlPlaneEndpoint?.port }]);
  });

  test("uses an existing network, waits for it, and keeps it", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster({ network: { name: "kind" } });
    expect(await scene.clusterCondition("Ready")).toMatchObject({ status: "False", reason: "NetworkNotFound" });

    scene.engine.networks.set("kind", {});
    await scene.advance();
    expect(scene.engine.container("default.c1_lb").spec.network).toBe("kind");

    await cluster.delete();
    await scene.advance();
    expect([...scene.engine.networks.keys()]).toEqual(["kind"]);
    expect([...scene.engine.containers.keys()]).toEqual([]);
  });

  test("balances the running control-plane containers, and reloads for each change once", async () => {
    // given two control-plane machines and a worker
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    for (const name of ["cp-0", "cp-1"]) await scene.createMachine(cluster, { name, controlPlane: true });
    await scene.createMachine(cluster, { name: "w-0" });
    const balancer = scene.engine.container("default.c1_lb");
    const servers = () => (balancer.files.get(config) ?? "").match(/^ {2}server \S+/gm);
    expect(servers()).toEqual(["  server default.cp-0", "  server default.cp-1"]);

    // when nothing changes, then it is not reloaded
    const before = balancer.signals.length;
    await scene.advance();
    await scene.advance();
    expect(balancer.signals).toHaveLength(before);
    expect(new Set(balancer.signals)).toEqual(new Set(["SIGUSR2"]));

    // when one stops, the others remain
    scene.engine.startContainer = () => Promise.reject(new EngineError("EngineOutOfMemory", "out of memory"));
    scene.engine.container("default.cp-0").stop();
    await scene.advance();
    expect(servers()).toEqual(["  server default.cp-1"]);
  });

  test("stops balancing to a machine before its container is removed", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    const machine = await scene.createMachine(cluster, { name: "cp-0", controlPlane: true });
    const balancer = scene.engine.container("default.c1_lb");
    const remove = scene.engine.removeContainer.bind(scene.engine);
    let atRemoval: string | undefined;
    scene.engine.removeContainer = (name) => {
      atRemoval ??= balancer.files.get(config);
      return remove(name);
    };

    await machine.delete();
    await scene.advance();

    expect(atRemoval).not.toContain("default.cp-0");
    expect(scene.engine.containers.has("default.cp-0")).toBe(false);
  });

  test("starts a stopped load balancer again, and reports it meanwhile", async () => {
    await using scene = await startDockerScene();
    await scene.createCluster();
    scene.engine.container("default.c1_lb").stop();
    await scene.advance(30);
    expect(scene.engine.container("default.c1_lb").state).toBe("running");
    const stopped = await scene.clusterCondition("Ready");
    expect(stopped).toMatchObject({ status: "False", reason: "LoadBalancerStopped" });
    expect(stopped?.message).toMatch(/ended with exit code 137; it was started again\. Its last output:\n\[ALERT\]/);
    await scene.advance(2);
    expect(await scene.clusterCondition("Ready")).toMatchObject({ status: "True" });
  });

  test("reports a load balancer that has another address than the endpoint", async () => {
    await using scene = await startDockerScene();
    await scene.createCluster();
    await scene.engine.removeContainer("default.c1_lb");
    await scene.advance();
    await scene.advance();
    expect(await scene.clusterCondition("Ready")).toMatchObject({ status: "False", reason: "EndpointMoved" });
  });

  test("is removed after its machines, its network last", async () => {
    await using scene = await startDockerScene();
    const cluster = await scene.createCluster();
    const machine = await scene.createMachine(cluster);
    const { engine } = scene;
    const removed: string[] = [];
    const [removeContainer, removeNetwork] = [engine.removeContainer.bind(engine), engine.removeNetwork.bind(engine)];
    engine.removeContainer = (name) => (removed.push(name), removeContainer(name));
    engine.removeNetwork = (name) => (removed.push(`network ${name}`), removeNetwork(name));

    await cluster.delete();
    await scene.advance();
    await machine.delete();
    await scene.advance();
    await scene.advance();

    expect(removed).toEqual(["default.m1", "default.c1_lb", "network default.c1"]);
    expect(engine.containers.size + engine.networks.size).toBe(0);
  });
});
