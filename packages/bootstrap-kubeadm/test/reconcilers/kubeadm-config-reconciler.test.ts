import { patienceMs } from "@capstan/harness/patience";
import { Cluster, ConfigMap, Machine, Secret } from "@capstan/provider";
import { parseBootstrapData } from "@capstan/bootstrap-data";
import { type ObservedControlPlane, decideBoot } from "@capstan/infrastructure-mock";
import { describe, expect, test } from "vitest";
import { ensureToken } from "../../src/tokens/ensure-token.ts";
import { KubeadmConfig, caCertHashes, generateCertificateAuthority } from "../../src/index.ts";
import { documentsOf, fileOf, parseCloudConfig } from "../cloud-config.ts";
import { assets, validateWithKubeadm } from "../kubeadm.ts";
import { KubeadmScene, endpoint } from "../scene/kubeadm-scene.ts";

const joinConfig = "/run/kubeadm/kubeadm-join-config.yaml";
const namespace = "default";

describe("the first control-plane machine", () => {
  test("gets data for kubeadm init, and its provider creates the certificates", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });

    const data = (await world.data("cp-0")) ?? "";
    expect(documentsOf(data, "/run/kubeadm/kubeadm.yaml")[0]).toMatchObject({
      clusterName: "c1",
      kubernetesVersion: "v1.36.0",
      controlPlaneEndpoint: "10.0.0.1:6443",
    });
    expect(fileOf(data, "/etc/kubernetes/pki/ca.key")).toBe(await world.secret("c1-ca", "tls.key"));
    expect(fileOf(data, "/etc/kubernetes/pki/sa.pub")).toBe(await world.secret("c1-sa", "tls.crt"));
    expect(await world.secret("cp-0", "format")).toBe("cloud-config");
    expect(await world.condition("cp-0", "CertificatesAvailable")).toMatchObject({
      status: "True",
      reason: "Available",
    });
    expect(await world.condition("cp-0", "Ready")).toMatchObject({ status: "True" });
  });

  test("initializes alone; others wait and join once the control plane is initialized", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("cp-1", { controlPlane: true });
    const lock = await world.client.get(ConfigMap, { namespace, name: "c1-lock" });
    expect(lock.data).toEqual({ "lock-information": '{"machineName":"cp-0"}' });
    expect(lock.metadata.ownerReferences).toMatchObject([{ kind: "Cluster", name: "c1" }]);
    expect(await world.data("cp-1")).toBeUndefined();
    expect(await world.condition("cp-1", "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason: "WaitingForControlPlaneInitialized",
    });

    await world.initializeControlPlane();
    const data = (await world.data("cp-1")) ?? "";
    expect(documentsOf(data, joinConfig)[0]).toMatchObject({ controlPlane: { localAPIEndpoint: {} } });
    expect(fileOf(data, "/etc/kubernetes/pki/ca.key")).toBe(await world.secret("c1-ca", "tls.key"));
    const locks = await world.client.list(ConfigMap, { namespace });
    expect(locks.items.map(({ metadata }) => metadata.name)).not.toContain("c1-lock");
  });

  test("initializes alone among several concurrent machines, without conflicting lock requests", async () => {
    await using world = await KubeadmScene.start();
    await world.stopProvider();
    for (const name of ["cp-0", "cp-1", "cp-2"]) await world.createMachine(name, { controlPlane: true });

    const mark = world.mark();
    await world.startProvider();
    await world.settled();

    const locks = world.requestsSince(mark).filter((request) => request.includes("configmaps"));
    expect(locks.filter((request) => request.startsWith("create"))).toHaveLength(1);
    const data = await Promise.all(["cp-0", "cp-1", "cp-2"].map((name) => world.data(name)));
    expect(data.filter((each) => each !== undefined)).toHaveLength(1);
  });

  test("leaves certificates that joining machines read from the cache", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.initializeControlPlane();

    const mark = world.mark();
    await world.createMachine("cp-1", { controlPlane: true });

    expect(await world.data("cp-1")).toContain("kubeadm join");
    expect(world.requestsSince(mark).filter((request) => request.startsWith("get secrets"))).toEqual([]);
  });

  test("is replaced by another machine after its deletion", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("cp-1", { controlPlane: true });
    await world.client.delete(Machine, { namespace, name: "cp-0" });
    await world.clock.advance({ seconds: 31 });
    expect(parseCloudConfig((await world.data("cp-1")) ?? "").runcmd[0]).toContain("kubeadm init");
    const lock = await world.client.get(ConfigMap, { namespace, name: "c1-lock" });
    expect(lock.data?.["lock-information"]).toBe('{"machineName":"cp-1"}');
  });

  test("leaves the certificates to the Cluster when it is deleted", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    const { metadata } = await world.client.get(Secret, { namespace, name: "c1-ca" });
    const cluster = await world.client.get(Cluster, { namespace, name: "c1" });
    expect(metadata.ownerReferences).toEqual([
      { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name: "c1", uid: cluster.metadata.uid },
    ]);
  });

  test("lets another machine initialize if it lacks a certificate of the user", async () => {
    await using world = await KubeadmScene.start();
    const external = { endpoints: ["https://etcd:2379"], caFile: "/ca", certFile: "/cert", keyFile: "/key" };
    await world.createMachine("cp-0", { controlPlane: true, spec: { clusterConfiguration: { etcd: { external } } } });
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({ reason: "WaitingForCertificates" });
    await world.createMachine("cp-1", { controlPlane: true });
    expect(await world.data("cp-1")).toContain("kubeadm init");
    await world.clock.advance({ seconds: 61 });
    const lock = await world.client.get(ConfigMap, { namespace, name: "c1-lock" });
    expect(lock.data?.["lock-information"]).toBe('{"machineName":"cp-1"}');
  });

  test("waits while the content of the lock is unreadable", async () => {
    await using world = await KubeadmScene.start();
    await world.client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { namespace, name: "c1-lock" },
      data: { "lock-information": "not JSON" },
    });
    await world.createMachine("cp-0", { controlPlane: true });
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({ reason: "InitLockUnreadable" });
    await world.client.delete(ConfigMap, { namespace, name: "c1-lock" });
    await world.clock.advance({ seconds: 31 });
    expect(await world.data("cp-0")).toContain("kubeadm init");
  });

  test("leaves the certificates to the control plane provider if there is one", async () => {
    await using world = await KubeadmScene.start({
      controlPlaneEndpoint: endpoint,
      controlPlaneRef: { apiGroup: "controlplane.cluster.x-k8s.io", kind: "SomeControlPlane", name: "c1" },
    });
    await world.createMachine("cp-0", { controlPlane: true });
    expect(await world.condition("cp-0", "CertificatesAvailable")).toMatchObject({
      status: "False",
      message: expect.stringContaining("Secret default/c1-ca is missing") as unknown,
    });
    // The control plane provider is about to create them, so there is no warning.
    expect(await world.events()).toEqual([]);
    const pair = await generateCertificateAuthority({ now: world.clock.now() });
    for (const purpose of ["ca", "etcd", "proxy", "sa"]) {
      await world.createSecret(`c1-${purpose}`, { "tls.crt": pair.certificate, "tls.key": pair.privateKey });
    }
    await world.clock.advance({ seconds: 31 });
    expect(fileOf((await world.data("cp-0")) ?? "", "/etc/kubernetes/pki/ca.crt")).toBe(pair.certificate);
    expect(await world.condition("cp-0", "CertificatesAvailable")).toMatchObject({ status: "True" });
  });
});

