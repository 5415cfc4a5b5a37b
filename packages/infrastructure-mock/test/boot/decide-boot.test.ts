import { describe, expect, test } from "vitest";
import { initData, joinData, token, tokenText } from "../bootstrap-data.ts";
import { caCertHash } from "../certificates.ts";
import { certificates, decide, endpoint, initialized, now, otherCertificates, reasonOf } from "./boot-decision.ts";

describe("a machine that initializes", () => {
  test("becomes a control-plane Node with kubeadm's taint", () => {
    expect(decide(initData({ endpoint, certificates }))).toMatchObject({
      outcome: "initializes",
      node: {
        name: "machine-0",
        role: "control-plane",
        taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
      },
      intent: { kubernetesVersion: "v1.36.0" },
      certificates: { certificateAuthority: { certificate: certificates.ca.certificate } },
    });
  });

  test("reads kubeadm v1beta3 with flags as a map", () => {
    const init = { nodeRegistration: { kubeletExtraArgs: { "node-labels": "a=b" } } };
    const data = initData({ endpoint, certificates, init, apiVersion: "kubeadm.k8s.io/v1beta3" });
    expect(decide(data)).toMatchObject({ outcome: "initializes", node: { labels: { a: "b" } } });
  });

  test("needs no etcd certificates with an external etcd", () => {
    const files = { "etcd/ca.crt": undefined, "etcd/ca.key": undefined };
    const cluster = { etcd: { external: { endpoints: ["https://etcd:2379"] } } };
    expect(decide(initData({ endpoint, certificates, files, cluster })).outcome).toBe("initializes");
  });

  test("finds its certificates in certificatesDir", () => {
    const data = initData({ endpoint, certificates, cluster: { certificatesDir: "/pki/" } });
    expect(decide(data.replaceAll("/etc/kubernetes/pki/", "/pki/")).outcome).toBe("initializes");
    expect(reasonOf(decide(data))).toBe("CertificatesMissing");
  });

  test("never joins an initialized cluster", () => {
    expect(reasonOf(decide(initData({ endpoint, certificates }), initialized()))).toBe("ClusterAlreadyInitialized");
  });

  test("never joins behind an endpoint other than the cluster's", () => {
    expect(reasonOf(decide(initData({ endpoint: "127.0.0.1:1", certificates })))).toBe("ControlPlaneEndpointMismatch");
    const cluster = { controlPlaneEndpoint: undefined };
    expect(reasonOf(decide(initData({ endpoint, certificates, cluster })))).toBe("ControlPlaneEndpointMismatch");
  });

  test.each([
    ["ca.crt", "CertificatesMissing"],
    ["ca.key", "CertificatesMissing"],
    ["etcd/ca.key", "CertificatesMissing"],
    ["front-proxy-ca.crt", "CertificatesMissing"],
    ["sa.pub", "CertificatesMissing"],
  ])("never joins without %s", (name, reason) => {
    const decision = decide(initData({ endpoint, certificates, files: { [name]: undefined } }));
    expect(decision).toMatchObject({ outcome: "neverJoins", reason });
    expect(decision).toHaveProperty("message", expect.stringContaining(`/etc/kubernetes/pki/${name}`));
  });

  test.each(["ca.key", "etcd/ca.crt", "front-proxy-ca.key", "sa.key"])(
    "never joins with a %s of different keys",
    (name) => {
      const files = {
        "ca.key": otherCertificates.ca.privateKey,
        "etcd/ca.crt": otherCertificates.etcd.certificate,
        "front-proxy-ca.key": otherCertificates.frontProxy.privateKey,
        "sa.key": otherCertificates.serviceAccount.privateKey,
      };
      const file = Object.fromEntries(Object.entries(files).filter(([key]) => key === name));
      expect(reasonOf(decide(initData({ endpoint, certificates, files: file })))).toBe("CertificatesInvalid");
    },
  );

  test("never joins with expired certificates", () => {
    const later = now + 11 * 366 * 86_400_000;
    expect(reasonOf(decide(initData({ endpoint, certificates }), { now: later }))).toBe("CertificatesInvalid");
  });

  test("never joins with invalid certificates, and does not quote them", () => {
    const decision = decide(initData({ endpoint, certificates, files: { "ca.key": "hunter2" } }));
    expect(reasonOf(decision)).toBe("CertificatesInvalid");
    expect(JSON.stringify(decision)).not.toContain("hunter2");
  });
});

