import { buffer, text } from "node:stream/consumers";
import { Readable } from "node:stream";
import tar from "tar-stream";
import { describe, expect, test } from "vitest";
import { frame, playedEngine, refusalOf, signal } from "./played-engine.ts";

const running = {
  Name: "/default.m1",
  State: { Running: true, StartedAt: "2026-11-29T02:00:00Z", ExitCode: 0 },
  Config: { Hostname: "m1", Labels: { role: "worker" } },
  NetworkSettings: {
    Networks: { "default.c1": { IPAddress: "172.18.0.3", GlobalIPv6Address: "" } },
    Ports: { "6443/tcp": [{ HostIp: "127.0.0.1", HostPort: "32768" }], "53/udp": null },
  },
};

describe("the engine", () => {
  test("reads a container", async () => {
    await using played = await playedEngine(() => ({ body: running }));
    expect(await played.engine.findContainer("default.m1", signal)).toEqual({
      name: "default.m1",
      hostname: "m1",
      labels: { role: "worker" },
      state: "running",
      startedAt: "2026-11-29T02:00:00Z",
      exitCode: 0,
      isOutOfMemory: false,
      addresses: { "default.c1": ["172.18.0.3"] },
      hostPorts: { "6443/tcp": 32_768 },
    });
  });

  test.each<[state: { readonly OOMKilled?: boolean; readonly [name: string]: unknown }, expected: string]>([
    [{ Running: false, StartedAt: "0001-01-01T00:00:00Z" }, "created"],
    [{ Running: false, StartedAt: "2026-11-29T02:00:00Z", OOMKilled: true }, "stopped"],
    [{ Running: false, Paused: true, StartedAt: "2026-11-29T02:00:00Z" }, "running"],
  ])("reads the state %j", async (state, expected) => {
    await using played = await playedEngine(() => ({ body: { ...running, State: state } }));
    const container = await played.engine.findContainer("default.m1", signal);
    expect(container?.state).toBe(expected);
    expect(container?.isOutOfMemory).toBe("OOMKilled" in state);
  });

  test("does not take a container for another whose id begins like its name", async () => {
    await using played = await playedEngine(() => ({ body: { ...running, Name: "/other" } }));
    expect(await played.engine.findContainer("0af1", signal)).toBeUndefined();
  });

  test("finds nothing where there is nothing", async () => {
    await using played = await playedEngine(() => ({ status: 404, body: { message: "no such container" } }));
    expect(await played.engine.findContainer("m1", signal)).toBeUndefined();
    expect(await played.engine.findNetwork("n1", signal)).toBeUndefined();
    expect(await played.engine.readFile("m1", "/etc/hosts", signal)).toBeUndefined();
    expect(await played.engine.hasImage("registry.example.com/a/b:v1", signal)).toBe(false);
    await played.engine.removeContainer("m1", signal);
    await played.engine.removeNetwork("n1", signal);
  });

  test("lists containers by labels, in any state", async () => {
    await using played = await playedEngine((request) =>
      request === "GET /containers/json" ? { body: [{ Names: ["/default.m1"] }] } : { body: running },
    );
    const found = await played.engine.listContainers({ a: "1", b: "2" }, signal);
    expect(found.map(({ name }) => name)).toEqual(["default.m1"]);
    expect(played.requests[0]?.query).toEqual({ all: "true", filters: '{"label":["a=1","b=2"]}' });
  });

  test("creates a privileged container", async () => {
    await using played = await playedEngine(() => ({ status: 201, body: { Id: "1" } }));
    await played.engine.createContainer(
      "default.m1",
      {
        image: "kindest/node:v1",
        hostname: "m1",
        labels: { a: "1" },
        network: "default.c1",
        isPrivileged: true,
        tmpfs: ["/run"],
        volumes: ["/var/lib/containerd"],
        mounts: [{ hostPath: "/srv", containerPath: "/data", readOnly: true }],
        ports: [
          { containerPort: 80, hostPort: 8_080 },
          { containerPort: 80, hostPort: 8_081, hostAddress: "0.0.0.0" },
          { containerPort: 53, protocol: "UDP" },
        ],
      },
      signal,
    );
    const [request] = played.requests;
    expect(request).toMatchObject({ request: "POST /containers/create", query: { name: "default.m1" } });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      Image: "kindest/node:v1",
      Hostname: "m1",
      Labels: { a: "1" },
      Tty: true,
      Volumes: { "/var/lib/containerd": {} },
      ExposedPorts: { "80/tcp": {}, "53/udp": {} },
      HostConfig: {
        NetworkMode: "default.c1",
        Privileged: true,
        CgroupnsMode: "private",
        Tmpfs: { "/run": "" },
        Binds: ["/srv:/data:ro"],
        PortBindings: {
          "80/tcp": [
            { HostIp: "127.0.0.1", HostPort: "8080" },
            { HostIp: "0.0.0.0", HostPort: "8081" },
          ],
          "53/udp": [{ HostIp: "127.0.0.1", HostPort: "" }],
        },
      },
    });
  });

  test("removes a container with its anonymous volumes", async () => {
    await using played = await playedEngine(() => ({ status: 204 }));
    await played.engine.removeContainer("default.m1", signal);
    expect(played.requests).toMatchObject([
      { request: "DELETE /containers/default.m1", query: { force: "true", v: "true" } },
    ]);
  });

  test("runs a command, and returns its output and exit code once it has ended", async () => {
    let reads = 0;
    await using played = await playedEngine((request) => {
      if (request.endsWith("/start")) return { bytes: Buffer.concat([frame(1, "out\n"), frame(2, "err\n")]) };
      if (request === "GET /exec/e1/json") return { body: { Running: (reads += 1) < 3, ExitCode: 7 } };
      return { status: 201, body: { Id: "e1" } };
    });
    expect(await played.engine.exec("m1", ["false"], signal)).toEqual({ exitCode: 7, output: "out\nerr\n" });
    expect(JSON.parse(played.requests[0]?.body ?? "")).toMatchObject({ Cmd: ["false"], User: "root" });
  });

  test("reads the last lines that a container has written", async () => {
    const bytes = Buffer.concat([frame(1, "one\n"), frame(2, "two\n")]);
    await using played = await playedEngine(() => ({ bytes }));
    expect(await played.engine.readOutput("m1", signal)).toBe("one\ntwo\n");
    expect(played.requests[0]?.query).toEqual({ stdout: "true", stderr: "true", tail: "5" });
  });

  test("keeps the end of a long output", async () => {
    const long = frame(1, `${"x".repeat(100_000)}end`);
    await using played = await playedEngine((request) => {
      if (request.endsWith("/start")) return { bytes: long };
      return { status: 201, body: { Id: "e1", Running: false, ExitCode: 0 } };
    });
    const { output } = await played.engine.exec("m1", ["yes"], signal);
    expect(output).toHaveLength(65_536);
    expect(output.endsWith("end")).toBe(true);
  });

  test("writes files with their folders, in order, and reads one", async () => {
    const archive = tar.pack();
    archive.entry({ name: "haproxy.cfg" }, "content");
    archive.finalize();
    const bytes = await buffer(archive);
    await using played = await playedEngine((request) => (request.startsWith("GET") ? { bytes } : {}));

    const files = [
      { path: "/a/b/c", content: "one", mode: 0o755 },
      { path: "/a/d", content: Buffer.from("two") },
    ];
    await played.engine.writeFiles("m1", files, signal);
    expect(await played.engine.readFile("m1", "/etc/haproxy.cfg", signal)).toBe("content");

    const [written] = played.requests;
    expect(written).toMatchObject({ request: "PUT /containers/m1/archive", query: { path: "/" } });
    const entries: string[] = [];
    const extract = tar.extract();
    Readable.from([Buffer.from(written?.body ?? "")]).pipe(extract);
    for await (const entry of extract) {
      entries.push(`${entry.header.name} ${entry.header.mode.toString(8)} ${await text(entry)}`);
    }
    expect(entries).toEqual(["a/ 755 ", "a/b/ 755 ", "a/b/c 755 one", "a/d 600 two"]);
  });

  test("pulls an image, and reports the reason in the progress", async () => {
    const lines = ['{"status":"Pulling"}', '{"error":"manifest unknown"}', ""].join("\n");
    await using played = await playedEngine(() => ({ bytes: Buffer.from(lines) }));
    const refusal = await refusalOf((engine) => engine.pullImage("example.com/no:v1", signal), played.engine);
    expect(refusal).toMatch(/^ImagePullFailed: The image example.com\/no:v1 cannot be pulled: manifest unknown/);
  });
});

