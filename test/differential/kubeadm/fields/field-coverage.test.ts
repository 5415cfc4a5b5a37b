import { expect, test } from "vitest";
import { type DifferentialCase } from "../cases/differential-case.ts";
import { fieldCoverage } from "./field-coverage.ts";

const schema = {
  type: "object",
  properties: {
    format: { type: "string", enum: ["cloud-config", "ignition"] },
    verbosity: { type: "integer" },
    users: { type: "array", items: { type: "object", properties: { inactive: { type: "boolean" } } } },
    clusterConfiguration: { type: "object", properties: { featureGates: { type: "object" } } },
    joinConfiguration: { type: "object", properties: { caCertPath: { type: "string" } } },
  },
};

function one(role: DifferentialCase["role"], spec: DifferentialCase["spec"]): DifferentialCase {
  return { name: "one", role, version: "v1.36.0", ...(spec === undefined ? {} : { spec }) };
}

function countsOf(...cases: readonly DifferentialCase[]): Record<string, number> {
  return Object.fromEntries(fieldCoverage(schema, cases).counts.map(({ place, count }) => [place, count]));
}

test("fields count for the cases that set them, and values where a field has few", () => {
  const first = one("init", { format: "ignition", users: [{ name: "u" }, { name: "v", inactive: false }] });
  expect(countsOf(first, one("worker", { verbosity: 2 }))).toMatchObject({
    format: 1,
    "format=ignition": 1,
    "format=cloud-config": 0,
    verbosity: 1,
    "users[].inactive": 1,
    "users[].inactive=false": 1,
    "users[].inactive=true": 0,
  });
});

test("a field without effect in a case does not count", () => {
  const spec = {
    clusterConfiguration: { featureGates: { A: true } },
    joinConfiguration: { caCertPath: "/a" },
  };
  expect(countsOf(one("init", spec))).toMatchObject({
    "clusterConfiguration.featureGates": 1,
    "joinConfiguration.caCertPath": 0,
  });
  expect(countsOf(one("worker", spec))).toMatchObject({
    "clusterConfiguration.featureGates": 0,
    "joinConfiguration.caCertPath": 1,
  });
});

test("the rarest fields come first", () => {
  const { fields, values, counts } = fieldCoverage(schema, [one("init", { verbosity: 1 })]);
  expect({ fields, values }).toEqual({ fields: 5, values: 4 });
  expect(counts.at(-1)).toEqual({ place: "verbosity", count: 1 });
});
