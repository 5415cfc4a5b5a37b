import { ApiServer } from "@capstan/apiserver";
import {
  Cluster,
  controllerOf,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import { coreCRDs } from "@capstan/harness/servers";
import { apiVersionOf } from "@capstan/kube";
import { type Client, createClient, createLogger, installCRDs, Manager } from "@capstan/runtime";
import { expect, test } from "vitest";
import { setupCoreControllers } from "../src/index.ts";
import { namespace } from "./scene/played-providers.ts";
import {
  definitionOf,
  providerKinds,
  TestCluster,
  TestConfigTemplate,
  TestMachineTemplate,
} from "./scene/provider-kinds.ts";
import { key, machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";

const silent = createLogger({ level: "error", format: "json", write: () => undefined });
const noOwners = { type: "merge", body: { metadata: { ownerReferences: null } } } as const;

/** The core controllers with a Cluster and templates; tests can interfere with an adoption. */
class OvertakenCore implements AsyncDisposable {
  readonly client: Client;
  readonly manager: Manager;
  readonly #server: ApiServer;
  readonly #closing: AsyncDisposableStack;
  #beforeAdoption: (() => Promise<void>) | undefined;

  private constructor(server: ApiServer, closing: AsyncDisposableStack) {
    this.client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    closing.defer(() => this.client.close());
    const own = createClient({ kubeconfig: server.kubeconfig, userAgent: "core/1" });
    closing.defer(() => own.close());
    const client = overtaken(own, async () => {
      const happens = this.#beforeAdoption;
      this.#beforeAdoption = undefined;
      await happens?.();
    });
    this.manager = new Manager({ name: "core", client, logger: silent });
    setupCoreControllers(this.manager);
    closing.defer(() => this.manager.stop());
    this.#server = server;
    this.#closing = closing;
  }

  static async start(): Promise<OvertakenCore> {
    const closing = new AsyncDisposableStack();
    const core = new OvertakenCore(closing.use(await ApiServer.start()), closing);
    await installCRDs(core.client, [...coreCRDs, ...providerKinds.map(definitionOf)]);
    await core.#create(TestCluster, "c1", {});
    const infrastructureRef = { apiGroup: TestCluster.group, kind: TestCluster.kind, name: "c1" };
    await core.#create(Cluster, "c1", { infrastructureRef });
    for (const kind of [TestConfigTemplate, TestMachineTemplate]) {
      await core.#create(kind, "t1", { template: { spec: {} } });
    }
    await core.manager.start();
    return core;
  }

  /** Resolves when no work is left. */
  async settled(): Promise<void> {
    await this.manager.settled();
  }

  /** Removes the owner of one object, and the owner of the other while the first is being adopted again. */
  async loseOwners(kind: ResourceKind, [first = "", second = ""]: readonly string[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#beforeAdoption = async () => {
      await this.client.patch(kind, key(second), noOwners);
      const known = () => this.manager.cache.informer(kind).get(key(second));
      await expect.poll(() => known()?.metadata.ownerReferences).toBeUndefined();
      resolve(undefined);
    };
    await this.client.patch(kind, key(first), noOwners);
    await promise;
    await this.settled();
  }

  /** The number of objects of a kind that the controllers have created. */
  created({ plural }: ResourceKind): number {
    const requests = [...this.#server.requests.entries()];
    return requests.filter(({ verb, resource }) => verb === "create" && resource === plural).length;
  }

  /** The existing objects, and their controllers. */
  async controllers(kind: ResourceKind): Promise<Record<string, string | undefined>> {
    const { items } = await this.client.list(kind, { namespace });
    return Object.fromEntries(items.map((object) => [object.metadata.name, controllerOf(object)?.name]));
  }

  async #create(kind: ResourceKind, name: string, spec: object): Promise<void> {
    const object = { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name, namespace }, spec };
    await this.client.create<KubernetesObject>(kind, object);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** A client that runs an action before each patch that sets a controller. */
function overtaken(client: Client, before: () => Promise<void>): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "patch") return typeof value === "function" ? (value.bind(target) as unknown) : value;
      return async (...args: Parameters<Client["patch"]>) => {
        if (JSON.stringify(args[2]).includes('"controller":true')) await before();
        return target.patch(...args);
      };
    },
  });
}

test("a Machine that loses its owner during another adoption is adopted, too, and not replaced", async () => {
  await using core = await OvertakenCore.start();
  await core.client.create(MachineSet, machineSet("s", { replicas: 2 }));
  await core.settled();
  const before = await core.controllers(Machine);
  expect(Object.values(before)).toEqual(["s", "s"]);
  await core.loseOwners(Machine, Object.keys(before));
  expect(await core.controllers(Machine)).toEqual(before);
  expect(core.created(Machine)).toBe(2);
});

test("a MachineSet that loses its owner during another adoption is adopted, too, and not replaced", async () => {
  await using core = await OvertakenCore.start();
  await core.client.create(MachineDeployment, machineDeployment("d", { replicas: 1 }));
  await core.settled();
  const [older = ""] = Object.keys(await core.controllers(MachineSet));
  const { spec } = machineTemplate("t1", { version: "v1.36.0" });
  await core.client.patch(MachineDeployment, key("d"), { type: "merge", body: { spec: { template: { spec } } } });
  await core.settled();
  const before = await core.controllers(MachineSet);
  expect(Object.values(before)).toEqual(["d", "d"]);
  const current = Object.keys(before).filter((name) => name !== older);
  await core.loseOwners(MachineSet, [older, ...current]);
  expect(await core.controllers(MachineSet)).toEqual(before);
  expect(core.created(MachineSet)).toBe(2);
});
