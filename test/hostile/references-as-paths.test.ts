// A tenant names a path as its control plane in 120 configs with a template; another tenant waits for its bootstrap data.
import { flowServers } from "@capstan/harness/servers";
import { generateCertificateAuthority } from "@capstan/bootstrap-kubeadm";
import { Cluster, type CustomResourceDefinition, type KubernetesObject, labels, Machine } from "@capstan/contract";
import { apiVersionOf, Namespace, Secret } from "@capstan/provider";
import { type ControllerRequest, installedCoreCRDs, KubeadmConfig, TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";

const attackers = 120;
const controlPlanes = "kubeadmcontrolplanes";
const controlPlaneKind = {
  group: "controlplane.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "KubeadmControlPlane",
  plural: controlPlanes,
  namespaced: true,
};
const controlPlaneCRD: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${controlPlanes}.${controlPlaneKind.group}` },
  spec: {
    group: controlPlaneKind.group,
    scope: "Namespaced",
    names: { kind: controlPlaneKind.kind, plural: controlPlanes },
    versions: [
      {
        name: "v1beta2",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

const limits = new Set(["pattern", "minLength"]);
/** The CRDs without patterns, because references written in v1beta1 have none. */
const withoutPatterns = installedCoreCRDs().map((crd) =>
  crd.spec.names.kind === "Cluster"
    ? (JSON.parse(JSON.stringify(crd), (key, value: unknown) => (limits.has(key) ? undefined : value)) as typeof crd)
    : crd,
);

/** A management cluster with the kubeadm bootstrap provider, whose core the test simulates as far as necessary. */
class Shared implements AsyncDisposable {
  readonly environment: TestEnvironment;

  private constructor(environment: TestEnvironment) {
    this.environment = environment;
  }

  static async start(server: "embedded" | "real"): Promise<Shared> {
    const crds = [...KubeadmConfig.crds, controlPlaneCRD];
    const options = { server, crds, core: false, coreCRDs: withoutPatterns, bootstrapKubeadm: true };
    return new Shared(await TestEnvironment.start(options));
  }

  /** Adds a namespace with a Cluster `c` whose infrastructure exists. */
  async addTenant(namespace: string, controlPlane: string): Promise<void> {
    const { client } = this.environment;
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const metadata = { namespace, name: "c" };
    const { group: apiGroup, kind } = controlPlaneKind;
    const spec = {
      controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 },
      controlPlaneRef: { apiGroup, kind, name: controlPlane },
    };
    await client.create(Cluster, { apiVersion: apiVersionOf(Cluster), kind: "Cluster", metadata, spec });
    const status = { initialization: { infrastructureProvisioned: true } };
    await client.patch(Cluster, metadata, { type: "merge", body: { status } }, { subresource: "status" });
  }

  /** Adds a control-plane Machine to it, with a config that has a file whose template contains the version. */
  async addMachine(namespace: string, name: string): Promise<void> {
    const { client } = this.environment;
    const ofCluster = { [labels.clusterName]: "c" };
    const machine: Machine = await client.create(Machine, {
      apiVersion: apiVersionOf(Machine),
      kind: "Machine",
      metadata: { namespace, name, labels: { ...ofCluster, [labels.controlPlane]: "" } },
      spec: {
        clusterName: "c",
        version: "v1.36.0",
        bootstrap: { configRef: { apiGroup: KubeadmConfig.kind.group, kind: "KubeadmConfig", name } },
        infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachine", name },
      },
    });
    const { apiVersion, kind, metadata } = machine;
    const owner = { apiVersion, kind, name, uid: metadata.uid ?? "", controller: true };
    const content = "version {{ .controlPlane.version }}";
    const config = {
      apiVersion: apiVersionOf(KubeadmConfig.kind),
      kind: "KubeadmConfig",
      metadata: { namespace, name, labels: ofCluster, ownerReferences: [owner] },
      spec: { files: [{ path: "/v", content, contentFormat: "Template" }] },
    };
    await client.create<KubernetesObject>(KubeadmConfig.kind, config);
  }

  /** Adds a control-plane provider's objects: the control plane, and the certificates. */
  async addControlPlane(namespace: string, name: string): Promise<void> {
    const { client } = this.environment;
    const object = {
      apiVersion: apiVersionOf(controlPlaneKind),
      kind: controlPlaneKind.kind,
      metadata: { namespace, name },
    };
    await client.create(controlPlaneKind, { ...object, spec: { version: "v1.35.7" } } as KubernetesObject);
    const pair = await generateCertificateAuthority({ now: this.environment.clock.now() });
    const data = {
      "tls.crt": Buffer.from(pair.certificate).toString("base64"),
      "tls.key": Buffer.from(pair.privateKey).toString("base64"),
    };
    for (const purpose of ["ca", "etcd", "proxy", "sa"]) {
      const metadata = { namespace, name: `c-${purpose}`, labels: { [labels.clusterName]: "c" } };
      await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata, data });
    }
  }

  async conditionsIn(namespace: string): Promise<unknown[]> {
    const { items } = await this.environment.client.list(KubeadmConfig.kind, { namespace });
    return items.map(({ status }) => status?.conditions?.find(({ type }) => type === "DataSecretAvailable"));
  }

  /** The provider's requests for control planes and discovery. */
  asked(): Pick<ControllerRequest, "verb" | "path">[] {
    return this.environment
      .requests({ by: "bootstrap-kubeadm" })
      .filter(({ path }) => path.includes(controlPlaneKind.group))
      .map(({ verb, path }) => ({ verb, path }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.environment[Symbol.asyncDispose]();
  }
}

const discovery = `/apis/${controlPlaneKind.group}`;
const patience = { patienceMs: 30_000 };

test.each(
  flowServers.flatMap((server) => ["?watch=true", "../../victim/machines/cp", ".."].map((name) => ({ server, name }))),
)(
  "$server: 120 configs with control plane $name send no such request and delay no other tenant",
  async ({ server, name }) => {
    await using shared = await Shared.start(server);
    const { environment } = shared;
    // given a tenant whose objects name this control plane
    await shared.addTenant("evil", name);
    await Promise.all(Array.from({ length: attackers }, (_, index) => shared.addMachine("evil", `m-${index}`)));

    // when another tenant requests the data of its first machine
    await shared.addTenant("victim", "cp");
    await shared.addControlPlane("victim", "cp");
    await shared.addMachine("victim", "first");
    await environment.settled(patience);

    // then it gets the data, with the version of its control plane
    const { data } = await environment.client.get(Secret, { namespace: "victim", name: "first" });
    expect(Buffer.from(data?.value ?? "", "base64").toString()).toContain("version v1.35.7");

    // and the only requests are for discovery and the victim's control plane
    const honest = `${discovery}/v1beta2/namespaces/victim/${controlPlanes}/cp`;
    expect([...new Set(shared.asked().map(({ verb, path }) => `${verb} ${path}`))].toSorted()).toEqual([
      `get ${discovery}`,
      `get ${discovery}/v1beta2`,
      `get ${honest}`,
    ]);

    // and each of the attacker's configs reports the problem of its reference
    expect(await shared.conditionsIn("evil")).toEqual(
      Array(attackers).fill(
        expect.objectContaining({
          status: "False",
          reason: "InvalidControlPlaneRef",
          message: expect.stringContaining(
            `the Cluster's controlPlaneRef: KubeadmControlPlane in namespace "evil": the name`,
          ) as unknown,
        }),
      ),
    );

    // and no config is retried until its Cluster changes
    const asked = shared.asked().length;
    await environment.clock.advance({ minutes: 10 });
    await environment.settled(patience);
    expect(shared.asked()).toHaveLength(asked);
    await shared.addControlPlane("evil", "cp");
    const body = { spec: { controlPlaneRef: { name: "cp" } } };
    await environment.client.patch(Cluster, { namespace: "evil", name: "c" }, { type: "merge", body });
    await environment.settled(patience);
    const reasons = (await shared.conditionsIn("evil")).map((condition) => (condition as { reason: string }).reason);
    expect(reasons).not.toContain("InvalidControlPlaneRef");
  },
);
