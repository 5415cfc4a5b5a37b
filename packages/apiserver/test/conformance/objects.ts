import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";

/** Built-in kinds: create, read, replace, patch, delete, and the rejections of each. */
export function objectsSuite(suite: Suite): void {
  describe("objects", () => {
    test("an object is created with the server's additions, and read back unchanged", async () => {
      const { wire, path } = await suite.namespace();
      const created = await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { key: "value" } });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({ kind: "ConfigMap", apiVersion: "v1", data: { key: "value" } });
      expect(created.body.metadata.managedFields[0]).toMatchObject({
        manager: "suite",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { ".": {}, "f:key": {} } },
      });
      expect(created.body.metadata.generation).toBeUndefined();
      expect((await wire.get(path("configmaps/a"))).body).toEqual(created.body);
    });

    test.each([
      [
        "an invalid name",
        { metadata: { name: "A_" } },
        422,
        "Invalid",
        /^ConfigMap "A_" is invalid: metadata.name: Invalid value: "A_": a lowercase RFC 1123 subdomain/,
      ],
      [
        "no name",
        { metadata: {} },
        422,
        "Invalid",
        'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
      ],
      [
        "another version",
        { apiVersion: "v2", metadata: { name: "x" } },
        400,
        "BadRequest",
        /^ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2"/,
      ],
      [
        "another kind",
        { kind: "Foo", metadata: { name: "x" } },
        400,
        "BadRequest",
        /^Foo in version "v1" cannot be handled as a ConfigMap/,
      ],
      [
        "another namespace",
        { metadata: { name: "x", namespace: "other" } },
        400,
        "BadRequest",
        "the namespace of the provided object does not match the namespace sent on the request",
      ],
      [
        "a bad label",
        { metadata: { name: "x", labels: { "a b": "c" } } },
        422,
        "Invalid",
        /metadata.labels: Invalid value: "a b": name part must consist of/,
      ],
      [
        "labels of a wrong type",
        { metadata: { name: "x", labels: { a: 1 } } },
        400,
        "BadRequest",
        /json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string/,
      ],
    ])("creating with %s is rejected", async (_, object, status, reason, message) => {
      const { wire, path } = await suite.namespace();
      const answer = await wire.post(path("configmaps"), object);
      expect([answer.status, answer.body.code, answer.body.reason, answer.body.status]).toEqual([
        status,
        status,
        reason,
        "Failure",
      ]);
      expect(answer.body.message).toMatch(message);
    });

    test("names are generated from generateName", async () => {
      const { wire, path } = await suite.namespace();
      const { body } = await wire.post(path("configmaps"), { metadata: { generateName: "made-" } });
      expect(body.metadata.name).toMatch(/^made-[a-z0-9]{5}$/);
    });

    test("a duplicate name, a missing namespace and a missing object are rejected", async () => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("secrets"), { metadata: { name: "a" } });
      expect(await wire.post(path("secrets"), { metadata: { name: "a" } })).toMatchObject({
        status: 409,
        body: {
          reason: "AlreadyExists",
          message: 'secrets "a" already exists',
          details: { name: "a", kind: "secrets" },
        },
      });
      expect(await wire.post("/api/v1/namespaces/nowhere/secrets", { metadata: { name: "a" } })).toMatchObject({
        status: 404,
        body: {
          reason: "NotFound",
          message: 'namespaces "nowhere" not found',
          details: { name: "nowhere", kind: "namespaces" },
        },
      });
      expect(await wire.get(path("secrets/b"))).toMatchObject({
        status: 404,
        body: { reason: "NotFound", message: 'secrets "b" not found', details: { name: "b", kind: "secrets" } },
      });
      expect(await wire.post("/api/v1/secrets", { metadata: { name: "a" } })).toMatchObject({
        status: 405,
        body: { reason: "MethodNotAllowed" },
      });
    });

    test("a write with an old resourceVersion is a conflict; one without it is not, for built-in kinds", async () => {
      const { wire, path } = await suite.namespace();
      const { body } = await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { n: "1" } });
      const second = await wire.put(path("configmaps/a"), { ...body, data: { n: "2" } });
      expect(Number(second.body.metadata.resourceVersion)).toBeGreaterThan(Number(body.metadata.resourceVersion));
      expect(await wire.put(path("configmaps/a"), { ...body, data: { n: "3" } })).toMatchObject({
        status: 409,
        body: {
          reason: "Conflict",
          message:
            'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
        },
      });
      expect((await wire.put(path("configmaps/a"), { metadata: { name: "a" }, data: { n: "4" } })).status).toBe(200);
      expect(await wire.put(path("configmaps/a"), { metadata: { name: "b" } })).toMatchObject({
        status: 400,
        body: { message: "the name of the object (b) does not match the name on the URL (a)" },
      });
    });

    test("a write without changes keeps the resourceVersion", async () => {
      const { wire, path } = await suite.namespace();
      const { body } = await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { n: "1" } });
      expect((await wire.put(path("configmaps/a"), body)).body.metadata.resourceVersion).toBe(
        body.metadata.resourceVersion,
      );
      const patched = await wire.patch(path("configmaps/a"), "merge", { data: { n: "1" } });
      expect(patched.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
    });

    test("merge, JSON and strategic patches", async () => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("configmaps"), {
        metadata: { name: "a", finalizers: ["example.io/x"] },
        data: { a: "1", b: "2" },
      });
      const merged = await wire.patch(path("configmaps/a"), "merge", { data: { a: null, c: "3" } });
      expect(merged.body.data).toEqual({ b: "2", c: "3" });
      const listed = await wire.patch(path("configmaps/a"), "json", [
        { op: "test", path: "/data/b", value: "2" },
        { op: "remove", path: "/data/b" },
      ]);
      expect(listed.body.data).toEqual({ c: "3" });
      expect(
        await wire.patch(path("configmaps/a"), "json", [{ op: "test", path: "/data/c", value: "9" }]),
      ).toMatchObject({
        status: 422,
        body: { reason: "Invalid", message: "the server rejected our request due to an error in our request" },
      });
      const strategic = await wire.patch(path("configmaps/a"), "strategic", {
        metadata: { finalizers: ["example.io/y"] },
      });
      expect([...strategic.body.metadata.finalizers].sort()).toEqual(["example.io/x", "example.io/y"]);
      await wire.patch(path("configmaps/a"), "merge", { metadata: { finalizers: null } });
      expect((await wire.patch(path("configmaps/zz"), "merge", {})).status).toBe(404);
    });

    test("a Secret's stringData is written into its data, and its type defaults to Opaque", async () => {
      const { wire, path } = await suite.namespace();
      const { body } = await wire.post(path("secrets"), { metadata: { name: "a" }, stringData: { key: "value" } });
      expect(body).toMatchObject({ type: "Opaque", data: { key: Buffer.from("value").toString("base64") } });
      expect(body.stringData).toBeUndefined();
      const found = await wire.get(`${path("secrets")}?fieldSelector=type%3DOpaque,metadata.name%3Da`);
      expect(found.body.items).toHaveLength(1);
      expect(await wire.get(`${path("secrets")}?fieldSelector=spec.foo%3D1`)).toMatchObject({
        status: 400,
        body: { message: "field label not supported: spec.foo" },
      });
    });

    test("lists are ordered, selected by labels, and returned in chunks", async () => {
      const { wire, path } = await suite.namespace();
      for (const name of ["c", "a", "b"]) {
        await wire.post(path("configmaps"), { metadata: { name, labels: { kind: name === "b" ? "odd" : "even" } } });
      }
      const names = async (query: string): Promise<string[]> =>
        (await wire.get(`${path("configmaps")}?${query}`)).body.items
          .map((item) => item.metadata.name)
          .filter((name) => name.length === 1);
      expect(await names("")).toEqual(["a", "b", "c"]);
      expect(await names("labelSelector=kind%3Deven")).toEqual(["a", "c"]);
      expect(await names("labelSelector=kind+in+(odd,none)")).toEqual(["b"]);
      expect(await names("labelSelector=kind,kind!%3Dodd")).toEqual(["a", "c"]);
      expect(await names("labelSelector=kind+notin+(even)")).toEqual(["b"]);
      const first = await wire.get(`${path("configmaps")}?limit=2`);
      expect(first.body.items).toHaveLength(2);
      const rest = await wire.get(
        `${path("configmaps")}?limit=9&continue=${encodeURIComponent(first.body.metadata.continue)}`,
      );
      expect(rest.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
      expect(
        [...first.body.items, ...rest.body.items].map((item) => item.metadata.name).filter((name) => name.length === 1),
      ).toEqual(["a", "b", "c"]);
      expect(first.body.items[0]?.kind).toBeUndefined();
    });

    test("a list at a future version is rejected", async () => {
      const { wire, path } = await suite.namespace();
      const answer = await wire.get(`${path("configmaps")}?resourceVersion=99999999`);
      expect(answer).toMatchObject({
        status: 504,
        body: { reason: "Timeout", details: { causes: [{ reason: "ResourceVersionTooLarge" }] } },
      });
    });

    test("both event APIs show the same events, which can be selected by their object", async () => {
      const { wire, path, namespace } = await suite.namespace();
      const involvedObject = { kind: "ConfigMap", namespace, name: "a" };
      const event = { metadata: { name: "e" }, involvedObject, reason: "Tested", message: "hello", type: "Normal" };
      expect((await wire.post(path("events"), event)).status).toBe(201);
      const empty = { source: {}, firstTimestamp: null, lastTimestamp: null, eventTime: null, reportingComponent: "" };
      const { body: written } = await wire.get(path("events/e"));
      expect(written).toMatchObject({ ...empty, reportingInstance: "" });
      expect(Object.keys(written.metadata.managedFields[0]?.fieldsV1 as object).sort()).toEqual([
        "f:involvedObject",
        "f:message",
        "f:reason",
        "f:type",
      ]);
      const found = await wire.get(`${path("events")}?fieldSelector=involvedObject.name%3Da`);
      expect(found.body.items).toHaveLength(1);
      const other = await wire.get(`/apis/events.k8s.io/v1/namespaces/${namespace}/events/e`);
      expect(other.body).toMatchObject({
        apiVersion: "events.k8s.io/v1",
        regarding: involvedObject,
        note: "hello",
        reason: "Tested",
        eventTime: null,
        deprecatedSource: {},
        deprecatedFirstTimestamp: null,
        deprecatedLastTimestamp: null,
      });
    });

    test("a dry run validates and stores nothing", async () => {
      const { wire, path } = await suite.namespace();
      const answer = await wire.post(`${path("configmaps")}?dryRun=All`, { metadata: { name: "a" } });
      expect(answer.status).toBe(201);
      expect((await wire.get(path("configmaps/a"))).status).toBe(404);
    });

    describe("the resourceVersion of a created object", () => {
      const refused = [500, "resourceVersion should not be set on objects to be created"];

      test.each<[string, string, string, readonly unknown[]]>([
        ["is refused, also where there is such an object", "there", "7", refused],
        ["is refused after everything else was looked at", "A_", "7", [422, expect.stringContaining("is invalid")]],
        ["of zero says nothing", "zero", "0", [201, undefined]],
        ["that is not a number says nothing", "letters", "abc", [201, undefined]],
      ])("%s", async (_title, name, resourceVersion, [status, message]) => {
        const { wire, path } = await suite.namespace();
        await wire.post(path("configmaps"), { metadata: { name: "there" } });
        const created = await wire.post(path("configmaps"), { metadata: { name, resourceVersion } });
        expect([created.status, created.body.message]).toEqual([status, message]);
        if (status === 201) expect(created.body.metadata.resourceVersion).not.toBe(resourceVersion);
      });

      test("is returned by a dry run", async () => {
        const { wire, path } = await suite.namespace();
        const metadata = { name: "a", resourceVersion: "7" };
        const { status, body } = await wire.post(`${path("configmaps")}?dryRun=All`, { metadata });
        expect([status, body.metadata.resourceVersion]).toEqual([201, "7"]);
        await wire.post(path("configmaps"), { metadata: { name: "a" } });
        expect((await wire.post(`${path("configmaps")}?dryRun=All`, { metadata })).status).toBe(409);
      });

      test("is ignored in an apply and in an update that create the object", async () => {
        const { wire, path, namespace } = await suite.namespace();
        const apply = (name: string, resourceVersion: string, query = "") =>
          wire.patch(`${path("configmaps")}/${name}?fieldManager=m${query}`, "apply", {
            apiVersion: "v1",
            kind: "ConfigMap",
            metadata: { name, resourceVersion },
          });
        expect((await apply("a", "7", "&dryRun=All")).status).toBe(201);
        const { status, body } = await apply("a", "7");
        expect(status).toBe(201);
        expect(body.metadata.resourceVersion).not.toBe("7");
        expect((await apply("a", "0")).status).toBe(200);
        expect((await apply("a", "7")).status).toBe(409);
        const { status: unreadable, body: why } = await apply("b", "abc");
        expect([unreadable, why.message]).toEqual([500, 'strconv.ParseUint: parsing "abc": invalid syntax']);
        const metadata = { name: "a", namespace, resourceVersion: "7" };
        const lease = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/a`;
        expect((await wire.put(lease, { metadata, spec: {} })).status).toBe(201);
      });
    });
  });
}
