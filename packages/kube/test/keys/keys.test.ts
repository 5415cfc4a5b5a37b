import { apiVersionOf, groupVersionOf, hostPort, objectKeyText, parseObjectKey } from "@capstan/kube";
import { expect, test } from "vitest";

test.each([
  ["v1", { group: "", version: "v1" }],
  ["apps/v1", { group: "apps", version: "v1" }],
])("%s", (apiVersion, groupVersion) => {
  expect(groupVersionOf(apiVersion)).toEqual(groupVersion);
  expect(apiVersionOf(groupVersion)).toBe(apiVersion);
});

test.each([
  ["default/a", { namespace: "default", name: "a" }],
  ["a", { name: "a" }],
])("%s", (text, key) => {
  expect(parseObjectKey(text)).toEqual(key);
  expect(objectKeyText(key)).toBe(text);
  expect(objectKeyText({ namespace: "", name: "a" })).toBe("a");
});

test.each([
  [{ host: "example.org", port: 443 }, "example.org:443"],
  [{ host: "::1", port: 6443 }, "[::1]:6443"],
  [{ host: "[::1]", port: 6443 }, "[::1]:6443"],
])("%j", (endpoint, text) => {
  expect(hostPort(endpoint)).toBe(text);
});