describe("a worker that joins", () => {
  test("becomes a Node with the name of its Machine, and its registered labels and taints", () => {
    const join = {
      nodeRegistration: {
        name: "{{ ds.meta_data.local_hostname }}",
        taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }],
        kubeletExtraArgs: [{ name: "node-labels", value: "pool=a,node.kubernetes.io/size=big" }],
      },
    };
    expect(decide(joinData({ endpoint, certificates, join }), initialized())).toEqual({
      outcome: "joinsAsWorker",
      node: {
        name: "machine-0",
        role: "worker",
        labels: { pool: "a", "node.kubernetes.io/size": "big" },
        taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }],
      },
    });
  });

  test("waits for the control plane", () => {
    expect(decide(joinData({ endpoint, certificates }))).toMatchObject({
      outcome: "waits",
      reason: "ControlPlaneNotInitialized",
    });
  });

  test("joins without a hash if it skips verification", () => {
    const bootstrapToken = { caCertHashes: [], unsafeSkipCAVerification: true };
    expect(decide(joinData({ endpoint, certificates, bootstrapToken }), initialized()).outcome).toBe("joinsAsWorker");
  });

  test("joins if one of several hashes is correct", () => {
    const hashes = [caCertHash(otherCertificates.ca.certificate), caCertHash(certificates.ca.certificate)];
    const data = joinData({ endpoint, certificates, bootstrapToken: { caCertHashes: hashes } });
    expect(decide(data, initialized()).outcome).toBe("joinsAsWorker");
  });

  test.each([
    ["no hash at all", { caCertHashes: [] }, "DiscoveryInvalid"],
    ["a malformed token", { token: "hunter2" }, "DiscoveryInvalid"],
    ["another endpoint", { apiServerEndpoint: "10.0.0.1:6443" }, "ControlPlaneEndpointMismatch"],
    ["a token as its endpoint", { apiServerEndpoint: tokenText }, "DiscoveryInvalid"],
    ["a token that does not exist", { token: "zzzzzz.0123456789abcdef" }, "TokenNotFound"],
    ["the wrong half of a token", { token: "abcdef.ffffffffffffffff" }, "TokenSecretMismatch"],
  ])("never joins with %s", (_, bootstrapToken, reason) => {
    const decision = decide(joinData({ endpoint, certificates, bootstrapToken }), initialized());
    expect(decision).toMatchObject({ outcome: "neverJoins", reason });
    expect(JSON.stringify(decision)).not.toMatch(/hunter2|0123456789abcdef|ffffffffffffffff/);
  });

  test("never joins with the hash of another certificate authority", () => {
    const decision = decide(joinData({ endpoint, certificates: otherCertificates }), initialized());
    expect(reasonOf(decision)).toBe("CACertHashMismatch");
  });

  test.each([
    ["expired", { expiresAt: now - 1 }, "TokenExpired"],
    ["not for signing", { signing: false }, "TokenNotUsable"],
    ["not for authentication", { authentication: false }, "TokenNotUsable"],
    ["not of the group of nodes", { extraGroups: [] }, "TokenNotUsable"],
  ])("never joins with a token that is %s", (_, change, reason) => {
    const { controlPlane } = initialized();
    const bootstrapTokens = controlPlane.bootstrapTokens.map((known) => ({ ...known, ...change }));
    const decision = decide(joinData({ endpoint, certificates }), initialized({ bootstrapTokens }));
    expect(decision).toMatchObject({ outcome: "neverJoins", reason });
    expect(JSON.stringify(decision)).not.toContain(token.secret);
  });

  test("uses the TLS bootstrap token if there is one", () => {
    const join = {
      discovery: {
        bootstrapToken: { token: tokenText, apiServerEndpoint: endpoint, unsafeSkipCAVerification: true },
        tlsBootstrapToken: "zzzzzz.0123456789abcdef",
      },
    };
    expect(reasonOf(decide(joinData({ endpoint, certificates, join }), initialized()))).toBe("TokenNotFound");
  });

  test.each([
    ["Not_A_Name", "NodeNameInvalid"],
    ["taken", "NodeNameTaken"],
  ])("never joins as %s", (name, reason) => {
    const data = joinData({ endpoint, certificates, join: { nodeRegistration: { name } } });
    expect(reasonOf(decide(data, initialized({ nodeNames: new Set(["taken"]) })))).toBe(reason);
  });

  test("never joins with an unrendered name", () => {
    const data = joinData({ endpoint, certificates }).replace("## template: jinja\n", "");
    expect(reasonOf(decide(data, initialized()))).toBe("NodeNameInvalid");
  });

  test("never joins with labels that a kubelet must not set", () => {
    const kubeletExtraArgs = [{ name: "node-labels", value: "node-role.kubernetes.io/worker=" }];
    const data = joinData({ endpoint, certificates, join: { nodeRegistration: { kubeletExtraArgs } } });
    expect(reasonOf(decide(data, initialized()))).toBe("NodeLabelsForbidden");
  });
});

describe("a control-plane machine that joins", () => {
  test("becomes a control-plane Node", () => {
    const data = joinData({ endpoint, certificates, controlPlane: certificates });
    expect(decide(data, initialized())).toMatchObject({
      outcome: "joinsAsControlPlane",
      node: { role: "control-plane" },
    });
  });

  test("never joins with the certificates of another cluster", () => {
    const data = joinData({ endpoint, certificates, controlPlane: otherCertificates });
    const decision = decide(data, initialized());
    expect(reasonOf(decision)).toBe("CertificatesMismatch");
    expect(decision).toHaveProperty(
      "message",
      "These certificates differ from those of the cluster: ca.crt, front-proxy-ca.crt, sa.key, etcd/ca.crt",
    );
  });

  test("never joins without certificates", () => {
    const data = joinData({ endpoint, certificates, join: { controlPlane: {} } });
    expect(reasonOf(decide(data, initialized()))).toBe("CertificatesMissing");
  });
});
