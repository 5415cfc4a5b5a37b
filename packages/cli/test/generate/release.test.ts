import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findingsOf } from "../../src/check/findings.ts";
import { readInput } from "../../src/check/read-input.ts";
import { runGenerate } from "../../src/generate/generate.ts";

const from = path.join(import.meta.dirname, "foo-provider.ts");
const image = "registry.example.com/foo";
let project: string;

beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), "capstan-release-"));
});
afterEach(async () => {
  await rm(project, { recursive: true });
});

async function write(file: string, text: string): Promise<string> {
  const target = path.join(project, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
  return target;
}

const contract = "apiVersion: cluster.x-k8s.io/v1beta2";
const kind = "apiGroup: foo.example.com, kind";
const cluster = `${contract}
kind: Cluster
metadata: { name: "\${CLUSTER_NAME}", namespace: "\${NAMESPACE}" }
spec:
  infrastructureRef: { ${kind}: FooCluster, name: "\${CLUSTER_NAME}" }
---
apiVersion: foo.example.com/v1alpha1
kind: FooCluster
metadata: { name: "\${CLUSTER_NAME}", namespace: "\${NAMESPACE}" }
---
${contract}
kind: MachineSet
metadata: { name: "\${CLUSTER_NAME}", namespace: "\${NAMESPACE}" }
spec:
  clusterName: "\${CLUSTER_NAME}"
  replicas: \${WORKER_MACHINE_COUNT}
  template:
    metadata: { annotations: { control-planes: "\${CONTROL_PLANE_MACHINE_COUNT}" } }
    spec: { clusterName: "\${CLUSTER_NAME}", version: "\${KUBERNETES_VERSION}" }
`;

test("`capstan generate release` writes a repository for which `capstan check` reports nothing at any level", async () => {
  const metadata = await write("metadata.yaml", "releaseSeries: [{ major: 0, minor: 1, contract: v1beta2 }]\n" + head);
  await write("templates/cluster-template.yaml", cluster);
  await write("templates/README.md", "not a template");
  await write(
    "manifests/zones.yaml",
    "{ apiVersion: v1, kind: ConfigMap, metadata: { name: zones, namespace: infrastructure-foo-system } }",
  );
  const out = path.join(project, "release");
  const folders = { manifests: path.join(project, "manifests"), templates: path.join(project, "templates"), metadata };

  expect(await runGenerate(["release"], { from, out, image, release: "v0.1.3", rule: [], ...folders })).toBe(0);

  const release = path.join(out, "infrastructure-foo", "v0.1.3");
  const files = ["cluster-template.yaml", "infrastructure-components.yaml", "metadata.yaml"];
  expect((await readdir(release)).toSorted()).toEqual(files);
  const components = await readFile(path.join(release, "infrastructure-components.yaml"), "utf8");
  expect(components).toContain("name: zones");
  expect(components).toContain(`image: ${image}:v0.1.3`);
  expect(findingsOf(await readInput([release])).findings).toEqual([]);
});

const head = "apiVersion: clusterctl.cluster.x-k8s.io/v1alpha3\nkind: Metadata\n";

test("a release is rejected, and nothing written, if the project's metadata.yaml lacks its series", async () => {
  const metadata = await write("metadata.yaml", `${head}releaseSeries: [{ major: 0, minor: 1, contract: v1beta2 }]\n`);
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const out = path.join(project, "release");
  const status = await runGenerate(["release"], { from, out, image, release: "v0.2.0", rule: [], metadata });
  expect(status).toBe(2);
  expect(said.mock.calls.join("")).toContain("metadata.yaml does not list the series of v0.2.0: add");
  said.mockRestore();
  expect(await readdir(project)).toEqual(["metadata.yaml"]);
});
