import {
  aggregatedRules,
  ContractViolation,
  defineBootstrapConfig,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  DefinitionError,
  managerRules,
  Secret,
  Type,
} from "@capstan/provider";
import { flowServers } from "@capstan/harness/servers";
import { describe, expect, test } from "vitest";
import { HelloCloud, HelloMachine, HelloMachineReconciler } from "./hello-machine.ts";
import { ShellConfig, ShellConfigReconciler } from "./shell-config.ts";
import { OddClusterReconciler, OddMachine, OddMachineReconciler } from "./odd-providers.ts";
import { addOddMachine, touch } from "./odd-scene.ts";
import { ProviderScene } from "./provider-scene.ts";

const versions = { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } } as const;
const all = ["get", "list", "watch", "create", "update", "patch", "delete"];

describe("the manager's rules", () => {
  test("allow an infrastructure provider to write its own kinds, and only read all others (S131)", () => {
    const HelloCluster = defineInfraCluster({ kind: "HelloCluster", versions });
    expect(managerRules([HelloMachine, HelloCluster])).toEqual([
      { apiGroups: ["infrastructure.cluster.x-k8s.io"], resources: ["hellomachines", "helloclusters"], verbs: all },
      {
        apiGroups: ["infrastructure.cluster.x-k8s.io"],
        resources: ["hellomachines/status", "helloclusters/status"],
        verbs: ["get", "update", "patch"],
      },
      {
        apiGroups: ["cluster.x-k8s.io"],
        resources: ["clusters", "clusters/status", "machines", "machines/status"],
        verbs: ["get", "list", "watch"],
      },
      { apiGroups: [""], resources: ["secrets"], verbs: ["get", "list", "watch"] },
      { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
      { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
      { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
      {
        apiGroups: ["apiextensions.k8s.io"],
        resources: ["customresourcedefinitions"],
        resourceNames: ["hellomachines", "hellomachinetemplates", "helloclusters", "helloclustertemplates"].map(
          (plural) => `${plural}.infrastructure.cluster.x-k8s.io`,
        ),
        verbs: ["get"],
      },
    ]);
  });

  test("allow a bootstrap provider to write Secrets", () => {
    expect(managerRules([ShellConfig])).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: all });
  });

  test("allow a manager of several kinds the permissions of each", () => {
    const HelloCluster = defineInfraCluster({ kind: "HelloCluster", versions });
    const HelloPool = defineInfraMachinePool({ kind: "HelloPool", versions });
    const rules = managerRules([HelloCluster, ShellConfig, HelloPool]);
    expect(rules).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: all });
    expect(rules).toContainEqual({
      apiGroups: ["cluster.x-k8s.io"],
      resources: ["clusters", "machines", "machinepools"].flatMap((name) => [name, `${name}/status`]),
      verbs: ["get", "list", "watch"],
    });
  });

  test("include the additional rules of the definitions", () => {
    const permissions = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create"] }];
    const rules = managerRules([HelloMachine, defineInfraCluster({ kind: "HelloCluster", versions, permissions })]);
    expect(rules).toContainEqual(permissions[0]);
  });

  test("allow the migration of objects from other stored versions to the storage version (RB-014)", () => {
    const several = { v1alpha1: versions.v1alpha1, v1beta1: versions.v1alpha1 };
    const HelloCluster = defineInfraCluster({ kind: "HelloCluster", versions: several, storage: "v1beta1" });
    const { group } = HelloCluster.kind;
    const rules = managerRules([HelloCluster, HelloMachine]);
    expect(rules).toContainEqual({
      apiGroups: [group],
      resources: ["helloclustertemplates"],
      verbs: ["list", "patch"],
    });
    expect(rules).toContainEqual({
      apiGroups: ["apiextensions.k8s.io"],
      resources: ["customresourcedefinitions/status"],
      resourceNames: [`helloclusters.${group}`, `helloclustertemplates.${group}`],
      verbs: ["patch"],
    });
  });

  test.each([
    { apiGroups: ["*"], resources: ["configmaps"], verbs: ["get"] },
    { apiGroups: [""], resources: ["*"], verbs: ["get"] },
    { apiGroups: [""], resources: ["configmaps"], verbs: ["*"] },
  ])("must not have a wildcard: $apiGroups $resources $verbs", (rule) => {
    const define = () => defineInfraCluster({ kind: "HelloCluster", versions, permissions: [rule] });
    expect(define).toThrow(DefinitionError);
    expect(define).toThrow(/HelloCluster cannot be defined[^]*without wildcards.*RB-011/);
  });

  test("exclude Machines if the provider has only clusters", () => {
    const rules = managerRules([defineInfraCluster({ kind: "HelloCluster", versions })]);
    expect(rules.flatMap(({ resources }) => resources)).not.toContain("machines");
  });
});

describe("the rules for the Cluster API manager", () => {
  test("are empty for the groups of Cluster API", () => {
    expect(aggregatedRules([HelloMachine, ShellConfig])).toEqual([]);
  });

  test("list kinds and Templates of other groups by their real plurals", () => {
    const group = "infrastructure.example.com";
    const definitions = [
      defineInfraMachine({ kind: "FooHardware", group, versions }),
      defineBootstrapConfig({ kind: "FooData", group: "bootstrap.example.com", versions }),
    ];
    expect(aggregatedRules(definitions)).toEqual([
      { apiGroups: [group], resources: ["foohardwares", "foohardwaretemplates"], verbs: all },
      { apiGroups: ["bootstrap.example.com"], resources: ["foodata", "foodatatemplates"], verbs: all },
    ]);
  });
});

