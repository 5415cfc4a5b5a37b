import path from "node:path";
import { Cluster, type Condition, type KubernetesObject, Machine } from "@capstan/contract";
import { type JsonEndpoint, systemClock, WebhookServer } from "@capstan/runtime";
import { ExtensionConfig, extensionEndpoints, defineRuntimeExtension } from "@capstan/runtime-extension";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeService } from "../../../examples/control-plane-managed/fake-service/fake-service.ts";
import { ManagedControlPlane } from "../../../examples/control-plane-managed/src/api/managed-control-plane.ts";
import { allRunning, type Scene } from "@capstan/harness/scenes";
import { generateManifests, goCoreAvailable, GoManagementCluster } from "@capstan/harness/go";
import { CloudMachines } from "./cloud-machines.ts";
import { messagesOf } from "./condition-messages.ts";
import { ExamplePair } from "./example-pair.ts";
import { ProviderProcess } from "./provider-process.ts";
import { summarize } from "./summarize.ts";
import { ClusterClass, createClass, createFromClass, setVariables } from "./topology-scene.ts";
import { WorkloadCluster } from "./workload-cluster.ts";

const examples = path.resolve(import.meta.dirname, "../../../examples");
const gates = "--feature-gates=ClusterTopology=true,RuntimeSDK=true,InPlaceUpdates=true";

interface RestObject extends KubernetesObject {
  readonly spec: { readonly requestsPerSecond?: number; readonly serverType?: string; readonly providerID?: string };
}

describe.runIf(goCoreAvailable)("a runtime extension under the Go core", () => {
  const closing = new AsyncDisposableStack();
  let management: GoManagementCluster;
  let service: FakeService;
  let pair: ExamplePair;
  let extension: ProviderProcess;
  beforeAll(async () => {
    management = closing.use(await GoManagementCluster.start({ flags: [gates] }));
    service = closing.use(await FakeService.start({ clock: systemClock, workMs: 1_000 }));
    pair = closing.use(await ExamplePair.start(management));
    const controlPlane = path.join(examples, "control-plane-managed/src");
    const manifests = await generateManifests(path.join(controlPlane, "api/managed-control-plane.ts"));
    const provider = await management.install(manifests);
    closing.use(new ProviderProcess(path.join(controlPlane, "main.ts"), provider));
    const { kubeconfig } = management;
    const main = path.join(examples, "rest-cloud-extension/src/main.ts");
    extension = closing.use(new ProviderProcess(main, { kubeconfig, arguments: ["--install"] }));
  });
  afterAll(() => closing.disposeAsync());

  test("is discovered with its handlers", async () => {
    await expect
      .poll(() => discovered(management, "rest-cloud"), { timeout: 120_000 })
      .toEqual([
        "BeforeClusterDelete before-cluster-delete.rest-cloud 10 Fail",
        "CanUpdateMachine can-update-machine.rest-cloud 10 Fail",
        "CanUpdateMachineSet can-update-machine-set.rest-cloud 10 Fail",
        "DiscoverVariables discover-variables.rest-cloud 10 Fail",
        "GeneratePatches generate-patches.rest-cloud 10 Fail",
        "UpdateMachine update-machine.rest-cloud 15 Fail",
        "ValidateTopology validate-topology.rest-cloud 10 Fail",
      ]);
  });

  test("defines variables, patches templates, refuses a topology, resizes a server in place, and holds a deletion", async () => {
    // given a Cluster with a topology
    const kinds = [Cluster, Machine, ManagedControlPlane.kind, pair.kind("RestCluster"), pair.kind("RestMachine")];
    await using scene = await management.scene(kinds);
    scene.quietMs = 240_000;
    await using machines = await CloudMachines.start({
      join: async (name, providerID) => {
        await using joined = WorkloadCluster.at(service.kubeconfigOf(service.ids[0] ?? "") ?? "");
        await joined.join(name, providerID);
      },
    });
    const reached = async <T>(what: string, fact: () => T | undefined | false): Promise<T> =>
      scene.until(what, fact).catch((error: unknown) => {
        const outputs = [...machines.failures.map(String), extension.output, pair.output].join("\n");
        throw new Error(`${String(error)}\n${outputs}`, { cause: error });
      });
    const { cloud } = machines;
    await createClass(scene, pair, { serviceUrl: service.url, cloudUrl: cloud.url });

    // then the variables of the extension are those of its class
    await expect
      .poll(() => variablesOf(scene), { timeout: 120_000 })
      .toEqual([
        "restDiskGiB from rest-cloud",
        "restRequestsPerSecond from rest-cloud",
        "restServerType from rest-cloud",
      ]);

    // when a Cluster sets one, then the patched templates have its value, and the default of another
    await createFromClass(scene, [{ name: "restRequestsPerSecond", value: 50 }]);
    await reached("1 Machine Running", () => allRunning(scene, 1));
    const [restCluster] = scene.list(pair.kind("RestCluster")) as RestObject[];
    expect(restCluster?.spec.requestsPerSecond).toBe(50);
    const restMachine = () => scene.list(pair.kind("RestMachine"))[0] as RestObject | undefined;
    const before = restMachine();
    expect(before?.spec.serverType).toBe("small");

    // when the topology is one that the extension refuses, then the Cluster shows why
    await setVariables(scene, { restServerType: "small", restDiskGiB: 500 });
    const refusal = await reached("refused", () =>
      topology(scene, /restDiskGiB of MachineDeployment .* must be at most 100/),
    );

    // when the size changes, then the same server gets it
    await setVariables(scene, { restServerType: "large" });
    await reached("large", () => restMachine()?.spec.serverType === "large");
    await reached("resized, and up to date", () => {
      const [machine] = scene.list(Machine);
      return isUpToDate(machine) && cloud.store.living.every((server) => cloud.store.sizeOf(server) === "large");
    });
    expect(restMachine()?.metadata.uid).toBe(before?.metadata.uid);
    expect(cloud.store.all).toHaveLength(1);
    const updating = messagesOf(scene, "Machine", "Updating").filter((text) => text.includes("resized to large"));
    expect(updating).toHaveLength(1);

    // when the Cluster is deleted while a Service has a load balancer, then it waits for that, and for nothing else
    cloud.balance(`${scene.namespace}.c1.svc.web`);
    await scene.client.delete(Cluster, scene.key("c1"));
    const held = await reached("held", () => conditionWith(scene, /load balancers of these Services are deleted: web/));
    expect(scene.list(pair.kind("RestMachine"))).toHaveLength(1);
    cloud.unbalance(`${scene.namespace}.c1.svc.web`);
    await reached("all gone", () => kinds.every((kind) => scene.list<KubernetesObject>(kind).length === 0));
    expect(cloud.store.living).toEqual([]);

    summarize("A runtime extension under the Go core", [refusal, ...updating, held]);
  });

  test.each(["hangs", "answers garbage", "is down"] as const)(
    "that %s is named in a condition of the Cluster",
    async (fault) => {
      // given an extension for the Clusters of one namespace
      await using scene = await management.scene([Cluster]);
      scene.quietMs = 240_000;
      const name = fault.replaceAll(" ", "-");
      const server = await WebhookServer.start({ endpoints: faultyEndpoints(fault) });
      closing.use(server);
      await register(management, name, { server, namespace: scene.namespace });
      await expect.poll(() => discovered(management, name), { timeout: 120_000 }).toHaveLength(1);
      if (fault === "is down") await server.close();

      // when
      await createClass(scene, pair, { serviceUrl: service.url, cloudUrl: "http://127.0.0.1:9", isPatched: false });
      await createFromClass(scene, [], 0);

      // then
      const expected = {
        hangs: /504.*did not answer within 1 seconds/,
        "answers garbage": /decode/,
        "is down": /refused/,
      };
      const message = await scene.until("named", () => topology(scene, expected[fault]));
      summarize(`An extension that ${fault}`, [message]);
      await management.client.delete(ExtensionConfig, { name });
    },
  );
});

