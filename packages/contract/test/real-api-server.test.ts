import { patienceMs } from "@capstan/harness/patience";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Condition,
  contractFields,
  type ContractVersion,
  coreCRDs,
  customResourceDefinition,
  type CustomResourceDefinition,
  type ProviderRole,
  providerStatus,
  templateCustomResourceDefinition,
  validateCluster,
  validateMachine,
} from "@capstan/contract";
import Type from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RealApiServer } from "@capstan/testkit";

const assets = process.env.KUBEBUILDER_ASSETS ?? "";
const contracts = ["v1beta1", "v1beta2"] as const;
const infrastructure = "infrastructure.cluster.x-k8s.io";

const ownSpec = Type.Object({
  size: Type.Union([Type.Literal("small"), Type.Literal("large")], { default: "small" }),
  count: Type.Optional(Type.Union([Type.Integer({ exclusiveMinimum: 0 }), Type.Null()])),
  anything: Type.Optional(Type.Unknown()),
  zones: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  share: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
});

/** A kind and its template for each contract, with the author's spec and the contract's fields. */
function providerCRDs(group: string, kind: string, role: ProviderRole) {
  return contracts.flatMap((contract) => {
    const version = {
      name: "v1",
      contract,
      spec: Type.Object({ ...ownSpec.properties, ...contractFields(role, [contract], "spec") }),
      status: Type.Object(contractFields(role, [contract], "status")),
    };
    const options = { group, kind: kindFor(kind, contract) };
    return [
      customResourceDefinition({ ...options, versions: [version] }),
      templateCustomResourceDefinition({ ...options, versions: [{ name: "v1", contract, spec: ownSpec }] }),
    ];
  });
}

function kindFor(kind: string, contract: ContractVersion): string {
  return contract === "v1beta1" ? `Old${kind}` : kind;
}

const crds = [
  ...coreCRDs,
  ...providerCRDs(infrastructure, "FooMachine", "InfraMachine"),
  ...providerCRDs(infrastructure, "FooCluster", "InfraCluster"),
  ...providerCRDs(infrastructure, "FooMachinePool", "InfraMachinePool"),
  ...providerCRDs("bootstrap.cluster.x-k8s.io", "FooConfig", "BootstrapConfig"),
  ...providerCRDs("controlplane.cluster.x-k8s.io", "FooControlPlane", "ControlPlane"),
];

