import https from "node:https";
import { isDeepStrictEqual } from "node:util";
import { type Client, createClient, isCapstanError, type KubernetesObject, type ResourceKind, requestPath } from "@capstan/provider";
import { installCRDs, RealApiServer, upstreamCRDs, type WebhookEndpoint } from "@capstan/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGoBootstrapManager } from "@capstan/harness/go";
import { KubeadmConfig } from "../../../src/api/kubeadm-config.ts";
import { asGoReads } from "./as-go-reads.ts";
import { comparable, comparableStatus } from "./comparable.ts";
import { drawnConfig } from "./drawn-config.ts";
import { withoutKept } from "./without-kept.ts";

const { KUBEBUILDER_ASSETS = "", CAPSTAN_CLUSTER_API_ASSETS = "" } = process.env;

const count = 150;
const namespace = "default";

/** Objects of a version, identical on every run. */
function drawn(version: string, kind = "KubeadmConfig"): KubernetesObject[] {
  return fc.sample(drawnConfig(kind, version), { numRuns: count, seed: 20_261_121 });
}

interface Webhooks extends KubernetesObject {
  readonly webhooks: readonly { readonly clientConfig: { readonly url: string; readonly caBundle: string } }[];
}

/**
 * The endpoint of the manager's webhooks. The admission webhooks are removed, because they would reject and default the objects to convert.
 */
async function leaveConversionOnly(client: Client): Promise<WebhookEndpoint> {
  let found: Webhooks["webhooks"][number] | undefined;
  for (const plural of ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]) {
    const path = requestPath`/apis/admissionregistration.k8s.io/v1/${plural}`;
    for (const { metadata, webhooks } of ((await client.request("GET", path)) as { items: Webhooks[] }).items) {
      found ??= webhooks[0];
      await client.request("DELETE", requestPath`${path}/${metadata.name}`);
    }
  }
  if (found === undefined) throw new Error("the manager has no webhooks");
  const { url, caBundle } = found.clientConfig;
  return { url: new URL(url).origin, certificateAuthority: Buffer.from(caBundle, "base64").toString() };
}

/** Go's types in v1beta1 cannot distinguish `layout: false` of a partition from an unset value. */
function withoutLayout(object: KubernetesObject): unknown {
  const drop = (name: string, value: unknown): unknown => (name === "layout" && value === false ? undefined : value);
  return JSON.parse(JSON.stringify(comparable(object), drop));
}

