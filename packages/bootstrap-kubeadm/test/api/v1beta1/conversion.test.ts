import type { KubernetesObject } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { toSeconds } from "../../../src/api/conversion/durations.ts";
import { KubeadmConfig } from "../../../src/api/kubeadm-config.ts";
import { withoutKept } from "./without-kept.ts";

const group = "bootstrap.cluster.x-k8s.io";

function object(version: string, spec: object, metadata: object = {}): KubernetesObject {
  return {
    apiVersion: `${group}/${version}`,
    kind: "KubeadmConfig",
    metadata: { name: "one", namespace: "default", ...metadata },
    spec,
  } as KubernetesObject;
}

function specOf(converted: KubernetesObject): unknown {
  return (converted as KubernetesObject & { spec?: unknown }).spec;
}

describe("from v1beta1 to v1beta2 and back", () => {
  test.each([
    [
      "flags become a list, sorted",
      { clusterConfiguration: { apiServer: { extraArgs: { v: "4", "audit-log": "" } } } },
      {
        clusterConfiguration: {
          apiServer: {
            extraArgs: [
              { name: "audit-log", value: "" },
              { name: "v", value: "4" },
            ],
          },
        },
      },
    ],
    [
      "the timeout of the control plane moves to init and join",
      { clusterConfiguration: { apiServer: { timeoutForControlPlane: "4m0s" } } },
      {
        initConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 240 } },
        joinConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 240 } },
      },
    ],
    [
      "the timeout of the discovery becomes that of the TLS bootstrap",
      { joinConfiguration: { discovery: { timeout: "5m0s" } } },
      { joinConfiguration: { timeouts: { tlsBootstrapSeconds: 300 } } },
    ],
    [
      "what two files of one path say of append stays theirs",
      {
        files: [
          { path: "/etc/motd", content: "a" },
          { path: "/etc/motd", content: "b", append: true },
        ],
      },
      {
        files: [
          { path: "/etc/motd", content: "a" },
          { path: "/etc/motd", content: "b", append: true },
        ],
      },
    ],
    [
      "a token's time to live is in seconds",
      { initConfiguration: { bootstrapTokens: [{ token: "abcdef.0123456789abcdef", ttl: "1h30m0s" }] } },
      { initConfiguration: { bootstrapTokens: [{ token: "abcdef.0123456789abcdef", ttlSeconds: 5400 }] } },
    ],
    [
      "no taints stay no taints",
      { joinConfiguration: { nodeRegistration: { taints: [], kubeletExtraArgs: { v: "2" } } } },
      { joinConfiguration: { nodeRegistration: { taints: [], kubeletExtraArgs: [{ name: "v", value: "2" }] } } },
    ],
    [
      "a diskLayout leaves no layout",
      { diskSetup: { partitions: [{ device: "/dev/b", layout: false, diskLayout: [{ percentage: 50 }] }] } },
      { diskSetup: { partitions: [{ device: "/dev/b", diskLayout: [{ percentage: 50 }] }] } },
    ],
    [
      "what says nothing is left out",
      { ntp: {}, files: [], mounts: [["/dev/b", "/b"], []], verbosity: 5, joinConfiguration: { controlPlane: {} } },
      { mounts: [["/dev/b", "/b"]], verbosity: 5, joinConfiguration: { controlPlane: {} } },
    ],
    [
      "what nothing reads is left out",
      {
        useExperimentalRetryJoin: true,
        verbosity: 1,
        clusterConfiguration: { kind: "ClusterConfiguration", clusterName: "c", networking: { podSubnet: "10.0.0.0/8" } },
      },
      { verbosity: 1 },
    ],
    ["an empty spec counts as missing", {}, undefined],
  ])("%s", (_what, old, fresh) => {
    const stored = KubeadmConfig.convert(object("v1beta1", old), "v1beta2");
    expect(specOf(stored)).toEqual(fresh);
    expect(withoutKept(KubeadmConfig.convert(stored, "v1beta1"))).toEqual(object("v1beta1", old));
  });

  test("timeouts that only v1beta2 has survive a change in v1beta1", () => {
    const timeouts = { controlPlaneComponentHealthCheckSeconds: 60, etcdAPICallSeconds: 7 };
    const stored = object("v1beta2", { initConfiguration: { timeouts } });
    const old = KubeadmConfig.convert(stored, "v1beta1");
    expect(specOf(old)).toEqual({ clusterConfiguration: { apiServer: { timeoutForControlPlane: "1m0s" } } });
    const changed = {
      ...old,
      spec: { clusterConfiguration: { apiServer: { timeoutForControlPlane: "2m" } }, verbosity: 3 },
    };
    expect(specOf(KubeadmConfig.convert(changed as KubernetesObject, "v1beta2"))).toEqual({
      verbosity: 3,
      initConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 120, etcdAPICallSeconds: 7 } },
      joinConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 120 } },
    });
  });

  test("an invalid duration is omitted in v1beta2 and restored in v1beta1", () => {
    const wrong = object("v1beta1", { joinConfiguration: { discovery: { timeout: "9999999h" } } });
    const stored = KubeadmConfig.convert(wrong, "v1beta2");
    expect(specOf(stored)).toBeUndefined();
    expect(specOf(KubeadmConfig.convert(stored, "v1beta1"))).toEqual(specOf(wrong));
  });
});

describe("a duration in whole seconds", () => {
  test.each([
    ["0", 0],
    ["1.5h", 5400],
    [".5m", 30],
    ["59.999999999s", 59],
    ["0.1s0.9s", 1],
    ["1h0.000000001s", 3600],
    ["250ms", 0],
    ["3000000000ns", 3],
    ["2000000µs", 2],
    ["-5m", undefined],
    ["-0.5s", 0],
    ["2562047h", 2_147_483_647],
  ])("%s", (text, seconds) => {
    expect(toSeconds(text)).toBe(seconds);
  });

  test.each(["", "5", "9999999h", "1d", "s", "1h ", "1.h.m", "h1"])("%j is invalid", (text) => {
    expect(toSeconds(text)).toBeUndefined();
  });
});
