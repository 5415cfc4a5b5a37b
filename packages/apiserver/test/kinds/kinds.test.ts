import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RealApiServer } from "@capstan/testkit";
import { isJsonObject, type JsonObject } from "@capstan/kube";
import { collectionPath, type Place, sampleOf } from "../../../../build/kinds/observed.ts";
import { samples } from "../../../../build/kinds/samples.ts";
import { servedVersions } from "../../../../build/kinds/served.ts";
import { ApiServer } from "../../src/index.ts";
import { decodeEnveloped, encodeObject, openEnvelope } from "../../src/protobuf/envelope.ts";
import { resourceFacts } from "../../src/registry/built-in/resource-facts.ts";
import { shape } from "../../src/types/shape.ts";
import { type Answer, Wire } from "../conformance/target.ts";
import { objectDifferences } from "./differences.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
const keys = Object.keys(samples);

describe.runIf(process.env.KUBEBUILDER_ASSETS)("every built-in kind, compared with kube-apiserver", () => {
  let real: RealApiServer;
  let embedded: ApiServer;
  let places: ReadonlyMap<string, Place>;

  beforeAll(async () => {
    [real, embedded] = await Promise.all([RealApiServer.start(), ApiServer.start()]);
    const served = await servedVersions(new Wire(real.kubeconfig));
    places = new Map(
      served.flatMap(({ group, version, resources }) =>
        resources.map(
          (resource) => [`${group}/${version}/${resource.resource}`, { group, version, resource }] as const,
        ),
      ),
    );
  });

  afterAll(async () => {
    await Promise.all([real.stop(), embedded.close()]);
  });

  const placeOf = (key: string): Place => places.get(key) ?? expect.fail(`${key} is not served.`);

  test.each(keys)("%s is created, shown, changed and deleted in the same way", async (key) => {
    const place = placeOf(key);
    const courses = [real, embedded].map(({ kubeconfig }) => courseOf(new Wire(kubeconfig), place));
    const [theirs, ours] = await Promise.all(courses);
    const found = differences(theirs, ours).filter((path) => {
      return !objectDifferences.some((known) => known.kinds.test(key) && known.path.test(path));
    });
    expect(found).toEqual([]);
  });

  test.each(keys)("%s has the same bytes in protobuf", async (key) => {
    const place = placeOf(key);
    const wire = new Wire(real.kubeconfig);
    const { path, sample } = sampleAt(place, "bytes");
    await wire.post(collectionPath(place), sample);
    const { bytes, body } = await bothForms(wire, path);
    const { type } = resourceFacts.find((facts) => keyOf(facts) === key) ?? expect.fail(`${key} is not in the tables.`);
    const read = shape(decodeEnveloped(openEnvelope(bytes), type), type);
    expect(encodeObject(read, type)).toEqual(bytes);
    expect(read).toEqual(body);
    expect(encodeObject(body, type)).toEqual(bytes);
    await remove(wire, path);
  });

  test("discovery has the same groups, versions, resources and subresources", async () => {
    const [theirs = new Map<string, string>(), ours = new Map<string, string>()] = await Promise.all(
      [real, embedded].map(async ({ kubeconfig }) => discovered(new Wire(kubeconfig))),
    );
    expect(theirs.size).toBeGreaterThan(0);
    for (const [name, text] of theirs) expect(`${name} ${ours.get(name) ?? "is missing"}`).toBe(`${name} ${text}`);
    expect([...ours.keys()].filter((name) => !theirs.has(name))).toEqual([]);
  });

  test("the documents of each group version are the same, including their storage hashes", async () => {
    const paths = ["/api/v1", "/apis/apps/v1", "/apis/autoscaling/v1", "/apis/events.k8s.io/v1", "/apis/batch/v1"];
    for (const path of paths) {
      const [theirs, ours] = await Promise.all(
        [real, embedded].map(({ kubeconfig }) => new Wire(kubeconfig).get(path)),
      );
      const names = new Set(ours?.body.resources.map(({ name }) => name));
      expect(ours?.body.resources).toEqual(theirs?.body.resources.filter(({ name }) => names.has(name)));
    }
  });
});

