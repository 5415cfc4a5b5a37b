import { describe, expect, test } from "vitest";
import { components } from "../scripts/components.ts";

const clusterScoped = ["ClusterRole", "ClusterRoleBinding", "CustomResourceDefinition", "Namespace"];

describe("the components", async () => {
  const objects = await components();
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind);

  test("are all in the one namespace, with the provider's label", () => {
    expect(ofKind("Namespace").map(({ metadata }) => metadata.name)).toEqual(["__namespace__"]);
    const namespaced = objects.filter(({ kind }) => !clusterScoped.includes(kind));
    expect(new Set(namespaced.map(({ metadata }) => metadata.namespace))).toEqual(new Set(["__namespace__"]));
    const labels = objects.map(({ metadata }) => metadata.labels?.["cluster.x-k8s.io/provider"]);
    expect(new Set(labels)).toEqual(new Set(["__label__"]));
  });

  test("run one container, named manager, under the account that has the roles", () => {
    const [deployment] = ofKind("Deployment");
    expect(deployment).toMatchObject({
      spec: { template: { spec: { serviceAccountName: "manager", containers: [{ name: "manager" }] } } },
    });
    for (const binding of [...ofKind("ClusterRoleBinding"), ...ofKind("RoleBinding")]) {
      expect(binding).toMatchObject({ subjects: [{ kind: "ServiceAccount", name: "manager" }] });
    }
  });

  test("have the CRDs of each kind and of its Template", () => {
    expect(ofKind("CustomResourceDefinition").map(({ metadata }) => metadata.name)).toEqual(__crdNames__);
  });
});
