import { describe, expect, test } from "vitest";
import { type JsonObject } from "@capstan/kube";
import { decodeEnveloped, encodeObject, openEnvelope } from "../../src/protobuf/envelope.ts";
import { type Suite } from "./suite.ts";
import { type Answer, type Wire } from "./target.ts";

const type = "application/vnd.kubernetes.protobuf";
const metadataOnly = `${type};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`;

/** Requests, responses and watches as typed Go clients send and expect them. */
export function protobufSuite(suite: Suite): void {
  describe("protobuf", () => {
    test("an object is the same in protobuf and in JSON after create, get and list", async () => {
      const { wire, path } = await suite.namespace();
      const secret = {
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: "a", labels: { b: "c" } },
        data: { key: Buffer.from("value").toString("base64"), other: "" },
      };
      const created = await send(wire, "POST", path("secrets"), encodeObject(secret, "core.v1.Secret"));
      expect([created.status, created.headers["content-type"]], created.bytes.toString()).toEqual([201, type]);
      const { body } = await wire.get(path("secrets/a"));
      expect(read(created, "core.v1.Secret")).toMatchObject({ data: secret.data, metadata: { name: "a" } });
      const got = await wire.get(path("secrets/a"), type);
      expect(got.bytes).toEqual(encodeObject(body, "core.v1.Secret"));
      const list = await wire.get(path("secrets"), type);
      expect(openEnvelope(list.bytes)).toMatchObject({ apiVersion: "v1", kind: "SecretList" });
      expect(read(list, "core.v1.SecretList")).toMatchObject({ items: [{ data: secret.data }] });
    });

    test("explicit zeros are kept, and omitted fields stay omitted", async () => {
      const { wire, namespace } = await suite.namespace();
      const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
      const lease = {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name: "a" },
        spec: { leaseTransitions: 0, renewTime: "2026-01-02T03:04:05.678900Z" },
      };
      await send(wire, "POST", leases, encodeObject(lease, "coordination.v1.Lease"));
      expect((await wire.get(`${leases}/a`)).body.spec).toEqual(lease.spec);
    });

    test("64-bit integers are the same in protobuf and in JSON", async () => {
      const { wire, namespace } = await suite.namespace();
      const templates = `/api/v1/namespaces/${namespace}/podtemplates`;
      const spec = { terminationGracePeriodSeconds: 9007199254740993n, containers: [{ name: "a", image: "a" }] };
      const template = { apiVersion: "v1", kind: "PodTemplate", metadata: { name: "a" }, template: { spec } };
      const created = await send(wire, "POST", templates, encodeObject(template, "core.v1.PodTemplate"));
      expect(read(created, "core.v1.PodTemplate")).toMatchObject({ template: { spec } });
      expect((await wire.get(`${templates}/a`)).text).toContain('"terminationGracePeriodSeconds":9007199254740993');
    });

    test("a watch prefixes its events with their lengths", async () => {
      const { wire, path } = await suite.namespace();
      await wire.post(path("configmaps"), { metadata: { name: "a" }, data: { b: "c" } });
      const query = "watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Da";
      for (const accept of [type, metadataOnly]) {
        const answer = await wire.get(`${path("configmaps")}?${query}`, accept);
        expect(answer.headers["content-type"]).toBe(`${type};stream=watch`);
        const [first] = events(answer.bytes);
        expect(first?.type).toBe("ADDED");
        const isWhole = accept === type;
        const name = isWhole ? "core.v1.ConfigMap" : "meta.v1.PartialObjectMetadata";
        const found = decodeEnveloped(openEnvelope(first?.object ?? Buffer.alloc(0)), name);
        expect(found).toMatchObject({ metadata: { name: "a" }, ...(isWhole ? { data: { b: "c" } } : {}) });
      }
    });

    test("errors and responses to deletions are a Status in protobuf", async () => {
      const { wire, path } = await suite.namespace();
      const missing = await wire.get(path("configmaps/none"), type);
      expect(missing.status).toBe(404);
      expect(read(missing, "meta.v1.Status")).toMatchObject({
        kind: "Status",
        reason: "NotFound",
        message: 'configmaps "none" not found',
        details: { name: "none", kind: "configmaps" },
        code: 404,
      });
      await wire.post(path("configmaps"), { metadata: { name: "a" } });
      const options = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Background" };
      const deleted = await send(wire, "DELETE", path("configmaps/a"), encodeObject(options, "meta.v1.DeleteOptions"));
      expect(read(deleted, "meta.v1.Status")).toMatchObject({ status: "Success", details: { name: "a" } });
    });

    test("custom resources and tables use the next accepted format, or 406; only their metadata has a protobuf form", async () => {
      const { wire, widgets, path } = await suite.namespace();
      await wire.post(widgets(), {
        apiVersion: "example.io/v1",
        kind: "Widget",
        metadata: { name: "a" },
        spec: { count: 1 },
      });
      const refused = await wire.get(widgets("/a"), type);
      expect(refused.status).toBe(406);
      expect(read(refused, "meta.v1.Status")).toMatchObject({ reason: "NotAcceptable" });
      const json = await wire.get(widgets("/a"), `${type},application/json`);
      expect([json.status, json.headers["content-type"], json.body.kind]).toEqual([200, "application/json", "Widget"]);
      const metadata = await wire.get(widgets("/a"), metadataOnly);
      expect(read(metadata, "meta.v1.PartialObjectMetadata")).toMatchObject({
        kind: "PartialObjectMetadata",
        metadata: { name: "a" },
      });
      const list = await wire.get(widgets(), metadataOnly.replace("Metadata;", "MetadataList;"));
      expect(read(list, "meta.v1.PartialObjectMetadataList")).toMatchObject({ items: [{ metadata: { name: "a" } }] });
      expect((await wire.get(path("configmaps"), `${type};as=Table;g=meta.k8s.io;v=v1`)).status).toBe(406);
    });

    test("a definition is the same in protobuf and in JSON", async () => {
      const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.io";
      const { bytes } = await suite.wire().get(definition, type);
      const { body } = await suite.wire().get(definition);
      expect(bytes).toEqual(encodeObject(body, "apiextensions.v1.CustomResourceDefinition"));
    });

    test.each([
      ["no protobuf", Buffer.from("hello"), /does not appear to be a protobuf message, expected prefix/],
      ["what ends too early", Buffer.from("k8s\0\n\x0f\n\x02v1", "latin1"), /^the object provided is unrecognized/],
      [
        "a group that ends without a beginning",
        Buffer.from("k8s\0\x2c", "latin1"),
        /: proto: Unknown: wiretype end group for non-group/,
      ],
    ])("%s is rejected", async (_, bytes, message) => {
      const { wire, path } = await suite.namespace();
      const headers = { "content-type": type, accept: "application/json" };
      const answer = await wire.send("POST", path("configmaps"), bytes, headers);
      expect(answer).toMatchObject({ status: 400, body: { reason: "BadRequest" } });
      expect(answer.body.message).toMatch(message);
    });
  });
}

function send(wire: Wire, method: string, path: string, body: Buffer): Promise<Answer> {
  return wire.send(method, path, body, { "content-type": type, accept: type });
}

function read({ bytes }: Answer, name: string): JsonObject {
  return decodeEnveloped(openEnvelope(bytes), name);
}

/** The events of a stream: their types, and the bodies of their objects. */
function events(stream: Buffer): { type: string; object: Buffer }[] {
  const found: { type: string; object: Buffer }[] = [];
  for (let at = 0; at + 4 <= stream.length;) {
    const length = stream.readUInt32BE(at);
    const event = stream.subarray(at + 4, at + 4 + length);
    // The type is the first field, after its tag and its length; the object follows two tags.
    const name = event.subarray(2, 2 + (event[1] ?? 0)).toString();
    found.push({ type: name, object: event.subarray(event.indexOf("k8s\0")) });
    at += 4 + length;
  }
  return found;
}
