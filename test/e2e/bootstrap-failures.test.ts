import { KubeadmConfig, type KubeadmConfigSpec, caCertHashes } from "@capstan/bootstrap-kubeadm";
import { Cluster, Machine } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { Node, Secret } from "@capstan/runtime";
import { dump } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  clusterObjects,
  dataSecret,
  decoded,
  machineObjects,
  ManagementCluster,
  type Scene,
  servers,
} from "@capstan/harness/scenes";

const boot = "BootstrapExecSucceeded";
const sentinel = "echo success > /run/cluster-api/bootstrap-success.complete";

type Discovery = NonNullable<NonNullable<KubeadmConfigSpec["joinConfiguration"]>["discovery"]>;

function discovery(bootstrapToken: Discovery["bootstrapToken"]): KubeadmConfigSpec {
  return { joinConfiguration: { discovery: { ...(bootstrapToken === undefined ? {} : { bootstrapToken }) } } };
}

/** A bootstrap token that a user creates in the workload cluster, as `kubeadm token create` does. */
async function createToken(scene: Scene, options: { id: string; expiresInMs: number }): Promise<string> {
  const workload = await scene.workload("c1");
  const secret = "0123456789abcdef";
  const data = {
    "token-id": options.id,
    "token-secret": secret,
    expiration: new Date(Date.now() + options.expiresInMs).toISOString().replace(/\.\d+Z$/, "Z"),
    "usage-bootstrap-authentication": "true",
    "usage-bootstrap-signing": "true",
    "auth-extra-groups": "system:bootstrappers:kubeadm:default-node-token",
  };
  await workload.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: `bootstrap-token-${options.id}`, namespace: "kube-system" },
    type: "bootstrap.kubernetes.io/token",
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")])),
  });
  return `${options.id}.${secret}`;
}

/** A cloud-config with which a user joins a machine without a bootstrap provider. */
function joinDocument(scene: Scene, options: { token: string; command?: string; caCertHashes?: string[] }): string {
  const { host, port } = (scene.find(Cluster, "c1") as Cluster).spec.controlPlaneEndpoint ?? {};
  const join = {
    apiVersion: "kubeadm.k8s.io/v1beta4",
    kind: "JoinConfiguration",
    discovery: {
      bootstrapToken: {
        apiServerEndpoint: `${host ?? ""}:${port ?? 0}`,
        token: options.token,
        caCertHashes: options.caCertHashes ?? caCertHashes(decoded(scene.secret("c1-ca"), "tls.crt")),
      },
    },
  };
  const command = options.command ?? `kubeadm join --config /run/kubeadm/join.yaml && ${sentinel}`;
  const document = { write_files: [{ path: "/run/kubeadm/join.yaml", content: dump(join) }], runcmd: [command] };
  return `#cloud-config\n${dump(document)}`;
}