function keyOf({ group, version, plural }: { group: string; version: string; plural: string }): string {
  return `${group}/${version}/${plural}`;
}

/** The sample of a kind with a unique name, unless the kind determines the name. */
function sampleAt(place: Place, suffix: string): { name: string; path: string; sample: JsonObject } {
  const sample = sampleOf(place) ?? {};
  const given = String((sample.metadata as JsonObject).name);
  const name = given === "sample" ? `sample-${suffix}` : given;
  return { name, path: `${collectionPath(place)}/${name}`, sample: { ...sample, metadata: { name } } };
}

/** The responses when an object is created, read, labeled, given a status and deleted, without variable values. */
async function courseOf(wire: Wire, place: Place): Promise<JsonObject> {
  const { path, sample } = sampleAt(place, "course");
  const created = await wire.post(collectionPath(place), sample);
  const columns = cellsOf(await wire.get(path, table));
  const labeled = await wire.patch(path, "merge", { metadata: { labels: { x: "y" } } });
  const hasStatus = place.resource.subresources?.some(({ subresource }) => subresource === "status") === true;
  const status = hasStatus ? (await wire.patch(`${path}/status`, "merge", { status: {} })).body : {};
  await wire.patch(path, "merge", { metadata: { finalizers: null } });
  const deleted = await wire.delete(path);
  await remove(wire, path);
  const { uid } = created.body.metadata;
  const all = {
    code: created.status,
    created: created.body,
    columns,
    labeled: labeled.body,
    status,
    deleted: deleted.body,
  };
  const text = JSON.stringify(all)
    .replaceAll(uid, "<uid>")
    .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g, '"<time>"')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"<version>"')
    .replace(/"10\.0\.\d+\.\d+"/g, '"<address>"')
    .replace(/"3[0-2]\d{3}"/g, '"<port>"');
  return JSON.parse(text) as JsonObject;
}

/** The columns with the cells of the only row, without ages, which change. */
function cellsOf({ body }: Answer): JsonObject {
  const columns = (body.columnDefinitions as readonly JsonObject[] | undefined) ?? [];
  return Object.fromEntries(
    columns.map(({ name, type, format, priority }, index) => {
      const isAge = /^(Age|Last Seen|First Seen)$/.test(String(name));
      const cell = isAge ? "<age>" : body.rows[0]?.cells[index];
      return [String(name), { type, format, priority, cell, index }];
    }),
  );
}

/** An object in protobuf and in JSON; controllers may write to it in between. */
async function bothForms(wire: Wire, path: string): Promise<Pick<Answer, "body" | "bytes">> {
  for (;;) {
    const before = await wire.get(path);
    const { bytes } = await wire.get(path, protobuf);
    const { body } = await wire.get(path);
    if (body.metadata.resourceVersion === before.body.metadata.resourceVersion) return { bytes, body };
  }
}

async function remove(wire: Wire, path: string): Promise<void> {
  await wire.patch(path, "merge", { metadata: { finalizers: null } });
  await wire.delete(path, { propagationPolicy: "Background", gracePeriodSeconds: 0 });
}

/** The paths at which two values differ. */
function differences(theirs: unknown, ours: unknown, path = ""): string[] {
  if (isDeepStrictEqual(theirs, ours)) return [];
  const bothLists = Array.isArray(theirs) && Array.isArray(ours);
  if (!bothLists && (!isJsonObject(theirs) || !isJsonObject(ours))) return [path];
  const members = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  const at = (value: object, key: string): unknown => (value as JsonObject)[key];
  return [...members].flatMap((key) =>
    differences(at(theirs, key), at(ours, key), path === "" ? key : `${path}.${key}`),
  );
}

/** Every resource and subresource in a server's discovery, and its entry there. */
async function discovered(wire: Wire): Promise<ReadonlyMap<string, string>> {
  const served = await servedVersions(wire);
  return new Map(
    served.flatMap(({ group, version, resources }) =>
      resources.flatMap(({ subresources = [], ...resource }) => {
        const name = `${group}/${version}/${resource.resource}`;
        const parts = subresources.map((part) => [`${name}/${part.subresource}`, JSON.stringify(part)] as const);
        return [[name, JSON.stringify(resource)] as const, ...parts];
      }),
    ),
  );
}
