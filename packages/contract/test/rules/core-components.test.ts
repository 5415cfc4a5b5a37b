import { checkArtifacts, checkComponents } from "@capstan/contract";
import { describe, expect, test } from "vitest";

const namespace = "capi-system";
const labels = { "cluster.x-k8s.io/provider": "cluster-api" };
const metadata = (name: string) => ({ name, namespace, labels });

/** A components file like core's: it owns the kinds that providers read, and its variables are named after many features. */
const core = [
  { kind: "Namespace", metadata: { name: namespace, labels } },
  {
    kind: "CustomResourceDefinition",
    metadata: { name: "machines.cluster.x-k8s.io", labels },
    spec: { group: "cluster.x-k8s.io", names: { kind: "Machine", plural: "machines" } },
  },
  { kind: "ServiceAccount", metadata: metadata("manager") },
  {
    kind: "ClusterRole",
    metadata: { name: "manager", labels },
    rules: [
      {
        apiGroups: ["cluster.x-k8s.io"],
        resources: ["clusters", "machines"],
        verbs: ["get", "list", "watch", "patch", "update"],
      },
      { apiGroups: [""], resources: ["events"], verbs: ["create", "patch"] },
    ],
  },
  {
    kind: "Role",
    metadata: metadata("leader-election"),
    rules: [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }],
  },
  ...[
    ["ClusterRole", "manager"],
    ["Role", "leader-election"],
  ].map(([kind = "", name = ""]) => ({
    kind: `${kind}Binding`,
    metadata: metadata(name),
    roleRef: { kind, name },
    subjects: [{ kind: "ServiceAccount", name: "manager", namespace }],
  })),
  {
    kind: "Deployment",
    metadata: metadata("manager"),
    spec: {
      template: {
        spec: {
          serviceAccountName: "manager",
          containers: [
            {
              name: "manager",
              image: "registry.example.com/core:v1.0.0",
              args: ["--feature=${EXP_MACHINE_POOL:=true}"],
            },
          ],
        },
      },
    },
  },
];

const found = (documents: readonly object[]) => checkComponents(documents).violations.map(({ rule }) => rule);

describe("the components of Cluster API's core", () => {
  test("break no rule, because core owns the kinds that providers may only read", () => {
    expect(found(core)).toEqual([]);
  });

  test("are checked by rules that are not about provider kinds", () => {
    const [role = {}] = core.filter(({ kind }) => kind === "ClusterRole");
    expect(found(core.filter((object) => object !== role))).toEqual(["RB-010", "RB-012"]);
    expect(found([...core, { kind: "ServiceAccount", metadata: { ...metadata("more"), labels: {} } }])).toEqual([
      "PC-013",
    ]);
    const misspelled = structuredClone(core).map(
      (object) => JSON.parse(JSON.stringify(object).replace(":=", ":?")) as object,
    );
    expect(found(misspelled)).toEqual(["PC-012"]);
  });

  test("need CRDs of any kind", () => {
    expect(found(core.filter(({ kind }) => kind !== "CustomResourceDefinition"))).toEqual(["PC-001"]);
  });

  test("are a provider's under another name", () => {
    const provider = core.map(
      (object) => JSON.parse(JSON.stringify(object).replaceAll('"cluster-api"', '"infrastructure-foo"')) as object,
    );
    expect(new Set(found(provider))).toEqual(new Set(["PC-001", "PC-012", "RB-003", "RB-011"]));
  });
});

describe("PC-014: cluster-api is reserved for core", () => {
  const names = (file: string, label: string) =>
    checkArtifacts([
      {
        path: `${label}/v1.2.3/${file}`,
        documents: [{ kind: "Namespace", metadata: { labels: { "cluster.x-k8s.io/provider": label } } }],
      },
    ]).filter(({ rule }) => rule === "PC-014");

  test("a core release may be in the folder cluster-api", () => {
    expect(names("core-components.yaml", "cluster-api")).toEqual([]);
  });

  test("a core release may have other files next to its components", () => {
    const files = ["core-components.yaml", "infrastructure-components.yaml"].map((name) => ({
      path: `cluster-api/v1.2.3/${name}`,
      documents: [{ kind: "Namespace", metadata: { labels } }],
    }));
    expect(checkArtifacts(files).filter(({ rule }) => rule === "PC-014")).toEqual([]);
  });

  test.each([
    ["infrastructure-components.yaml", "cluster-api"],
    ["infrastructure-components.yaml", "infrastructure-cluster-api"],
    ["core-components.yaml", "infrastructure-cluster-api"],
  ])("a release with %s in a folder %s belongs to another provider", (file, label) => {
    expect(names(file, label)).toHaveLength(1);
  });
});
