import { expect, test } from "vitest";
import { isWrite, requestTarget } from "../../../src/conformance/scene/request-target.ts";

const core = { group: "", subresource: "", namespace: "", name: "" };
const cluster = { group: "cluster.x-k8s.io", resource: "machines", subresource: "", namespace: "default", name: "" };

test.each([
  ["GET", "/api/v1/secrets", { ...core, verb: "list", resource: "secrets" }],
  ["GET", "/api/v1/namespaces", { ...core, verb: "list", resource: "namespaces" }],
  ["GET", "/api/v1/namespaces/default", { ...core, verb: "get", resource: "namespaces", name: "default" }],
  ["POST", "/api/v1/namespaces/a/secrets", { ...core, verb: "create", resource: "secrets", namespace: "a" }],
  ["GET", "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines?watch=true", { ...cluster, verb: "watch" }],
  ["PUT", "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/m1", { ...cluster, verb: "update", name: "m1" }],
  [
    "PATCH",
    "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/m1/status?fieldManager=x",
    { ...cluster, verb: "patch", name: "m1", subresource: "status" },
  ],
  ["DELETE", "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines", { ...cluster, verb: "deletecollection" }],
  ["GET", "/version", undefined],
  ["GET", "/apis/cluster.x-k8s.io/v1beta2", undefined],
])("%s %s", (method, path, expected) => {
  expect(requestTarget(method, path)).toEqual(expected);
});

test.each([
  ["POST", "/api/v1/namespaces/a/secrets", true],
  ["PATCH", "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines/m1/status", true],
  ["PUT", "/apis/coordination.k8s.io/v1/namespaces/a/leases/leader", false],
  ["POST", "/apis/events.k8s.io/v1/namespaces/a/events", false],
  ["POST", "/api/v1/namespaces/a/events", false],
  ["POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", false],
  ["GET", "/api/v1/namespaces/a/secrets/s", false],
])("a provider's write %s %s counts: %s", (method, path, counts) => {
  const target = requestTarget(method, path);
  expect(target && isWrite(target)).toBe(counts);
});
