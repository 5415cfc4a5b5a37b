import type { CustomResourceDefinition } from "@capstan/contract";
import { defineInfraMachine, Type } from "@capstan/provider";
import { crdsOf, leaderElectionRole, managerComponents, releasedProvider } from "@capstan/provider/release";
import { placeholderClientConfig, withConversionWebhook } from "@capstan/runtime";
import { describe, expect, test } from "vitest";

const names = { prefix: "janitor", namespace: "janitor-system", labels: { app: "janitor" } };
const version = { contract: "v1beta2", spec: Type.Object({}) } as const;
const FooMachine = defineInfraMachine({ kind: "FooMachine", versions: { v1: version } });

/** A CRD without a conversion field. */
function plain(plural: string, kind: string): CustomResourceDefinition {
  const openAPIV3Schema = { type: "object" } as const;
  const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }];
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: { group: "example.com", names: { kind, plural }, scope: "Namespaced", versions },
  };
}

describe("the manifests of a manager with any kinds", () => {
  const components = () =>
    managerComponents({
      ...names,
      image: "registry.example.com/janitor:v1.0.0",
      args: ["--sweep"],
      crds: [plain("brooms", "Broom"), withConversionWebhook(plain("buckets", "Bucket"), placeholderClientConfig)],
      admissionWebhooks: [],
      roles: [leaderElectionRole(names)],
    });
  const one = (kind: string, name: string) =>
    components().find((each) => each.kind === kind && each.metadata.name.startsWith(name));

  test("keep a CRD without conversion unchanged, and set the webhook of a CRD with conversion", () => {
    expect(one("CustomResourceDefinition", "brooms")?.spec).not.toHaveProperty("conversion");
    expect(one("CustomResourceDefinition", "buckets")).toMatchObject({
      metadata: { annotations: { "cert-manager.io/inject-ca-from": "janitor-system/janitor-serving-cert" } },
      spec: {
        conversion: {
          webhook: {
            clientConfig: {
              service: { namespace: "janitor-system", name: "janitor-webhook-service", path: "/convert" },
            },
          },
        },
      },
    });
    expect(one("Service", "janitor-webhook-service")).toBeDefined();
  });

  test("have the given labels and arguments, and each object keeps its own labels", () => {
    const all = components();
    expect(all.length).toBeGreaterThan(0);
    for (const { metadata } of all) expect(metadata.labels).toMatchObject({ app: "janitor" });
    expect(new Set(all.map(({ metadata }) => metadata.labels)).size).toBe(all.length);
    expect(one("Deployment", "janitor-controller-manager")).toMatchObject({
      spec: { template: { spec: { containers: [{ args: expect.arrayContaining(["--sweep"]) as string[] }] } } },
    });
  });
});

test("the CRDs of a provider match its kinds", () => {
  expect(crdsOf(releasedProvider([FooMachine], {}))).toEqual(FooMachine.crds);
});
