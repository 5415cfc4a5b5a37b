import type { KubernetesObject } from "@capstan/contract";
import {
  defineInfraMachine,
  DefinitionError,
  InfraMachineReconciler,
  managerRules,
  PendingError,
  type TemplateCapacity,
  Type,
} from "@capstan/provider";
import { Event } from "@capstan/runtime";
import { TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const server = process.env.CAPSTAN_TEST_SERVER === "real" ? "real" : "embedded";
const spec = Type.Object({ size: Type.String({ default: "small" }) });
const SizedMachine = defineInfraMachine({
  kind: "SizedMachine",
  templateCapacity: true,
  storage: "v1",
  versions: { v1: { contract: "v1beta2", spec }, v1alpha1: { contract: "v1beta2", spec } },
});

type Sized = SizedMachineReconciler;

class SizedMachineReconciler extends InfraMachineReconciler<typeof SizedMachine> {
  readonly definition = SizedMachine;
  readonly calls: string[] = [];
  answer: (scope: Sized["TemplateScope"]) => Promise<TemplateCapacity> | TemplateCapacity | undefined = ({
    spec: { size },
  }) => ({
    capacity: { cpu: size === "small" ? 1 : 4, memory: "4096Mi" },
    nodeInfo: { architecture: "arm64", operatingSystem: "linux" },
  });

  reconcileMachine() {
    return this.outcome.pending("Never");
  }

  deleteMachine() {
    return this.outcome.deleted();
  }

  override templateCapacity(scope: this["TemplateScope"]) {
    this.calls.push(scope.template.metadata.name);
    return this.answer(scope);
  }
}

const key = { name: "small", namespace: "default" };

async function start(reconciler = new SizedMachineReconciler()) {
  // given the permissions of the generated role alone
  const env = await TestEnvironment.start({ reconcilers: [reconciler], server, manager: { generatedRole: true } });
  const { templateKind } = SizedMachine;
  const { group, version, kind } = templateKind;
  return {
    env,
    reconciler,
    create: async (metadata: Partial<KubernetesObject["metadata"]> = {}) => {
      const template = { spec: { size: "small" } };
      const object = { apiVersion: `${group}/${version}`, kind, metadata: { ...key, ...metadata }, spec: { template } };
      await env.client.create<KubernetesObject>(templateKind, object);
      await env.settled();
    },
    patch: async (body: object) => {
      await env.client.patch(templateKind, key, { type: "merge", body });
      await env.settled();
    },
    get: () => env.client.get(templateKind, key),
    status: async () => (await env.client.get(templateKind, key)).status,
    warnings: async () =>
      (await env.client.list(Event)).items
        .filter(({ type }) => type === "Warning")
        .map(({ reason, note }) => `${reason}: ${note ?? ""}`),
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}

describe("a Template of a kind with templateCapacity", () => {
  test("reports capacity and nodeInfo of its machines in canonical form, with one write (BT-010, BT-011)", async () => {
    await using scene = await start();
    await scene.create();
    expect(await scene.status()).toEqual({
      capacity: { cpu: "1", memory: "4Gi" },
      nodeInfo: { architecture: "arm64", operatingSystem: "linux" },
    });
    expect(scene.env.writes({ kind: "SizedMachineTemplate", by: "provider" })).toHaveLength(1);
    expect(scene.reconciler.calls).toEqual(["small"]);
  });

  test("may be deleted before they are written", async () => {
    await using scene = await start();
    const { reconciler, env } = scene;
    reconciler.answer = async () => {
      await env.client.delete(SizedMachine.templateKind, key);
      return { capacity: { cpu: 1 } };
    };
    await scene.create();

    await expect(scene.get()).rejects.toMatchObject({ reason: "NotFound" });
    expect(reconciler.calls).toEqual(["small"]);
    expect(await scene.warnings()).toEqual([]);
  });

  test("follows a change of its spec, and is not written again for the same amounts in another spelling", async () => {
    await using scene = await start();
    await scene.create();
    await scene.patch({ spec: { template: { spec: { size: "large" } } } });
    expect(await scene.status()).toMatchObject({ capacity: { cpu: "4" } });

    // when the cloud says the same in other words
    scene.reconciler.answer = () => ({
      capacity: { cpu: "4000m", memory: `${4 * 1024 ** 3}` },
      nodeInfo: { architecture: "arm64", operatingSystem: "linux" },
    });
    await scene.patch({ metadata: { labels: { a: "b" } } });
    await scene.env.clock.advance({ minutes: 60 });

    // then it was asked three times, and written for the two sizes
    expect(scene.reconciler.calls).toHaveLength(3);
    expect(scene.env.writes({ kind: "SizedMachineTemplate", by: "provider" })).toHaveLength(2);
  });

  test("drops a resource and the nodeInfo that are no longer reported, and keeps its status while nothing is known", async () => {
    await using scene = await start();
    await scene.create();
    scene.reconciler.answer = () => ({ capacity: { cpu: 1 } });
    await scene.patch({ metadata: { labels: { a: "b" } } });
    expect(await scene.status()).toEqual({ capacity: { cpu: "1" } });
    scene.reconciler.answer = () => undefined;
    await scene.patch({ metadata: { labels: { a: "c" } } });
    expect(await scene.status()).toEqual({ capacity: { cpu: "1" } });
  });

  test("is left alone while it or its Cluster is paused (BC-021)", async () => {
    await using scene = await start();
    const cluster = await scene.env.createCluster({ name: "c1", spec: { paused: true } });
    await scene.create({ labels: { "cluster.x-k8s.io/cluster-name": "c1" } });
    expect(scene.reconciler.calls).toEqual([]);

    // when the Cluster is no longer paused, but the Template is
    await scene.patch({ metadata: { annotations: { "cluster.x-k8s.io/paused": "false" } } });
    await cluster.patch({ spec: { paused: false } });
    await scene.env.settled();
    expect(scene.reconciler.calls).toEqual([]);
    await scene.patch({ metadata: { annotations: { "cluster.x-k8s.io/paused": null } } });
    expect(await scene.status()).toMatchObject({ capacity: { cpu: "1" } });
  });

  test("wakes when its Cluster is no longer paused", async () => {
    await using scene = await start();
    const cluster = await scene.env.createCluster({ name: "c1", spec: { paused: true } });
    await scene.create({ labels: { "cluster.x-k8s.io/cluster-name": "c1" } });
    await cluster.patch({ spec: { paused: false } });
    await scene.env.settled();
    expect(await scene.status()).toMatchObject({ capacity: { cpu: "1" } });
  });

  test.each<[string, TemplateCapacity, string]>([
    ["BT-010", { capacity: { memory: "500mb" } }, "capacity.memory"],
    ["BT-010", { capacity: { cpu: -1 } }, "capacity.cpu"],
    ["BT-011", { capacity: {}, nodeInfo: { architecture: "x86_64" as "amd64" } }, "nodeInfo.architecture"],
    ["BT-011", { capacity: {}, nodeInfo: { operatingSystem: "" } }, "nodeInfo.operatingSystem"],
  ])("%s: %j is not written; a Warning Event names %s", async (rule, answer, path) => {
    const reconciler = new SizedMachineReconciler();
    reconciler.answer = () => answer;
    await using scene = await start(reconciler);
    scene.env.expectError(rule);
    await scene.create();
    expect(await scene.status()).toBeUndefined();
    const [warning = ""] = await scene.warnings();
    expect(warning).toContain(rule);
    expect(warning).toContain(path);
  });

  test("is asked again after the time that the reconciler sets", async () => {
    const reconciler = new SizedMachineReconciler();
    reconciler.answer = () => {
      throw new PendingError("SizesUnknown", "The cloud has not listed its sizes yet", { retryAfterMs: 5_000 });
    };
    await using scene = await start(reconciler);
    await scene.create();
    expect(await scene.status()).toBeUndefined();
    reconciler.answer = () => ({ capacity: { cpu: 2 } });
    await scene.env.clock.advance({ seconds: 5 });
    expect(await scene.status()).toEqual({ capacity: { cpu: "2" } });
  });
});

describe("the definition", () => {
  test("keeps the status of Templates in every version", () => {
    const status = { capacity: { cpu: "1" }, nodeInfo: { architecture: "arm64" } };
    const template = {
      apiVersion: "infrastructure.cluster.x-k8s.io/v1",
      kind: "SizedMachineTemplate",
      metadata: { name: "small" },
      spec: { template: { spec: { size: "small" } } },
      status,
    };
    expect(SizedMachine.convert(template, "v1alpha1")).toMatchObject({ status });
  });

  test("without the option has neither the status nor the permissions", () => {
    const Plain = defineInfraMachine({ kind: "PlainMachine", versions: { v1: { contract: "v1beta2", spec } } });
    const [, template] = Plain.crds;
    expect(template?.spec.versions[0]?.subresources).toBeUndefined();
    const resources = (...definitions: Parameters<typeof managerRules>[0]) =>
      managerRules(definitions).flatMap((rule) => rule.resources);
    expect(resources(Plain).filter((name) => name.includes("templates"))).toEqual([]);
    expect(resources(SizedMachine)).toEqual(
      expect.arrayContaining(["sizedmachinetemplates", "sizedmachinetemplates/status"]),
    );
  });

  test.each([
    ["the option without the method", true, "add the method templateCapacity to its reconciler"],
    ["the method without the option", false, "set the option templateCapacity: true"],
  ])("refuses %s", async (_, templateCapacity, remedy) => {
    const Odd = defineInfraMachine({
      kind: "OddMachine",
      templateCapacity,
      versions: { v1: { contract: "v1beta2", spec } },
    });
    class OddReconciler extends InfraMachineReconciler<typeof Odd> {
      readonly definition = Odd;
      reconcileMachine() {
        return this.outcome.pending("Never");
      }
      deleteMachine() {
        return this.outcome.deleted();
      }
    }
    class Reporting extends OddReconciler {
      override templateCapacity() {
        return { capacity: {} };
      }
    }
    const reconciler = templateCapacity ? new OddReconciler() : new Reporting();
    const started = TestEnvironment.start({ reconcilers: [reconciler] });
    await expect(started).rejects.toThrow(DefinitionError);
    await expect(started).rejects.toThrow(remedy);
  });
});
