import { describe, expect, test } from "vitest";
import { kubeadmApiVersion, UnsupportedVersionError } from "../../src/render/kubeadm/kubernetes-version.ts";

describe("the kubeadm API of a Kubernetes version", () => {
  test.each([
    ["v1.22.0", "v1beta3"],
    ["1.30.9", "v1beta3"],
    ["v1.31.0-alpha.1", "v1beta4"],
    ["v1.31.0", "v1beta4"],
    ["v2.0.0", "v1beta4"],
    ["v2.30.0", "v1beta4"],
  ])("%s is %s", (version, api) => {
    expect(kubeadmApiVersion(version)).toBe(api);
  });

  test.each([undefined, "", "latest", "v1.21.14", "v0.31.0", "v0.22.0"])("%s is rejected", (version) => {
    expect(() => kubeadmApiVersion(version)).toThrow(UnsupportedVersionError);
  });

  test("names the owner in the rejection, a Machine by default", () => {
    expect(() => kubeadmApiVersion("")).toThrow("the Machine has no spec.version");
    expect(() => kubeadmApiVersion("", { owner: "MachinePool", path: "spec.x" })).toThrow(
      "the MachinePool has no spec.x",
    );
  });
});
