import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { groupVersionOf, isCapstanError, ManifestError, parseManifests } from "@capstan/kube";
import { type Client, discoverKind } from "@capstan/runtime";
import { namespace as defaultNamespace, notInstalled } from "../builders/test-objects.ts";

/**
 * Applies the documents of a manifest as `kubectl apply --server-side` does, in their order; namespaced objects without a namespace go to
 * "default".
 *
 * @returns the stored objects.
 * @throws `ManifestError` a document is not an object; KindNotServedError its kind is not installed; ApiError the server refuses one.
 *   Earlier objects stay.
 *
 * @example
 * ```ts
 * import { applyYAML, TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("a manifest is applied", async () => {
 *   await using env = await TestEnvironment.start({ core: false });
 *   const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: default }\n";
 *   expect(await applyYAML(env.client, yaml)).toMatchObject([{ kind: "ConfigMap" }]);
 * });
 * ```
 */
export async function applyYAML(client: Client, yaml: string): Promise<KubernetesObject[]> {
  return applyObjects(client, parseManifests("the manifest", yaml).map(asObject));
}

/** Applies objects in their order; namespaced objects without a namespace go to `otherwise`. */
export async function applyObjects(
  client: Client,
  objects: readonly KubernetesObject[],
  otherwise = defaultNamespace,
): Promise<KubernetesObject[]> {
  const stored: KubernetesObject[] = [];
  for (const object of objects) {
    const kind = await kindOf(client, object);
    const namespace = object.metadata.namespace ?? otherwise;
    const key = { name: object.metadata.name, ...(kind.namespaced ? { namespace } : {}) };
    const body = { ...object, metadata: { ...object.metadata, ...key } };
    stored.push(await client.patch(kind, key, { type: "apply", body, force: true }));
  }
  return stored;
}

function asObject(document: unknown, index: number): KubernetesObject {
  const { apiVersion, kind, metadata } = document as Partial<KubernetesObject>;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || typeof metadata?.name !== "string") {
    throw new ManifestError(`Document ${index + 1} of the manifest needs apiVersion, kind and metadata.name`);
  }
  return document as KubernetesObject;
}

/** Discovers how the server serves the kind of an object. @throws KindNotServedError it does not. */
export async function kindOf(client: Client, { apiVersion, kind }: KubernetesObject): Promise<ResourceKind> {
  return discoverKind(client, { ...groupVersionOf(apiVersion), kind }).catch((error: unknown) => {
    throw isCapstanError(error, "KindNotServed") ? notInstalled(`${kind} of ${apiVersion}`, error) : error;
  });
}