/** An object as the webhook at an endpoint converts it. */
async function convertedAt(
  { url, certificateAuthority }: WebhookEndpoint,
  object: KubernetesObject,
  version: string,
): Promise<KubernetesObject> {
  const request = { uid: "1", desiredAPIVersion: `bootstrap.cluster.x-k8s.io/${version}`, objects: [object] };
  const body = JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request });
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = https.request(`${url}/convert`, { method: "POST", ca: certificateAuthority, headers }, (response) => {
      let answer = "";
      response.on("data", (chunk: Buffer) => (answer += chunk.toString()));
      response.on("end", () => {
        resolve(answer);
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
  const { response } = JSON.parse(text) as { response: { result: object; convertedObjects: KubernetesObject[] } };
  const [converted] = response.convertedObjects;
  if (converted === undefined) throw new Error(JSON.stringify(response.result));
  return converted;
}

const lastTransitionTime = "2026-01-02T03:04:05Z";
const ready = { type: "Ready", status: "True", reason: "Ready", message: "", lastTransitionTime };
const waiting = { type: "Ready", status: "True", reason: "Waiting", message: "for it", lastTransitionTime };
const failure = { failureReason: "Lost", failureMessage: "It is gone" };

/** Capstan's webhook shows existing conditions where the Go webhook shows none because those of the other form are missing. */
const statuses = [
  { what: "conditions of both forms", version: "v1beta1", status: { conditions: [waiting], v1beta2: { conditions: [ready] } } },
  { what: "a failure", version: "v1beta1", status: { ...failure, observedGeneration: 3 } },
  { what: "data", version: "v1beta1", status: { ready: true, dataSecretName: "data" } },
  {
    what: "conditions of both forms",
    version: "v1beta2",
    status: { conditions: [ready], deprecated: { v1beta1: { conditions: [waiting] } } },
  },
  { what: "a failure", version: "v1beta2", status: { deprecated: { v1beta1: failure }, observedGeneration: 3 } },
  {
    what: "data",
    version: "v1beta2",
    status: { initialization: { dataSecretCreated: true }, dataSecretName: "data" },
  },
];

describe.runIf(KUBEBUILDER_ASSETS !== "" && CAPSTAN_CLUSTER_API_ASSETS !== "")("compared with upstream's webhook", () => {
  const closing = new AsyncDisposableStack();
  let client: Client;
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    const server = closing.use(await RealApiServer.start());
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "conversion-test" });
    closing.defer(() => client.close());
    await installCRDs(client, [...upstreamCRDs("core"), ...upstreamCRDs("bootstrap")], { timeoutMs: 120_000 });
    closing.use(await startGoBootstrapManager(server, "nowhere"));
    endpoint = await leaveConversionOnly(client);
    await installCRDs(client, upstreamCRDs("bootstrap", { endpoint }), { timeoutMs: 120_000 });
  });

  afterAll(() => closing.disposeAsync());

  test.each([
    ["v1beta1", "v1beta2"],
    ["v1beta2", "v1beta1"],
  ])("an object written in %s reads the same in %s", async (from, to) => {
    const kind = (version: string) => ({ ...KubeadmConfig.kind, version }) as ResourceKind;
    const differing: unknown[] = [];
    const refused: string[] = [];
    let accepted = 0;
    for (const object of drawn(from)) {
      const { name } = object.metadata;
      const named = { ...object, metadata: { name: `${from}-${name}`, namespace } };
      try {
        await client.create(kind(from), named);
      } catch (error) {
        // The generator ignores some rules of the upstream schema, for example those in CEL.
        if (!isCapstanError(error)) throw error;
        refused.push(error.message);
        continue;
      }
      accepted += 1;
      const theirs = comparable(await client.get(kind(to), { namespace, name: named.metadata.name }));
      const converted = comparable(KubeadmConfig.convert(named, to));
      const ours = to === "v1beta2" ? asGoReads(converted) : converted;
      if (JSON.stringify(theirs) !== JSON.stringify(ours)) differing.push({ name, theirs, ours });
    }
    expect(differing.slice(0, 3)).toEqual([]);
    expect(accepted, refused.slice(0, 3).join("\n")).toBeGreaterThan(count / 2);
  });

  const ours = (object: KubernetesObject, version: string) => Promise.resolve(KubeadmConfig.convert(object, version));
  const theirs = (object: KubernetesObject, version: string) => convertedAt(endpoint, object, version);

  describe.each(["KubeadmConfig", "KubeadmConfigTemplate"])("%s, converted to v1beta1 by one webhook and back by the other", (kind) => {
    test.each([
      ["ours, then Go's", ours, theirs],
      ["Go's, then ours", theirs, ours],
    ])("equals the original or the result of the Go webhook alone: %s", async (_order, down, up) => {
      const differing: unknown[] = [];
      const objects = drawn("v1beta2", kind);
      expect(objects).toHaveLength(count);
      for (const object of objects) {
        const back = await up(await down(object, "v1beta1"), "v1beta2");
        // Capstan's webhook may restore values that Go's webhook always loses.
        const alone = await theirs(await theirs(object, "v1beta1"), "v1beta2");
        const found = withoutLayout(back);
        const isOne = [object, alone].some((wanted) => isDeepStrictEqual(found, withoutLayout(wanted)));
        if (!isOne) differing.push({ object, found, alone: comparable(alone) });
        expect(withoutKept(back).metadata).toEqual(object.metadata);
      }
      expect(differing.slice(0, 1)).toEqual([]);
    });
  });

  test.each(statuses)("a status with $what reads the same in the other version", async ({ version, status }) => {
    const apiVersion = `bootstrap.cluster.x-k8s.io/${version}`;
    const object = { apiVersion, kind: "KubeadmConfig", metadata: { name: "one", namespace }, status } as KubernetesObject;
    const other = version === "v1beta1" ? "v1beta2" : "v1beta1";
    const expected = comparableStatus(await theirs(object, other));
    expect(comparableStatus(await ours(object, other))).toEqual(expected);
    expect(Object.keys(expected as object).length).toBeGreaterThan(0);
  });
});
