import https from "node:https";
import type { KubernetesObject } from "@capstan/contract";
import { MockMachine } from "@capstan/infrastructure-mock";
import { type Client, createClient, CustomResourceDefinition, installCRDs } from "@capstan/runtime";
import { GoManager, RealApiServer, type WebhookEndpoint } from "@capstan/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convertCoreObject, convertedKinds } from "../../src/api/convert.ts";
import { drawnObject } from "./drawn-object.ts";

const { KUBEBUILDER_ASSETS = "", CAPSTAN_CLUSTER_API_ASSETS = "" } = process.env;
const count = 150;

/** Objects of a version, identical on every run, whose references are to an installed kind. */
function drawn(kind: string, version: string): KubernetesObject[] {
  return fc
    .sample(drawnObject(kind, version, "rules"), { numRuns: count, seed: 20_261_121 })
    .map((object) => withReferences(object) as KubernetesObject);
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withReferences(field)]));
  const { kind, group } = MockMachine.kind;
  return "apiGroup" in fields ? { ...fields, apiGroup: group, kind } : fields;
}

/** Omits values that Go omits or writes arbitrarily: zero values and empty ones. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, comparable(field)] as const);
  const isZero = (field: unknown): boolean =>
    [undefined, null, "", 0, false, "0s"].includes(field as null) ||
    (typeof field === "object" && field !== null && Object.keys(field).length === 0);
  return Object.fromEntries(
    fields.filter(([, field]) => !isZero(field)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function partsOf(object: KubernetesObject): unknown {
  const { spec, status } = object as KubernetesObject & { spec?: unknown; status?: unknown };
  return comparable({ spec, status });
}

/** The objects as converted by the webhook at an endpoint. */
async function convertedAt(
  { url, certificateAuthority }: WebhookEndpoint,
  objects: readonly KubernetesObject[],
  version: string,
): Promise<readonly KubernetesObject[]> {
  const request = { uid: "1", desiredAPIVersion: `cluster.x-k8s.io/${version}`, objects };
  const body = JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request });
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = https.request(url, { method: "POST", ca: certificateAuthority, headers }, (response) => {
      let answer = "";
      response.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      response.on("end", () => {
        resolve(answer);
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
  const { response } = JSON.parse(text) as { response: { result: object; convertedObjects?: KubernetesObject[] } };
  if (response.convertedObjects?.length !== objects.length) throw new Error(JSON.stringify(response.result));
  return response.convertedObjects;
}

describe.runIf(KUBEBUILDER_ASSETS !== "" && CAPSTAN_CLUSTER_API_ASSETS !== "")("compared with the webhook of the Go core", () => {
  const closing = new AsyncDisposableStack();
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    const server = closing.use(await RealApiServer.start({ rbac: true, controllerManager: true }));
    const client: Client = createClient({ kubeconfig: server.kubeconfig, userAgent: "conversion-test" });
    closing.defer(() => client.close());
    await installCRDs(client, MockMachine.crds);
    closing.use(await GoManager.start(server, "core"));
    const { spec } = await client.get(CustomResourceDefinition, { name: "clusters.cluster.x-k8s.io" });
    const { url = "", caBundle = "" } = (spec as unknown as Conversion).conversion.webhook.clientConfig;
    endpoint = { url, certificateAuthority: Buffer.from(caBundle, "base64").toString() };
  });

  afterAll(() => closing.disposeAsync());

  describe.each(convertedKinds)("a %s", (kind) => {
    test.each([
      ["v1beta1", "v1beta2"],
      ["v1beta2", "v1beta1"],
    ])("of %s reads the same in %s", async (from, to) => {
      const objects = drawn(kind, from);
      const theirs = await convertedAt(endpoint, objects, to);
      // If the schema of the other version accepts no such value, Go writes an invalid one and Capstan a stand-in.
      const pairs = objects.flatMap((object, index) => {
        let losses = 0;
        const ours = convertCoreObject(object, to, (group) => `${group}/v1beta2`, () => (losses += 1));
        return losses > 0 ? [] : [{ object, ours: partsOf(ours), theirs: partsOf(theirs[index] ?? object) }];
      });
      const differing = pairs.filter(({ ours, theirs: wanted }) => JSON.stringify(ours) !== JSON.stringify(wanted));
      expect(pairs.length).toBeGreaterThan(count / 2);
      // Only the first difference is shown.
      expect(differing[0]?.ours).toEqual(differing[0]?.theirs);
      expect(differing).toHaveLength(0);
    });
  });
});

interface Conversion {
  readonly conversion: { readonly webhook: { readonly clientConfig: { readonly url?: string; readonly caBundle?: string } } };
}
