import { describe, expect, test } from "vitest";
import { type BootstrapFacts, decideBootstrap } from "../../src/reconcilers/kubeadm-config/decision.ts";
import { completeDiscovery, discoveryNeeds, formatEndpoint } from "../../src/reconcilers/kubeadm-config/discovery.ts";

const worker: BootstrapFacts = {
  controlPlaneMachine: false,
  controlPlaneInitialized: true,
  initLock: undefined,
  joinsControlPlane: false,
  addressKnown: true,
};
const controlPlane: BootstrapFacts = { ...worker, controlPlaneMachine: true };
const before = { controlPlaneInitialized: false, addressKnown: false };

describe("the decision for a machine", () => {
  test.each<[string, BootstrapFacts, object]>([
    ["a worker joins", worker, { action: "join", role: "worker" }],
    ["a control-plane machine joins the control plane", controlPlane, { action: "join", role: "control-plane" }],
    [
      "a worker waits for the control plane",
      { ...worker, ...before },
      { action: "wait", reason: "WaitingForControlPlaneInitialized" },
    ],
    ["a control-plane machine asks for the lock", { ...controlPlane, ...before }, { action: "acquire-init-lock" }],
    [
      "the holder of the lock initializes, with or without an endpoint",
      { ...controlPlane, ...before, initLock: { state: "acquired" } },
      { action: "init" },
    ],
    [
      "the others wait, and look whether the holder is gone",
      { ...controlPlane, ...before, initLock: { state: "held", holder: "m0" } },
      { action: "wait", reason: "WaitingForControlPlaneInitialized", retryAfterMs: 30_000 },
    ],
    [
      "one that comes too late for the lock looks at the Cluster again",
      { ...controlPlane, ...before, initLock: { state: "initialized" } },
      { action: "wait", reason: "WaitingForControlPlaneInitialized", retryAfterMs: 1000 },
    ],
    [
      "a lock that cannot be understood is reported",
      { ...controlPlane, ...before, initLock: { state: "unreadable", configMap: "c1-lock" } },
      { action: "wait", reason: "InitLockUnreadable", retryAfterMs: 30_000, warning: true },
    ],
    [
      "a join needs an address",
      { ...worker, addressKnown: false },
      { action: "wait", reason: "WaitingForControlPlaneEndpoint" },
    ],
    [
      "a worker that wants to join the control plane is refused at once",
      { ...worker, ...before, joinsControlPlane: true },
      {
        action: "refuse",
        reason: "InvalidConfiguration",
        message: expect.stringContaining("label the Machine cluster.x-k8s.io/control-plane") as string,
      },
    ],
    [
      "a control-plane machine may say so",
      { ...controlPlane, joinsControlPlane: true },
      { action: "join", role: "control-plane" },
    ],
  ])("%s", (_sentence, facts, decision) => {
    expect(decideBootstrap(facts)).toMatchObject(decision);
  });
});

describe("discovery", () => {
  const clusterCA = { certificate: "PEM", hashes: ["h"] };
  const defaults = { apiServerEndpoint: "e:1", token: "t", clusterCA };

  test("defaults to a token, the endpoint and the CA's hashes", () => {
    expect(discoveryNeeds(undefined)).toEqual({ address: true, token: true, clusterCA: "required" });
    expect(completeDiscovery(undefined, defaults)).toEqual({
      bootstrapToken: { apiServerEndpoint: "e:1", token: "t", caCertHashes: ["h"] },
    });
  });

  test("keeps the user's values", () => {
    const given = { bootstrapToken: { token: "mine", caCertHashes: ["pinned"] }, tlsBootstrapToken: "tls" };
    expect(discoveryNeeds(given)).toEqual({ address: true, token: false, clusterCA: "no" });
    expect(completeDiscovery(given, { ...defaults, token: undefined, clusterCA: undefined })).toEqual({
      bootstrapToken: { token: "mine", caCertHashes: ["pinned"], apiServerEndpoint: "e:1" },
      tlsBootstrapToken: "tls",
    });
  });

  test("needs no hashes if CA verification is skipped, but uses available ones", () => {
    expect(discoveryNeeds({ bootstrapToken: { unsafeSkipCAVerification: true } }).clusterCA).toBe("wanted");
    expect(discoveryNeeds({ bootstrapToken: { unsafeSkipCAVerification: false } }).clusterCA).toBe("required");
  });

  test("by the user's file needs nothing", () => {
    const file = { file: { kubeConfigPath: "/f" } };
    expect(discoveryNeeds(file)).toEqual({ address: false, token: false, clusterCA: "no" });
    expect(completeDiscovery(file, defaults)).toEqual(file);
  });

  test("by the provider's file needs server and CA, and no token", () => {
    const user = { exec: { command: "/bin/token" } };
    const given = { file: { kubeConfigPath: "/f", kubeConfig: { user } } };
    expect(discoveryNeeds(given)).toEqual({ address: true, token: false, clusterCA: "required" });
    expect(completeDiscovery(given, { ...defaults, token: undefined })).toEqual({
      file: {
        kubeConfigPath: "/f",
        kubeConfig: { user, cluster: { server: "https://e:1", certificateAuthorityData: "UEVN" } },
      },
    });

    const cluster = { server: "https://mine", certificateAuthorityData: "eA==" };
    const complete = { file: { kubeConfigPath: "/f", kubeConfig: { user, cluster } } };
    expect(discoveryNeeds(complete)).toEqual({ address: false, token: false, clusterCA: "no" });
    expect(completeDiscovery(complete, defaults)).toEqual(complete);
  });

  test("contains only available values", () => {
    const nothing = { apiServerEndpoint: undefined, token: undefined, clusterCA: undefined };
    expect(completeDiscovery({}, nothing)).toStrictEqual({ bootstrapToken: {} });
    const file = { kubeConfigPath: "/f", kubeConfig: { user: { exec: { command: "c" } } } };
    expect(completeDiscovery({ file }, nothing)).toStrictEqual({
      file: { ...file, kubeConfig: { ...file.kubeConfig, cluster: {} } },
    });
  });

  test("with its own server needs no address", () => {
    expect(discoveryNeeds({ bootstrapToken: { apiServerEndpoint: "mine:1" } })).toEqual({
      address: false,
      token: true,
      clusterCA: "required",
    });
  });

  test.each([
    [{ port: 6443 }, undefined],
    [{ host: "h" }, undefined],
    [{ host: "h", port: 6443 }, "h:6443"],
    [{ host: "fd00::1", port: 6443 }, "[fd00::1]:6443"],
    [{ host: "[fd00::1]", port: 6443 }, "[fd00::1]:6443"],
    [{ host: "", port: 6443 }, undefined],
    [{ host: "h", port: 0 }, undefined],
    [undefined, undefined],
  ])("the endpoint %j is %s", (endpoint, text) => {
    expect(formatEndpoint(endpoint)).toBe(text);
  });
});
