import { hardenedPod } from "@capstan/harness/publishing";
import { defineIdentity, defineInfraCluster, defineInfraMachine, managerRules, Type } from "@capstan/provider";
import { componentsOf, type ReleasedProvider, releasedProvider } from "@capstan/provider/release";
import { describe, expect, test } from "vitest";

const spec = Type.Object({ size: Type.Optional(Type.String()) });
const own = { contract: "v1beta2", spec } as const;
const namespace = "infrastructure-foo-system";
const labels = { "cluster.x-k8s.io/provider": "infrastructure-foo" };
const podLabels = { ...labels, "control-plane": "controller-manager" };
const image = "registry.example.com/foo:v0.1.0";

/** A provider without webhooks, in a group that core knows. */
const plain = () =>
  releasedProvider([defineInfraMachine({ kind: "FooMachine", versions: { v1: own } })], {
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }],
  });

/** A provider with all features: its own group, two versions, admission rules and identities. */
function full(): ReleasedProvider {
  const FooAccount = defineIdentity({ kind: "FooAccount", versions: { v1: { spec } } });
  const FooMachine = defineInfraMachine({
    kind: "FooMachine",
    group: "infrastructure.example.com",
    versions: { v1beta1: { contract: "v1beta1", spec }, v1beta2: own },
    storage: "v1beta2",
    uses: [FooAccount],
    admission: { validate: () => [] },
  });
  return releasedProvider([FooMachine], {});
}

/** Kind and name of each object. */
const namesOf = (provider: ReleasedProvider) =>
  componentsOf(provider, image).map(({ kind, metadata }) => `${kind} ${metadata.name}`);

function one(provider: ReleasedProvider, kind: string, name: string) {
  const found = componentsOf(provider, image).filter((each) => each.kind === kind && each.metadata.name === name);
  expect(found).toHaveLength(1);
  return found[0];
}

/** The Pod of the Deployment, and its only container. */
function podOf(provider: ReleasedProvider) {
  const { spec: deployed } = one(provider, "Deployment", "infrastructure-foo-controller-manager") as unknown as {
    spec: { template: { metadata: object; spec: Record<string, unknown> & { containers: Record<string, unknown>[] } } };
  };
  const { metadata, spec: pod } = deployed.template;
  expect(pod.containers).toHaveLength(1);
  return { deployed, metadata, pod, container: pod.containers[0] ?? {} };
}

describe("the components of a provider", () => {
  test("are installed in an order that satisfies their dependencies", () => {
    expect(namesOf(plain())).toEqual([
      "Namespace infrastructure-foo-system",
      "CustomResourceDefinition foomachines.infrastructure.cluster.x-k8s.io",
      "CustomResourceDefinition foomachinetemplates.infrastructure.cluster.x-k8s.io",
      "ServiceAccount infrastructure-foo-manager",
      "ClusterRole infrastructure-foo-manager-role",
      "Role infrastructure-foo-leader-election-role",
      "RoleBinding infrastructure-foo-leader-election-rolebinding",
      "ClusterRoleBinding infrastructure-foo-manager-rolebinding",
      "Deployment infrastructure-foo-controller-manager",
    ]);
  });

  test("include more objects for webhooks, identities and a separate group", () => {
    const more = namesOf(full()).filter((name) => !namesOf(plain()).includes(name));
    expect(more).toEqual([
      "CustomResourceDefinition foomachines.infrastructure.example.com",
      "CustomResourceDefinition foomachinetemplates.infrastructure.example.com",
      "CustomResourceDefinition fooaccounts.infrastructure.cluster.x-k8s.io",
      "Role infrastructure-foo-identity-secrets-role",
      "ClusterRole infrastructure-foo-aggregated-manager-role",
      "RoleBinding infrastructure-foo-identity-secrets-rolebinding",
      "Service infrastructure-foo-webhook-service",
      "Issuer infrastructure-foo-selfsigned-issuer",
      "Certificate infrastructure-foo-serving-cert",
      "ValidatingWebhookConfiguration infrastructure-foo-validating-webhook-configuration",
    ]);
  });

  test("all have the provider's label, and are in its namespace or cluster-scoped", () => {
    for (const provider of [plain(), full()]) {
      const components = componentsOf(provider, image);
      expect(components.length).toBeGreaterThan(0);
      for (const { kind, metadata } of components) {
        expect(metadata.labels).toMatchObject(labels);
        const isNamespaced = !/^(Namespace|CustomResource.*|Cluster.*|Validating.*)$/.test(kind);
        expect(metadata.namespace).toBe(isNamespaced ? namespace : undefined);
      }
    }
  });

  test("have versions that Kubernetes and cert-manager serve", () => {
    expect(new Map(componentsOf(full(), image).map(({ kind, apiVersion }) => [kind, apiVersion]))).toEqual(
      new Map([
        ["Namespace", "v1"],
        ["CustomResourceDefinition", "apiextensions.k8s.io/v1"],
        ["ServiceAccount", "v1"],
        ["ClusterRole", "rbac.authorization.k8s.io/v1"],
        ["Role", "rbac.authorization.k8s.io/v1"],
        ["RoleBinding", "rbac.authorization.k8s.io/v1"],
        ["ClusterRoleBinding", "rbac.authorization.k8s.io/v1"],
        ["Service", "v1"],
        ["Issuer", "cert-manager.io/v1"],
        ["Certificate", "cert-manager.io/v1"],
        ["ValidatingWebhookConfiguration", "admissionregistration.k8s.io/v1"],
        ["Deployment", "apps/v1"],
      ]),
    );
  });
});

