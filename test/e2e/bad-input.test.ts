import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { Cluster, type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { defineInfraMachine, Type } from "@capstan/provider";
import { ApiError, installCRDs, requestPath, resourcePath } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areOwnCRDs } from "@capstan/harness/servers";
import { clusterObjects, machineObjects, ManagementCluster, type Scene, servers } from "@capstan/harness/scenes";

/** A Machine's manifest with another spec. */
function machineWith(name: string, spec: (spec: Record<string, unknown>) => object): KubernetesObject {
  const machine = machineObjects(name, { cluster: "c1" }).at(-1) as Machine;
  return { ...machine, spec: spec({ ...machine.spec }) } as KubernetesObject;
}

/** Creates an object as `kubectl apply` does, with strict validation; resolves with the refusal. */
async function refusal(scene: Scene, kind: ResourceKind, object: KubernetesObject): Promise<ApiError> {
  const path = resourcePath(kind, { namespace: scene.namespace }, { fieldValidation: "Strict" });
  const error: unknown = await scene.client.request("POST", path, object).then(
    () => new Error(`${object.kind} ${object.metadata.name} was accepted.`),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw error;
}

const token = "spec.initConfiguration.bootstrapTokens[0].token";

/** The error that an API server adds if the schema has CEL rules, which Capstan's CRDs have in place of upstream's webhooks. */
const unchecked =
  "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

function invalidMachine(...problems: readonly string[]): string {
  const all = areOwnCRDs ? [...problems, unchecked] : problems;
  return `Machine.cluster.x-k8s.io "m" is invalid: ${all.length === 1 ? all.join("") : `[${all.join(", ")}]`}`;
}

describe.each(servers)("invalid input gets an error with the remedy, on the %s server", (server) => {
  let management: ManagementCluster;
  beforeAll(async () => {
    management = await ManagementCluster.start(server);
  });
  afterAll(() => management[Symbol.asyncDispose]());

  /** The other Machines of the Cluster become Running nevertheless. */
  async function othersRun(scene: Scene): Promise<void> {
    await scene.create(...machineObjects("good", { cluster: "c1" }));
    await scene.running("cp", "good");
  }

  async function cluster(): Promise<Scene> {
    const scene = await management.scene();
    await scene.create(...clusterObjects("c1"), ...machineObjects("cp", { cluster: "c1", controlPlane: true }));
    return scene;
  }

  // The same strings on both servers.
  test.each<[string, ResourceKind, KubernetesObject, { status: number; reason: string; text: string }]>([
    [
      "an unknown field",
      Machine,
      machineWith("m", (spec) => ({ ...spec, infrastuctureRef: {} })),
      {
        status: 400,
        reason: "BadRequest",
        text: 'Machine in version "v1beta2" cannot be handled as a Machine: strict decoding error: unknown field "spec.infrastuctureRef"',
      },
    ],
    [
      "a field of another type",
      Machine,
      machineWith("m", (spec) => ({ ...spec, version: 136 })),
      {
        status: 422,
        reason: "Invalid",
        text: invalidMachine(
          'spec.version: Invalid value: "integer": spec.version in body must be of type string: "integer"',
        ),
      },
    ],
    [
      "a Machine without infrastructureRef",
      Machine,
      machineWith("m", (spec) => ({ ...spec, infrastructureRef: undefined })),
      {
        status: 422,
        reason: "Invalid",
        text: invalidMachine("spec.infrastructureRef: Required value"),
      },
    ],
    [
      "a Machine with neither configRef nor dataSecretName",
      Machine,
      machineWith("m", (spec) => ({ ...spec, bootstrap: {} })),
      {
        status: 422,
        reason: "Invalid",
        text: invalidMachine(
          '<nil>: Invalid value: "": "spec.bootstrap" must validate at least one schema (anyOf)',
          "spec.bootstrap.configRef: Required value",
        ),
      },
    ],
    [
      "an unknown field of a MockMachine",
      MockMachine.kind,
      { ...machineObjects("m", { cluster: "c1" })[1], spec: { bootDurations: 5 } } as unknown as KubernetesObject,
      {
        status: 400,
        reason: "BadRequest",
        text: 'MockMachine in version "v1beta2" cannot be handled as a MockMachine: strict decoding error: unknown field "spec.bootDurations"',
      },
    ],
    [
      "a KubeadmConfig with an invalid token",
      KubeadmConfig.kind,
      {
        ...machineObjects("m", { cluster: "c1" })[0],
        spec: { initConfiguration: { bootstrapTokens: [{ token: "none" }] } },
      } as unknown as KubernetesObject,
      {
        status: 422,
        reason: "Invalid",
        text: `KubeadmConfig.bootstrap.cluster.x-k8s.io "m" is invalid: ${token}: Invalid value: "none": ${token} in body should match '^[a-z0-9]{6}\\.[a-z0-9]{16}$'`,
      },
    ],
  ])("%s is refused with object, path and reason", async (what, kind, object, expected) => {
    await using scene = await management.scene();

    // upstream refuses it in a webhook of the Go core, not in its schema
    if (!areOwnCRDs && what.includes("neither")) {
      await expect(refusal(scene, kind, object)).rejects.toThrow("was accepted");
      return;
    }

    const error = await refusal(scene, kind, object);

    expect({ status: error.status, reason: error.reason }).toEqual({
      status: expected.status,
      reason: expected.reason,
    });
    expect(error.message).toBe(expected.text);
    expect(scene.list(kind)).toEqual([]);
  });

  test("a kind that is not installed: the Machine names the CRD, and continues once it is installed (S073)", async () => {
    await using scene = await cluster();
    // A kind for this test alone, because CRDs are cluster-scoped.
    const kind = `Late${scene.namespace.replace("test-", "")}Machine`.replace(
      /\d/g,
      (digit) => "abcdefghij"[+digit] ?? "",
    );
    const Late = defineInfraMachine({ kind, versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } } });
    const late = machineWith("late", (spec) => ({
      ...spec,
      bootstrap: { dataSecretName: "" },
      infrastructureRef: { apiGroup: Late.kind.group, kind, name: "late" },
    }));

    await scene.create(late);
    const { status, message } = await scene.reports(Machine, "late", "InfrastructureReady", "CRDNotInstalled");
    await othersRun(scene);
    expect(status).toBe("Unknown");
    expect(message).toBe(
      `spec.infrastructureRef refers to the kind ${kind}, but CustomResourceDefinition ` +
        `${Late.kind.plural}.${Late.kind.group} is not installed; install its provider`,
    );

    // when its provider is installed
    await installCRDs(scene.client, Late.crds);
    await scene.reports(Machine, "late", "InfrastructureReady", "ObjectDoesNotExist");
    const { group, version } = Late.kind;
    const path = resourcePath(Late.kind, { namespace: scene.namespace });
    const object = { apiVersion: `${group}/${version}`, kind, metadata: { name: "late" }, spec: {} };
    await scene.client.request("POST", path, { ...object, spec: { providerID: "late://1" } });
    const status_ = { initialization: { provisioned: true } };
    await scene.client.request(
      "PATCH",
      requestPath`${path}/late/status`,
      { status: status_ },
      { contentType: "application/merge-patch+json" },
    );

    // then
    await scene.until("Machine late Provisioned", () => scene.machine("late").status?.phase === "Provisioned");
    expect(scene.machine("late").spec.providerID).toBe("late://1");
  });

  test("objects that do not exist: the Machine names both, and continues once they exist", async () => {
    await using scene = await cluster();
    const [config, mockMachine, machine] = machineObjects("w", { cluster: "c1" });
    if (config === undefined || mockMachine === undefined || machine === undefined) throw new Error("no objects");

    await scene.create(machine);
    const infrastructure = await scene.reports(Machine, "w", "InfrastructureReady", "ObjectDoesNotExist");
    const bootstrap = await scene.reports(Machine, "w", "BootstrapConfigReady", "ObjectDoesNotExist");
    await othersRun(scene);
    expect(infrastructure.message).toBe("MockMachine w (spec.infrastructureRef) does not exist");
    expect(bootstrap.message).toBe("KubeadmConfig w (spec.bootstrap.configRef) does not exist");
    expect(scene.machine("w").status?.phase).toBe("Pending");

    await scene.create(config, mockMachine);
    await scene.running("w");
  });

  test("a Cluster that does not exist: the Machine waits, and continues once it exists", async () => {
    await using scene = await management.scene();
    await scene.create(...machineObjects("cp", { cluster: "c1", controlPlane: true }));
    await management.settled();
    expect(scene.machine("cp").status?.phase ?? "Pending").toBe("Pending");

    await scene.create(...clusterObjects("c1"));
    await scene.running("cp");
  });

  test("a KubeadmConfig with mutually exclusive settings: its condition names the fields and their path", async () => {
    await using scene = await cluster();
    const config = {
      files: [
        { path: "/etc/motd", content: "hello" },
        { path: "/etc/motd", content: "hello", contentFrom: { secret: { name: "s", key: "k" } } },
      ],
    };

    await scene.create(...machineObjects("w", { cluster: "c1", config }));
    const ready = await scene.reports(KubeadmConfig.kind, "w", "DataSecretAvailable", "InvalidConfiguration");
    await othersRun(scene);

    expect(ready).toMatchObject({ status: "False" });
    expect(ready.message).toBe(
      "spec.files[1]: content and contentFrom are mutually exclusive; keep one; " +
        "spec.files[1].path: is already the path of another file; rename one",
    );
    const machine = await scene.until("the Machine's BootstrapConfigReady names spec.files[1]", () => {
      const condition = scene.condition(Machine, "w", "BootstrapConfigReady");
      return condition?.message.includes("spec.files[1]") === true ? condition : undefined;
    });
    expect(machine.status).toBe("False");
    expect(scene.machine("w").status?.phase).toBe("Pending");
  });

  test("a Cluster whose infrastructure does not exist: it names the object, and continues once it exists", async () => {
    await using scene = await management.scene();
    const [mockCluster, c1] = clusterObjects("c1");
    if (mockCluster === undefined || c1 === undefined) throw new Error("no objects");
    await scene.create(c1, ...machineObjects("cp", { cluster: "c1", controlPlane: true }));
    const { message } = await scene.until("the Cluster's InfrastructureReady is False", () => {
      const condition = scene.condition(Cluster, "c1", "InfrastructureReady");
      return condition?.status === "False" ? condition : undefined;
    });
    expect(message).toBe("MockCluster c1 (spec.infrastructureRef) does not exist");

    await scene.create(mockCluster);
    await scene.running("cp");
    expect(scene.list(MockCluster.kind)).toHaveLength(1);
  });
});
