import {
  type BootDecision,
  decideBoot,
  type BootingMachine,
  type ObservedCluster,
  type ObservedControlPlane,
  parseBootstrapData,
} from "@capstan/infrastructure-mock";
import { CertificateAuthority } from "@capstan/kube/x509";
import { dump } from "js-yaml";
import { beforeAll, describe, expect, test } from "vitest";
import { cloudConfig, initData, joinData, token, tokenText } from "../bootstrap-data.ts";
import { caCertHash, type ClusterCertificates, clusterCertificates } from "../certificates.ts";

const endpoint = "127.0.0.1:34567";
const now = Date.UTC(2026, 10, 21);
const sentinel = "echo success > /run/cluster-api/bootstrap-success.complete";

let certificates: ClusterCertificates;
let otherCertificates: ClusterCertificates;

beforeAll(async () => {
  [certificates, otherCertificates] = await Promise.all([clusterCertificates(), clusterCertificates()]);
});

function decide(
  data: string | undefined,
  cluster: Partial<ObservedCluster> = {},
  machine: Partial<BootingMachine> = {},
) {
  const hostname = machine.hostname ?? "machine-0";
  const metadata = { instanceID: "i-1", localHostname: hostname };
  const image = data === undefined ? undefined : parseBootstrapData(data, metadata);
  return decideBoot(
    image,
    { hostname, kubernetesVersion: "v1.36.0", ...machine },
    { endpoint: { host: "127.0.0.1", port: 34567 }, now, ...cluster },
  );
}

/** A control plane that a machine with `certificates` has initialized. */
function initialized(changes: Partial<ObservedControlPlane> = {}): { controlPlane: ObservedControlPlane } {
  const decision = decide(initData({ endpoint, certificates }));
  if (decision.outcome !== "initializes") throw new Error(JSON.stringify(decision));
  return {
    controlPlane: {
      certificateAuthority: certificates.ca.certificate,
      publicKeys: decision.certificates.publicKeys,
      certificatesDirectory: "/etc/kubernetes/pki",
      hasClusterConfiguration: true,
      bootstrapTokens: [
        {
          ...token,
          authentication: true,
          signing: true,
          extraGroups: ["system:bootstrappers:kubeadm:default-node-token"],
        },
      ],
      nodeNames: new Set(),
      ...changes,
    },
  };
}

