import { parseManifests } from "@capstan/kube";
import {
  compareInstalled,
  convertersOf,
  defineAuxiliaryKind,
  defineIdentity,
  DefinitionError,
  kindsOf,
  managerRules,
  secretsFromRules,
  Type,
} from "@capstan/provider";
import { releaseFiles } from "@capstan/provider/release";
import { describe, expect, test } from "vitest";
import { CloudAccount, cloudCluster, CloudNetwork } from "./tenant-clouds.ts";

const Image = defineAuxiliaryKind({
  kind: "CloudImage",
  scope: "Cluster",
  shortNames: ["cimg"],
  categories: ["cloud"],
  columns: [{ name: "Disk", path: "spec.diskGiB" }],
  storage: "v1",
  versions: {
    v1alpha1: { spec: Type.Object({ disk: Type.String() }) },
    v1: { spec: Type.Object({ diskGiB: Type.Integer() }) },
  },
  conversions: {
    v1alpha1: {
      spec: {
        toStorage: ({ disk }) => ({ diskGiB: Number.parseInt(disk, 10) }),
        fromStorage: ({ diskGiB }) => ({ disk: `${diskGiB}Gi` }),
      },
    },
  },
  admission: { validate: ({ diskGiB }) => (diskGiB < 1 ? [{ path: "diskGiB", message: "must be at least 1" }] : []) },
});

const imageObject = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1",
  kind: "CloudImage",
  metadata: { name: "ubuntu" },
  spec: { diskGiB: 8 },
};

