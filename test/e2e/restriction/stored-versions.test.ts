import { Cluster, Machine, MachineDeployment, MachineHealthCheck, MachineSet } from "@capstan/contract";
import { CustomResourceDefinition } from "@capstan/runtime";
import { clusterObjects, machineObjects } from "@capstan/harness/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestrictedManagers, RestrictedManagement } from "./restricted-management.ts";

const hasServer = (process.env.KUBEBUILDER_ASSETS ?? "") !== "";
const kinds = [Cluster, Machine, MachineDeployment, MachineHealthCheck, MachineSet];

describe.runIf(hasServer)("objects stored in an earlier version, on a real API server with RBAC", () => {
  let management: RestrictedManagement;
  beforeAll(async () => {
    management = await RestrictedManagement.start();
  });
  afterAll(async () => {
    await management[Symbol.asyncDispose]();
  });

  /** A namespace of managers with the page's roles, and another with a Cluster; some objects may be stored in v1beta1. */
  async function installed(cleanUp: AsyncDisposableStack, system: string, served: string) {
    for (const name of [system, served]) await management.createNamespace(name);
    await management.grant("Roles", system);
    const scene = cleanUp.use(await management.scene(served));
    await scene.create(...clusterObjects("c"), ...machineObjects("c", { cluster: "c", controlPlane: true }));
    const body = { status: { storedVersions: ["v1beta1", "v1beta2"] } };
    for (const { plural, group } of kinds) {
      const key = { name: `${plural}.${group}` };
      await management.client.patch(CustomResourceDefinition, key, { type: "merge", body }, { subresource: "status" });
    }
    return scene;
  }

  async function storedVersions(): Promise<unknown[]> {
    const names = kinds.map(({ plural, group }) => `${plural}.${group}`);
    const crds = await Promise.all(names.map((name) => management.client.get(CustomResourceDefinition, { name })));
    return crds.map(({ status }) => status?.storedVersions);
  }

  /** The refused requests. */
  function refused(managers: RestrictedManagers): string[] {
    const requests = management.requestsOf(managers).filter(({ responseStatus }) => responseStatus?.code === 403);
    const asked = requests.map(
      ({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ""} ${objectRef?.namespace ?? ""}`,
    );
    return [...new Set(asked)].toSorted();
  }

  test("are migrated by a core with cluster-wide documented roles, without a refused request", async () => {
    await using cleanUp = new AsyncDisposableStack();
    const scene = await installed(cleanUp, "wide-system", "wide");
    await management.grant("What is stored in an earlier version", "wide-system");
    const managers = cleanUp.use(await management.run("wide-system", []));

    await expect.poll(storedVersions).toEqual(kinds.map(() => ["v1beta2"]));
    await scene.running("c");
    expect(refused(managers)).toEqual([]);
  });

  test("stay in that version if the core's roles cover one namespace, and the core continues", async () => {
    await using cleanUp = new AsyncDisposableStack();
    const scene = await installed(cleanUp, "narrow-system", "narrow");
    await management.grant("One namespace", "narrow-system", { alpha: "narrow" });
    const managers = cleanUp.use(await management.run("narrow-system", ["--namespace", "narrow"]));

    await scene.running("c");
    expect(refused(managers)).toEqual(kinds.map(({ plural }) => `list ${plural} `).toSorted());
    expect(await storedVersions()).toEqual(kinds.map(() => ["v1beta1", "v1beta2"]));
  });
});
