import { ApiServer } from "@capstan/apiserver";
import { createClient, isInvalid } from "@capstan/runtime";
import { expect, test } from "vitest";

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.io" },
  spec: {
    group: "example.io",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", properties: { name: { type: "string", pattern: "^([a-z]+)*$" } } },
            },
          },
        },
      },
    ],
  },
};
const widget = (name: string): object => ({
  apiVersion: "example.io/v1",
  kind: "Widget",
  metadata: { generateName: "w-", namespace: "default" },
  spec: { name },
});

test("a pattern and a string that a backtracking engine needs centuries for cost the API server nothing", async () => {
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
  const path = "/apis/example.io/v1/namespaces/default/widgets";
  const create = (name: string): Promise<unknown> => client.request("POST", path, widget(name));
  try {
    await client.request("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd);
    await expect.poll(() => create("gear").then(() => "created", String)).toBe("created");

    // given a string that matches but for its last letter, then it is refused, and the next request is answered
    await expect(create(`${"a".repeat(100_000)}!`)).rejects.toSatisfy(isInvalid);
    await expect(create("a".repeat(100_000))).resolves.toMatchObject({ kind: "Widget" });
  } finally {
    await client.close();
  }
}, 30_000);
