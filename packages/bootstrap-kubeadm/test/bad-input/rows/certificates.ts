import { type BadConfig, withCertificate, withSecret } from "../scene/bad-config.ts";

const external = {
  clusterConfiguration: {
    etcd: { external: { endpoints: ["https://e:2379"], caFile: "/ca", certFile: "/cert", keyFile: "/key" } },
  },
};

function certificate(
  title: string,
  name: string,
  parts: Omit<BadConfig, "title" | "reason" | "says">,
  ...says: string[]
): BadConfig {
  return {
    title,
    reason: "WaitingForCertificates",
    says: [`/${name} `, ...says],
    repair: withCertificate(name),
    ...parts,
  };
}

const purposes = ["ca", "etcd", "proxy", "sa"];

/** Certificates of a Cluster that are missing or invalid. */
export const certificates: readonly BadConfig[] = [
  {
    ...certificate("a worker without the cluster CA", "c-ca", { secrets: { "c-ca": "none" } }, "is missing; create it"),
  },
  certificate(
    "a worker with a CA without certificate",
    "c-ca",
    { secrets: { "c-ca": { "tls.key": "x" } } },
    "has no tls.crt; add",
  ),
  {
    ...certificate("a worker with a CA that is not PEM", "c-ca", { secrets: { "c-ca": { "tls.crt": "x" } } }),
    says: ["/c-ca: tls.crt is not a PEM certificate; replace it"],
  },
  {
    ...certificate("a worker with a key for a certificate", "c-ca", {
      secrets: { "c-ca": { "tls.crt": "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n" } },
    }),
    says: ["/c-ca: tls.crt is not a PEM certificate; replace it"],
  },
  ...purposes.map((purpose) =>
    certificate(
      `a joining control-plane machine without ${purpose}`,
      `c-${purpose}`,
      { role: "control-plane", secrets: { [`c-${purpose}`]: "none" } },
      "is missing",
    ),
  ),
  ...purposes.map((purpose) =>
    certificate(
      `a joining control-plane machine without the key of ${purpose}`,
      `c-${purpose}`,
      { role: "control-plane", secrets: { [`c-${purpose}`]: { "tls.crt": "x" } } },
      "has no tls.key, which control-plane machines need; add the PEM private key",
    ),
  ),
  ...purposes.map((purpose) =>
    certificate(
      `initializing with ${purpose} without certificate`,
      `c-${purpose}`,
      { role: "init", secrets: { [`c-${purpose}`]: { "tls.key": "x" } } },
      "has no tls.crt; add the PEM certificate under that key",
    ),
  ),
  certificate(
    "initializing without the key of service accounts",
    "c-sa",
    { role: "init", secrets: { "c-sa": { "tls.crt": "x" } } },
    "has no tls.key",
  ),
  ...(["init", "control-plane"] as const).flatMap((role) => [
    certificate(
      `external etcd without its CA, ${role}`,
      "c-etcd",
      {
        role,
        spec: external,
        secrets: { "c-etcd": "none", "c-apiserver-etcd-client": { "tls.crt": "x", "tls.key": "y" } },
      },
      "is missing; create it with the certificate for the external etcd",
    ),
    certificate(
      `external etcd without a client certificate, ${role}`,
      "c-apiserver-etcd-client",
      { role, spec: external },
      "is missing; create it with the certificate for the external etcd",
    ),
    certificate(
      `external etcd without the client's key, ${role}`,
      "c-apiserver-etcd-client",
      { role, spec: external, secrets: { "c-apiserver-etcd-client": { "tls.crt": "x" } } },
      "has no tls.key",
    ),
  ]),
];

function kubeconfig(title: string, value: string): BadConfig {
  return {
    title: `a kubeconfig Secret with ${title}`,
    secrets: { "c-kubeconfig": { value } },
    reason: "WaitingForWorkloadCluster",
    says: ["Secret c-kubeconfig holds no usable kubeconfig under the key value; replace it"],
    repair: async (scene, namespace) => {
      await withSecret("c-kubeconfig", { value: scene.kubeconfig })(scene, namespace);
    },
  };
}

/** The kubeconfig of the workload cluster is invalid. */
export const kubeconfigs: readonly BadConfig[] = [
  kubeconfig("prose", "ask Bob for it"),
  kubeconfig("broken YAML", "clusters: ["),
  kubeconfig(
    "a context of no cluster",
    "apiVersion: v1\nkind: Config\ncontexts: []\nclusters: []\ncurrent-context: x\n",
  ),
];
