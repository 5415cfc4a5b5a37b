import { Cluster, type KubernetesObject, Machine, type ObjectKey, type ResourceKind } from "@capstan/contract";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import type { Client } from "@capstan/runtime";

/** The kinds that the manifests may hold, as they are served. */
export const manifestKinds: readonly ResourceKind[] = [
  Cluster,
  Machine,
  KubeadmConfig.kind,
  MockCluster.kind,
  MockMachine.kind,
];

/** The kind of a manifest, by its apiVersion and kind; undefined if the demo does not know it. */
export function kindOf(object: KubernetesObject): ResourceKind | undefined {
  return manifestKinds.find(
    (kind) => kind.kind === object.kind && `${kind.group}/${kind.version}` === object.apiVersion,
  );
}

export function keyOf(object: KubernetesObject, namespace: string): ObjectKey {
  return { name: object.metadata.name, namespace };
}

/**
 * Creates the objects, one after the other.
 *
 * @throws {@link Error} naming each object that was refused and why; the others are created all the same.
 */
export async function applyManifests(
  client: Client,
  objects: readonly KubernetesObject[],
  options: { namespace: string; signal: AbortSignal },
): Promise<void> {
  const refused: Error[] = [];
  for (const object of objects) {
    try {
      const kind = kindOf(object);
      if (kind === undefined) throw new Error(`the demo knows no kind ${object.kind} of ${object.apiVersion}`);
      const namespaced = { ...object, metadata: { ...object.metadata, namespace: options.namespace } };
      await client.create(kind, namespaced, { signal: options.signal });
    } catch (cause) {
      options.signal.throwIfAborted();
      const message = cause instanceof Error ? cause.message : String(cause);
      refused.push(new Error(`${object.kind}/${object.metadata.name}: ${message}`, { cause }));
    }
  }
  if (refused.length > 0) {
    throw new AggregateError(
      refused,
      `${refused.length} of ${objects.length} manifests were refused:\n${refused.map((error) => `  ${error.message}`).join("\n")}`,
    );
  }
}
