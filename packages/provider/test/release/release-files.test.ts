import { parseManifests } from "@capstan/kube";
import { defineBootstrapConfig, defineInfraMachine, Type } from "@capstan/provider";
import { type ReleaseObject, type ReleaseOptions, ReleaseError, releaseFiles } from "@capstan/provider/release";
import { describe, expect, test } from "vitest";

const FooMachine = defineInfraMachine({
  kind: "FooMachine",
  versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
});

const FooConfig = defineBootstrapConfig({
  kind: "FooConfig",
  versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
});

function filesOf(options: Partial<ReleaseOptions>): Map<string, string> {
  const base = { definitions: [FooMachine], version: "v0.2.1", image: "registry.example.com:5000/foo" };
  return new Map(releaseFiles({ ...base, ...options }).map(({ path, text }) => [path, text]));
}

function componentsWith(manifest: string): ReleaseObject[] {
  const text = filesOf({ manifests: { "own.yaml": manifest } }).get(
    "infrastructure-foo/v0.2.1/infrastructure-components.yaml",
  );
  return parseManifests("components.yaml", text ?? "") as ReleaseObject[];
}

function containerIn(components: readonly ReleaseObject[]): object {
  const deployment = components.find(({ kind }) => kind === "Deployment");
  const spec = deployment?.spec as { template: { spec: { containers: object[] } } } | undefined;
  const containers = spec?.template.spec.containers ?? [];
  expect(containers).toHaveLength(1);
  return containers[0] ?? {};
}

const deployment = "{ apiVersion: apps/v1, kind: Deployment, metadata: { name: infrastructure-foo-controller-manager }";

test("a release is a local clusterctl repository", () => {
  const template = "kind: Cluster\n";
  const files = filesOf({ templates: { "cluster-template.yaml": template, "clusterclass-small.yaml": template } });
  expect([...files.keys()]).toEqual([
    "infrastructure-foo/v0.2.1/infrastructure-components.yaml",
    "infrastructure-foo/v0.2.1/metadata.yaml",
    "infrastructure-foo/v0.2.1/cluster-template.yaml",
    "infrastructure-foo/v0.2.1/clusterclass-small.yaml",
  ]);
  expect(files.get("infrastructure-foo/v0.2.1/cluster-template.yaml")).toBe(template);
});

test("a release of kinds of several types has the given type", () => {
  const files = filesOf({ definitions: [FooMachine, FooConfig], type: "infrastructure" });
  expect([...files.keys()]).toContain("infrastructure-foo/v0.2.1/infrastructure-components.yaml");
  expect(files.get("infrastructure-foo/v0.2.1/infrastructure-components.yaml")).toContain("kind: FooConfig\n");
});

test.each<[title: string, options: Partial<ReleaseOptions>, message: string]>([
  [
    "a template",
    { templates: { "cluster-template.yaml": "kind: A\nspec: ${A-1}\n" } },
    "infrastructure-foo/v0.2.1/cluster-template.yaml:2: clusterctl cannot read the file: a variable has an unknown operator",
  ],
  [
    "an object of the author",
    { manifests: { "a.yaml": '{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { a: "${B[0]}" } }' } },
    "infrastructure-components.yaml:",
  ],
])("%s that clusterctl cannot read is refused", (_title, options, message) => {
  expect(() => filesOf(options)).toThrow(ReleaseError);
  expect(() => filesOf(options)).toThrow(message);
});

test("a template whose variable is in a list is written unchanged", () => {
  const text = "kind: A\nkeys: [${KEYS}]\n";
  const files = filesOf({ templates: { "cluster-template.yaml": text } });
  expect(files.get("infrastructure-foo/v0.2.1/cluster-template.yaml")).toBe(text);
});

test.each([
  ["registry.example.com:5000/foo", "registry.example.com:5000/foo:v0.2.1"],
  ["registry.example.com/foo:main", "registry.example.com/foo:main"],
  ["registry.example.com/foo@sha256:00", "registry.example.com/foo@sha256:00"],
])("image %s is %s: the version is the default tag", (image, full) => {
  const [components = ""] = filesOf({ image }).values();
  expect(components).toContain(`image: ${full}\n`);
});

describe("an author's own objects", () => {
  test("are added with the provider's label and their own labels", () => {
    const own = "{ apiVersion: v1, kind: ConfigMap, metadata: { name: zones, labels: { a: b } }, data: { a: '1' } }";
    expect(componentsWith(own)).toContainEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "zones", labels: { a: "b", "cluster.x-k8s.io/provider": "infrastructure-foo" } },
      data: { a: "1" },
    });
  });

  test("are merged into those of the same kind and name: list items by name, others appended", () => {
    const before = containerIn(componentsWith("")) as { args: string[]; env: object[]; ports: object[] };
    const container = "{ name: manager, args: [--zone=a], env: [{ name: ZONE, value: a }], resources: null }";
    const after = containerIn(
      componentsWith(`${deployment}, spec: { template: { spec: { containers: [${container}] } } } }`),
    );
    const { resources, ...rest } = before as typeof before & { resources: object };
    expect(resources).toBeDefined();
    expect(after).toEqual({
      ...rest,
      args: [...before.args, "--zone=a"],
      env: [...before.env, { name: "ZONE", value: "a" }],
    });
  });

  test("with the same name and another kind are separate objects", () => {
    const before = componentsWith("").length;
    const added = componentsWith(deployment.replace("kind: Deployment", "kind: StatefulSet") + " }");
    expect(added).toHaveLength(before + 1);
  });

  test("must be objects", () => {
    expect(() => componentsWith("kind: ConfigMap")).toThrow(/own.yaml has a document without apiVersion, kind or/);
    expect(() => componentsWith("a: [")).toThrow(/own.yaml:/);
  });
});

describe("metadata.yaml", () => {
  const metadata = (minors: readonly number[]): string =>
    JSON.stringify({ releaseSeries: minors.map((minor) => ({ major: 0, minor, contract: "v1beta2" })) });

  test("is the project's own file, unchanged", () => {
    const text = metadata([1, 2]);
    expect(filesOf({ metadata: text }).get("infrastructure-foo/v0.2.1/metadata.yaml")).toBe(text);
  });

  test("must be YAML", () => {
    expect(() => filesOf({ metadata: "a: [" })).toThrow(/^metadata\.yaml/);
  });

  test("must list the series of the release, because later releases need it", () => {
    expect(() => filesOf({ metadata: metadata([1]) })).toThrow(
      "metadata.yaml does not list the series of v0.2.1: add { major: 0, minor: 2, contract: v1beta2 } to releaseSeries (CT-007).",
    );
  });
});

test.each([
  [
    { templates: { "template.yaml": "" } },
    /template.yaml is not the name of a template; call it cluster-template.yaml/,
  ],
  [{ version: "0.1" }, /0.1 is not a release/],
  [{ name: "Foo" }, /Foo cannot be a provider's name/],
  [{ definitions: [] }, /no provider definition/],
  [
    { definitions: [FooMachine, FooConfig] },
    /several types \(infrastructure, bootstrap\): name the type of the release with --type/,
  ],
  [{ type: "ipam" as const }, /kinds of a provider of type infrastructure/],
])("%o is refused", (options, message) => {
  const make = (): unknown => filesOf(options);
  expect(make).toThrow(ReleaseError);
  expect(make).toThrow(message);
});
