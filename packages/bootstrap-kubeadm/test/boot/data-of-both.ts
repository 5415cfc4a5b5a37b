import { type Client, Cluster, type KubernetesObject, labels, Machine, Secret, systemClock } from "@capstan/provider";
import { BothProviders, namespaces } from "@capstan/harness/go";
import {
  KubeadmConfig,
  type KubeadmConfigSpec,
  generateCertificateAuthority,
  generateServiceAccountKeyPair,
} from "../../src/index.ts";

/** A machine for which both providers create data. */
export interface MachineCase {
  readonly name: string;
  readonly role: "init" | "control-plane" | "worker";
  readonly spec: KubeadmConfigSpec;
}

/** Bootstrap data as stored in its Secret. */
export interface BootstrapData {
  readonly format: string;
  readonly value: string;
}

/** The data of one machine, by the Go provider and by Capstan's. */
export interface DataOfBoth {
  readonly go: BootstrapData;
  readonly ours: BootstrapData;
}

const timeoutMs = 120_000;

/**
 * Lets the Go provider and Capstan's create the data of the machines, each in a separate Cluster with the same certificates.
 * @throws Error a provider has not created the data within the timeout.
 */
export async function dataOfBoth(cases: readonly MachineCase[]): Promise<Map<string, DataOfBoth>> {
  await using providers = await BothProviders.start();
  const { client } = providers;
  const [authority, serviceAccount] = await Promise.all([
    generateCertificateAuthority({ now: systemClock.now() }),
    generateServiceAccountKeyPair("RSA-2048"),
  ]);
  const pair = { "tls.crt": authority.certificate, "tls.key": authority.privateKey };
  const sa = { "tls.crt": serviceAccount.certificate, "tls.key": serviceAccount.privateKey };
  for (const one of cases) {
    const joins = one.role === "init" ? {} : { kubeconfig: { value: providers.kubeconfig } };
    const secrets = { ca: pair, etcd: pair, proxy: pair, sa, ...joins };
    for (const namespace of Object.values(namespaces)) await create(client, namespace, one, secrets);
  }
  const deadline = systemClock.now() + timeoutMs;
  for (;;) {
    const [go, ours] = await Promise.all([readAll(client, namespaces.go), readAll(client, namespaces.ours)]);
    const missing = cases.flatMap(({ name }) => [
      ...(go.has(name) ? [] : [`go/${name}`]),
      ...(ours.has(name) ? [] : [`ours/${name}`]),
    ]);
    if (missing.length === 0) {
      return new Map([...go].flatMap(([name, data]) => pairOf(name, data, ours.get(name))));
    }
    if (systemClock.now() > deadline) throw new Error(`no data: ${missing.join(", ")}`);
    await systemClock.sleep(500);
  }
}

function pairOf(name: string, go: BootstrapData, ours: BootstrapData | undefined): [string, DataOfBoth][] {
  return ours === undefined ? [] : [[name, { go, ours }]];
}

async function readAll(client: Client, namespace: string): Promise<Map<string, BootstrapData>> {
  const text = (value: string | undefined): string => Buffer.from(value ?? "", "base64").toString();
  const { items } = await client.list(Secret, { namespace });
  return new Map(
    items
      .filter(({ data }) => data?.format !== undefined)
      .map(({ metadata, data }) => [metadata.name, { format: text(data?.format), value: text(data?.value) }]),
  );
}

async function create(
  client: Client,
  namespace: string,
  { name, role, spec }: MachineCase,
  secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<void> {
  const apiVersion = "cluster.x-k8s.io/v1beta2";
  const ofCluster = { [labels.clusterName]: name };
  await client.create(Cluster, {
    apiVersion,
    kind: "Cluster",
    metadata: { namespace, name },
    spec: {
      controlPlaneEndpoint: { host: "cp.example.com", port: 6443 },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeCluster", name },
    },
  });
  const conditions = [
    {
      type: "ControlPlaneInitialized",
      status: role === "init" ? "False" : "True",
      reason: role === "init" ? "NotInitialized" : "Initialized",
      message: "",
      lastTransitionTime: "2026-11-21T12:00:00Z",
    },
  ];
  const status = { initialization: { infrastructureProvisioned: true }, conditions };
  await client.patch(Cluster, { namespace, name }, { type: "merge", body: { status } }, { subresource: "status" });
  for (const [purpose, content] of Object.entries(secrets)) {
    const data = Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
    await client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name: `${name}-${purpose}`, labels: ofCluster },
      type: "cluster.x-k8s.io/secret",
      data: Object.fromEntries(data) as Record<string, string>,
    });
  }
  const machine = await client.create(Machine, {
    apiVersion,
    kind: "Machine",
    metadata: {
      namespace,
      name,
      labels: { ...ofCluster, ...(role === "worker" ? {} : { [labels.controlPlane]: "" }) },
    },
    spec: {
      clusterName: name,
      version: "v1.36.0",
      bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name } },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name },
    },
  });
  const owner = { apiVersion, kind: "Machine", name, uid: machine.metadata.uid ?? "", controller: true };
  await client.create<KubernetesObject>(KubeadmConfig.kind, {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfig",
    metadata: { namespace, name, labels: ofCluster, ownerReferences: [owner] },
    spec,
  } as KubernetesObject);
}