describe("the permissions of the manager", () => {
  const subjects = [{ kind: "ServiceAccount", name: "infrastructure-foo-manager", namespace }];

  test("are those of its kinds and the author's rules, in all namespaces", () => {
    const provider = plain();
    expect(one(provider, "ClusterRole", "infrastructure-foo-manager-role")?.rules).toEqual([
      ...managerRules(provider.definitions),
      { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] },
    ]);
    expect(one(provider, "ClusterRoleBinding", "infrastructure-foo-manager-rolebinding")).toMatchObject({
      roleRef: {
        apiGroup: "rbac.authorization.k8s.io",
        kind: "ClusterRole",
        name: "infrastructure-foo-manager-role",
      },
      subjects,
    });
  });

  test.each([
    [
      "leader-election",
      [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }],
    ],
    ["identity-secrets", [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }]],
  ])("for %s apply only in its own namespace", (purpose, rules) => {
    const name = `infrastructure-foo-${purpose}-role`;
    expect(one(full(), "Role", name)?.rules).toEqual(rules);
    expect(one(full(), "RoleBinding", `${name}binding`)).toMatchObject({
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
      subjects,
    });
  });

  test("for kinds of a separate group are granted to core, and for machines to the kubeadm control plane provider", () => {
    const name = "infrastructure-foo-aggregated-manager-role";
    expect(one(full(), "ClusterRole", name)?.metadata.labels).toEqual({
      ...labels,
      "cluster.x-k8s.io/aggregate-to-manager": "true",
      "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager": "true",
    });
    const group = "infrastructure.example.com";
    const FooMachine = defineInfraMachine({ kind: "FooMachine", group, versions: { v1: own } });
    const FooCluster = defineInfraCluster({ kind: "FooCluster", group, versions: { v1: own } });
    const ofBoth = one(releasedProvider([FooCluster, FooMachine], {}), "ClusterRole", name);
    expect(ofBoth?.metadata.labels).toHaveProperty(["kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager"]);
    expect(one(releasedProvider([FooCluster], {}), "ClusterRole", name)?.metadata.labels).toEqual({
      ...labels,
      "cluster.x-k8s.io/aggregate-to-manager": "true",
    });
  });
});

