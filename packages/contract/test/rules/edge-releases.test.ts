import { type ArtifactsCheckOptions, checkArtifacts } from "@capstan/contract";
import { lineOf, Reports } from "@capstan/harness/faults";
import { describe, expect, test } from "vitest";
import { correctRelease, filesOf } from "./faulty-releases.ts";

const reports = new Reports(new URL("reports/edge-releases.txt", import.meta.url));

type Contents = Record<string, readonly unknown[] | undefined>;
type Edge = readonly [title: string, change: Contents, options?: ArtifactsCheckOptions, folder?: string];

const metadata = { apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3", kind: "Metadata" };
const series = (...releaseSeries: unknown[]): Contents => ({ "metadata.yaml": [{ ...metadata, releaseSeries }] });
const entry = (major: unknown, minor: unknown, contract: unknown = "v1beta2") => ({ major, minor, contract });
const [cluster, fooCluster] = correctRelease["cluster-template.yaml"] ?? [];
const template = (...documents: unknown[]): Contents => ({
  "cluster-template.yaml": [cluster, fooCluster, ...documents],
});
const classes = (...documents: unknown[]): Contents => ({ "clusterclass-quick.yaml": documents });
const quick = { kind: "ClusterClass", metadata: { name: "quick" } };
const components = correctRelease["infrastructure-components.yaml"];
const labeled = (label: string) => [
  { kind: "Namespace", metadata: { name: "a", labels: { "cluster.x-k8s.io/provider": label } } },
];

const edges: readonly Edge[] = [
  ["no files", Object.fromEntries(Object.keys(correctRelease).map((name) => [name, undefined]))],
  ["no template", { "cluster-template.yaml": undefined }],
  ["no documents in metadata", { "metadata.yaml": [] }],
  ["metadata that are a text", { "metadata.yaml": ["text"] }],
  ["no series", series()],
  ["series that are not a list", { "metadata.yaml": [{ ...metadata, releaseSeries: {} }] }],
  ["a series that is a text", series(entry(0, 2), "text")],
  ["a series of strings", series(entry(0, 2), entry("1", "0", 1))],
  ["a series of the deprecated contract", series(entry(0, 1, "v1beta1"), entry(0, 2))],
  ["a series of an old contract, and one of none", series(entry(0, 1, "v1alpha4"), entry(0, 2), entry(0, 3, ""))],
  ["the series of another minor", series(entry(0, 1), entry(1, 2))],
  ["the series of a version that is given", series(entry(1, 4)), { version: "v1.4.0-rc.1+build" }],
  ["a version that is not one", {}, { version: "1.4.0" }],
  ["a version with a leading zero", {}, { version: "v1.04.0" }],
  ["a folder that is not a version", series(entry(7, 7, "v1beta1")), {}, "out"],
  ["a folder whose name begins like a version", {}, {}, "v2-draft"],
  ["a version that only an outer folder has", {}, {}, "v0.2.0/out"],

  ["components of two types", { "bootstrap-components.yaml": labeled("bootstrap-foo") }],
  [
    "components of two types, where one is said",
    { "bootstrap-components.yaml": labeled("bootstrap-foo") },
    { providerLabel: "infrastructure-foo" },
  ],
  ["components of no type", { "foo-components.yaml": [{ kind: "Namespace" }] }],
  ["an empty file of components", { "foo-components.yaml": [] }],
  ["components of core", { "core-components.yaml": [{ kind: "Namespace" }] }],
  [
    "components that say whose they are",
    { "infrastructure-components.yaml": [...(components ?? []), ...labeled("infrastructure-foo")] },
  ],
  [
    "components that say they are of another",
    { "infrastructure-components.yaml": [...(components ?? []), ...labeled("bootstrap-bar")] },
  ],
  ["a label without type", {}, { providerLabel: "foo" }],
  ["a label of the longest name", {}, { providerLabel: `infrastructure-${"a".repeat(63)}` }],
  ["a label of a name that is too long", {}, { providerLabel: `infrastructure-${"a".repeat(64)}` }],
  ["a label of a name that ends in a dash", {}, { providerLabel: "infrastructure-foo-" }],
  ["the label of core", {}, { providerLabel: "infrastructure-cluster-api" }],
  ["a local repository without version", {}, { providerLabel: "infrastructure-foo" }, "infrastructure-foo/latest"],
  [
    "a local repository without label and version",
    { "infrastructure-components.yaml": [{ kind: "Namespace" }] },
    {},
    "infrastructure-foo/latest",
  ],
  ["a local repository without label", {}, {}, "infrastructure-foo/v0.2.0"],
  ["a folder of a version alone", {}, { providerLabel: "infrastructure-foo" }, "v0.2.0"],
  ["a version in a folder of no label", {}, {}, "foo/v0.2.0"],

  ["a flavor", { "cluster-template-small.yaml": correctRelease["cluster-template.yaml"] }],
  ["a flavor without name", { "cluster-template-.yaml": correctRelease["cluster-template.yaml"] }],
  ["a template that has no Cluster", { "cluster-templates.yaml": [fooCluster] }],
  ["a template in another format", { "cluster-template.yml": correctRelease["cluster-template.yaml"] }],
  [
    "namespaces that are variables",
    template(
      { kind: "A", metadata: { name: "a", namespace: "${ NAMESPACE }" } },
      { kind: "B", metadata: { name: "b", namespace: "${NAMESPACE:=a}" } },
    ),
  ],
  [
    "namespaces of other variables",
    template(
      { kind: "A", metadata: { name: "a", namespace: "${NAMESPACES}" } },
      { kind: "B", metadata: { name: "b", namespace: "x-${NAMESPACE}" } },
    ),
  ],
  ["a template without variables", { "cluster-template.yaml": [{ kind: "Cluster", metadata: { name: "a" } }] }],
  [
    "references of all sorts",
    template({
      ...{ kind: "A", metadata: { name: "a" }, ref: { kind: "A", name: "a" }, otherRef: { kind: "B", name: "b" } },
      ...{
        list: [{ deepRef: { kind: "C", name: "c" } }, "text"],
        reference: { kind: "D", name: "d" },
        noRef: { kind: "E" },
        emptyRef: { name: "e" },
      },
      refs: { kind: "F", name: "f", innerRef: { kind: "G", name: "g" } },
    }),
  ],

  ["two classes in a file", classes(quick, { ...quick, metadata: { name: "slow" } })],
  ["a class with its templates", classes(quick, { kind: "FooClusterTemplate", metadata: { name: "quick" } })],
  ["a class with variables", classes({ ...quick, spec: { a: ["b", "${X}", "${Y}"] } })],
  [
    "a class with namespaces outside of references",
    classes({ ...quick, spec: { infrastructure: { namespace: "x" }, refs: { namespace: "y" } } }),
  ],
  [
    "a class with references into namespaces",
    classes({ ...quick, spec: { infrastructureRef: { namespace: "x" }, list: [{ ref: { namespace: "y" } }] } }),
  ],
  ["a class whose name is a variable", classes({ ...quick, metadata: { name: "${CLASS}" } })],
  [
    "a class whose name is a variable, in a file of another name",
    { "class.yaml": [{ ...quick, metadata: { name: "${CLASS}" } }] },
  ],
  [
    "two classes whose names are variables",
    classes({ ...quick, metadata: { name: "${CLASS}" } }, { ...quick, metadata: { name: "${OTHER}" } }),
  ],
  ["a class without name", classes({ kind: "ClusterClass" })],
  [
    "two classes with one template",
    {
      "clusterclass-quick.yaml": [quick, { kind: "FooClusterTemplate", metadata: { name: "one" } }],
      "clusterclass-slow.yaml": [
        { ...quick, metadata: { name: "slow" } },
        { kind: "FooClusterTemplate", metadata: { name: "one" } },
      ],
    },
  ],
  [
    "a template and a class in one file",
    { "cluster-template.yaml": [cluster, fooCluster], "clusterclass-quick.yaml": [quick, { kind: "Cluster" }] },
  ],

  [
    "packages of GitLab",
    {},
    { gitLabURL: "https://gitlab.example.com/api/v4/projects/1/packages/generic/foo/v0.2.0/a.yaml" },
  ],
  [
    "packages of GitLab, too deep",
    {},
    { gitLabURL: "https://gitlab.example.com/api/v4/projects/1/packages/generic/foo/v0.2.0/a/b.yaml" },
  ],
  [
    "packages of another host",
    {},
    { gitLabURL: "https://example.com/api/v4/projects/1/packages/generic/foo/v0.2.0/a.yaml" },
  ],
  ["a tilt-provider.json that is empty", { "tilt-provider.json": [] }],
  ["a tilt-provider.yaml that is not", { "tilt-provider.yaml": [{ name: "foo" }] }],
  ["another file that is empty", { "tilt.yaml": [] }],
  [
    "labels of CRDs that are empty",
    {
      "infrastructure-components.yaml": components?.map((crd) => ({
        ...(crd as object),
        metadata: { name: "a", labels: { "cluster.x-k8s.io/v1beta2": "" } },
      })),
    },
  ],
  [
    "labels of both contracts",
    {
      "infrastructure-components.yaml": components?.map((crd) => ({
        ...(crd as object),
        metadata: { name: "a", labels: { "cluster.x-k8s.io/v1beta2": "v1", "cluster.x-k8s.io/v1beta1": "v1" } },
      })),
    },
  ],
  ["a contract that is not said", { "metadata.yaml": [{ ...metadata, releaseSeries: [{ major: 0, minor: 2 }] }] }],
];

describe("releases at the limits of rules", () => {
  for (const [title, change, options = {}, folder] of edges) {
    test(title, () => {
      const found = checkArtifacts(filesOf({ ...correctRelease, ...change }, folder), options).map(lineOf);
      expect(found).toEqual(reports.of(title, found));
    });
  }

  test("have a report for each case, and no report is unused", () => {
    expect(reports.differenceTo(edges.map(([title]) => title))).toEqual([]);
  });

  test("may be files without a folder", () => {
    const files = Object.entries(correctRelease).map(([path, documents]) => ({ path, documents }));
    expect(checkArtifacts(files)).toEqual([]);
  });
});
