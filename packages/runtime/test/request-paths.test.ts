// The request path for a kind and an object, and the values parsed from a path.
import type { ResourceKind } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { classifyRequest } from "../src/client/request-info.ts";
import { readRequestPath } from "../src/client/read-request-path.ts";
import { type PathQuery, type PathTarget, resourcePath } from "../src/client/request-path.ts";
import { urlTemplate } from "../src/client/url-template.ts";
import { watchPath } from "../src/client/watch-path.ts";

const kind = (fields: Partial<ResourceKind>): ResourceKind => ({
  group: "",
  version: "v1",
  kind: "X",
  plural: "configmaps",
  namespaced: true,
  ...fields,
});
const configMaps = kind({});
const nodes = kind({ plural: "nodes", namespaced: false });
const machines = kind({ group: "cluster.x-k8s.io", version: "v1beta2", plural: "machines" });

describe("the path of a kind", () => {
  test.each<[ResourceKind, PathTarget, PathQuery, string]>([
    [configMaps, {}, {}, "/api/v1/configmaps"],
    [configMaps, { namespace: "team" }, {}, "/api/v1/namespaces/team/configmaps"],
    [configMaps, { namespace: "team", name: "a b" }, {}, "/api/v1/namespaces/team/configmaps/a%20b"],
    [nodes, { namespace: "team", name: "n" }, {}, "/api/v1/nodes/n"],
    [
      machines,
      { namespace: "team", name: "m", subresource: "status" },
      {},
      "/apis/cluster.x-k8s.io/v1beta2/namespaces/team/machines/m/status",
    ],
    [
      configMaps,
      {},
      { limit: 5, exact: true, labelSelector: "a=b", fieldSelector: undefined },
      "/api/v1/configmaps?limit=5&exact=true&labelSelector=a%3Db",
    ],
    [configMaps, {}, { limit: undefined }, "/api/v1/configmaps"],
  ])("%#", (of, target, query, path) => {
    expect(resourcePath(of, target, query).text).toBe(path);
  });

  test("without a query has no question mark", () => {
    expect(resourcePath(nodes, {}).text).toBe("/api/v1/nodes");
  });
});

describe("the path of a watch", () => {
  test.each<[Parameters<typeof watchPath>[1], longest: number, query: string]>([
    [{}, Infinity, "watch=true&allowWatchBookmarks=true"],
    [{ allowBookmarks: false }, Infinity, "watch=true&allowWatchBookmarks=false"],
    [{ timeoutSeconds: 60 }, Infinity, "watch=true&allowWatchBookmarks=true&timeoutSeconds=60"],
    [{ timeoutSeconds: 60 }, 30, "watch=true&allowWatchBookmarks=true&timeoutSeconds=30"],
    [{ timeoutSeconds: 20 }, 30, "watch=true&allowWatchBookmarks=true&timeoutSeconds=20"],
    [{}, 30, "watch=true&allowWatchBookmarks=true&timeoutSeconds=30"],
    [{ sendInitialEvents: false }, Infinity, "watch=true&allowWatchBookmarks=true"],
    [
      { sendInitialEvents: true, resourceVersion: "7", labelSelector: "a", fieldSelector: "b" },
      Infinity,
      "watch=true&allowWatchBookmarks=true&resourceVersion=7&labelSelector=a&fieldSelector=b&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
    ],
  ])("of %j, for %s s at most", (options, longest, query) => {
    expect(watchPath(configMaps, options, longest).text).toBe(`/api/v1/configmaps?${query}`);
    expect(watchPath(configMaps, { ...options, namespace: "n" }, longest).text).toContain(
      "/api/v1/namespaces/n/configmaps?",
    );
  });
});

