import path from "node:path";
import type { KubernetesObject } from "@capstan/contract";
import { generateManifests, type GoManagementCluster } from "@capstan/harness/go";
import { DockerInfrastructure, dockerReconcilers, type Engine } from "@capstan/infrastructure-docker";
import { createClient, createLogger, Manager } from "@capstan/runtime";

const silent = createLogger({ level: "error", format: "json", write: () => undefined });
const root = path.resolve(import.meta.dirname, "../../..");

/** Starts the Docker provider with the rights of its generated role. @returns its user. */
export async function startDocker(
  management: GoManagementCluster,
  engine: Engine,
  closing: AsyncDisposableStack,
): Promise<string> {
  const manifests = await generateManifests(path.join(root, "packages/infrastructure-docker/src/index.ts"));
  const { kubeconfig, user } = await management.install(manifests, { withCRDs: true });
  const client = createClient({ kubeconfig, userAgent: "infrastructure-docker/test" });
  closing.defer(() => client.close());
  const docker = closing.use(new DockerInfrastructure(engine));
  const manager = new Manager({ name: "infrastructure-docker", client, logger: silent, freeze: true });
  for (const reconciler of dockerReconcilers(docker)) reconciler.setup(manager);
  closing.defer(() => manager.stop());
  await manager.start();
  return user;
}

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A reference in the spec of an object of Cluster API. */
export function reference({ group, kind }: Pick<Kind, "group" | "kind">, name: string) {
  return { apiGroup: group, kind, name };
}

/** An object of a namespace. */
export function objectIn(
  namespace: string,
  { group, version, kind }: Kind,
  name: string,
  spec: object,
  labels: Readonly<Record<string, string>> = {},
): KubernetesObject & { readonly spec: object } {
  return { apiVersion: `${group}/${version}`, kind, metadata: { namespace, name, labels: { ...labels } }, spec };
}

/** Objects as YAML. */
export function documents(objects: readonly KubernetesObject[]): string {
  return objects.map((one) => JSON.stringify(one)).join("\n---\n");
}

/** The range of the addresses of Pods. */
export const podRange = "10.244.0.0/16";

/** The networks of a Cluster. */
export const clusterNetwork = {
  pods: { cidrBlocks: [podRange] },
  services: { cidrBlocks: ["10.96.0.0/12"] },
};
