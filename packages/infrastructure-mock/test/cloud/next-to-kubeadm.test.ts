import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ApiServer } from "@capstan/apiserver";
import type { JsonObject } from "@capstan/kube";
import { ConfigMap, createClient, type KubernetesObject, Secret } from "@capstan/provider";
import { dump, load } from "js-yaml";
import { beforeAll, describe, expect, test } from "vitest";
import type { ClusterRecord, ControlPlaneRecord } from "../../src/cloud/cloud-record.ts";
import { initObjects } from "../../src/cloud/kubeadm-objects.ts";
import {
  ClusterRole,
  ClusterRoleBinding,
  type KindAndObject,
  Role,
  RoleBinding,
} from "../../src/cloud/workload-kinds.ts";
import { token, tokenText } from "../bootstrap-data.ts";
import { type ClusterCertificates, clusterCertificates } from "../certificates.ts";

const assets = process.env.KUBEBUILDER_ASSETS;
const run = promisify(execFile);
const apiVersion = "kubeadm.k8s.io/v1beta4";
const kubernetesVersion = "v1.36.0";

/** From phases that do not run here, or from patch releases after the first of 1.36. */
const notCompared = ["kubeadm:cluster-admins", "kubeadm:apiserver-kubelet-client", "system:coredns"];

const configurations: readonly (readonly [string, JsonObject])[] = [
  ["that says little", {}],
  [
    "with an external etcd",
    { etcd: { external: { endpoints: ["https://10.0.0.9:2379"], caFile: "/ca", certFile: "/c", keyFile: "/k" } } },
  ],
  [
    "that says much",
    {
      clusterName: "c1",
      certificatesDir: "/pki",
      imageRepository: "registry.example.com/k8s",
      networking: { podSubnet: "192.168.0.0/16", dnsDomain: "example.local" },
      apiServer: { certSANs: ["a.example.com"], extraArgs: [{ name: "audit-log-path", value: "-" }] },
      dns: { imageRepository: "registry.example.com/dns", imageTag: "v1.14.2" },
      etcd: { local: { dataDir: "/data", imageTag: "3.6.8-0" } },
      featureGates: { NodeLocalCRISocket: true },
    },
  ],
];

describe.runIf(assets)("alongside kubeadm init", () => {
  let certificates: ClusterCertificates;
  beforeAll(async () => {
    certificates = await clusterCertificates();
  });

  test.each(configurations)("a ClusterConfiguration %s leads to the same objects in the cluster", async (_, given) => {
    const configuration = {
      apiVersion,
      kind: "ClusterConfiguration",
      kubernetesVersion,
      controlPlaneEndpoint: "127.0.0.1:6443",
      ...given,
    };
    await using server = await ApiServer.start();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    await kubeadmInit(server.kubeconfig, configuration);
    const objects = initObjects(cluster, recordOf(configuration, certificates));

    const uploaded = await client.get(ConfigMap, { namespace: "kube-system", name: "kubeadm-config" });
    // The defaults of the metrics endpoints came after the first release of this kubeadm API.
    expect(clusterConfigurationIn(find<ConfigMap>(objects, "kubeadm-config"))).toEqual(
      withoutHTTPEndpoints(clusterConfigurationIn(uploaded)),
    );
    for (const kind of [Role, RoleBinding, ClusterRole, ClusterRoleBinding]) {
      expect(comparable(objects.filter((each) => each.kind === kind).map(({ object }) => object))).toEqual(
        comparable((await client.list(kind)).items.filter((object) => !isDefault(object))),
      );
    }
    const name = `bootstrap-token-${token.id}`;
    const secret = await client.get(Secret, { namespace: "kube-system", name });
    expect({ ...find(objects, name) }).toMatchObject({ type: secret.type, data: withoutExpiry(secret) });
    await client.close();
  });
});

/** Runs the phases of `kubeadm init` that write into the cluster and need no other server. */
async function kubeadmInit(kubeconfig: string, configuration: JsonObject): Promise<void> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "kubeadm-"));
  const file = (name: string): string => path.join(folder.path, name);
  const init = { apiVersion, kind: "InitConfiguration", bootstrapTokens: [{ token: tokenText }] };
  const node = { localAPIEndpoint: { advertiseAddress: "10.0.0.1" }, nodeRegistration: { name: "cp-0" } };
  await writeFile(file("kubeconfig"), kubeconfig, { mode: 0o600 });
  await writeFile(file("kubeadm.yaml"), [{ ...init, ...node }, configuration].map((each) => dump(each)).join("---\n"));
  for (const phase of [["upload-config", "all"], ["bootstrap-token"]]) {
    const flags = ["--config", file("kubeadm.yaml"), "--kubeconfig", file("kubeconfig")];
    await run(path.join(assets ?? "", "kubeadm"), ["init", "phase", ...phase, ...flags]);
  }
}

const cluster: ClusterRecord = {
  object: { namespace: "ns", name: "c1" },
  cluster: { namespace: "ns", name: "c1" },
  endpoint: { host: "127.0.0.1", port: 6443 },
};

/** The control plane that a machine initialized with this configuration. */
function recordOf(clusterConfiguration: JsonObject, { ca }: ClusterCertificates): ControlPlaneRecord {
  const groups = ["system:bootstrappers:kubeadm:default-node-token"];
  return {
    initializedBy: "cp-0",
    initializedAt: 0,
    certificateAuthority: ca,
    publicKeys: { ca: "", frontProxy: "", serviceAccount: "" },
    certificatesDirectory: "/etc/kubernetes/pki",
    clusterConfiguration,
    tokens: [{ token: tokenText, usages: ["signing", "authentication"], groups }],
  };
}

/** Whether every API server has the object from its start. */
function isDefault({ metadata }: KubernetesObject): boolean {
  return metadata.labels?.["kubernetes.io/bootstrapping"] === "rbac-defaults";
}

function find<T extends KubernetesObject>(objects: readonly KindAndObject[], name: string): T | undefined {
  return objects.find(({ object }) => object.metadata.name === name)?.object as T | undefined;
}

function clusterConfigurationIn(configMap: ConfigMap | undefined): JsonObject {
  return load(configMap?.data?.ClusterConfiguration ?? "") as JsonObject;
}

function withoutHTTPEndpoints(configuration: JsonObject): unknown {
  return JSON.parse(
    JSON.stringify(configuration, (key, value: unknown) => (key === "httpEndpoints" ? undefined : value)),
  );
}

function withoutExpiry({ data }: Secret): JsonObject {
  return Object.fromEntries(Object.entries(data ?? {}).filter(([key]) => key !== "expiration"));
}

/** The content of objects by namespace and name; subjects include their group, which a real API server fills in. */
function comparable(objects: readonly KubernetesObject[]): JsonObject {
  const apiGroup = "rbac.authorization.k8s.io";
  const entries = (objects as readonly (KubernetesObject & { subjects?: readonly object[] })[])
    .filter(({ metadata }) => !notCompared.includes(metadata.name))
    .map(({ metadata: { namespace = "", name }, subjects, ...said }) => {
      const filledIn = subjects?.map((subject) => ({ apiGroup, ...subject }));
      return [`${namespace}/${name}`, { ...said, ...(filledIn && { subjects: filledIn }) }] as const;
    });
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)));
}