describe("a worker", () => {
  test("waits for the control plane, then joins it with its own token", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("w-0");
    expect(await world.condition("w-0", "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason: "WaitingForControlPlaneInitialized",
    });

    await world.initializeControlPlane();
    const [token, ...others] = await world.tokens();
    expect(others).toEqual([]);
    expect(documentsOf((await world.data("w-0")) ?? "", joinConfig)[0]).toMatchObject({
      discovery: {
        bootstrapToken: {
          token: `${token?.["token-id"] ?? ""}.${token?.["token-secret"] ?? ""}`,
          apiServerEndpoint: "10.0.0.1:6443",
          caCertHashes: caCertHashes(await world.secret("c1-ca", "tls.crt")),
        },
      },
      nodeRegistration: { taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }] },
    });
    const { spec } = await world.client.get(KubeadmConfig.kind, { namespace, name: "w-0" });
    expect(spec).toBeUndefined();
  });

  test("costs one status patch, the Secret, and another status patch", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    // given a worker whose reconcile has sent the requests that are made once per cluster
    await world.createMachine("w-0");
    const waiting = world.mark();
    await world.createMachine("w-1");
    expect(world.requestsSince(waiting)).toEqual(["patch kubeadmconfigs/w-1/status"]);

    await world.initializeControlPlane();
    const running = world.mark();
    await world.createMachine("w-2");
    expect(world.requestsSince(running)).toEqual(["create secrets", "patch kubeadmconfigs/w-2/status"]);
    const idle = world.mark();
    await world.clock.advance({ minutes: 30 });
    expect(world.requestsSince(idle)).toEqual([]);
  });

  test("waits for a reachable workload cluster, and reports it once", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.sayControlPlaneInitialized();
    await world.createMachine("w-0");
    expect(await world.condition("w-0", "DataSecretAvailable")).toMatchObject({
      reason: "WaitingForWorkloadCluster",
      message: "The workload cluster cannot be reached with the kubeconfig in Secret c1-kubeconfig",
    });
    const waiting = world.mark();
    await world.clock.advance({ minutes: 5 });
    expect(world.requestsSince(waiting)).toEqual([]);
    await world.publishKubeconfig();
    await world.clock.advance({ seconds: 11 });
    expect(await world.data("w-0")).toContain("kubeadm join");
  });

  test("uses the token of an interrupted attempt", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("w-0");
    const { metadata } = await world.client.get(KubeadmConfig.kind, { namespace, name: "w-0" });
    const token = await ensureToken(
      world.workload,
      { uid: metadata.uid ?? "", owner: "default/w-0", now: world.clock.now(), ttlMs: 900_000 },
      AbortSignal.timeout(patienceMs),
    );
    await world.initializeControlPlane();
    expect(fileOf((await world.data("w-0")) ?? "", joinConfig)).toContain(token);
    expect(await world.tokens()).toHaveLength(1);
  });

  test("has its token refreshed until it has joined", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.initializeControlPlane();
    await world.join("cp-0");
    await world.createMachine("w-0");
    const expiry = async () => (await world.tokens())[0]?.expiration;
    expect(await expiry()).toBe("2026-11-21T12:15:00Z");
    await world.clock.advance({ minutes: 20 });
    expect(await expiry()).toBe("2026-11-21T12:35:00Z");
    await world.join("w-0");
    await world.clock.advance({ minutes: 20 });
    expect(await expiry()).toBe("2026-11-21T12:35:00Z");
  });

  test("keeps its data after a restart of the provider", async () => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.initializeControlPlane();
    await world.createMachine("w-0");
    const data = await world.data("w-0");
    await world.stopProvider();
    const mark = world.mark();
    await world.startProvider();
    await world.settled();
    expect(await world.data("w-0")).toBe(data);
    expect(world.requestsSince(mark)).toEqual([]);
    expect(await world.tokens()).toHaveLength(1);
  });

  test("waits for the endpoint, unless its config has one", async () => {
    await using world = await KubeadmScene.start({ clusterNetwork: { apiServerPort: 6443 } });
    await world.createMachine("cp-0", { controlPlane: true });
    await world.initializeControlPlane();
    await world.createMachine("w-0");
    expect(await world.condition("w-0", "DataSecretAvailable")).toMatchObject({
      reason: "WaitingForControlPlaneEndpoint",
    });
    const discovery = { bootstrapToken: { apiServerEndpoint: "elsewhere:443" } };
    await world.createMachine("w-1", { spec: { joinConfiguration: { discovery } } });
    expect(documentsOf((await world.data("w-1")) ?? "", joinConfig)[0]).toMatchObject({
      discovery: { bootstrapToken: { apiServerEndpoint: "elsewhere:443" } },
    });
  });
});