describe("the Deployment", () => {
  test("runs one manager, with the image and its own ServiceAccount, selected by its labels", () => {
    const { deployed, metadata, pod, container } = podOf(plain());
    expect(deployed).toMatchObject({ replicas: 1, selector: { matchLabels: podLabels } });
    expect(metadata).toEqual({ labels: podLabels });
    expect(pod).toMatchObject({
      serviceAccountName: "infrastructure-foo-manager",
      tolerations: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
    });
    // the name that clusterctl looks up
    expect(container).toMatchObject({ name: "manager", image });
    expect(pod).toEqual(hardenedPod);
  });

  test("runs leader election with a Lease in its own namespace, and serves health and metrics on the declared ports", () => {
    const { container } = podOf(plain());
    expect(container.args).toEqual([
      "--leader-elect",
      "--leader-elect-namespace=$(POD_NAMESPACE)",
      "--health-addr=:9440",
      "--diagnostics-address=:8443",
      "--logging-format=json",
    ]);
    expect(container.env).toEqual([
      { name: "POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } },
    ]);
    expect(container.ports).toEqual([
      { name: "healthz", containerPort: 9440, protocol: "TCP" },
      { name: "metrics", containerPort: 8443, protocol: "TCP" },
    ]);
    expect(container.livenessProbe).toEqual({ httpGet: { path: "/healthz", port: "healthz" } });
    expect(container.readinessProbe).toEqual({ httpGet: { path: "/readyz", port: "healthz" } });
    expect(container).not.toHaveProperty("volumeMounts");
  });

  test("serves webhooks with the mounted certificate, and watches Secrets of identities", () => {
    const { pod, container } = podOf(full());
    expect((container.args as string[]).slice(-3)).toEqual([
      "--secret-namespaces=$(POD_NAMESPACE)",
      "--webhook-port=9443",
      "--webhook-cert-dir=/tmp/k8s-webhook-server/serving-certs",
    ]);
    expect((container.ports as object[])[2]).toEqual({ name: "webhook-server", containerPort: 9443, protocol: "TCP" });
    expect(container.volumeMounts).toEqual([
      { name: "cert", mountPath: "/tmp/k8s-webhook-server/serving-certs", readOnly: true },
    ]);
    const secretName = "infrastructure-foo-webhook-service-cert";
    expect(pod.volumes).toEqual([{ name: "cert", secret: { defaultMode: 0o444, secretName } }]);
  });
});

describe("webhooks", () => {
  const service = "infrastructure-foo-webhook-service";

  test("are served by a Service of the manager's Pods, with a certificate from cert-manager", () => {
    const provider = full();
    expect(one(provider, "Service", service)?.spec).toEqual({
      ports: [{ port: 443, targetPort: "webhook-server", protocol: "TCP" }],
      selector: podLabels,
    });
    expect(one(provider, "Issuer", "infrastructure-foo-selfsigned-issuer")?.spec).toEqual({ selfSigned: {} });
    expect(one(provider, "Certificate", "infrastructure-foo-serving-cert")?.spec).toEqual({
      dnsNames: [`${service}.${namespace}.svc`, `${service}.${namespace}.svc.cluster.local`],
      issuerRef: { kind: "Issuer", name: "infrastructure-foo-selfsigned-issuer" },
      secretName: "infrastructure-foo-webhook-service-cert",
    });
  });

  test("convert the kinds with differing versions, with the CA of that certificate", () => {
    const annotations = { "cert-manager.io/inject-ca-from": `${namespace}/infrastructure-foo-serving-cert` };
    for (const plural of ["foomachines", "foomachinetemplates"]) {
      const crd = one(full(), "CustomResourceDefinition", `${plural}.infrastructure.example.com`);
      expect(crd?.metadata.annotations).toEqual(annotations);
      expect(crd?.spec).toMatchObject({
        conversion: {
          strategy: "Webhook",
          webhook: { clientConfig: { service: { namespace, name: service, path: "/convert" } } },
        },
      });
    }
    const unconverted = one(full(), "CustomResourceDefinition", "fooaccounts.infrastructure.cluster.x-k8s.io");
    expect(unconverted?.metadata).not.toHaveProperty("annotations");
    // clusterctl would merge a strategy None into the webhook of an earlier release, which the API server refuses.
    expect(Object.keys(unconverted?.spec ?? {})).not.toContain("conversion");
    const name = "infrastructure-foo-validating-webhook-configuration";
    expect(one(full(), "ValidatingWebhookConfiguration", name)?.metadata.annotations).toEqual(annotations);
  });

  test("exist also for admission rules alone, or for differing versions alone", () => {
    const ruled = defineInfraMachine({
      kind: "FooMachine",
      versions: { v1: own },
      admission: { validate: () => [] },
    });
    const versions = { v1beta1: { contract: "v1beta1", spec }, v1beta2: own } as const;
    const converted = defineInfraMachine({ kind: "FooMachine", versions, storage: "v1beta2" });
    expect(namesOf(releasedProvider([ruled], {}))).toContain(`Service ${service}`);
    const names = namesOf(releasedProvider([converted], {}));
    expect(names).toContain(`Service ${service}`);
    expect(names.filter((name) => name.startsWith("ValidatingWebhook"))).toEqual([]);
  });
});
