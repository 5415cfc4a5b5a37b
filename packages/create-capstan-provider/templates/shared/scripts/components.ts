import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { aggregatedRules, leaderElectionRules, managerRules, type KubernetesObject } from "@capstan/provider";
import { loadAll } from "js-yaml";
import { definitions } from "../src/api/definitions.ts";

const folder = path.join(import.meta.dirname, "..", "manifests");
const label = "__label__";
const namespace = "__namespace__";

/** Everything that installs the provider: the files in manifests/, and CRDs and roles as the definitions have them. */
export async function components(): Promise<KubernetesObject[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).sort();
  const documents = await Promise.all(files.map(async (name) => loadAll(await readFile(path.join(folder, name), "utf8"))));
  const written = documents.flat() as KubernetesObject[];
  const all = [...written, ...definitions.flatMap(({ crds }) => crds), ...roles()];
  return all.map(withProviderLabel).sort((a, b) => Number(b.kind === "Namespace") - Number(a.kind === "Namespace"));
}

function roles(): KubernetesObject[] {
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const aggregated = aggregatedRules(definitions);
  return [
    // Whatever else the reconcilers watch or write: say so in `permissions` of the definition.
    role({ apiVersion, kind: "ClusterRole", metadata: { name: `${label}-manager` } }, managerRules(definitions)),
    role({ apiVersion, kind: "Role", metadata: { name: "leader-election", namespace } }, leaderElectionRules()),
    ...(aggregated.length === 0 ? [] : [role(aggregatedRole(apiVersion), aggregated)]),
  ];
}

/** Lets the Cluster API manager into an API group that it does not know. */
function aggregatedRole(apiVersion: string): KubernetesObject {
  const labels = { "cluster.x-k8s.io/aggregate-to-manager": "true" };
  return { apiVersion, kind: "ClusterRole", metadata: { name: `${label}-capi-manager`, labels } };
}

function role(object: KubernetesObject, rules: object[]): KubernetesObject & { rules: object[] } {
  return { ...object, rules };
}

function withProviderLabel(object: KubernetesObject): KubernetesObject {
  const labels = { ...object.metadata.labels, "cluster.x-k8s.io/provider": label };
  return { ...object, metadata: { ...object.metadata, labels } };
}
