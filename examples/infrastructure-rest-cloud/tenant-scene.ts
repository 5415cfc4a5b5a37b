import { readFile } from "node:fs/promises";
import path from "node:path";
import { labels, Namespace, Secret } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { FakeCloud } from "./fake-cloud/fake-cloud.ts";
import { namespace, token } from "./scene.ts";

type Environment = Pick<TestEnvironment, "client" | "apply">;

/** The namespace of the operator's credentials. */
export const accounts = "rest-cloud-accounts";

/** Lets some namespaces use an account, as an operator does; its token is in a namespace that tenants cannot read. */
export async function grantAccount(env: Environment, cloud: FakeCloud, allowedNamespaces: object): Promise<void> {
  await env.client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: accounts } });
  await createSecret(env, "gold", accounts, { "rest-cloud.example.com/shared": "true" }, { token });
  await env.apply(JSON.stringify(identity(cloud.url, allowedNamespaces)));
}

/** The account, with the namespaces that the operator allows. */
export function identity(url: string, allowedNamespaces: object): object {
  return {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    kind: "RestIdentity",
    metadata: { name: "gold" },
    spec: { url, secretRef: { name: "gold", namespace: accounts }, allowedNamespaces },
  };
}

/** Applies a tenant's manifests: the Cluster c1 of the provider's cluster template, with the bootstrap data that it names. */
export async function applyTemplate(env: Environment, workers: number): Promise<void> {
  for (const name of ["c1-control-plane", "c1-workers"]) {
    await createSecret(env, name, namespace, { [labels.clusterName]: "c1" }, { value: "#!/bin/sh\ntrue\n" });
  }
  const template = await readFile(path.join(import.meta.dirname, "templates/cluster-template.yaml"), "utf8");
  await env.apply(filled(template, workers));
}

/** Fills in variables as `clusterctl generate cluster` does. */
function filled(template: string, workers: number): string {
  const values: Readonly<Record<string, string>> = {
    CLUSTER_NAME: "c1",
    NAMESPACE: namespace,
    REST_CLOUD_IDENTITY: "gold",
    KUBERNETES_VERSION: "v1.36.0",
    WORKER_MACHINE_COUNT: `${workers}`,
  };
  return template.replace(
    /\$\{(\w+)(?::=(\w+))?\}/g,
    (_, name: string, initial = "") => values[name] ?? String(initial),
  );
}

async function createSecret(
  { client }: Environment,
  name: string,
  inNamespace: string,
  ofLabels: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const data = Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace: inNamespace, labels: ofLabels },
    data: Object.fromEntries(data) as Record<string, string>,
  });
}