describe.runIf(flowServers.includes("real"))("on the real server, with only these permissions", () => {
  test("an infrastructure provider creates and deletes a machine", async () => {
    await using world = await ProviderScene.startWithRBAC([new HelloMachineReconciler(new HelloCloud())]);
    await world.createCluster();
    await world.createDataSecret("m1-data", "#cloud-config");
    const machine = await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "m1-data" });
    await world.createOwned(HelloMachine, machine);
    await world.settled();
    expect((await world.get(HelloMachine)).status?.initialization?.provisioned).toBe(true);

    await world.delete(HelloMachine);
    await world.settled();
    expect(await world.exists(HelloMachine)).toBe(false);
    expect(world.forbidden()).toEqual([]);
  });

  test("an infrastructure provider that may get but not list Secrets is ready, reports this, and works (S086)", async () => {
    const reconcilers = [new HelloMachineReconciler(new HelloCloud())];
    await using world = await ProviderScene.startWithRBAC(reconcilers, { secretVerbs: ["get"] });
    expect(await world.readyz()).toBe("200 ok, except for kinds that may not be listed: secrets");

    await world.createCluster();
    await world.createOwned(
      HelloMachine,
      await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "m1-data" }),
    );
    await world.settled();
    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ reason: "WaitingForBootstrapData" });
    await world.createDataSecret("m1-data", "#cloud-config");
    await world.clock.advance({ seconds: 10 });

    expect((await world.get(HelloMachine)).status?.initialization?.provisioned).toBe(true);
    expect(new Set(world.forbidden())).toEqual(new Set(["watch secrets"]));
    expect(await world.readyz()).toContain("200 ok");
  });

  test("an infrastructure provider that may not read Secrets keeps reconciling the machines that exist", async () => {
    const cloud = new HelloCloud();
    await using world = await ProviderScene.startWithRBAC([new HelloMachineReconciler(cloud)], {
      secretVerbs: ["create"],
    });
    await world.createCluster();
    await world.createOwned(
      HelloMachine,
      await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "m1-data" }),
      { metadata: { annotations: { "cluster.x-k8s.io/paused": "true" } } },
    );
    await world.patchStatus(HelloMachine.kind, "m1", { initialization: { provisioned: true } });
    await world.patch(HelloMachine.kind, "m1", { metadata: { annotations: { "cluster.x-k8s.io/paused": null } } });
    await world.settled();

    expect(cloud.servers.has("m1")).toBe(true);
    expect(await world.condition(HelloMachine, "Ready")).toMatchObject({ status: "True" });
    expect(world.logged.join("\n")).toContain("The bootstrap data Secret could not be read");
  });

  test("a failing provider records Events and reads credentials; an invalid status is never sent", async () => {
    const reconciler = new OddMachineReconciler(OddMachine);
    reconciler.answer = async (scope) => {
      const { token = "" } = (await scope.secret("credentials")) ?? {};
      throw new Error(`401 for ${token}`);
    };
    await using world = await ProviderScene.startWithRBAC([reconciler, new OddClusterReconciler()]);
    world.expectError("401 for [secret]");
    world.expectError(ContractViolation);
    await world.createCluster();
    await world.createDataSecret("credentials", "t0ken", { labeled: false, key: "token" });
    await addOddMachine(world, OddMachine, "m1");
    await world.settled();
    expect(await world.events()).toMatchObject([{ reason: "ReconcileError", note: "401 for [secret]" }]);

    reconciler.answer = () => ({ type: "provisioned", providerID: "odd://1", status: { serverName: 7 } });
    await touch(world, OddMachine);
    expect((await world.events()).map(({ reason }) => reason)).toContain("ContractViolation");
    // A candidate reads the Lease first; no other request is refused.
    expect(world.refusals()).toEqual(["404 get leases/provider"]);
  });

  test("a bootstrap provider stores its data", async () => {
    await using world = await ProviderScene.startWithRBAC([new ShellConfigReconciler()]);
    await world.createCluster();
    await world.createOwned(ShellConfig, await world.createMachine({ bootstrap: ShellConfig }));
    await world.settled();
    expect((await world.get(ShellConfig)).status?.dataSecretName).toBe("m1");
    expect(world.forbidden()).toEqual([]);
  });

  test("a bootstrap provider adopts the Secret that a restore leaves without an owner", async () => {
    await using world = await ProviderScene.startWithRBAC([new ShellConfigReconciler()]);
    await world.createCluster();
    await world.createDataSecret("m1", "#!/bin/sh");
    await world.createOwned(ShellConfig, await world.createMachine({ bootstrap: ShellConfig }));
    await world.settled();
    const { metadata } = await world.client.get(Secret, { namespace: "default", name: "m1" });
    expect(metadata.ownerReferences).toMatchObject([{ kind: "ShellConfig", name: "m1", controller: true }]);
    expect((await world.get(ShellConfig)).status?.dataSecretName).toBe("m1");
    expect(world.forbidden()).toEqual([]);
  });

  test("a bootstrap provider that may not list Secrets repairs a lost owner with the next reconcile", async () => {
    const secretVerbs = ["get", "create", "update", "patch", "delete"];
    await using world = await ProviderScene.startWithRBAC([new ShellConfigReconciler()], { secretVerbs });
    await world.createCluster();
    await world.createOwned(ShellConfig, await world.createMachine({ bootstrap: ShellConfig }));
    await world.settled();
    const owners = async () =>
      (await world.client.get(Secret, { namespace: "default", name: "m1" })).metadata.ownerReferences ?? [];
    expect(await owners()).toHaveLength(1);

    await world.patch(Secret, "m1", { metadata: { ownerReferences: null } });
    await world.settled();
    expect(await owners()).toEqual([]);
    await touch(world, ShellConfig);

    expect(await owners()).toMatchObject([{ kind: "ShellConfig", name: "m1", controller: true }]);
    expect(new Set(world.forbidden())).toEqual(new Set(["watch secrets"]));
  });
});
