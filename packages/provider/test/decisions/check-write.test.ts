import { ContractViolation } from "@capstan/contract";
import { defineInfraMachine, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { checkWrite } from "../../src/check/check-write.ts";
import type { CachedObject } from "../../src/object/stored-object.ts";
import { BoxMachine, stored } from "./definitions.ts";

/** The paths that block a write; empty if the write is valid. */
function refused(before: CachedObject, after: CachedObject): string[] {
  try {
    checkWrite(BoxMachine, before, after);
    return [];
  } catch (error) {
    if (error instanceof ContractViolation) return error.violations.map(({ path }) => path);
    throw error;
  }
}

const machine = (status: object, spec: object = {}) => stored(BoxMachine, { status, spec });

describe("the final check of a write", () => {
  test("accepts a valid write", () => {
    expect(refused(machine({}), machine({ serverName: "one" }, { providerID: "box://1" }))).toEqual([]);
  });

  test("finds a value that the schema refuses", () => {
    expect(refused(machine({}), machine({ serverName: 7 }))).toEqual(["status.serverName"]);
    expect(refused(machine({}), machine({ serverName: 7, network: 7 }))).toEqual([
      "status.serverName",
      "status.network",
    ]);
  });

  test("ignores an existing invalid value that the write does not change", () => {
    const wrong = { serverName: 7 };
    expect(refused(machine(wrong), machine({ ...wrong, network: { mtu: 1500 } }))).toEqual([]);
    expect(refused(machine(wrong), machine({ ...wrong, network: 7 }))).toEqual(["status.network"]);
    // another invalid value
    expect(refused(machine(wrong), machine({ serverName: 8 }))).toEqual(["status.serverName"]);
  });

  test("finds the withdrawal of a permanent value", () => {
    const done = { initialization: { provisioned: true } };
    expect(refused(machine(done), machine({ initialization: { provisioned: false } }))).toEqual([
      "status.initialization.provisioned",
    ]);
  });

  test("finds nothing without a change: equal values, and values that JSON omits", () => {
    const wrong = { serverName: 7 };
    expect(refused(machine(wrong), machine(wrong))).toEqual([]);
    expect(refused(machine({}), machine({ serverName: undefined }))).toEqual([]);
    const renamed = stored(BoxMachine, { metadata: { labels: { a: "b" } }, status: wrong });
    expect(refused(machine(wrong), renamed)).toEqual([]);
  });

  test("names the object", () => {
    expect(() => {
      checkWrite(BoxMachine, machine({}), machine({ serverName: 7 }));
    }).toThrow("A write of BoxMachine default/m1");
  });
});

describe("an object of a definition", () => {
  const { apiVersion, kind } = stored(BoxMachine);
  const found = (object: object) => BoxMachine.validate(object).map(({ rule, path, actual }) => [rule, path, actual]);

  test("of another kind, group or version is not checked further", () => {
    const wrong = { spec: 7 };
    const of = (kindName: string, version: string) => [["schema", "kind", `${kindName} of ${version}`]];
    expect(found({ apiVersion, kind: "Other", ...wrong })).toEqual(of("Other", apiVersion));
    expect(found({ apiVersion: "example.com/v1", kind, ...wrong })).toEqual(of(kind, "example.com/v1"));
    expect(found({})).toEqual(of("undefined", "undefined"));
  });

  test("is valid without a spec and a status", () => {
    expect(found({ apiVersion, kind })).toEqual([]);
  });

  test("may omit a spec that must not be empty", () => {
    const size = Type.Optional(Type.String());
    const strict = defineInfraMachine({
      kind: "BoxMachine",
      versions: { v1: { contract: "v1beta2", spec: Type.Object({ size }, { minProperties: 1 }) } },
    });
    expect(strict.validate({ apiVersion, kind })).toEqual([]);
    expect(strict.validate({ apiVersion, kind, spec: {} })).toMatchObject([{ path: "spec" }]);
    const needed = defineInfraMachine({
      kind: "BoxMachine",
      versions: { v1: { contract: "v1beta2", spec: Type.Object({ size: Type.String() }) } },
    });
    expect(needed.validate({ apiVersion, kind })).toMatchObject([{ path: "spec.size" }]);
  });

  test("is checked as core reads it, in addition to its schema", () => {
    const status = { initialization: { provisioned: "yes" } };
    expect(found({ apiVersion, kind, status }).map(([rule]) => rule)).toEqual(["schema", "IM-014"]);
  });
});
