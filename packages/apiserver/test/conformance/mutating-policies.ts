import { describe, expect, test } from "vitest";
import { configMaps } from "./admission-world.ts";
import { policyWorld, type PolicyWorld } from "./policy-world.ts";
import { type Suite } from "./suite.ts";

/** A mutation by a JSON patch. */
function jsonPatch(expression: string): object {
  return { patchType: "JSONPatch", jsonPatch: { expression } };
}

/** A mutation by an apply configuration. */
function apply(expression: string): object {
  return { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
}

/** Appends to the current value of a key in the data. */
function append(key: string, text: string): object {
  return apply(`Object{data: {"${key}": object.?data["${key}"].orValue("") + "${text}"}}`);
}

/** Policies in CEL that change written objects. */
export function mutatingPoliciesSuite(suite: Suite): void {
  describe("mutating admission policies", () => {
    const world = (): Promise<PolicyWorld> => policyWorld(suite);
    const never = { reinvocationPolicy: "Never" };

    test("an apply configuration is merged into the object, and has no owner", async () => {
      const { write, install } = await world();
      await install("mutating", {
        ...never,
        mutations: [
          apply("Object{metadata: Object.metadata{labels: {'team': 'a'}}, data: {'added': 'x', 'own': 'y'}}"),
        ],
      });
      const { body } = await write("a", { data: { own: "1", other: "2" } });
      expect(body.data).toEqual({ own: "y", other: "2", added: "x" });
      expect(body.metadata.labels).toEqual({ team: "a" });
      expect(body.metadata.managedFields.map(({ fieldsV1 }) => fieldsV1)).toEqual([
        { "f:data": { ".": {}, "f:other": {}, "f:own": {} } },
      ]);
    });

    test("list maps are merged item by item, and changes of atomic lists are rejected", async () => {
      const { wire, path, install } = await world();
      const container = { name: "a", image: "a" };
      const matchConstraints = { resourceRules: [{ ...configMaps, resources: ["configmaps", "pods"] }] };
      const matchConditions = [{ name: "pods", expression: "request.kind.kind == 'Pod'" }];
      await install("mutating", {
        ...never,
        matchConstraints,
        matchConditions,
        mutations: [
          apply(
            "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'a', imagePullPolicy: 'Never'}, Object.spec.containers{name: 'b', image: 'b'}]}}",
          ),
        ],
      });
      const { body } = await wire.post(path("pods"), { metadata: { name: "a" }, spec: { containers: [container] } });
      expect(body.spec.containers).toMatchObject([
        { ...container, imagePullPolicy: "Never" },
        { name: "b", image: "b", imagePullPolicy: "Always", terminationMessagePath: "/dev/termination-log" },
      ]);
      const name = await install("mutating", {
        ...never,
        matchConstraints,
        matchConditions,
        mutations: [
          apply(
            "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'a', args: ['x']}], nodeSelector: {'a': 'b'}}}",
          ),
        ],
      });
      const refused = await wire.post(path("pods"), { metadata: { name: "b" }, spec: { containers: [container] } });
      const why = `policy '${name}' with binding '${name}' denied request: error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: `;
      expect([refused.status, refused.body.reason]).toEqual([403, "Invalid"]);
      expect(refused.body.message.slice(0, why.length)).toBe(why);
      expect(refused.body.message.slice(why.length).split(", ").sort()).toEqual([
        ".spec.containers[0].args",
        ".spec.nodeSelector",
      ]);
      expect(refused.body.details.causes).toEqual([{ message: refused.body.message }]);
    });

    test("a JSON patch is computed, with escaped keys and values of any type", async () => {
      const { write, install } = await world();
      await install("mutating", {
        ...never,
        mutations: [
          jsonPatch(
            `[JSONPatch{op: "add", path: "/metadata/labels", value: {"a": "1"}},
              JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/x"), value: "2"},
              JSONPatch{op: "test", path: "/data/own", value: "1"},
              JSONPatch{op: "move", from: "/data/own", path: "/data/moved"}]`,
          ),
          jsonPatch(`object.metadata.name == "b" ? [JSONPatch{op: "remove", path: "/data"}] : []`),
        ],
      });
      const { body } = await write("a", { data: { own: "1" } });
      expect([body.data, body.metadata.labels]).toEqual([{ moved: "1" }, { a: "1", "example.com/x": "2" }]);
      const untested = await write("c", { data: { own: "2" } });
      expect([untested.body.data, untested.body.metadata.labels]).toEqual([{ own: "2" }, undefined]);
      expect("data" in (await write("b", { data: { own: "1" } })).body).toBe(false);
    });

    test("mutations of a policy see the results of earlier mutations", async () => {
      const { write, install } = await world();
      await install("mutating", { ...never, mutations: [append("own", "a"), append("own", "b")] });
      expect((await write("a", { data: { own: "" } })).body.data).toEqual({ own: "ab" });
    });

    test("a custom resource is changed in the version of the rule, defaulted and validated", async () => {
      const { wire, widgets, install } = await world();
      const rule = { ...configMaps, apiGroups: ["example.io"], resources: ["widgets"] };
      await install("mutating", {
        ...never,
        matchConstraints: { resourceRules: [configMaps, rule] },
        matchConditions: [{ name: "widgets", expression: "request.kind.kind == 'Widget'" }],
        mutations: [apply("Object{spec: Object.spec{count: object.spec.count + 1}}")],
      });
      const widget = { apiVersion: "example.io/v1", kind: "Widget", metadata: { name: "a" }, spec: { count: 1 } };
      expect((await wire.post(widgets(), widget)).body.spec).toMatchObject({ count: 2 });
    });

    test("a policy with reinvocation is evaluated again after the object changed, even by the policy itself", async () => {
      const { write, install } = await world();
      const data = { trail: "" };
      await install("mutating", { reinvocationPolicy: "IfNeeded", mutations: [append("trail", "1")] });
      expect((await write("a", { data })).body.data).toEqual({ trail: "11" });
      const once = await world();
      await once.install("mutating", { ...never, mutations: [append("trail", "2")] });
      expect((await once.write("a", { data })).body.data).toEqual({ trail: "2" });
    });

    test("a failed mutation denies the write or is skipped, according to the failurePolicy", async () => {
      const { write, install } = await world();
      const mutations = [apply("Object{data: {'added': object.data.missing}}"), append("after", "x")];
      const data = { own: "1" };
      await install("mutating", { ...never, failurePolicy: "Ignore", mutations });
      expect((await write("a", { data })).body.data).toEqual({ own: "1", after: "x" });
      const strict = await world();
      const name = await strict.install("mutating", {
        ...never,
        mutations,
      });
      const { status, body } = await strict.write("a", { data });
      const why = `policy '${name}' with binding '${name}' denied request: expression 'Object{data: {'added': object.data.missing}}' resulted in error: no such key: missing`;
      expect([status, body]).toEqual([
        403,
        {
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          message: why,
          reason: "Invalid",
          details: { name: "a", kind: "configmaps", causes: [{ message: why }] },
          code: 403,
        },
      ]);
    });

    test("an object of a type that belongs elsewhere is rejected", async () => {
      const { write, install } = await world();
      const name = await install("mutating", {
        ...never,
        mutations: [apply("Object{metadata: Object.spec{labels: {'a': 'b'}}}")],
      });
      expect((await write("a")).body.message).toBe(
        `policy '${name}' with binding '${name}' denied request: type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type`,
      );
    });

    test("parameters, variables and conditions work as in validating policies", async () => {
      const { wire, namespace, path, write, install } = await world();
      await wire.post(path("configmaps"), { metadata: { name: "params" }, data: { suffix: "!" } });
      const rest = {
        ...never,
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        matchConditions: [{ name: "not-b", expression: "object.metadata.name != 'b'" }],
        variables: [{ name: "suffix", expression: "params == null ? '?' : params.data.suffix" }],
        mutations: [apply("Object{data: {'own': namespaceObject.metadata.name + variables.suffix}}")],
      };
      await install("mutating", {
        ...rest,
        bindings: [{ paramRef: { name: "params", parameterNotFoundAction: "Deny" } }],
      });
      expect((await write("a")).body.data).toEqual({ own: `${namespace}!` });
      expect((await write("b")).body.data).toBeUndefined();
      const name = await install("mutating", {
        ...rest,
        bindings: [{ paramRef: { name: "none", parameterNotFoundAction: "Deny" } }],
      });
      const { status, body } = await write("c");
      expect([status, body.reason, body.message]).toEqual([
        403,
        "Forbidden",
        `policy '${name}' with binding '${name}' denied request: failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`,
      ]);
    });

    test("updates are mutated, deletions are not", async () => {
      const { wire, path, write, install } = await world();
      await install("mutating", { ...never, mutations: [append("trail", "x")] });
      await write("a", { data: { trail: "" } });
      const { body } = await wire.patch(path("configmaps/a"), "merge", { metadata: { labels: { a: "b" } } });
      expect(body.data).toEqual({ trail: "xx" });
      expect((await wire.delete(path("configmaps/a"))).status).toBe(200);
    });

    test("empty optional fields are omitted", async () => {
      const { write, install } = await world();
      await install("mutating", {
        ...never,
        mutations: [
          apply(
            "Object{metadata: Object.metadata{?labels: object.?data.?a.hasValue() ? optional.of({'has': 'a'}) : optional.none()}}",
          ),
        ],
      });
      expect((await write("a", { data: { a: "1" } })).body.metadata.labels).toEqual({ has: "a" });
      expect((await write("b", { data: { b: "1" } })).body.metadata.labels).toBeUndefined();
    });

    test("a policy whose parameters are of an unserved kind denies the write", async () => {
      const { wire, path, write, install } = await world();
      const name = await install("mutating", {
        ...never,
        matchConstraints: { resourceRules: [{ ...configMaps, resourceNames: ["a"] }] },
        paramKind: { apiVersion: "nothing.example.com/v1", kind: "Nothing" },
        mutations: [append("own", "x")],
      });
      const { status, body } = await write("a");
      expect([status, body.reason, body.message]).toEqual([
        403,
        "Forbidden",
        `policy "${name}" denied request: failed to configure policy: failed to find resource referenced by paramKind: 'nothing.example.com/v1, Kind=Nothing'`,
      ]);
      expect((await wire.get(path("configmaps/a"))).status).toBe(404);
    });
  });
}