describe("an auxiliary kind", () => {
  test("has a CRD with its scope, names and columns, and without a contract", () => {
    const [crd] = Image.crds;
    expect(Image.crds).toHaveLength(1);
    expect(crd?.metadata).toMatchObject({ name: "cloudimages.infrastructure.cluster.x-k8s.io", labels: {} });
    expect(crd?.spec).toMatchObject({
      scope: "Cluster",
      names: { shortNames: ["cimg"], categories: ["cluster-api", "cloud"] },
      conversion: { strategy: "Webhook" },
    });
    const [old, stored] = crd?.spec.versions ?? [];
    expect(stored?.additionalPrinterColumns?.map(({ name, type }) => [name, type])).toEqual([
      ["Disk", "integer"],
      ["Age", "date"],
    ]);
    expect(old?.additionalPrinterColumns?.map(({ name }) => name)).toEqual(["Age"]);
    expect(Image.kind).toMatchObject({ namespaced: false, version: "v1" });
  });

  test("is converted by its author's functions, without loss", () => {
    const old = Image.convert(imageObject, "v1alpha1");
    expect(old).toMatchObject({ apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1", spec: { disk: "8Gi" } });
    expect(Image.convert(old, "v1")).toEqual(imageObject);
    expect(convertersOf(Image)).toMatchObject([{ kinds: ["CloudImage"] }]);
  });

  test("is admitted by its author's rules in every version", async () => {
    const [webhook] = Image.admissionWebhooks;
    const asked = { operation: "CREATE", dryRun: false } as const;
    const verdict = await webhook?.review({ ...asked, object: { ...imageObject, spec: { diskGiB: 0 } } } as never);
    expect(verdict).toMatchObject({ problems: [{ path: "spec.diskGiB", message: "must be at least 1" }] });
    expect(Image.admissionWebhooks).toHaveLength(1);
  });

  test("is validated by its schema", () => {
    expect(Image.validate(imageObject)).toEqual([]);
    expect(Image.validate({ ...imageObject, spec: { diskGiB: "8" } })).toMatchObject([{ path: "spec.diskGiB" }]);
  });

  test("is compared with the installed CRD", () => {
    const [crd] = Image.crds;
    if (crd === undefined) throw new Error("there is no CRD");
    expect(compareInstalled(Image, [crd])).toEqual([]);
    expect(compareInstalled(Image, [undefined])).toMatchObject([{ rule: "auxiliary", level: "MUST" }]);
    const namespaced = { ...crd, spec: { ...crd.spec, scope: "Namespaced" as const } };
    expect(compareInstalled(Image, [namespaced])).toMatchObject([{ path: "spec.scope", level: "MUST" }]);
  });

  test.each([
    ["a name that core's tools take for a role", { kind: "CloudMachineTemplate" }, "kind"],
    ["a category that the API server refuses", { kind: "CloudDisk", categories: ["Cloud"] }, "categories[0]"],
    [
      "a column of a field that it does not have",
      { kind: "CloudDisk", columns: [{ name: "A", path: "spec.a" }] },
      "columns[0].path",
    ],
    ["a column of the whole spec", { kind: "CloudDisk", columns: [{ name: "A", path: "spec" }] }, "columns[0].path"],
  ])("is refused with %s", (_, options, path) => {
    const define = () => defineAuxiliaryKind({ versions: { v1: { spec: Type.Object({}) } }, ...options });
    expect(define).toThrow(DefinitionError);
    expect(define).toThrow(path);
  });
});

describe("an identity", () => {
  test("has the fields of all identities, is cluster-scoped, and is moved with its objects", () => {
    const [crd] = CloudAccount.crds;
    expect(crd?.metadata.labels).toEqual({ "clusterctl.cluster.x-k8s.io/move-hierarchy": "" });
    expect(crd?.spec.scope).toBe("Cluster");
    const spec = crd?.spec.versions[0]?.schema.openAPIV3Schema.properties?.spec;
    expect(Object.keys(spec?.properties ?? {})).toEqual(["url", "secretRef", "allowedNamespaces"]);
    expect(spec?.required).toEqual(["url"]);
  });

  test("cannot redefine those fields", () => {
    const spec = Type.Object({ secretRef: Type.String() });
    expect(() => defineIdentity({ kind: "CloudAccount", versions: { v1: { spec } } })).toThrow(
      /versions\.v1\.spec\.secretRef/,
    );
  });
});

describe("a provider that uses auxiliary kinds", () => {
  const definition = cloudCluster();
  const components = releaseFiles({ definitions: [definition], version: "v0.1.0", image: "example.com/cloud" });
  const objects = parseManifests("components.yaml", components[0]?.text ?? "") as Record<string, unknown>[];

  test("may only read them, and Namespaces for their labels", () => {
    const group = "infrastructure.cluster.x-k8s.io";
    const without = managerRules([{ ...definition, uses: [] }]);
    const added = managerRules([definition]).filter(
      (rule) => !without.some((each) => JSON.stringify(each) === JSON.stringify(rule)),
    );
    expect(added).toEqual([
      expect.objectContaining({ resources: ["customresourcedefinitions"] }),
      { apiGroups: [group], resources: ["cloudaccounts", "cloudnetworks"], verbs: ["list", "watch"] },
      { apiGroups: [""], resources: ["namespaces"], verbs: ["list", "watch"] },
    ]);
    expect(secretsFromRules([definition])).toEqual([{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }]);
    expect(secretsFromRules([{ ...definition, uses: [CloudNetwork] }])).toEqual([]);
  });

  test("installs their CRDs, each once", () => {
    expect(kindsOf([definition, definition]).map(({ kind }) => kind.kind)).toEqual([
      "CloudCluster",
      "CloudAccount",
      "CloudNetwork",
    ]);
    const crds = objects.filter(({ kind }) => kind === "CustomResourceDefinition");
    expect(crds.map(({ metadata }) => (metadata as { name: string }).name.split(".")[0])).toEqual([
      "cloudclusters",
      "cloudclustertemplates",
      "cloudaccounts",
      "cloudnetworks",
    ]);
  });

  test("is released with a Role for Secrets in its own namespace, where its manager may read them", () => {
    expect(objects).toContainEqual(
      expect.objectContaining({
        kind: "Role",
        metadata: expect.objectContaining({
          name: "infrastructure-cloud-identity-secrets-role",
          namespace: "infrastructure-cloud-system",
        }) as object,
        rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }],
      }),
    );
    expect(JSON.stringify(objects.find(({ kind }) => kind === "Deployment"))).toContain(
      "--secret-namespaces=$(POD_NAMESPACE)",
    );
  });
});