/** The discovered handlers of an ExtensionConfig; empty before its discovery. */
async function discovered({ client }: GoManagementCluster, name: string): Promise<string[]> {
  const { status } = await client.get(ExtensionConfig, { name }).catch(() => ({ status: undefined }));
  return (status?.handlers ?? [])
    .map(
      (handler) =>
        `${handler.requestHook.hook} ${handler.name} ${handler.timeoutSeconds ?? 0} ${handler.failurePolicy ?? ""}`,
    )
    .toSorted();
}

async function variablesOf(scene: Scene): Promise<string[]> {
  const { status } = await scene.client.get(ClusterClass, scene.key("rest-cloud"));
  return (status?.variables ?? []).flatMap(({ name, definitions }) =>
    definitions.map(({ from }) => `${name} from ${from}`),
  );
}

function conditionsOf(object: KubernetesObject | undefined): readonly Condition[] {
  return (object as { status?: { conditions?: Condition[] } } | undefined)?.status?.conditions ?? [];
}

/** The message of the condition TopologyReconciled, if it matches. */
function topology(scene: Scene, pattern: RegExp): string | undefined {
  const condition = scene.condition(Cluster, "c1", "TopologyReconciled");
  return condition?.status === "False" && pattern.test(condition.message) ? condition.message : undefined;
}

/** The message of any condition of the Cluster that matches. */
function conditionWith(scene: Scene, pattern: RegExp): string | undefined {
  return conditionsOf(scene.find(Cluster, "c1")).find(({ message }) => pattern.test(message))?.message;
}

function isUpToDate(machine: Machine | undefined): boolean {
  const holds = (type: string, status: string) =>
    conditionsOf(machine).some((each) => each.type === type && each.status === status);
  return holds("UpToDate", "True") && holds("Updating", "False");
}

function faultyEndpoints(fault: "hangs" | "answers garbage" | "is down"): JsonEndpoint[] {
  const handle = () => new Promise<never>(() => undefined);
  const extension = defineRuntimeExtension({
    name: "faulty",
    hooks: { BeforeClusterCreate: { handle, timeoutSeconds: 1 } },
  });
  const [discovery, hook] = extensionEndpoints(extension) as [JsonEndpoint, JsonEndpoint];
  return [discovery, fault === "answers garbage" ? { ...hook, answer: () => ["nonsense"] } : hook];
}

async function register(
  { client }: GoManagementCluster,
  name: string,
  { server, namespace }: { server: WebhookServer; namespace: string },
): Promise<void> {
  await client.create(ExtensionConfig, {
    apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
    kind: "ExtensionConfig",
    metadata: { name },
    spec: {
      clientConfig: server.address,
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    },
  });
}
