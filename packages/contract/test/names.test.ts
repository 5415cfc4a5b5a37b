import { describe, expect, test } from "vitest";
import { familyOfType, fnv32a, labelValue, providerTypes, type ProviderType } from "@capstan/contract";
import { isComponentsName, parseProviderLabel } from "../src/names/provider-types.ts";

describe("a name as a label value", () => {
  test.each(["a", "A-b_c.9", "", "x".repeat(63)])("stays %j, which is valid", (name) => {
    expect(labelValue(name)).toBe(name);
  });

  test.each(["x".repeat(64), "a-", "-a", "a b", "ü"])("is hashed for %j", (name) => {
    const [, hash = ""] = /^hash_([-\w]{6})_z$/.exec(labelValue(name)) ?? [];
    expect(Buffer.from(hash, "base64url").readUInt32BE()).toBe(fnv32a(name));
  });

  test.each([
    ["", 0x811c9dc5],
    ["a", 0xe40c292c],
    ["foobar", 0xbf9cf968],
  ])("FNV-1a of %j is the published value", (text, hash) => {
    expect(fnv32a(text)).toBe(hash);
  });
});

describe("the type of a provider", () => {
  test.each<[string, ProviderType, string]>([
    ["infrastructure-foo", "infrastructure", "foo"],
    ["control-plane-a-b", "control-plane", "a-b"],
    ["runtime-extension-x", "runtime-extension", "x"],
  ])("is read from the label %s", (label, type, name) => {
    expect(parseProviderLabel(label)).toEqual({ type, name });
  });

  test.each(["", "infrastructure", "infrastructure-", "cluster-api", "my-infrastructure-foo"])(
    "is unknown for the label %j",
    (label) => {
      expect(parseProviderLabel(label)).toBeUndefined();
    },
  );

  test("has a family of API groups", () => {
    const families = (Object.keys(providerTypes) as ProviderType[]).map(familyOfType);
    expect(families).toEqual(["bootstrap", "controlplane", "infrastructure", "ipam", "runtime-extension", "addons"]);
  });

  test("is in the name of a components file, as is the core", () => {
    const names = ["infrastructure-components.yaml", "core-components.yaml", "foo-components.yaml", "components.yaml"];
    expect(names.map(isComponentsName)).toEqual([true, true, false, false]);
  });
});