describe("a problem for the user to fix", () => {
  test.each<[string, Parameters<KubeadmScene["createMachine"]>[1], string, string]>([
    ["no version", { version: undefined }, "UnsupportedVersion", "no spec.version"],
    ["an old version", { version: "v1.20.0" }, "UnsupportedVersion", "below v1.22.0"],
    [
      "a worker that would join the control plane",
      { spec: { joinConfiguration: { controlPlane: {} } } },
      "InvalidConfiguration",
      "the Machine is a worker",
    ],
    [
      "two files of one path",
      { spec: { files: [{ path: "/a" }, { path: "/a" }] } },
      "InvalidConfiguration",
      "spec.files[1].path",
    ],
    [
      "a password twice",
      { spec: { users: [{ name: "u", passwd: "hash", passwdFrom: { secret: { name: "s", key: "k" } } }] } },
      "InvalidConfiguration",
      "spec.users[0]: passwd and passwdFrom are mutually exclusive",
    ],
    [
      "what Ignition cannot do",
      { spec: { format: "ignition", bootCommands: ["a"], files: [{ path: "/a" }] } },
      "InvalidConfiguration",
      "spec.bootCommands: is not supported with format ignition; remove it; spec.files[0].permissions: must be octal digits",
    ],
    [
      "Ignition's settings without its format",
      { spec: { ignition: { containerLinuxConfig: { strict: true } } } },
      "InvalidConfiguration",
      "spec.ignition: needs spec.format ignition",
    ],
    [
      "a disk divided into more than itself",
      { spec: { diskSetup: { partitions: [{ device: "/d", diskLayout: [{ percentage: 99 }, { percentage: 2 }] }] } } },
      "InvalidConfiguration",
      "spec.diskSetup.partitions[0].diskLayout: adds up to more than 100 percent",
    ],
  ])("%s is reported in a condition", async (_sentence, options, reason, message) => {
    await using world = await KubeadmScene.start();
    await world.createMachine("w-0", options);
    expect(await world.condition("w-0", "DataSecretAvailable")).toMatchObject({
      status: "False",
      reason,
      message: expect.stringContaining(message) as unknown,
    });
  });

  test("an invalid template is named without its content, and does not prevent others from initializing", async () => {
    await using world = await KubeadmScene.start();
    const content = "\n{{ s3cret }}";
    await world.createMachine("cp-0", {
      controlPlane: true,
      spec: { files: [{ path: "/a", content, contentFormat: "Template" }] },
    });
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({
      reason: "InvalidTemplate",
      message: "spec.files[0]: line 2 of the template: it calls a function that does not exist",
    });
    const maps = await world.client.list(ConfigMap, { namespace });
    expect(maps.items.map(({ metadata }) => metadata.name)).not.toContain("c1-lock");
  });

  test("a missing Secret is named, and read once it exists", async () => {
    await using world = await KubeadmScene.start();
    const from = (key: string) => ({ secret: { name: "mine", key } });
    await world.createMachine("cp-0", {
      controlPlane: true,
      spec: {
        files: [
          { path: "/bin.dat", contentFrom: from("bytes") },
          { path: "/text", contentFrom: from("text") },
        ],
        users: [{ name: "u", passwdFrom: from("password") }],
      },
    });
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({
      reason: "WaitingForSecret",
      message: expect.stringContaining("Secret default/mine does not exist") as unknown,
    });
    // and another machine may initialize in between
    const maps = await world.client.list(ConfigMap, { namespace });
    expect(maps.items.map(({ metadata }) => metadata.name)).not.toContain("c1-lock");

    await world.createSecret("mine", { bytes: Buffer.from([0xff, 0, 1]), text: "ünï", password: "$6$hash" });
    await world.clock.advance({ seconds: 31 });
    const { write_files, users } = parseCloudConfig((await world.data("cp-0")) ?? "");
    expect(write_files.find(({ path }) => path === "/bin.dat")).toMatchObject({
      encoding: "base64",
      content: "/wAB\n",
    });
    expect(write_files.find(({ path }) => path === "/text")?.content).toBe("ünï\n");
    expect(users).toEqual([{ name: "u", passwd: "$6$hash" }]);
  });
});