describe.each(servers)("machines whose bootstrap fails, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  /** A Cluster with its control plane Running. */
  async function controlPlane(): Promise<Scene> {
    const scene = await management.scene();
    await scene.create(...clusterObjects("c1"), ...machineObjects("cp", { cluster: "c1", controlPlane: true }));
    await scene.running("cp");
    return scene;
  }

  /** Its machine runs and reports why it did not join, its Machine stays Provisioned, and others are not delayed. */
  async function neverJoins(scene: Scene, name: string, reason: string): Promise<string> {
    const condition = await scene.reports(MockMachine.kind, name, boot, reason);
    expect(condition.status).toBe("False");
    await scene.create(...machineObjects("good", { cluster: "c1" }));
    await scene.running("good");
    await management.settled();
    expect(scene.phases(name)).toEqual(["Pending", "Provisioning", "Provisioned"].slice(-scene.phases(name).length));
    expect(scene.machine(name).status).toMatchObject({ phase: "Provisioned" });
    expect(scene.machine(name).status?.nodeRef).toBeUndefined();
    expect(scene.condition(Machine, name, "Ready")).toMatchObject({ status: "False" });
    const nodes = (await (await scene.workload("c1")).list(Node)).items;
    expect(nodes.map(({ metadata }) => metadata.name).sort()).toEqual(["cp", "good"]);
    return condition.message;
  }

  test("a bootstrap token that is deleted before the machine boots: it never joins, and reports why", async () => {
    await using scene = await controlPlane();
    // given bootstrap data with a token, before its machine boots
    const [config, mockMachine, machine] = machineObjects("w", { cluster: "c1" });
    if (config === undefined || mockMachine === undefined || machine === undefined) throw new Error("no objects");
    await scene.create(config, machine);
    const secret = await scene.until("Secret w with bootstrap data", () => scene.secret("w"));
    const [, id] = /token: (\w{6})\.\w{16}/.exec(decoded(secret, "value")) ?? [];

    // when the token is deleted before the machine boots
    const workload = await scene.workload("c1");
    await workload.delete(Secret, { namespace: "kube-system", name: `bootstrap-token-${id ?? ""}` });
    await scene.create(mockMachine);

    // then
    expect(await neverJoins(scene, "w", "TokenNotFound")).toContain(`bootstrap-token-${id ?? ""}`);
  });

  test("a CA hash that is not the cluster's: the machine does not trust it, and reports it", async () => {
    await using scene = await controlPlane();
    const wrong = `sha256:${"0".repeat(64)}`;

    await scene.create(...machineObjects("w", { cluster: "c1", config: discovery({ caCertHashes: [wrong] }) }));

    expect(await neverJoins(scene, "w", "CACertHashMismatch")).toMatch(/certificate authority is sha256:[0-9a-f]{64}/);
  });

  test("a token that has expired: the machine is refused, and reports it", async () => {
    await using scene = await controlPlane();
    const token = await createToken(scene, { id: "expird", expiresInMs: -60_000 });

    await scene.create(...machineObjects("w", { cluster: "c1", config: discovery({ token }) }));

    const message = await neverJoins(scene, "w", "TokenExpired");
    expect(message).toContain("expird");
    expect(message).not.toContain("0123456789abcdef");
  });

  test("bootstrap data from a user, without a bootstrap config: Running", async () => {
    await using scene = await controlPlane();
    const token = await createToken(scene, { id: "users0", expiresInMs: 3_600_000 });

    await scene.create(
      dataSecret("my-data", "c1", joinDocument(scene, { token })),
      ...machineObjects("w", { cluster: "c1", dataSecretName: "my-data" }),
    );

    await scene.running("w");
    expect(scene.machine("w").spec.bootstrap).toEqual({ dataSecretName: "my-data" });
    expect(scene.find(KubeadmConfig.kind, "w")).toBeUndefined();
    expect(scene.condition(Machine, "w", "BootstrapConfigReady")).toMatchObject({
      status: "True",
      reason: "DataSecretProvided",
    });
  });

  test("a user's join document with a wrong CA hash: never joins", async () => {
    await using scene = await controlPlane();
    const token = await createToken(scene, { id: "users1", expiresInMs: 3_600_000 });
    const document = joinDocument(scene, { token, caCertHashes: [`sha256:${"0".repeat(64)}`] });

    await scene.create(
      dataSecret("my-data", "c1", document),
      ...machineObjects("w", { cluster: "c1", dataSecretName: "my-data" }),
    );

    await neverJoins(scene, "w", "CACertHashMismatch");
  });

  test("a user's join document that never writes the sentinel file: no Node (S128)", async () => {
    await using scene = await controlPlane();
    const token = await createToken(scene, { id: "users2", expiresInMs: 3_600_000 });
    const document = joinDocument(scene, { token, command: "kubeadm join --config /run/kubeadm/join.yaml" });

    await scene.create(
      dataSecret("my-data", "c1", document),
      ...machineObjects("w", { cluster: "c1", dataSecretName: "my-data" }),
    );

    expect(await neverJoins(scene, "w", "SentinelFileNotWritten")).toContain("bootstrap-success.complete");
  });

  test("a user's Secret that is created after the Machine: the machine waits for it, then joins", async () => {
    await using scene = await controlPlane();
    const token = await createToken(scene, { id: "users3", expiresInMs: 3_600_000 });

    await scene.create(...machineObjects("w", { cluster: "c1", dataSecretName: "my-data" }));
    await scene.until("the MockMachine's Ready condition names my-data", () =>
      scene.condition(MockMachine.kind, "w", "Ready")?.message.includes("my-data"),
    );
    await scene.create(dataSecret("my-data", "c1", joinDocument(scene, { token })));

    await scene.running("w");
  });

  test('dataSecretName "": a machine without user data, which runs and never joins', async () => {
    await using scene = await controlPlane();

    await scene.create(...machineObjects("w", { cluster: "c1", dataSecretName: "" }));

    await neverJoins(scene, "w", "NoBootstrapData");
  });
});
