import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { message, protobuf } from "./protobuf-bytes.ts";
import { type Suite } from "./suite.ts";
import { widget } from "./widgets.ts";

const json = { "content-type": "application/json" };
const binary = { "content-type": "application/vnd.kubernetes.protobuf", accept: "application/json" };
const v1 = (kind: string) => ({ apiVersion: "v1", kind });

/** Valid content of bodies, and the rejection of unreadable bodies. */
export function bodiesSuite(suite: Suite): void {
  describe("bodies", () => {
    test("64-bit integers are returned unchanged", async () => {
      const { wire, widgets } = await suite.namespace();
      const [small, large] = ["9007199254740993", "-9223372036854775808"];
      const text = (int: string): string =>
        `{"apiVersion":"example.io/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"count":1,"int":${int},"free":{"n":${large}}}}`;
      const written = await wire.send("POST", widgets(), text(small), json);
      for (const answer of [written, await wire.get(widgets("/a")), await wire.get(widgets())]) {
        expect(answer.text).toContain(`"int":${small}`);
        expect(answer.text).toContain(`"n":${large}`);
      }
      expect((await wire.get(widgets("/a?pretty=1"))).text).toContain(`"int": ${small}`);
      expect((await wire.get(widgets("/a"), "application/yaml")).text).toContain(`int: ${small}`);
      // and an identical write changes nothing, but a neighboring value does
      const merge = async (int: string): Promise<string> => {
        const patch = { "content-type": "application/merge-patch+json" };
        const { body } = await wire.send("PATCH", widgets("/a"), `{"spec":{"int":${int}}}`, patch);
        return body.metadata.resourceVersion;
      };
      const { resourceVersion } = written.body.metadata;
      expect(await merge(small)).toBe(resourceVersion);
      expect(await merge("9007199254740992")).not.toBe(resourceVersion);
    });

    test("a large integer is applied from YAML and validated by its schema", async () => {
      const { wire, widgets } = await suite.namespace();
      const apply = (field: string): Promise<{ status: number; text: string }> =>
        wire.send(
          "PATCH",
          `${widgets("/a")}?fieldManager=suite`,
          `apiVersion: example.io/v1\nkind: Widget\nmetadata:\n  name: a\nspec:\n  count: 1\n  ${field}: 9007199254740993\n`,
          { "content-type": "application/apply-patch+yaml" },
        );
      expect((await apply("int")).text).toContain('"int":9007199254740993');
      expect(await apply("int32")).toMatchObject({ status: 422 });
      const { body } = await wire.send(
        "POST",
        widgets(),
        JSON.stringify(widget("b")).replace(":1", ":9007199254740993"),
        json,
      );
      expect(body.message).toBe(
        'Widget.example.io "b" is invalid: spec.count: Invalid value: 9007199254740993: spec.count in body should be less than or equal to 10',
      );
    });

    test("keys may have any name in every notation", async () => {
      const { wire, path } = await suite.namespace();
      const sent = (value: string): string => `{"data":{"__proto__":"${value}","constructor":"${value}"}}`;
      const patch = async (type: string, text: string, query = ""): Promise<string> => {
        const answer = await wire.send("PATCH", `${path("configmaps/a")}${query}`, text, { "content-type": type });
        return answer.text;
      };
      const shown = (value: string): string => `"data":{"__proto__":"${value}","constructor":"${value}"}`;
      const { text } = await wire.send(
        "POST",
        path("configmaps"),
        sent("0").replace("{", '{"metadata":{"name":"a"},'),
        json,
      );
      expect(text).toContain(shown("0"));
      expect(await patch("application/merge-patch+json", sent("1"))).toContain(shown("1"));
      expect(await patch("application/strategic-merge-patch+json", sent("2"))).toContain(shown("2"));
      const operations = ["__proto__", "constructor"].flatMap((key) => [
        { op: "test", path: `/data/${key}`, value: "2" },
        { op: "replace", path: `/data/${key}`, value: "3" },
      ]);
      expect(await patch("application/json-patch+json", JSON.stringify(operations))).toContain(shown("3"));
      const applied = "apiVersion: v1\nkind: ConfigMap\ndata:\n  __proto__: '4'\n  constructor: '4'\n";
      expect(await patch("application/apply-patch+yaml", applied, "?fieldManager=other&force=true")).toContain(
        shown("4"),
      );
      const gone = [{ op: "move", from: "/data/__proto__", path: "/data/b" }];
      await patch("application/json-patch+json", JSON.stringify(gone));
      expect((await wire.get(path("configmaps/a"))).body.data).toEqual({ b: "4", constructor: "4" });
    });

    test("unknown and duplicate fields are reported in the order of the body", async () => {
      const { wire, path } = await suite.namespace();
      const text =
        '{"apiVersion":"v1","kind":"ConfigMap","z":{"a":1,"a":2},"metadata":{"name":"a","y":1,"name":"b","y":2},"data":{"k":"1","k":"2"},"b":1}';
      const post = (query: string) => wire.send("POST", path(`configmaps${query}`), text, json);
      const problems = ['unknown field "z"', 'unknown field "metadata.y"', 'duplicate field "metadata.name"'];
      const all = [...problems, 'duplicate field "data.k"', 'unknown field "b"'];
      expect((await post("?fieldValidation=Strict")).body.message).toBe(
        `ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ${all.join(", ")}`,
      );
      const { headers } = await post("");
      expect(headers.warning).toBe(all.map((problem) => `299 - ${JSON.stringify(problem)}`).join(", "));
    });

    test("a warning may name a field in any script", async () => {
      const { wire, path } = await suite.namespace();
      const { status, headers } = await wire.post(path("configmaps"), {
        metadata: { name: "a" },
        größe: 1,
        数: 1,
        "tab\t": 1,
      });
      expect(status).toBe(201);
      const warnings = Buffer.from(String(headers.warning), "latin1").toString();
      for (const shown of ["größe", "数", String.raw`tab\\t`]) {
        expect(warnings).toContain(`299 - "unknown field \\"${shown}\\""`);
      }
    });

    test("many long warnings are truncated, so that clients can read the headers", async () => {
      const { wire, path } = await suite.namespace();
      const fields = Array.from({ length: 100 }, (_, index) => [`${"f".repeat(300)}${index}`, 1]);
      const { status, headers } = await wire.post(path("configmaps"), {
        metadata: { name: "a" },
        ...(Object.fromEntries(fields) as object),
      });
      const cut = `299 - "unknown field \\"${"f".repeat(241)}"`;
      expect([status, headers.warning]).toEqual([201, Array(16).fill(cut).join(", ")]);
    });

    const unread = "the object provided is unrecognized (must be of type ConfigMap): ";
    const kindOf = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: ';
    test.each([
      ["nothing", Buffer.alloc(0), `${unread}empty data (<empty>)`],
      ["nothing but its beginning", Buffer.from("k8s\0"), `${unread}empty body (6b387300)`],
      [
        "something else",
        Buffer.from("xxxxxx"),
        `${unread}provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] (787878787878)`,
      ],
      ["half a number", Buffer.from("k8s\0\xff\xff", "latin1"), `${unread}unexpected EOF (6b387300ffff)`],
      ["half an object", protobuf(v1("ConfigMap"), Buffer.from([0x0a, 50, 1])), `${kindOf}unexpected EOF`],
      [
        "a number for an object",
        protobuf(v1("ConfigMap"), Buffer.from([0x08, 1])),
        `${kindOf}proto: wrong wireType = 0 for field ObjectMeta`,
      ],
    ])("malformed protobuf is rejected: %s", async (_what, body, expected) => {
      const { wire, path } = await suite.namespace();
      expect(await wire.send("POST", path("configmaps"), body, binary)).toMatchObject({
        status: 400,
        body: { reason: "BadRequest", message: expected },
      });
    });

    test("protobuf with unknown fields is read without them", async () => {
      const { wire, path } = await suite.namespace();
      const name = `a-${randomBytes(4).toString("hex")}`;
      const body = protobuf(v1("ConfigMap"), message([1, message([1, name])], [15, "unknown"]));
      expect(await wire.send("POST", path("configmaps"), body, binary)).toMatchObject({
        status: 201,
        body: { metadata: { name } },
      });
    });

    test("a body of 3 MiB is read; an endless body is rejected and the connection cut", async () => {
      const { wire, path } = await suite.namespace();
      const limit = 3 * 1024 * 1024;
      const text = JSON.stringify({ metadata: { name: "a" } });
      expect((await wire.send("POST", path("configmaps"), text.padEnd(limit), json)).status).toBe(201);
      expect(await wire.send("POST", path("configmaps"), text.padEnd(limit + 1), json)).toMatchObject({
        status: 413,
        body: { reason: "RequestEntityTooLarge", message: `Request entity too large: limit is ${limit}` },
      });
      expect(await wire.sendEndlessly(path("configmaps"))).toBe(413);
      expect([401, 403]).toContain(await suite.anonymous().sendEndlessly(path("configmaps")));
    });

    test("patch paths may count list items from the end, and missing items cannot be changed", async () => {
      const { wire, path } = await suite.namespace();
      const finalizers = ["example.io/a", "example.io/b", "example.io/c"];
      await wire.post(path("configmaps"), { metadata: { name: "a", finalizers } });
      const patch = (...operations: object[]) => wire.patch(path("configmaps/a"), "json", operations);
      const list = "/metadata/finalizers";
      const replaced = await patch({ op: "replace", path: `${list}/-1`, value: "example.io/d" });
      expect([...replaced.body.metadata.finalizers].sort()).toEqual([...finalizers.slice(0, 2), "example.io/d"]);
      for (const operation of [
        { op: "replace", path: `${list}/3`, value: "example.io/e" },
        { op: "remove", path: `${list}/3` },
        { op: "remove", path: "/metadata/nothing" },
        { op: "add", path: `${list}/first`, value: "example.io/e" },
        { op: "add", path: "/a/b/c", value: 1 },
        { op: "move", from: "/metadata/nothing", path: "/metadata/labels" },
        { op: "test", path: `${list}/0`, value: "example.io/e" },
        { op: "other", path: `${list}/0` },
      ]) {
        expect([operation, (await patch(operation)).status]).toEqual([operation, 422]);
      }
      const labels = { op: "replace", path: "/metadata/labels", value: { a: "b" } };
      const tested = { op: "test", path: "/metadata/annotations", value: null };
      const { body } = await patch(tested, labels, { op: "remove", path: list });
      expect([body.metadata.labels, body.metadata.finalizers]).toEqual([{ a: "b" }, undefined]);
    });
  });
}
