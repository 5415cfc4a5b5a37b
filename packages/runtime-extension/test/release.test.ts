import { checkComponents } from "@capstan/contract";
import { parseManifests } from "@capstan/kube";
import { defineRuntimeExtension } from "@capstan/runtime-extension";
import { extensionComponents, extensionRelease } from "@capstan/runtime-extension/release";
import { describe, expect, test } from "vitest";

const extension = defineRuntimeExtension({ name: "hello", hooks: { BeforeClusterDelete: () => ({}) } });
const options = { extension, version: "v0.1.0", image: "registry.example.com/hello" };

describe("a release of an extension", () => {
  test("has the label, Service, certificate, Deployment and ExtensionConfig, and breaks no rule", () => {
    const [components] = extensionRelease(options);
    expect(components?.path).toBe("runtime-extension-hello/v0.1.0/runtime-extension-components.yaml");
    const objects = parseManifests("components", components?.text ?? "") as unknown as ReturnType<
      typeof extensionComponents
    >;
    const label = { "cluster.x-k8s.io/provider": "runtime-extension-hello" };
    for (const { metadata } of objects) expect(metadata.labels).toMatchObject(label);
    expect(objects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["Service", "Certificate", "Deployment"]));
    expect(objects.at(-1)).toMatchObject({
      kind: "ExtensionConfig",
      metadata: {
        annotations: {
          "runtime.cluster.x-k8s.io/inject-ca-from-secret":
            "runtime-extension-hello-system/runtime-extension-hello-webhook-service-cert",
        },
      },
      spec: { clientConfig: { service: { name: "runtime-extension-hello-webhook-service" } } },
    });
    expect(checkComponents(objects).violations).toEqual([]);
  });

  test("is refused for a name that is too long for the names of its objects", () => {
    const named = (length: number) => () =>
      extensionComponents({ ...options, extension: { ...extension, name: "x".repeat(length) } });
    expect(named(29)).not.toThrow();
    expect(named(30)).toThrow(/use at most 29 characters/);
  });

  test("has the author's changes of the ExtensionConfig", () => {
    const manifest =
      "apiVersion: runtime.cluster.x-k8s.io/v1beta2\nkind: ExtensionConfig\nmetadata: { name: hello }\nspec: { settings: { a: b } }\n";
    const config = extensionComponents({ ...options, manifests: { "config.yaml": manifest } }).at(-1);
    expect(config?.spec).toMatchObject({ settings: { a: "b" }, clientConfig: { service: { port: 443 } } });
  });

  test.each([
    [
      "names no Service of the file",
      (config: object) => ({ ...config, spec: { clientConfig: { service: { name: "other" } } } }),
    ],
    ["has no CA", (config: { metadata: object }) => ({ ...config, metadata: { ...config.metadata, annotations: {} } })],
  ])("whose ExtensionConfig %s breaks RX-009", (_, change) => {
    const objects = extensionComponents(options);
    const changed = [...objects.slice(0, -1), change(objects.at(-1) as never)];
    expect(checkComponents(changed).violations.map(({ rule }) => rule)).toEqual(["RX-009"]);
  });
});