function reasonOf(decision: BootDecision): string {
  return "reason" in decision ? decision.reason : decision.outcome;
}

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

  test("reads kubeadm v1beta3, with flags as a map", () => {
    const init = { nodeRegistration: { kubeletExtraArgs: { "node-labels": "a=b" } } };
    const data = initData({ endpoint, certificates, init, apiVersion: "kubeadm.k8s.io/v1beta3" });
    expect(decide(data)).toMatchObject({ outcome: "initializes", node: { labels: { a: "b" } } });
  });

  test("needs no etcd certificates with an external etcd", () => {
    const files = { "etcd/ca.crt": undefined, "etcd/ca.key": undefined };
    const cluster = { etcd: { external: { endpoints: ["https://etcd:2379"] } } };
    expect(decide(initData({ endpoint, certificates, files, cluster })).outcome).toBe("initializes");
  });

  test("finds its certificates where certificatesDir says", () => {
    const data = initData({ endpoint, certificates, cluster: { certificatesDir: "/pki/" } });
    expect(decide(data.replaceAll("/etc/kubernetes/pki/", "/pki/")).outcome).toBe("initializes");
    expect(reasonOf(decide(data))).toBe("CertificatesMissing");
  });

  test("never joins a cluster that is initialized already", () => {
    expect(reasonOf(decide(initData({ endpoint, certificates }), initialized()))).toBe("ClusterAlreadyInitialized");
  });

  test("never joins behind another endpoint than the cluster's", () => {
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
    "never joins with a %s of other keys",
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

  test("never joins with certificates that have expired", () => {
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
  test("becomes a Node named as its Machine, with labels and taints as registered", () => {
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

  test("joins without a hash if it says that it skips verification", () => {
    const bootstrapToken = { caCertHashes: [], unsafeSkipCAVerification: true };
    expect(decide(joinData({ endpoint, certificates, bootstrapToken }), initialized()).outcome).toBe("joinsAsWorker");
  });

  test("joins with one right hash among others", () => {
    const hashes = [caCertHash(otherCertificates.ca.certificate), caCertHash(certificates.ca.certificate)];
    const data = joinData({ endpoint, certificates, bootstrapToken: { caCertHashes: hashes } });
    expect(decide(data, initialized()).outcome).toBe("joinsAsWorker");
  });

  test.each([
    ["no hash at all", { caCertHashes: [] }, "DiscoveryInvalid"],
    ["a malformed token", { token: "hunter2" }, "DiscoveryInvalid"],
    ["another endpoint", { apiServerEndpoint: "10.0.0.1:6443" }, "ControlPlaneEndpointMismatch"],
    ["a token as its endpoint", { apiServerEndpoint: tokenText }, "ControlPlaneEndpointMismatch"],
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

  test("uses the TLS bootstrap token where there is one", () => {
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

  test("never joins with a name that nothing rendered", () => {
    const data = joinData({ endpoint, certificates }).replace("## template: jinja\n", "");
    expect(reasonOf(decide(data, initialized()))).toBe("NodeNameInvalid");
  });

  test("never joins with labels that a kubelet may not set", () => {
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
      "Different from the certificates of the cluster: ca.crt, front-proxy-ca.crt, sa.key, etcd/ca.crt",
    );
  });

  test("never joins without certificates", () => {
    const data = joinData({ endpoint, certificates, join: { controlPlane: {} } });
    expect(reasonOf(decide(data, initialized()))).toBe("CertificatesMissing");
  });
});

describe("discovery by file", () => {
  function data(kubeconfig: unknown, extra: object = {}): string {
    const path = "/run/kubeadm/discovery.conf";
    const content = typeof kubeconfig === "string" ? kubeconfig : dump(kubeconfig);
    const files = kubeconfig === undefined ? [] : [{ path, content }];
    return joinData({
      endpoint,
      certificates,
      files,
      join: { discovery: { file: { kubeConfigPath: path }, ...extra } },
    });
  }
  function kubeconfig(authority: string, server = `https://${endpoint}`, user: object = { token: tokenText }): object {
    const cluster = { server, "certificate-authority-data": Buffer.from(authority).toString("base64") };
    return { clusters: [{ name: "", cluster }], users: [{ name: "u", user }] };
  }

  test("joins with the cluster's authority, endpoint and a token", () => {
    expect(decide(data(kubeconfig(certificates.ca.certificate)), initialized()).outcome).toBe("joinsAsWorker");
  });

  test("joins with a client certificate of the cluster's authority, and of no other", async () => {
    for (const [{ ca }, outcome] of [
      [certificates, "joinsAsWorker"],
      [otherCertificates, "neverJoins"],
    ] as const) {
      const { certificate } = await CertificateAuthority.load(ca, Date).issueClient("kubelet");
      const user = { "client-certificate-data": Buffer.from(certificate).toString("base64") };
      const file = kubeconfig(certificates.ca.certificate, undefined, user);
      expect(decide(data(file), initialized()).outcome).toBe(outcome);
    }
  });

  test.each([
    ["no file", () => undefined, "DiscoveryInvalid"],
    ["a file that is not YAML", () => "{hunter2", "DiscoveryInvalid"],
    ["a file without a cluster", () => ({}), "DiscoveryInvalid"],
    ["another authority", () => kubeconfig(otherCertificates.ca.certificate), "CACertHashMismatch"],
    ["no authority", () => kubeconfig("hunter2"), "DiscoveryInvalid"],
    [
      "another server",
      () => kubeconfig(certificates.ca.certificate, "https://10.0.0.1:6443"),
      "ControlPlaneEndpointMismatch",
    ],
    ["no credentials", () => kubeconfig(certificates.ca.certificate, undefined, {}), "DiscoveryInvalid"],
  ])("never joins with %s", (_, file, reason) => {
    expect(decide(data(file()), initialized())).toMatchObject({ outcome: "neverJoins", reason });
  });
});

describe("the commands", () => {
  const file = "/run/kubeadm/kubeadm-join-config.yaml";
  test.each([
    `/usr/bin/kubeadm join --config=${file} --v 5 && ${sentinel}`,
    `sudo kubeadm join --config '${file}' --ignore-preflight-errors=all; ${sentinel}`,
    `F=${file}; kubeadm join --config "$F" && touch /run/cluster-api/bootstrap-success.complete`,
    `bash -c 'kubeadm join --config ${file}' && ${sentinel}`,
    `set -e\nkubeadm join --config ${file} ||  exit 1\n${sentinel}`,
    `(kubeadm join --config ${file} && ${sentinel}) || (kubeadm reset -f; exit 1)`,
    `kubeadm join \\\n  --config ${file} 2>&1 | tee /var/log/kubeadm.log && echo success | tee /run/cluster-api/bootstrap-success.complete`,
    `if [ -f /x ]; then reboot; fi; kubeadm join --config ${file} && ${sentinel}`,
    `echo '#!/bin/sh' > /a.sh; echo 'kubeadm join --config ${file}' >> /a.sh; sh /a.sh && ${sentinel}`,
    `kubeadm config images pull; kubeadm join --config ${file} && ${sentinel}`,
  ])("%j joins", (command) => {
    expect(decide(joinData({ endpoint, certificates, command }), initialized())).toMatchObject({
      outcome: "joinsAsWorker",
    });
  });

  test.each([
    [`kubeadm join --config ${file}`, "SentinelFileNotWritten"],
    [`${sentinel}; kubeadm join --config ${file}`, "SentinelFileNotWritten"],
    [`kubeadm join --config ${file} || ${sentinel}`, "SentinelFileNotWritten"],
    [`echo "kubeadm join --config ${file}" && ${sentinel}`, "KubeadmNotCalled"],
    [`# kubeadm join --config ${file}\n${sentinel}`, "KubeadmNotCalled"],
    [`exit 0; kubeadm join --config ${file} && ${sentinel}`, "KubeadmNotCalled"],
    [`false && kubeadm join --config ${file} && ${sentinel}`, "KubeadmNotCalled"],
    [`kubeadm join phase preflight --config ${file} && ${sentinel}`, "KubeadmNotCalled"],
    [`until kubeadm join --config ${file}; do sleep 1; done; ${sentinel}`, "KubeadmNotFollowed"],
    [`kubeadm join --config /nowhere && ${sentinel}`, "KubeadmConfigNotFound"],
    [`envsubst < ${file} > /b; kubeadm join --config /b && ${sentinel}`, "KubeadmConfigNotFound"],
    [`kubeadm join --config ${file} --token ${tokenText} && ${sentinel}`, "KubeadmArgumentsInvalid"],
    [`kubeadm join --config ${file} --dry-run && ${sentinel}`, "KubeadmArgumentsInvalid"],
    [`kubeadm init --config ${file} && ${sentinel}`, "KubeadmConfigInvalid"],
  ])("%j does not: %s", (command, reason) => {
    const decision = decide(joinData({ endpoint, certificates, command }), initialized());
    expect(decision).toMatchObject({ outcome: "neverJoins", reason });
    expect(JSON.stringify(decision)).not.toContain(token.secret);
  });

  test("given as lists are programs and arguments", () => {
    const image = cloudConfig([], [["kubeadm", "join", "--config", "/a b"]]);
    expect(decide(image, initialized())).toMatchObject({ reason: "KubeadmConfigNotFound" });
  });
});

describe("the kubeadm file", () => {
  test.each([
    ["kubeadm.k8s.io/v1beta2", {}, "KubeadmConfigInvalid"],
    ["kubeadm.k8s.io/v1beta4", { nodeRegistration: { kubeletExtraArgs: { a: "b" } } }, "KubeadmConfigInvalid"],
    [
      "kubeadm.k8s.io/v1beta3",
      { nodeRegistration: { kubeletExtraArgs: [{ name: "a", value: "b" }] } },
      "KubeadmConfigInvalid",
    ],
    ["kubeadm.k8s.io/v1beta4", { nodeRegistration: { name: 7 } }, "KubeadmConfigInvalid"],
    ["kubeadm.k8s.io/v1beta4", { discovery: {} }, "DiscoveryInvalid"],
  ])("of %s with %j: %s", (apiVersion, join, reason) => {
    expect(reasonOf(decide(joinData({ endpoint, certificates, apiVersion, join }), initialized()))).toBe(reason);
  });

  test("of v1beta4 is not read by a kubeadm before v1.31", () => {
    const data = joinData({ endpoint, certificates });
    expect(reasonOf(decide(data, initialized(), { kubernetesVersion: "v1.30.4" }))).toBe(
      "KubernetesVersionUnsupported",
    );
    expect(decide(data, initialized(), { kubernetesVersion: "v1.31.0" }).outcome).toBe("joinsAsWorker");
  });

  test("that is not YAML says so without its content", () => {
    const data = joinData({
      endpoint,
      certificates,
      command: `echo '{hunter2' > /a; kubeadm join --config /a && ${sentinel}`,
    });
    const decision = decide(data, initialized());
    expect(reasonOf(decision)).toBe("KubeadmConfigInvalid");
    expect(JSON.stringify(decision)).not.toContain("hunter2");
  });
});

describe("data of the user's own", () => {
  const flags = () => `--token ${tokenText} --discovery-token-ca-cert-hash ${caCertHash(certificates.ca.certificate)}`;

  test("a script that calls kubeadm join with flags joins", () => {
    const data = `#!/bin/bash\nset -euo pipefail\nswapoff -a\nkubeadm join ${flags()} ${endpoint}\nmkdir -p /run/cluster-api\n${sentinel}\n`;
    expect(decide(data, initialized())).toMatchObject({ outcome: "joinsAsWorker", node: { name: "machine-0" } });
  });

  test("a script that writes the file first joins", () => {
    const config = dump({
      apiVersion: "kubeadm.k8s.io/v1beta4",
      kind: "JoinConfiguration",
      discovery: { bootstrapToken: { token: tokenText, apiServerEndpoint: endpoint, unsafeSkipCAVerification: true } },
      nodeRegistration: { name: "$NAME" },
    });
    const data = `#!/bin/sh\nNAME=mine\ncat > /tmp/k.yaml <<EOF\n${config}EOF\nkubeadm join --config /tmp/k.yaml && ${sentinel}\n`;
    expect(decide(data, initialized())).toMatchObject({ outcome: "joinsAsWorker", node: { name: "mine" } });
  });

  test.each([
    [
      "with flags of a control plane",
      () => `kubeadm join --control-plane ${flags()} ${endpoint}`,
      "CertificatesMissing",
    ],
    ["with another endpoint", () => `kubeadm join ${flags()} 10.0.0.1`, "ControlPlaneEndpointMismatch"],
    ["with nothing to discover by", () => `kubeadm join ${endpoint}`, "DiscoveryInvalid"],
    [
      "that initializes without certificates",
      () => `kubeadm init --control-plane-endpoint ${endpoint}`,
      "ClusterAlreadyInitialized",
    ],
    ["that does something else", () => "apt-get install -y kubeadm", "KubeadmNotCalled"],
  ])("a script %s never joins", (_, command, reason) => {
    expect(reasonOf(decide(`#!/bin/sh\n${command()} && ${sentinel}`, initialized()))).toBe(reason);
  });

  test("a script that is not a shell script never joins", () => {
    expect(reasonOf(decide("#!/usr/bin/env python3\nprint('kubeadm')", initialized()))).toBe("KubeadmNotCalled");
    expect(reasonOf(decide("#!/usr/bin/env python3\nrun( kubeadm )", initialized()))).toBe("KubeadmNotFollowed");
  });

  test("no data at all boots a machine that never joins", () => {
    expect(decide(undefined, initialized())).toMatchObject({ outcome: "neverJoins", reason: "NoBootstrapData" });
  });
});
