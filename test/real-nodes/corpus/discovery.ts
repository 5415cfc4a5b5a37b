import type { Discovery, KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import type { CorpusCase, Facts } from "./corpus-case.ts";

type BootstrapToken = NonNullable<Discovery["bootstrapToken"]>;

function found(discovery: Discovery): KubeadmConfigSpec {
  return { joinConfiguration: { discovery } };
}

const withToken =
  (bootstrapToken: BootstrapToken | ((facts: Facts) => BootstrapToken)) =>
  (facts: Facts): KubeadmConfigSpec =>
    found({ bootstrapToken: typeof bootstrapToken === "function" ? bootstrapToken(facts) : bootstrapToken });

const otherHash = `sha256:${"0".repeat(64)}`;
const path = "/etc/corpus/discovery.conf";

function kubeconfig({ endpoint, certificateAuthority, tokens }: Facts, changes: { token?: string; server?: string }) {
  const data = Buffer.from(certificateAuthority).toString("base64");
  const { token = tokens.usable, server = `https://${endpoint}` } = changes;
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server, "certificate-authority-data": data } }],
    users: [{ name: "u", user: { token } }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
}

export const discovery: readonly CorpusCase[] = [
  { name: "the discovery of the provider", spec: {}, expected: "joins" },
  {
    name: "a token that the cluster does not have",
    spec: withToken({ token: "aaaaaa.0123456789abcdef" }),
    expected: "TokenNotFound",
  },
  {
    name: "a token that is not one",
    spec: withToken({ token: "not-a-token" }),
    expected: "DiscoveryInvalid",
  },
  {
    name: "a token whose second half is wrong",
    spec: withToken(({ tokens }) => ({ token: `${tokens.usable.slice(0, 6)}.aaaaaaaaaaaaaaaa` })),
    expected: "TokenSecretMismatch",
  },
  {
    name: "a token that has expired",
    spec: withToken(({ tokens }) => ({ token: tokens.expired })),
    expected: "TokenExpired",
  },
  {
    name: "a token that may not authenticate",
    spec: withToken(({ tokens }) => ({ token: tokens.signingOnly })),
    expected: "TokenNotUsable",
  },
  {
    name: "a token that does not sign",
    spec: withToken(({ tokens }) => ({ token: tokens.authenticationOnly })),
    expected: "TokenNotUsable",
  },
  {
    name: "a token without the group of nodes",
    spec: withToken(({ tokens }) => ({ token: tokens.withoutGroup })),
    expected: "TokenNotUsable",
  },
  {
    name: "a wrong token for the TLS bootstrap",
    spec: found({ tlsBootstrapToken: "aaaaaa.0123456789abcdef" }),
    expected: "TokenNotFound",
  },
  { name: "the hash of another CA", spec: withToken({ caCertHashes: [otherHash] }), expected: "CACertHashMismatch" },
  {
    name: "hashes of two CAs, one of them the cluster's",
    spec: withToken(({ caCertHashes }) => ({ caCertHashes: [otherHash, ...caCertHashes] })),
    expected: "joins",
  },
  {
    name: "a hash in capitals",
    spec: withToken(({ caCertHashes }) => ({
      caCertHashes: caCertHashes.map((hash) => `sha256:${hash.slice(7).toUpperCase()}`),
    })),
    expected: "joins",
  },
  { name: "a hash that is not one", spec: withToken({ caCertHashes: ["md5:0"] }), expected: "DiscoveryInvalid" },
  {
    name: "a hash that is too short",
    spec: withToken({ caCertHashes: ["sha256:00ff"] }),
    expected: "DiscoveryInvalid",
  },
  {
    name: "another endpoint, where nothing listens",
    spec: withToken(({ endpoint }) => ({ apiServerEndpoint: endpoint.replace(/:\d+$/, ":7443") })),
    expected: "ControlPlaneEndpointMismatch",
  },
  {
    name: "an endpoint without a port",
    spec: withToken(({ endpoint }) => ({ apiServerEndpoint: endpoint.replace(/:\d+$/, "") })),
    expected: "DiscoveryInvalid",
  },
  {
    name: "a discovery file with a token",
    spec: (facts) => ({
      ...found({ file: { kubeConfigPath: path } }),
      files: [{ path, content: kubeconfig(facts, {}) }],
    }),
    expected: "joins",
  },
  {
    name: "a discovery file with a wrong token",
    spec: (facts) => ({
      ...found({ file: { kubeConfigPath: path } }),
      files: [{ path, content: kubeconfig(facts, { token: "aaaaaa.0123456789abcdef" }) }],
    }),
    expected: "TokenNotFound",
  },
  {
    name: "a discovery file that does not exist",
    spec: found({ file: { kubeConfigPath: path } }),
    expected: "DiscoveryInvalid",
  },
  {
    name: "a discovery file that is not a kubeconfig",
    spec: { ...found({ file: { kubeConfigPath: path } }), files: [{ path, content: "hello: [\n" }] },
    expected: "DiscoveryInvalid",
  },
];
