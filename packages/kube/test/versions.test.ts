import {
  compareApiVersions,
  compareKubernetesVersions,
  isApiVersion,
  isApiVersionName,
  kubernetesVersionText,
  readKubernetesVersion,
} from "@capstan/kube";
import { describe, expect, test } from "vitest";

test("API versions sort stable over beta over alpha, then by number, then by other names", () => {
  const sorted = ["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10"];
  expect(sorted.toReversed().sort(compareApiVersions).toReversed()).toEqual(sorted);
});

test.each([
  ["v1", true, true],
  ["v10beta20", true, true],
  ["v0", true, false],
  ["v1beta0", true, false],
  ["v01", true, false],
  ["v1beta", false, false],
  ["V1", false, false],
])("%s has a priority: %s; is a name for a new version: %s", (text, hasPriority, isName) => {
  expect([isApiVersion(text), isApiVersionName(text)]).toEqual([hasPriority, isName]);
});

describe("versions of Kubernetes", () => {
  test.each([
    ["1.31", "v1.31.0"],
    ["v1", "v1.0.0"],
    [" v1.36.0-rc.1+x ", "v1.36.0-rc.1+x"],
    ["v01.036.0", "v1.36.0"],
  ])("%j in full is %s", (text, full) => {
    const version = readKubernetesVersion(text);
    expect(version && kubernetesVersionText(version)).toBe(full);
  });

  test.each(["", "latest", "v1.2.3.4", "v1.x", "1.2.3-", "v1.2.3-01"])("%j is invalid", (text) => {
    expect(readKubernetesVersion(text)).toBeUndefined();
  });

  test("sort by precedence; builds decide between equals; invalid ones come first", () => {
    const sorted = [
      "latest",
      "v1.9.0",
      "v1.10.0",
      "v1.36.0-alpha.2",
      "v1.36.0-alpha.10",
      "v1.36.0-rc.1",
      "v1.36.0",
      "v1.36.0+build.2",
      "v1.36.0+build.10",
      "v1.36.1",
    ];
    expect(sorted.toReversed().sort(compareKubernetesVersions)).toEqual(sorted);
    expect(compareKubernetesVersions("1.36", "v1.36.0")).toBe(0);
  });
});
