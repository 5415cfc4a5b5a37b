import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { patienceMs } from "@capstan/harness/patience";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test, vi } from "vitest";
import { descriptions } from "../../../build/descriptions.ts";
import { ApiServer } from "../src/index.ts";
import { Wire } from "./conformance/target.ts";

const group = "described.example.io";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const protobuf = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

const text = { type: "string" };
const nullable = { ...text, nullable: true };

/** All features that the older format cannot express or expresses differently. */
const spec = {
  type: "object",
  description: "What is wanted.",
  required: ["size", "maybe"],
  properties: {
    size: { ...text, enum: ["a", "b"], default: "a", pattern: "^[ab]$", minLength: 1 },
    maybe: { type: "integer", nullable: true, format: "int32", minimum: 0, exclusiveMinimum: true },
    either: { "x-kubernetes-int-or-string": true },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: text } },
    openList: { type: "array", items: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } },
    embeddedOpen: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    map: { type: "object", additionalProperties: nullable },
    maps: { type: "object", additionalProperties: { type: "object", additionalProperties: text } },
    list: {
      type: "array",
      items: { type: "object", required: ["n"], properties: { n: text } },
      maxItems: 5,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["n"],
    },
    nulls: { type: "array", items: nullable },
    one: { type: "object", properties: { x: text }, oneOf: [{ required: ["x"] }], not: { required: ["y"] } },
  },
  "x-kubernetes-validations": [{ rule: "self.size != 'c'" }],
};

const versions = [
  ["v1", { type: "object", description: "Turns.", required: ["spec"], properties: { spec } }],
  ["v2", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
  [
    "v3",
    { type: "object", properties: { metadata: { type: "object", properties: { name: { maxLength: 9, ...text } } } } },
  ],
] as const;

const gears = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `gears.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "gears", kind: "Gear" },
    versions: versions.map(([name, openAPIV3Schema]) => ({
      name,
      served: true,
      storage: name === "v1",
      schema: { openAPIV3Schema },
      subresources: { status: {} },
    })),
  },
};

/** The compared part of the document. */
interface Document {
  readonly definitions: Readonly<Record<string, object>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** The definitions of a group's kinds, and the actions at its paths with their kinds. */
async function publishedBy(kubeconfig: string): Promise<{ definitions: object; paths: object }> {
  const wire = new Wire(kubeconfig);
  await wire.post(definitions, gears);
  // The real server publishes them some time after it serves the kinds.
  const document = await vi.waitFor(
    async () => {
      const found = (await wire.get("/openapi/v2")).body as unknown as Document;
      expect(Object.keys(found.definitions)).toContain("io.example.described.v3.GearList");
      return found;
    },
    { timeout: patienceMs, interval: 200 },
  );
  const paths = Object.entries(document.paths).filter(([path]) => path.includes(group));
  const described = Object.entries(document.definitions).filter(([name]) => name.startsWith("io.example.described"));
  return {
    definitions: Object.fromEntries(described),
    paths: Object.fromEntries(
      paths.filter(([path]) => path !== `/apis/${group}/`).map(([path, item]) => [path, actionsOf(item)]),
    ),
  };
}

/** The fields at a path that clients read. */
function actionsOf(item: Document["paths"][string]): object {
  return ["get", "post", "put", "patch"].flatMap((method) => {
    const operation = item[method];
    const found = [operation?.["x-kubernetes-action"], operation?.["x-kubernetes-group-version-kind"]];
    return operation === undefined ? [] : [[method, ...found]];
  });
}

/** The real server has its own descriptions for the type of an embedded object. */
function withoutThoseOfEmbedded(published: object): unknown {
  return JSON.parse(JSON.stringify(published).replaceAll(/"description":"(apiVersion|kind) [^"]*",?/g, ""));
}

describe("/openapi/v2", () => {
  test.runIf(process.env.KUBEBUILDER_ASSETS)("describes custom resources as the real server does", async () => {
    await using real = await RealApiServer.start();
    await using embedded = await ApiServer.start();

    const published = await publishedBy(embedded.kubeconfig);
    expect(Object.keys(published.definitions)).toHaveLength(6);
    expect(withoutThoseOfEmbedded(published)).toEqual(withoutThoseOfEmbedded(await publishedBy(real.kubeconfig)));

    const written = readFileSync(new URL("../assets/descriptions.json.br", import.meta.url));
    const generated = await descriptions(real.kubeconfig);
    expect(brotliDecompressSync(written).toString() === generated, "Run npm run generate").toBe(true);
  });

  test("changes with the served kinds, and is sent only to clients with another version", async () => {
    await using server = await ApiServer.start();
    const wire = new Wire(server.kubeconfig);
    const before = await wire.get("/openapi/v2");
    const etag = String(before.headers.etag);
    const again = await wire.send("GET", "/openapi/v2", undefined, { "if-none-match": etag });
    expect([before.status, again.status]).toEqual([200, 304]);

    await wire.post(definitions, gears);
    const after = await wire.send("GET", "/openapi/v2", undefined, { "if-none-match": etag });
    expect(after.status).toBe(200);

    const binary = await wire.send("GET", "/openapi/v2", undefined, { accept: protobuf });
    expect(binary.headers["content-type"]).toBe(protobuf);
  });
});
