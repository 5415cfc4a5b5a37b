import type { KubernetesObject, OwnerReference } from "@capstan/contract";
import { type Client, type Clock, isNotFound } from "@capstan/runtime";
import { namespace as defaultNamespace } from "../builders/test-objects.ts";
import { applyObjects, kindOf } from "../environment/apply-yaml.ts";
import type { TestEnvironment } from "../environment/test-environment.ts";

type Given = KubernetesObject & { readonly status?: object };

/**
 * Steps of a scenario that creates objects, with their status, and deletes them in reverse order. An owner reference without uid gets the
 * uid of the object that it names.
 *
 * @example
 * ```ts
 * import { stepsOfObjects } from "@capstan/testkit/perturbation";
 *
 * const steps = stepsOfObjects([{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" } }]);
 * console.log(Object.keys(steps)); // create, delete
 * ```
 */
export function stepsOfObjects(
  objects: readonly KubernetesObject[],
): Record<"create" | "delete", (env: TestEnvironment<Clock>) => Promise<void>> {
  return {
    create: async ({ client }) => {
      for (const object of objects) await create(client, object);
    },
    delete: async (scene) => {
      for (const object of objects.toReversed()) await remove(scene, object);
    },
  };
}

async function create(client: Client, given: Given): Promise<void> {
  const { status, ...object } = given;
  const [stored = object] = await applyObjects(client, [{ ...object, metadata: await owned(client, object) }]);
  if (status === undefined) return;
  const kind = await kindOf(client, stored);
  await client.patch(kind, stored.metadata, { type: "merge", body: { status } }, { subresource: "status" });
}

async function owned(client: Client, { metadata }: KubernetesObject): Promise<KubernetesObject["metadata"]> {
  const { ownerReferences, namespace = defaultNamespace } = metadata;
  if (ownerReferences === undefined) return metadata;
  const references = ownerReferences.map(async (reference: Partial<OwnerReference>) => {
    const { apiVersion = "", kind = "", name = "" } = reference;
    if (reference.uid !== undefined) return reference as OwnerReference;
    const owner = await client.get(await kindOf(client, { apiVersion, kind, metadata: { name } }), { name, namespace });
    return { apiVersion, kind, name, ...reference, uid: owner.metadata.uid ?? "" };
  });
  return { ...metadata, ownerReferences: await Promise.all(references) };
}

async function remove(scene: TestEnvironment<Clock>, object: KubernetesObject): Promise<void> {
  const { client } = scene;
  const kind = await kindOf(client, object);
  const { name, namespace = defaultNamespace } = object.metadata;
  const key = { name, ...(kind.namespaced ? { namespace } : {}) };
  const unlessGone = (error: unknown): void => {
    if (!isNotFound(error)) throw error;
  };
  await client.delete(kind, key).catch(unlessGone);
  const isGone = (): Promise<boolean> =>
    client.get(kind, key).then(
      () => false,
      (error: unknown) => {
        unlessGone(error);
        return true;
      },
    );
  await scene.until(`${object.kind}/${name} gone`, isGone, { within: { minutes: 1 } });
}