test("machines on the mock infrastructure join with the data", async () => {
  await using world = await KubeadmScene.start();
  for (const name of ["cp-0", "cp-1"]) await world.createMachine(name, { controlPlane: true });
  await world.createMachine("w-0");
  const boot = async (hostname: string, controlPlane?: ObservedControlPlane) => {
    const image = parseBootstrapData((await world.data(hostname)) ?? "", {
      instanceID: hostname,
      localHostname: hostname,
    });
    const now = world.clock.now();
    return decideBoot(
      image,
      { hostname, kubernetesVersion: "v1.36.0" },
      { endpoint, now, ...(controlPlane === undefined ? {} : { controlPlane }) },
    );
  };

  // given a machine that initializes
  const first = await boot("cp-0");
  if (first.outcome !== "initializes") throw new Error(JSON.stringify(first));

  // when its control plane is available
  await world.initializeControlPlane();
  const controlPlane: ObservedControlPlane = {
    certificateAuthority: await world.secret("c1-ca", "tls.crt"),
    publicKeys: first.certificates.publicKeys,
    certificatesDirectory: "/etc/kubernetes/pki",
    hasClusterConfiguration: true,
    bootstrapTokens: (await world.tokens()).map((token) => ({
      id: token["token-id"] ?? "",
      secret: token["token-secret"] ?? "",
      expiresAt: Date.parse(token.expiration ?? ""),
      authentication: token["usage-bootstrap-authentication"] === "true",
      signing: token["usage-bootstrap-signing"] === "true",
      extraGroups: [token["auth-extra-groups"] ?? ""],
    })),
    nodeNames: new Set(["cp-0"]),
  };

  // then the other machines join it
  expect(await boot("cp-1", controlPlane)).toMatchObject({ outcome: "joinsAsControlPlane" });
  expect(await boot("w-0", controlPlane)).toMatchObject({ outcome: "joinsAsWorker" });
  await world.clock.advance({ minutes: 16 });
  expect(await boot("w-0", controlPlane)).toMatchObject({ outcome: "neverJoins" });
});

