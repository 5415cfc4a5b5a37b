import { CertificateAuthority } from "@capstan/kube/x509";
import { dump } from "js-yaml";
import { describe, expect, test } from "vitest";
import { cloudConfig, joinData, token, tokenText } from "../bootstrap-data.ts";
import { caCertHash } from "../certificates.ts";
import { certificates, decide, endpoint, initialized, otherCertificates, reasonOf, sentinel } from "./boot-decision.ts";

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

  test("joins only with a client certificate of the cluster's authority", async () => {
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
  ])("%j does not join: %s", (command, reason) => {
    const decision = decide(joinData({ endpoint, certificates, command }), initialized());
    expect(decision).toMatchObject({ outcome: "neverJoins", reason });
    expect(JSON.stringify(decision)).not.toContain(token.secret);
  });

  test("as lists are programs and arguments", () => {
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

  test("of v1beta4 is rejected by a kubeadm before v1.31", () => {
    const data = joinData({ endpoint, certificates });
    expect(reasonOf(decide(data, initialized(), { kubernetesVersion: "v1.30.4" }))).toBe(
      "KubernetesVersionUnsupported",
    );
    expect(decide(data, initialized(), { kubernetesVersion: "v1.31.0" }).outcome).toBe("joinsAsWorker");
  });

  test("with invalid YAML is reported without its content", () => {
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

describe("user data", () => {
  const flags = () => `--token ${tokenText} --discovery-token-ca-cert-hash ${caCertHash(certificates.ca.certificate)}`;

  test("with a script that calls kubeadm join with flags joins", () => {
    const data = `#!/bin/bash\nset -euo pipefail\nswapoff -a\nkubeadm join ${flags()} ${endpoint}\nmkdir -p /run/cluster-api\n${sentinel}\n`;
    expect(decide(data, initialized())).toMatchObject({ outcome: "joinsAsWorker", node: { name: "machine-0" } });
  });

  test("with a script that writes the file first joins", () => {
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
    ["with another endpoint", () => `kubeadm join ${flags()} 10.0.0.1:6443`, "ControlPlaneEndpointMismatch"],
    ["with nothing to discover by", () => `kubeadm join ${endpoint}`, "DiscoveryInvalid"],
    [
      "that initializes without certificates",
      () => `kubeadm init --control-plane-endpoint ${endpoint}`,
      "ClusterAlreadyInitialized",
    ],
    ["that does something else", () => "apt-get install -y kubeadm", "KubeadmNotCalled"],
  ])("with a script %s never joins", (_, command, reason) => {
    expect(reasonOf(decide(`#!/bin/sh\n${command()} && ${sentinel}`, initialized()))).toBe(reason);
  });

  test("with a script that is not a shell script never joins", () => {
    expect(reasonOf(decide("#!/usr/bin/env python3\nprint('kubeadm')", initialized()))).toBe("KubeadmNotCalled");
    expect(reasonOf(decide("#!/usr/bin/env python3\nrun( kubeadm )", initialized()))).toBe("KubeadmNotFollowed");
  });

  test("that is missing boots a machine that never joins", () => {
    expect(decide(undefined, initialized())).toMatchObject({ outcome: "neverJoins", reason: "NoBootstrapData" });
  });
});
