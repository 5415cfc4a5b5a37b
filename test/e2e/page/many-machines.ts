import { ApiServer } from "@capstan/apiserver";
import { Cluster, coreCRDs, type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { clusterObjects, machineObjects } from "@capstan/harness/scenes";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { type Client, createClient, installCRDs } from "@capstan/runtime";
import { servePage } from "../../../packages/cli/src/page/serve-page.ts";

const kinds = new Map<string, ResourceKind>(
  [Cluster, Machine, MockCluster.kind, MockMachine.kind].map((kind) => [kind.kind, kind]),
);
/** The number of concurrent requests. */
const atOnce = 32;
const transitionTime = "2026-01-01T00:00:00Z";

function condition(type: string) {
  return { type, status: "True", reason: type, message: "", lastTransitionTime: transitionTime };
}

const provisioned = { initialization: { provisioned: true }, conditions: [condition("Ready")] };
const running = {
  phase: "Running",
  initialization: { infrastructureProvisioned: true, bootstrapDataSecretCreated: true },
  conditions: ["Ready", "Available", "NodeReady", "NodeHealthy"].map(condition),
};
const statusOf: Readonly<Record<string, (name: string) => object>> = {
  Cluster: () => ({ phase: "Provisioned", conditions: [condition("Available")] }),
  Machine: (name) => ({ ...running, nodeRef: { name } }),
  MockCluster: () => provisioned,
  MockMachine: () => provisioned,
};

/** The page, with an API server that has one Cluster of many Running Machines without a controller. */
export class ManyMachines implements AsyncDisposable {
  readonly url: string;
  readonly #client: Client;
  readonly #closing: AsyncDisposableStack;

  private constructor(url: string, client: Client, closing: AsyncDisposableStack) {
    this.url = url;
    this.#client = client;
    this.#closing = closing;
  }

  static async start(machines: number): Promise<ManyMachines> {
    await using starting = new AsyncDisposableStack();
    const server = starting.use(await ApiServer.start());
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "many-machines/1" });
    starting.defer(() => client.close());
    await installCRDs(client, [...coreCRDs, ...MockCluster.crds, ...MockMachine.crds]);
    const objects = [
      ...clusterObjects("many"),
      ...Array.from({ length: machines }, (_, index) =>
        machineObjects(nameOfMachine(index), { cluster: "many", dataSecretName: "data" }),
      ).flat(),
    ];
    await createAll(client, objects);
    const shown = { command: "dev", project: "many", server: { url: server.url, kubeconfig: "" }, client, faults: [] };
    const { url } = starting.use(await servePage(shown, undefined));
    return new ManyMachines(url, client, starting.move());
  }

  /** Sets the phase of a Machine. @returns when this was requested, in milliseconds since the epoch. */
  async setPhase(machine: string, phase: string): Promise<number> {
    const startedMs = performance.timeOrigin + performance.now();
    const patch = { type: "merge", body: { status: { phase } } } as const;
    await this.#client.patch(Machine, { namespace: "default", name: machine }, patch, { subresource: "status" });
    return startedMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** The name of the Machine with this index. */
export function nameOfMachine(index: number): string {
  return `w-${index}`;
}

async function createAll(client: Client, objects: readonly KubernetesObject[]): Promise<void> {
  const left = objects.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const object of left) await createOne(client, object);
    }),
  );
}

async function createOne(client: Client, object: KubernetesObject): Promise<void> {
  const kind = kinds.get(object.kind);
  if (kind === undefined) throw new Error(`${object.kind} is not created here.`);
  const { name } = object.metadata;
  await client.create(kind, { ...object, metadata: { ...object.metadata, namespace: "default" } });
  const patch = { type: "merge", body: { status: statusOf[object.kind]?.(name) } } as const;
  await client.patch(kind, { namespace: "default", name }, patch, { subresource: "status" });
}
