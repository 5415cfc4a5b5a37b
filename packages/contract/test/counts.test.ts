import { countsMissing, partViolations, storedCounts } from "@capstan/contract";
import { describe, expect, test } from "vitest";

const status = {
  replicas: 3,
  readyReplicas: 2,
  availableReplicas: 1,
  upToDateReplicas: 3,
  versions: [{ version: "v1.36.0", replicas: 3 }],
  selector: "a=b",
};

describe("the counts of a control plane", () => {
  test("are read by the names of their fields, and unset ones are missing", () => {
    const { selector, ...counts } = status;
    expect(storedCounts("ControlPlane", "v1beta2", { spec: {}, status })).toEqual(counts);
    expect(selector).toBe("a=b");
    expect(storedCounts("ControlPlane", "v1beta2", { status: { replicas: 0 } })).toStrictEqual({ replicas: 0 });
  });

  test("are read from the fields of the contract", () => {
    const old = { replicas: 3, updatedReplicas: 2, readyReplicas: 1, unavailableReplicas: 2 };
    expect(storedCounts("ControlPlane", "v1beta1", { status: old })).toEqual({
      replicas: 3,
      upToDateReplicas: 2,
      readyReplicas: 1,
      unavailableReplicas: 2,
    });
  });
});

describe("a count that exceeds what it is a part of", () => {
  const found = (counts: object, contract: "v1beta1" | "v1beta2" = "v1beta2") =>
    partViolations("ControlPlane", contract, { ...counts }).map(({ rule, path, expected, actual }) => {
      return { rule, path, expected, actual };
    });

  test.each(["readyReplicas", "availableReplicas", "upToDateReplicas"])("is reported for %s", (name) => {
    expect(found({ replicas: 3, [name]: 3 })).toEqual([]);
    expect(found({ replicas: 3, [name]: 7 })).toEqual([
      { rule: "CP-013", path: `status.${name}`, expected: "at most 3, the value of replicas", actual: 7 },
    ]);
  });

  test("is reported for the sum over versions, of which some may have no count", () => {
    const versions = (...counts: (number | undefined)[]) =>
      counts.map((replicas) => ({ version: "v1.36.0", replicas }));
    expect(found({ replicas: 3, versions: versions(2, 1) })).toEqual([]);
    expect(found({ replicas: 3, versions: versions(2, undefined, 2) })).toMatchObject([{ actual: 4 }]);
    expect(found({ replicas: 3, versions: versions(undefined) })).toEqual([]);
    expect(found({ replicas: 3, versions: "v1.36.0" })).toEqual([]);
  });

  test("has the path of the contract; of a count that the contract does not have, the path in the other one", () => {
    const paths = (counts: object) => found(counts, "v1beta1").map(({ path }) => path);
    expect(paths({ replicas: 1, upToDateReplicas: 2 })).toEqual(["status.updatedReplicas"]);
    expect(paths({ replicas: 1, availableReplicas: 2 })).toEqual(["status.availableReplicas"]);
  });

  test("is unknown without the whole", () => {
    expect(found({ readyReplicas: 7 })).toEqual([]);
    expect(found({ replicas: "3", readyReplicas: 7 })).toEqual([]);
  });
});

describe("counts that a control plane with replicas must have", () => {
  const missing = (counts: object, contract: "v1beta1" | "v1beta2" = "v1beta2") =>
    countsMissing("ControlPlane", contract, { ...counts }).map(({ rule, path }) => `${rule} ${path}`);

  test("are reported with their paths", () => {
    expect(missing({})).toEqual([
      "CP-004 status.replicas",
      "CP-004 status.readyReplicas",
      "CP-004 status.upToDateReplicas",
      "CP-004 status.availableReplicas",
    ]);
    expect(missing(status)).toEqual([]);
    expect(missing({ replicas: 0, readyReplicas: 0, upToDateReplicas: 0, availableReplicas: 0 })).toEqual([]);
  });

  test("may be expressed by what is missing", () => {
    const counts = { replicas: 3, readyReplicas: 3, upToDateReplicas: 3 };
    expect(missing({ ...counts, unavailableReplicas: 0 }, "v1beta1")).toEqual([]);
    expect(missing(counts, "v1beta1")).toHaveLength(1);
  });
});
