import type { CustomResourceDefinition } from "@capstan/contract";
import { expect, test } from "vitest";
import { earlierStoredVersions, storageVersionOf } from "../src/migration/stored-versions.ts";

/** A CRD that stores `v1beta2`, and may have stored others. */
function definition(storedVersions?: readonly string[]): CustomResourceDefinition {
  const versions = ["v1beta1", "v1beta2"].map((name) => ({ name, served: true, storage: name === "v1beta2" }));
  return {
    spec: { versions },
    ...(storedVersions === undefined ? {} : { status: { storedVersions } }),
  } as unknown as CustomResourceDefinition;
}

test("the storage version is the version marked as such, at any position", () => {
  expect(storageVersionOf(definition())?.name).toBe("v1beta2");
});

test("objects may be stored in the versions that the status lists, except for the storage version", () => {
  expect(earlierStoredVersions(definition(["v1alpha4", "v1beta1", "v1beta2"]))).toEqual(["v1alpha4", "v1beta1"]);
  expect(earlierStoredVersions(definition(["v1beta2"]))).toEqual([]);
});

test("a CRD without a status has no stored objects yet", () => {
  expect(earlierStoredVersions(definition())).toEqual([]);
});
