import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { loadAll } from "js-yaml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { exitStatus, findingsOf } from "../../src/check/findings.ts";
import { readInput } from "../../src/check/read-input.ts";
import { componentsOf } from "../../src/generate/components.ts";
import { crdsOf } from "../../src/generate/conversion.ts";
import { runGenerate } from "../../src/generate/generate.ts";
import { metadataOf } from "../../src/generate/metadata.ts";
import { definitionsIn, whatToExport } from "../../src/generate/provider-definition.ts";
import { providerOf } from "../../src/generate/provider.ts";
import { rolesOf } from "../../src/generate/roles.ts";
import { FooControlPlane } from "./foo-control-plane-provider.ts";
import { FooCluster, FooMachine } from "./foo-provider.ts";

const module = join(import.meta.dirname, "foo-provider.ts");
/** A build of Cluster API. */
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
const clusterctl = join(assets, "clusterctl");
let repository: string;
let out: string;

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), "capstan-generate-"));
  out = join(repository, "infrastructure-foo", "v0.1.0");
});
afterEach(() => rm(repository, { recursive: true }));

async function generateAll(): Promise<number> {
  const options = { from: module, out, image: "registry.example.com/foo:v0.1.0", release: "v0.1.0", rule: [] };
  return runGenerate(["crds", "rbac", "components", "metadata"], options);
}

