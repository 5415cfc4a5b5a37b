import { defineInfraMachine, managerRules, aggregatedRules, Type } from "@capstan/provider";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { labels, Machine } from "@capstan/contract";
import type { Manifest } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterObjects, dataSecret, machineObjects } from "@capstan/harness/scenes";
import { RestrictedManagement } from "./restricted-management.ts";

const hasServer = (process.env.KUBEBUILDER_ASSETS ?? "") !== "";
const apiVersion = "rbac.authorization.k8s.io/v1";

describe.runIf(hasServer)("permissions on a real API server", () => {
  let management: RestrictedManagement;
  beforeAll(async () => {
    management = await RestrictedManagement.start();
  });
  afterAll(async () => {
    await management[Symbol.asyncDispose]();
  });

  /** Installs all managers in a namespace; the infrastructure provider's role has these verbs on Secrets. */
  async function install(system: string, served: string, onSecrets: readonly string[]): Promise<void> {
    for (const name of [system, served]) await management.createNamespace(name);
    await management.grant("Roles", system);
    await management.grant("One namespace", system, { alpha: served });
    const rules = managerRules([MockCluster, MockMachine])
      .filter(({ resources }) => !resources.includes("secrets"))
      .concat(onSecrets.length === 0 ? [] : [{ apiGroups: [""], resources: ["secrets"], verbs: onSecrets }]);
    const role: Manifest = {
      apiVersion,
      kind: "ClusterRole",
      metadata: { name: "infrastructure-mock-manager-role" },
      rules,
    };
    await management.apply([role]);
  }

  test("S086: get on Secrets suffices for an infrastructure provider; without it the status says Forbidden", async () => {
    await using cleanUp = new AsyncDisposableStack();
    await install("no-secrets-system", "no-secrets", []);
    const scene = cleanUp.use(await management.scene("no-secrets"));
    await scene.create(
      dataSecret("mine", "c1", "#cloud-config\n"),
      ...clusterObjects("c1"),
      ...machineObjects("m", { cluster: "c1", dataSecretName: "mine" }),
    );
    cleanUp.use(await management.run("no-secrets-system", ["--namespace", "no-secrets"]));

    const reported = await scene.until("InfrastructureReady reports Forbidden", () => {
      const condition = scene.condition(Machine, "m", "InfrastructureReady");
      return condition?.message.includes("Forbidden") === true ? condition : undefined;
    });
    expect(reported.message).toBe("Secret no-secrets/mine: Forbidden");

    await install("get-secrets-system", "get-secrets", ["get"]);
    const allowed = cleanUp.use(await management.scene("get-secrets"));
    await allowed.create(
      dataSecret("mine", "c1", "#cloud-config\n"),
      ...clusterObjects("c1"),
      ...machineObjects("m", { cluster: "c1", dataSecretName: "mine" }),
    );
    const managers = cleanUp.use(await management.run("get-secrets-system", ["--namespace", "get-secrets"]));
    await allowed.until("Provisioned", () => allowed.machine("m").status?.phase === "Provisioned");
    const refused = management.requestsOf(managers).filter(({ responseStatus }) => responseStatus?.code === 403);
    // The watch begins with the existing objects, so there is no list.
    expect([...new Set(refused.map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ""}`))]).toEqual([
      "watch secrets",
    ]);
  });

  test("S131: with the documented roles a provider can read Clusters and Machines, but not write them", async () => {
    await install("read-only-system", "read-only", ["get", "list", "watch"]);
    const mayProvider = (name: string, verb: string, resource: string, subresource = "") =>
      management.may(`system:serviceaccount:read-only-system:${name}`, {
        verb,
        group: "cluster.x-k8s.io",
        resource,
        subresource,
        namespace: "read-only",
      });

    for (const name of ["bootstrap-kubeadm", "infrastructure-mock"]) {
      for (const resource of ["clusters", "machines"]) {
        for (const verb of ["get", "list", "watch"]) expect(await mayProvider(name, verb, resource)).toBe(true);
        for (const verb of ["create", "update", "patch", "delete"]) {
          expect(await mayProvider(name, verb, resource), `${name} ${verb} ${resource}`).toBe(false);
        }
      }
      expect(await mayProvider(name, "patch", "clusters", "status")).toBe(false);
    }
  });

  test("S132: the core can patch kinds of a provider's own group only once the aggregated role exists", async () => {
    const Foreign = defineInfraMachine({
      kind: "ForeignMachine",
      group: "infrastructure.example.com",
      versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
    });
    const label = { [labels.aggregateToManager]: "true" };
    const user = "system:serviceaccount:capi-system:capi-manager";
    const core: Manifest = {
      apiVersion,
      kind: "ClusterRole",
      metadata: { name: "capi-aggregated-manager-role" },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: label }] },
    };
    const binding: Manifest = {
      apiVersion,
      kind: "ClusterRoleBinding",
      metadata: { name: "capi-manager-rolebinding" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: core.metadata.name },
      subjects: [{ kind: "ServiceAccount", name: "capi-manager", namespace: "capi-system" }],
    };
    await management.apply([core, binding]);
    const { group, plural } = Foreign.kind;
    const mayPatch = () => management.may(user, { verb: "patch", group, resource: plural, namespace: "default" });
    expect(await mayPatch()).toBe(false);

    const rules = aggregatedRules([Foreign]);
    await management.apply([{ apiVersion, kind: "ClusterRole", metadata: { name: "foreign", labels: label }, rules }]);

    await expect.poll(mayPatch).toBe(true);
  });
});