/** As the audit log of the API server shows it. */
interface Audited {
  readonly verb: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

describe("a parsed path", () => {
  test.each<[method: string, path: string, template: string, audited: Audited]>([
    ["GET", "/", "/", { verb: "get" }],
    ["GET", "/version", "/version", { verb: "get" }],
    ["GET", "/readyz/etcd", "/readyz/{path}", { verb: "get" }],
    ["GET", "/api", "/api", { verb: "get" }],
    ["GET", "/api/v1", "/api/{path}", { verb: "get" }],
    ["GET", "/apis/apps/v1", "/apis/{path}", { verb: "get" }],
    ["POST", "/other/a/b/c", "/other/{path}", { verb: "create" }],
    ["GET", "/api/v1/nodes", "/api/v1/nodes", { verb: "list", version: "v1", resource: "nodes" }],
    ["GET", "/api/v1/nodes/n", "/api/v1/nodes/{name}", { verb: "get", version: "v1", resource: "nodes", name: "n" }],
    ["GET", "/api/v1/nodes?watch=true", "/api/v1/nodes", { verb: "watch", version: "v1", resource: "nodes" }],
    ["GET", "/api/v1/nodes?watch=1&a=b", "/api/v1/nodes", { verb: "watch", version: "v1", resource: "nodes" }],
    ["GET", "/api/v1/nodes?watch=false", "/api/v1/nodes", { verb: "list", version: "v1", resource: "nodes" }],
    ["GET", "/api/v1/nodes?limit=1", "/api/v1/nodes", { verb: "list", version: "v1", resource: "nodes" }],
    ["DELETE", "/api/v1/nodes", "/api/v1/nodes", { verb: "deletecollection", version: "v1", resource: "nodes" }],
    [
      "DELETE",
      "/api/v1/nodes/n",
      "/api/v1/nodes/{name}",
      { verb: "delete", version: "v1", resource: "nodes", name: "n" },
    ],
    ["HEAD", "/api/v1/nodes", "/api/v1/nodes", { verb: "head", version: "v1", resource: "nodes" }],
    ["OPTIONS", "/api/v1/nodes", "/api/v1/nodes", { verb: "options", version: "v1", resource: "nodes" }],
    [
      "POST",
      "/api/v1/namespaces/team/pods",
      "/api/v1/namespaces/{namespace}/pods",
      { verb: "create", version: "v1", resource: "pods", namespace: "team" },
    ],
    [
      "PUT",
      "/apis/apps/v1/namespaces/team/deployments/d/scale",
      "/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale",
      {
        verb: "update",
        group: "apps",
        version: "v1",
        resource: "deployments",
        subresource: "scale",
        namespace: "team",
        name: "d",
      },
    ],
    [
      "GET",
      "/api/v1/nodes/n/proxy",
      "/api/v1/nodes/{name}/proxy",
      { verb: "get", version: "v1", resource: "nodes", name: "n", subresource: "proxy" },
    ],
    [
      "PATCH",
      "/apis/a.io/v1/things/one%2Ftwo/status",
      "/apis/a.io/v1/things/{name}/status",
      { verb: "patch", group: "a.io", version: "v1", resource: "things", subresource: "status", name: "one/two" },
    ],
    [
      "GET",
      "/api/v1/namespaces/team/pods/p/proxy/a/b",
      "/api/v1/namespaces/{namespace}/pods/{name}/proxy/{path}",
      { verb: "get", version: "v1", resource: "pods", subresource: "proxy", namespace: "team", name: "p" },
    ],
    // A Namespace is in its own namespace, and has two subresources.
    ["GET", "/api/v1/namespaces", "/api/v1/namespaces", { verb: "list", version: "v1", resource: "namespaces" }],
    [
      "GET",
      "/api/v1/namespaces/team",
      "/api/v1/namespaces/{name}",
      { verb: "get", version: "v1", resource: "namespaces", namespace: "team", name: "team" },
    ],
    [
      "PUT",
      "/api/v1/namespaces/team/finalize",
      "/api/v1/namespaces/{name}/finalize",
      {
        verb: "update",
        version: "v1",
        resource: "namespaces",
        subresource: "finalize",
        namespace: "team",
        name: "team",
      },
    ],
    [
      "PATCH",
      "/api/v1/namespaces/team/status",
      "/api/v1/namespaces/{name}/status",
      { verb: "patch", version: "v1", resource: "namespaces", subresource: "status", namespace: "team", name: "team" },
    ],
  ])("%s %s", (method, path, template, audited) => {
    const read = readRequestPath(path);
    const none = { group: "", version: "", resource: "", subresource: "", namespace: "", name: "" };
    expect(classifyRequest(method, read)).toStrictEqual({ ...none, ...audited });
    expect(urlTemplate(read)).toBe(template);
  });

  test("keeps the query apart, whatever it contains", () => {
    expect(readRequestPath("/version?a=1?b").query).toBe("a=1");
    expect(readRequestPath("/version").query).toBe("");
  });

  test("of a kind yields the parts it was built from", () => {
    for (const of of [configMaps, machines]) {
      for (const subresource of [undefined, "status"]) {
        const target = { namespace: "a b", name: "c&d" };
        const { text: path } = resourcePath(of, { ...target, subresource }, {});
        expect(classifyRequest("GET", readRequestPath(path))).toEqual({
          verb: "get",
          group: of.group,
          version: of.version,
          resource: of.plural,
          subresource: subresource ?? "",
          ...target,
        });
      }
    }
  });
});