describe("capstan generate", () => {
  test("writes a CRD a file, roles, components and metadata, and `capstan check` finds nothing in them", async () => {
    expect(await generateAll()).toBe(0);
    expect((await readdir(out)).toSorted()).toEqual([
      "crds",
      "infrastructure-components.yaml",
      "metadata.yaml",
      "rbac.yaml",
    ]);
    expect(await readdir(join(out, "crds"))).toHaveLength(4);
    const found = findingsOf(await readInput([out]));
    // No cluster template is offered: it may be.
    expect(found.findings.filter(({ level }) => level !== "MAY")).toEqual([]);
    expect(found.files).toHaveLength(2);
    expect(exitStatus(found)).toBe(0);
  });

  test("ends with status 2 when the module has no definitions or cannot be imported", async () => {
    const nothing = join(repository, "nothing.mjs");
    await writeFile(nothing, "export const answer = 42;\n");
    expect(await runGenerate(["crds"], { from: nothing, out, rule: [] })).toBe(2);
    expect(await runGenerate(["crds"], { from: join(repository, "absent.mjs"), out, rule: [] })).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  test("says what to export where there is a class in place of its definition", () => {
    class FooReconciler extends InfraMachineReconciler<typeof FooMachine> {
      readonly definition = FooMachine;
      reconcileMachine() {
        return outcome.pending("Never");
      }
      deleteMachine() {
        return outcome.deleted();
      }
    }
    expect(whatToExport({ FooReconciler, answer: 42 })).toMatch(
      /exports the class FooReconciler,.*Export the result of define/,
    );
    expect(whatToExport({ answer: 42 })).toMatch(/exports no provider definition. Export the result of define/);
    expect(definitionsIn({ reconciler: new FooReconciler() })).toEqual([FooMachine]);
  });

  test("finds definitions in exports, lists and reconcilers, each once", () => {
    expect(definitionsIn({ FooMachine, all: [FooMachine, { definition: FooCluster }], other: 1 })).toEqual([
      FooMachine,
      FooCluster,
    ]);
  });
});

test("a provider's name and type follow from its kinds; those of several types are generated apart", () => {
  expect(providerOf([FooControlPlane], {})).toMatchObject({ type: "control-plane", label: "control-plane-foo" });
  expect(() => providerOf([FooControlPlane, FooMachine], {})).toThrow(/\(control-plane, infrastructure\)/);
});

describe("a kind whose versions differ", () => {
  const spec = Type.Object({ size: Type.Optional(Type.String()) });
  const versions = { v1beta1: { contract: "v1beta1", spec }, v1beta2: { contract: "v1beta2", spec } } as const;
  const BarMachine = defineInfraMachine({ kind: "BarMachine", versions, storage: "v1beta2" });
  const provider = providerOf([BarMachine, FooMachine], { name: "bar" });
  const documents = componentsOf(provider, "registry.example.com/bar:v0.1.0") as {
    kind: string;
    metadata: { name: string; annotations?: Record<string, string> };
    spec: Record<string, unknown>;
  }[];
  const namespace = "infrastructure-bar-system";

  test("has its CRDs ask the webhook of the provider, with the CA of cert-manager, and no others", () => {
    const converted = crdsOf(provider).filter(({ spec: { conversion } }) => conversion?.strategy === "Webhook");
    expect(converted.map(({ spec: { names } }) => names.kind)).toEqual(["BarMachine", "BarMachineTemplate"]);
    for (const { metadata, spec } of converted) {
      expect(metadata.annotations).toEqual({
        "cert-manager.io/inject-ca-from": `${namespace}/infrastructure-bar-serving-cert`,
      });
      expect(spec.conversion?.webhook).toEqual({
        clientConfig: { service: { namespace, name: "infrastructure-bar-webhook-service", path: "/convert" } },
        conversionReviewVersions: ["v1"],
      });
    }
  });

  test("comes with Service, Issuer and Certificate, and the manager mounts the certificate", () => {
    const one = (kind: string) => documents.find((document) => document.kind === kind);
    expect(one("Service")?.spec).toMatchObject({ ports: [{ port: 443, targetPort: "webhook-server" }] });
    expect(one("Certificate")?.spec).toMatchObject({
      dnsNames: expect.arrayContaining([`infrastructure-bar-webhook-service.${namespace}.svc`]) as unknown,
      issuerRef: { kind: "Issuer", name: one("Issuer")?.metadata.name },
      secretName: "infrastructure-bar-webhook-service-cert",
    });
    expect(one("Deployment")?.spec).toMatchObject({
      template: {
        metadata: { labels: one("Service")?.spec.selector },
        spec: {
          containers: [
            {
              args: expect.arrayContaining([
                "--webhook-port=9443",
                "--webhook-cert-dir=/tmp/k8s-webhook-server/serving-certs",
              ]) as unknown,
              ports: [
                { name: "healthz" },
                { name: "metrics", containerPort: 8443 },
                { name: "webhook-server", containerPort: 9443 },
              ],
              volumeMounts: [{ name: "cert", mountPath: "/tmp/k8s-webhook-server/serving-certs", readOnly: true }],
            },
          ],
          volumes: [{ name: "cert", secret: { secretName: "infrastructure-bar-webhook-service-cert" } }],
        },
      },
    });
    expect(
      findingsOf([{ path: "components.yaml", documents }]).findings.filter(({ level }) => level === "MUST"),
    ).toEqual([]);
  });

  test("is the only reason for a webhook", () => {
    const plain = componentsOf(providerOf([FooMachine], {}), "registry.example.com/foo:v0.1.0") as typeof documents;
    const kinds = plain.map(({ kind }) => kind);
    for (const kind of ["Service", "Issuer", "Certificate"]) expect(kinds).not.toContain(kind);
    expect(JSON.stringify(plain)).not.toContain("webhook");
  });
});

describe("roles", () => {
  test("give core access to a group of the provider's own, and only then", () => {
    const names = rolesOf(providerOf([FooMachine, FooCluster], {})).map(({ metadata }) => metadata.name);
    expect(names).toEqual([
      "infrastructure-foo-manager-role",
      "infrastructure-foo-leader-election-role",
      "infrastructure-foo-aggregated-manager-role",
    ]);
    const group = "infrastructure.cluster.x-k8s.io";
    const { kind, templateKind } = FooMachine;
    const known = { ...FooMachine, kind: { ...kind, group }, templateKind: { ...templateKind, group } };
    expect(rolesOf(providerOf([known], {}))).toHaveLength(2);
  });

  test("of a provider of clusters alone do not read Machines", () => {
    const [own] = rolesOf(providerOf([FooCluster], {}));
    expect(own?.rules.flatMap(({ resources }) => resources)).toEqual([
      "fooclusters",
      "fooclusters/status",
      "clusters",
      "clusters/status",
      "secrets",
      "events",
      "tokenreviews",
      "subjectaccessreviews",
      "customresourcedefinitions",
    ]);
  });
});

describe("metadata.yaml", () => {
  test("keeps the series of earlier releases", () => {
    const earlier = metadataOf("v0.1.3", "v1beta1");
    expect(metadataOf("v0.2.0", "v1beta2", earlier).releaseSeries).toEqual([
      { major: 0, minor: 1, contract: "v1beta1" },
      { major: 0, minor: 2, contract: "v1beta2" },
    ]);
    expect(metadataOf("v0.1.4", "v1beta1", earlier)).toEqual(earlier);
  });

  test("cannot change the contract of a series, nor name what is not a release", () => {
    expect(() => metadataOf("v0.1.4", "v1beta2", metadataOf("v0.1.3", "v1beta1"))).toThrow(/raise the minor version/);
    expect(() => metadataOf("0.1", "v1beta2")).toThrow(/CT-002/);
  });
});

describe.runIf(assets !== "" && existsSync(clusterctl))("clusterctl", () => {
  test.for([
    { type: "infrastructure", providerType: "InfrastructureProvider", from: "foo-provider.ts" },
    { type: "bootstrap", providerType: "BootstrapProvider", from: "foo-bootstrap-provider.ts" },
    { type: "control-plane", providerType: "ControlPlaneProvider", from: "foo-control-plane-provider.ts" },
  ])("renders the components of a provider of type $type from a local repository", async (provider) => {
    const { type, providerType, from } = provider;
    const folder = join(repository, `${type}-foo`, "v0.1.0");
    const image = "registry.example.com/foo:v0.1.0";
    const options = { from: join(import.meta.dirname, from), out: folder, image, release: "v0.1.0", rule: [] };
    expect(await runGenerate(["components", "metadata"], options)).toBe(0);
    const config = join(repository, "clusterctl.yaml");
    const url = join(folder, `${type}-components.yaml`);
    await writeFile(config, JSON.stringify({ providers: [{ name: "foo", url, type: providerType }] }));

    const stdout = await render(type, config);
    const rendered = loadAll(stdout) as { kind: string; metadata: { namespace?: string } }[];
    const written = loadAll(await readFile(url, "utf8")) as typeof rendered;
    expect(rendered.map(({ kind }) => kind).toSorted()).toEqual(written.map(({ kind }) => kind).toSorted());
    const namespaces = rendered.flatMap(({ metadata }) => metadata.namespace ?? []);
    expect(new Set(namespaces)).toEqual(new Set(["elsewhere"]));
    expect(findingsOf([{ path: "rendered.yaml", documents: rendered }]).findings).toEqual([]);
  });

  test("moves the webhook of kinds whose versions differ along with the rest", async () => {
    const module = join(repository, "bar-provider.ts");
    const spec = "Type.Object({})";
    await writeFile(
      module,
      `import { defineInfraMachine, Type } from "@capstan/provider";
       const versions = { v1beta1: { contract: "v1beta1", spec: ${spec} }, v1beta2: { contract: "v1beta2", spec: ${spec} } };
       export const BarMachine = defineInfraMachine({ kind: "BarMachine", versions, storage: "v1beta2" });`,
    );
    await symlink(join(import.meta.dirname, "../../../../node_modules"), join(repository, "node_modules"));
    const options = {
      from: module,
      out,
      image: "registry.example.com/bar:v0.1.0",
      release: "v0.1.0",
      name: "foo",
      rule: [],
    };
    expect(await runGenerate(["components", "metadata"], options)).toBe(0);
    const config = join(repository, "clusterctl.yaml");
    const url = join(out, "infrastructure-components.yaml");
    await writeFile(config, JSON.stringify({ providers: [{ name: "foo", url, type: "InfrastructureProvider" }] }));
    const stdout = await render("infrastructure", config);
    const rendered = loadAll(stdout);
    const { findings } = findingsOf([{ path: "rendered.yaml", documents: rendered }]);
    expect(findings.filter(({ level }) => level === "MUST")).toEqual([]);
    expect(stdout).toContain("cert-manager.io/inject-ca-from: elsewhere/infrastructure-foo-serving-cert");
    expect(stdout).toContain("infrastructure-foo-webhook-service.elsewhere.svc");
    expect(stdout).not.toContain("infrastructure-foo-system");
  });

  /** What `clusterctl generate provider` prints; it would ask the internet for a newer one, and keep the answer at home. */
  async function render(type: string, config: string): Promise<string> {
    const { stdout } = await promisify(execFile)(
      clusterctl,
      ["generate", "provider", `--${type}`, "foo:v0.1.0", "--config", config, "--target-namespace", "elsewhere"],
      { env: { ...process.env, CLUSTERCTL_DISABLE_VERSIONCHECK: "true", HOME: repository } },
    );
    return stdout;
  }
});

describe("a kind with rules of admission", () => {
  const versions = {
    v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.Optional(Type.String()) }) },
  } as const;
  const BazMachine = defineInfraMachine({ kind: "BazMachine", versions, admission: { default: (spec) => spec } });
  const documents = componentsOf(
    providerOf([BazMachine, FooMachine], { name: "baz" }),
    "registry.example.com/baz:v0.1.0",
  ) as {
    kind: string;
    metadata: { name: string; annotations?: object };
    webhooks?: { clientConfig: object; rules: { resources: string[] }[] }[];
  }[];

  test("has the API server ask the manager about it, with the CA of cert-manager", () => {
    const service = { namespace: "infrastructure-baz-system", name: "infrastructure-baz-webhook-service" };
    const prefix = "infrastructure-cluster-x-k8s-io-v1beta2";
    const found = documents.filter(({ webhooks }) => webhooks !== undefined);
    expect(found.map(({ kind, webhooks = [] }) => [kind, webhooks.map(({ clientConfig }) => clientConfig)])).toEqual([
      ["MutatingWebhookConfiguration", [{ service: { ...service, path: `/mutate-${prefix}-bazmachine` } }]],
      [
        "ValidatingWebhookConfiguration",
        [
          { service: { ...service, path: `/validate-${prefix}-bazmachine` } },
          { service: { ...service, path: `/validate-${prefix}-bazmachinetemplate` } },
        ],
      ],
    ]);
    for (const { metadata } of found) {
      expect(metadata.annotations).toEqual({
        "cert-manager.io/inject-ca-from": "infrastructure-baz-system/infrastructure-baz-serving-cert",
      });
    }
  });

  test("has the manager serve webhooks, and breaks no rule of the contract", () => {
    expect(documents.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["Service", "Issuer", "Certificate"]));
    expect(JSON.stringify(documents)).toContain("--webhook-cert-dir=");
    const { findings } = findingsOf([{ path: "components.yaml", documents }]);
    expect(findings.filter(({ level }) => level === "MUST")).toEqual([]);
  });
});
