import { expect, test } from "vitest";
import { evaluateJsonPath } from "../src/registry/columns/json-path.ts";
import { humanDuration } from "../src/registry/columns/standard-columns.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [119 * second, "119s"],
  [3 * minute + 20 * second, "3m20s"],
  [5 * minute, "5m"],
  [179 * minute, "179m"],
  [3 * hour + 30 * minute, "3h30m"],
  [47 * hour, "47h"],
  [2 * day + 4 * hour, "2d4h"],
  [9 * day, "9d"],
  [3 * 365 * day + 12 * day, "3y12d"],
  [-5 * second, "<invalid>"],
])("an age of %i ms is shown as %s", (age, shown) => {
  expect(humanDuration(age)).toBe(shown);
});

const object = {
  metadata: { labels: { "example.io/name": "x" } },
  status: {
    conditions: [
      { type: "Ready", status: "True" },
      { type: "Other", status: "False" },
    ],
    list: [1, 2],
  },
};

test.each([
  [".status.list[1]", [2]],
  [".status.list[*]", [1, 2]],
  [".status.conditions[?(@.type=='Ready')].status", ["True"]],
  ['.status.conditions[?(@.type!="Ready")].status', ["False"]],
  [".metadata.labels.example\\.io/name", ["x"]],
  [".metadata.labels['example\\.io/name']", ["x"]],
  [".metadata.labels['example.io/name']", []],
  [".['metadata.labels']['example\\.io/name']", ["x"]],
  [".status.none", []],
  [".status[?(nonsense", []],
])("%s finds %j", (path, found) => {
  expect(evaluateJsonPath(path, object)).toEqual(found);
});