describe("an engine on Linux", () => {
  test.each([
    [{ OperatingSystem: "Debian GNU/Linux 12", SecurityOptions: ["name=seccomp"] }, true],
    [{ OperatingSystem: "Docker Desktop" }, false],
    [{ OperatingSystem: "Debian GNU/Linux 12", SecurityOptions: ["name=rootless"] }, false],
  ])("with %j lets this host reach containers: %s", async (body, expected) => {
    await using played = await playedEngine(() => ({ body }));
    const { reachesContainers } = await played.engine.info(signal);
    expect(reachesContainers).toBe(expected && process.platform === "linux");
  });
});

describe("an engine that refuses", () => {
  test.each([
    [409, 'Conflict. The container name "/m1" is already in use by container "abc".', "ContainerNameTaken"],
    [500, 'creating container storage: the container name "m1" is already in use by abc', "ContainerNameTaken"],
    [404, "No such image: kindest/node:v9", "ImageNotFound"],
    [500, "write /var/lib/docker/x: no space left on device", "EngineOutOfDisk"],
    [500, "runc: fork/exec: cannot allocate memory", "EngineOutOfMemory"],
    [500, "Bind for 127.0.0.1:8080 failed: port is already allocated", "PortTaken"],
    [403, "error while removing network: network c1 has active endpoints", "NetworkInUse"],
    [500, "something else", "EngineRefused"],
  ])("with %i and %s has the reason %s", async (status, message, reason) => {
    await using played = await playedEngine(() => ({ status, body: { message } }));
    const refusal = await refusalOf((engine) => engine.startContainer("m1", signal), played.engine);
    expect(refusal).toMatch(
      new RegExp(`^${reason}: POST /containers/m1/start: the container engine answered ${status}: `),
    );
  });

  test("by closing the connection is unavailable", async () => {
    await using played = await playedEngine(() => "hangs up");
    const refusal = await refusalOf((engine) => engine.info(signal), played.engine);
    expect(refusal).toMatch(
      /^EngineUnavailable: No container engine answers at unix:.*\(DOCKER_HOST\): ECONNRESET; start/,
    );
  });

  test("to answer is abandoned with its request", async () => {
    await using played = await playedEngine(() => "hangs");
    const aborting = new AbortController();
    const asked = played.engine.info(aborting.signal);
    aborting.abort(new Error("The manager stops"));
    await expect(asked).rejects.toThrow("The manager stops");
  });
});