describe.runIf(assets !== "")("with a real API server", () => {
  let server: RealApiServer;

  beforeAll(async () => {
    server = await RealApiServer.start({ assets });
    await writeFile(join(server.directory, "contract-test.kubeconfig"), server.kubeconfig, { mode: 0o600 });
    await kubectl(["apply", "--server-side", "-f", "-"], { apiVersion: "v1", kind: "List", items: crds });
    await kubectl(["wait", "--for=condition=Established", `--timeout=${patienceMs / 1000}s`, "crd", "--all"]);
  });

  afterAll(async () => {
    await server.stop();
  });

  test("every CRD is accepted as structural, under the name that core computes", async () => {
    const { items } = JSON.parse(await kubectl(["get", "crd", "-o", "json"])) as { items: CustomResourceDefinition[] };
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(crds.map(({ metadata }) => metadata.name).sort());
    const unstructural = items.filter((crd) =>
      crd.status?.conditions?.some(({ type, status }) => type === "NonStructuralSchema" && status === "True"),
    );
    expect(unstructural).toEqual([]);
  });

  const ref = { apiGroup: infrastructure, kind: "FooMachine", name: "m" };
  const machine = (spec: object, extra: object = {}) => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name: "m", namespace: "default" },
    spec: { clusterName: "c", bootstrap: { dataSecretName: "s" }, infrastructureRef: ref, ...spec },
    ...extra,
  });
  const cluster = (spec: object) => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c", namespace: "default" },
    spec,
  });

  test.each([
    ["a Machine", validateMachine, machine({})],
    ["an empty dataSecretName", validateMachine, machine({ bootstrap: { dataSecretName: "" } })],
    ["no bootstrap source", validateMachine, machine({ bootstrap: {} })],
    ["no clusterName", validateMachine, machine({ clusterName: undefined })],
    ["an unknown field", validateMachine, machine({ color: "red" })],
    ["an unknown field in a reference", validateMachine, machine({ infrastructureRef: { ...ref, namespace: "x" } })],
    ["a bad API group", validateMachine, machine({ infrastructureRef: { ...ref, apiGroup: "A_B" } })],
    ["a negative timeout", validateMachine, machine({ deletion: { nodeDrainTimeoutSeconds: -1 } })],
    ["an empty deletion", validateMachine, machine({ deletion: {} })],
    ["a taint", validateMachine, machine({ taints: [{ key: "a/b", effect: "NoExecute", propagation: "Always" }] })],
    [
      "a v1beta1 Machine without source",
      validateMachine,
      machine(
        { bootstrap: {}, infrastructureRef: { kind: "FooMachine", name: "m" } },
        { apiVersion: "cluster.x-k8s.io/v1beta1" },
      ),
    ],
    [
      "a Cluster",
      validateCluster,
      cluster({ infrastructureRef: ref, clusterNetwork: { pods: { cidrBlocks: ["10.0.0.0/8"] } } }),
    ],
    ["an empty Cluster", validateCluster, cluster({})],
    ["half an endpoint", validateCluster, cluster({ controlPlaneEndpoint: { port: 6443 } })],
    ["a port out of range", validateCluster, cluster({ controlPlaneEndpoint: { host: "h", port: 65536 } })],
    [
      "a topology",
      validateCluster,
      cluster({
        topology: { classRef: { name: "k" }, version: "v1.36.0", variables: [{ name: "v", value: { a: [1] } }] },
      }),
    ],
    ["a topology without version", validateCluster, cluster({ topology: { classRef: { name: "k" } } })],
  ])("server and validator agree about %s", async (_, validate, object) => {
    const complete: unknown = JSON.parse(JSON.stringify(object));
    const refusal = await refusalOf(complete);
    const violations = validate(complete);
    expect(refusal === undefined).toBe(violations.length === 0);
    expect(violations.filter(({ path }) => refusal?.includes(path) !== true)).toEqual([]);
  });

  const ready: Condition = {
    type: "Ready",
    status: "False",
    reason: "Booting",
    message: "",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  test.each(
    contracts.flatMap((contract) => [
      {
        contract,
        kind: "FooMachine",
        group: infrastructure,
        status: providerStatus("InfraMachine", contract, {
          provisioned: true,
          addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
          failureDomain: "a",
          conditions: [ready],
          failure: { reason: "Broken", message: "it is" },
        }),
      },
      {
        contract,
        kind: "FooCluster",
        group: infrastructure,
        status: providerStatus("InfraCluster", contract, {
          provisioned: true,
          failureDomains: [{ name: "a", controlPlane: true, attributes: { zone: "1" } }],
          conditions: [ready],
        }),
      },
      {
        contract,
        kind: "FooConfig",
        group: "bootstrap.cluster.x-k8s.io",
        status: providerStatus("BootstrapConfig", contract, {
          dataSecretName: "s",
          dataSecretCreated: true,
          conditions: [ready],
        }),
      },
    ]),
  )("the status written for a $kind in $contract passes unpruned", async ({ contract, kind: base, group, status }) => {
    const kind = kindFor(base, contract);
    const object = { apiVersion: `${group}/v1`, kind, metadata: { name: "written", namespace: "default" }, spec: {} };
    await kubectl(["create", "--validate=strict", "-f", "-"], object);
    const patch = ["--subresource=status", "--type=merge", "-p", JSON.stringify({ status }), "-o", "json"];
    const answer = await kubectl(["patch", `${kind}s.${group}`.toLowerCase(), "written", ...patch]);
    expect(JSON.parse(answer)).toMatchObject({ status, spec: { size: "small" } });
  });

  test("the API server does not convert between versions: fields of v1beta1 alone are lost in storage", async () => {
    const bootstrap = { dataSecretName: "s" };
    const older = { kind: "FooMachine", name: "m", apiVersion: `${infrastructure}/v1` };
    const spec = { clusterName: "c", bootstrap, infrastructureRef: older, nodeDrainTimeout: "1m" };
    const metadata = { name: "stored", namespace: "default" };
    const object = machine({}, { apiVersion: "cluster.x-k8s.io/v1beta1", metadata, spec });
    const stored = JSON.parse(await kubectl(["create", "-o", "json", "-f", "-"], object)) as { spec: unknown };
    expect(stored.spec).toEqual({ clusterName: "c", bootstrap, infrastructureRef: { kind: "FooMachine", name: "m" } });
  });

  /** The server's rejection of the object; `undefined` if it would accept the object. */
  async function refusalOf(object: unknown): Promise<string | undefined> {
    return kubectl(["create", "--dry-run=server", "--validate=strict", "-f", "-"], object).then(
      () => undefined,
      (error: unknown) => String(error),
    );
  }

  async function kubectl(arguments_: string[], input?: unknown): Promise<string> {
    const kubeconfig = join(server.directory, "contract-test.kubeconfig");
    return new Promise((resolve, reject) => {
      const process = execFile(
        join(assets, "kubectl"),
        ["--kubeconfig", kubeconfig, ...arguments_],
        { maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(new Error(stderr, { cause: error }));
        },
      );
      process.stdin?.end(input === undefined ? undefined : JSON.stringify(input));
    });
  }
});
