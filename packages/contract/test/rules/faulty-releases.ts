import type { ArtifactFile, ArtifactsCheckOptions } from "@capstan/contract";
import { correctCRDs } from "./correct-crds.ts";

/** The folder of the release: a local repository. */
const releaseFolder = "repository/infrastructure-foo/v0.2.0";
const infrastructure = correctCRDs.v1beta2.filter(({ spec }) => spec.group.startsWith("infrastructure"));
const series = { major: 0, minor: 2, contract: "v1beta2" };
const metadata = { apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3", kind: "Metadata", releaseSeries: [series] };
const ref = (kind: string) => ({ apiGroup: "infrastructure.example.com", kind, name: "${CLUSTER_NAME}" });
const cluster = {
  kind: "Cluster",
  metadata: { name: "${CLUSTER_NAME}", namespace: "${NAMESPACE}" },
  spec: {
    infrastructureRef: ref("FooCluster"),
    controlPlane: { replicas: "${CONTROL_PLANE_MACHINE_COUNT}", version: "${KUBERNETES_VERSION}" },
    workers: "${WORKER_MACHINE_COUNT:=3}",
  },
};
const fooCluster = { kind: "FooCluster", metadata: { name: "${CLUSTER_NAME}", namespace: "${NAMESPACE}" } };
const clusterClass = { kind: "ClusterClass", metadata: { name: "quick" }, spec: {} };

/** A release that keeps every rule. */
export const correctRelease: Record<string, readonly unknown[]> = {
  "metadata.yaml": [metadata],
  "infrastructure-components.yaml": infrastructure,
  "cluster-template.yaml": [cluster, fooCluster],
  "clusterclass-quick.yaml": [clusterClass],
};

/** Files by name that replace the correct ones or remove them. */
type Change = Record<string, readonly unknown[] | undefined>;
type Fault = readonly [rules: string, fault: string, change: Change, options?: ArtifactsCheckOptions];

/** A release with one fault, and exactly the rules that it breaks. */
export interface FaultyRelease {
  readonly fault: string;
  readonly breaks: readonly string[];
  readonly change: Change;
  readonly options: ArtifactsCheckOptions;
}

const faults: readonly Fault[] = [
  ["AR-014", "labels of another contract", { "infrastructure-components.yaml": correctCRDs.v1beta1.slice(2) }],
  [
    "PC-002",
    "components of another type",
    { ...renamed("infrastructure-components.yaml", "bootstrap-components.yaml") },
    { providerLabel: "infrastructure-foo" },
  ],
  ["CT-003, PC-014", "an upper-case name", {}, { providerLabel: "infrastructure-Foo" }],
  ["CT-001", "no metadata", { "metadata.yaml": undefined }],
  ["CT-001", "no components", { "infrastructure-components.yaml": undefined }],
  ["CT-002", "a version with two parts", {}, { version: "v0.2" }],
  ["CT-003", "another label than the folder's", {}, { providerLabel: "infrastructure-bar" }],
  ["CT-004", "another apiVersion", { "metadata.yaml": [{ ...metadata, apiVersion: "v1" }] }],
  ["CT-005", "no kind", { "metadata.yaml": [{ ...metadata, kind: undefined }] }],
  [
    "CT-006",
    "a series without minor",
    { "metadata.yaml": [{ ...metadata, releaseSeries: [series, { major: 1, contract: "v1beta2" }] }] },
  ],
  ["CT-007", "another series", { "metadata.yaml": [{ ...metadata, releaseSeries: [{ ...series, minor: 1 }] }] }],
  [
    "CT-008",
    "an old contract",
    { "metadata.yaml": [{ ...metadata, releaseSeries: [series, { ...series, minor: 1, contract: "v1alpha3" }] }] },
  ],
  ["CT-009", "a template of another name", { ...renamed("cluster-template.yaml", "template-cluster.yaml") }],
  [
    "CT-010",
    "a Namespace in a template",
    { "cluster-template.yaml": [cluster, fooCluster, { kind: "Namespace", metadata: { name: "x" } }] },
  ],
  [
    "CT-010",
    "a namespace of its own",
    { "cluster-template.yaml": [cluster, { ...fooCluster, metadata: { ...fooCluster.metadata, namespace: "team" } }] },
  ],
  [
    "CT-011",
    "no variable for workers",
    { "cluster-template.yaml": [{ ...cluster, spec: { ...cluster.spec, workers: 3 } }, fooCluster] },
  ],
  ["CT-012", "a reference to nothing", { "cluster-template.yaml": [cluster] }],
  ["CT-013", "a class of another name", { ...renamed("clusterclass-quick.yaml", "clusterclass-slow.yaml") }],
  [
    "CT-014",
    "a class with a namespace",
    { "clusterclass-quick.yaml": [{ ...clusterClass, metadata: { name: "quick", namespace: "x" } }] },
  ],
  [
    "CT-014",
    "a class with a reference into a namespace",
    { "clusterclass-quick.yaml": [{ ...clusterClass, spec: { infrastructure: { ref: { namespace: "x" } } } }] },
  ],
  ["CT-021", "a page of the packages", {}, { gitLabURL: "https://gitlab.example.com/foo/-/packages/1" }],
  ["BP-002", "an empty tilt-provider.yaml", { "tilt-provider.yaml": [] }],
];

export const faultyReleases: readonly FaultyRelease[] = faults.map(([rules, fault, change, options = {}]) => ({
  fault,
  breaks: rules.split(", "),
  change,
  options,
}));

/** Title of the test for the fault. */
export function titleOf({ fault, breaks }: FaultyRelease): string {
  return `breaks ${breaks.join(", ")} with ${fault}, and nothing else`;
}

/** The files of a faulty release. */
export function releaseWith({ change }: FaultyRelease): ArtifactFile[] {
  return filesOf({ ...correctRelease, ...change });
}

/** Files by name, in a folder. */
export function filesOf(
  contents: Readonly<Record<string, readonly unknown[] | undefined>>,
  folder = releaseFolder,
): ArtifactFile[] {
  return Object.entries(contents).flatMap(([name, documents]) =>
    documents === undefined ? [] : [{ path: `${folder}/${name}`, documents }],
  );
}

function renamed(from: string, to: string): Change {
  return { [from]: undefined, [to]: correctRelease[from] };
}