describe.runIf(assets !== undefined)("on real kube-apiservers", () => {
  test("a control plane initializes, and machines join it", async () => {
    await using world = await KubeadmScene.start(undefined, "real");
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("cp-1", { controlPlane: true });
    await world.createMachine("w-0");
    expect(await world.condition("w-0", "DataSecretAvailable")).toMatchObject({
      reason: "WaitingForControlPlaneInitialized",
    });
    await world.initializeControlPlane();
    await validateWithKubeadm(fileOf((await world.data("cp-0")) ?? "", "/run/kubeadm/kubeadm.yaml"));
    await validateWithKubeadm(fileOf((await world.data("cp-1")) ?? "", joinConfig));
    await validateWithKubeadm(fileOf((await world.data("w-0")) ?? "", joinConfig));
    expect(await world.tokens()).toHaveLength(2);
    await world.clock.advance({ minutes: 20 });
    for (const { expiration = "" } of await world.tokens()) {
      expect(Date.parse(expiration) - world.clock.now()).toBeGreaterThanOrEqual(10 * 60_000);
    }
  });
});

test("no created or read secret is in a log line or a status", async () => {
  await using world = await KubeadmScene.start();
  await world.createSecret("mine", { password: "$6$do-not-tell", file: "do-not-tell-either" });
  const spec = {
    users: [{ name: "u", passwdFrom: { secret: { name: "mine", key: "password" } } }],
    files: [{ path: "/f", contentFrom: { secret: { name: "mine", key: "file" } } }],
  };
  await world.createMachine("cp-0", { controlPlane: true, spec });
  await world.createMachine("cp-1", { controlPlane: true, spec });
  await world.createMachine("w-0", { spec });
  await world.createMachine("w-bad", { version: "v1.10.0", spec });
  const withoutEffect = { joinConfiguration: { nodeRegistration: { imagePullSerial: true } } };
  await world.createMachine("w-old", { version: "v1.30.0", spec: { ...spec, ...withoutEffect } });
  await world.initializeControlPlane();
  await world.clock.advance({ minutes: 30 });

  const configs = await world.client.list(KubeadmConfig.kind, { namespace });
  const reported =
    JSON.stringify(configs.items.map(({ status, metadata }) => ({ status, metadata }))) + world.logs.join("\n");
  expect(reported).toContain("UnsupportedVersion");
  expect(reported).toContain("spec.joinConfiguration.nodeRegistration.imagePullSerial");
  const keys = await Promise.all(["ca", "etcd", "proxy", "sa"].map((name) => world.secret(`c1-${name}`, "tls.key")));
  const tokens = await world.tokens();
  expect(tokens.length).toBeGreaterThan(0);
  const secrets = [
    "do-not-tell",
    "PRIVATE KEY",
    ...keys.flatMap((key) => key.split("\n").slice(1, 3)),
    ...tokens.map((token) => token["token-secret"] ?? ""),
  ];
  for (const secret of secrets) {
    expect(secret).not.toBe("");
    expect(reported.includes(secret)).toBe(false);
  }
});
