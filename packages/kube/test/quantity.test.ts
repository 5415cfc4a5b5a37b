import { expect, test } from "vitest";
import { addQuantities, canonicalQuantity, greaterQuantity, quantityValue } from "@capstan/kube";

test.each([
  ["0", "0"],
  ["1", "1"],
  ["1000m", "1"],
  ["0.5", "500m"],
  ["1500m", "1500m"],
  ["1000", "1k"],
  ["1024", "1024"],
  ["1Ki", "1Ki"],
  ["2048Ki", "2Mi"],
  ["1.5Gi", "1536Mi"],
  ["0.5Ki", "512"],
  ["1e3", "1e3"],
  ["1E3", "1E3"],
  ["12e1", "120"],
  ["-1Mi", "-1Mi"],
  ["+5", "+5"],
  ["0.0000000001", "1n"],
  [".5Mi", "512Ki"],
  ["1e30000000000", "1e30000000000"],
  ["no quantity", "no quantity"],
])("%s is %s", (text, canonical) => {
  expect(canonicalQuantity(text)).toBe(canonical);
});

test.each([
  ["128Mi", 134_217_728n],
  ["1k", 1_000n],
  ["1500m", 2n],
  ["-1500m", -2n],
  ["1.5Ki", 1_536n],
  ["12e1", 120n],
  ["", undefined],
  ["128 Mi", undefined],
])("the value of %j is %s", (text, value) => {
  expect(quantityValue(text)).toBe(value);
});

test.each([
  ["600m", "600m", "1200m"],
  ["0.5", "1500m", "2"],
  ["0", "1Gi", "1Gi"],
  ["1536Mi", "512Mi", "2Gi"],
  ["1Ki", "1", "1025"],
  ["1k", "1Ki", "2024"],
])("%s and %s are %s", (one, other, sum) => {
  expect(addQuantities(one, other)).toBe(sum);
});

test.each([
  ["1", "1000m", "1"],
  ["1Gi", "1G", "1Gi"],
  ["100m", "1", "1"],
])("the greater of %s and %s is %s", (one, other, greater) => {
  expect(greaterQuantity(one, other)).toBe(greater);
});
