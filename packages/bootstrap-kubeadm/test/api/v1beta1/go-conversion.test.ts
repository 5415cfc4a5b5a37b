import { type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { type Client, createClient, installCRDs, isCapstanError } from "@capstan/runtime";
import { RealApiServer, upstreamCRDs, type WebhookEndpoint } from "@capstan/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGoBootstrapManager } from "../../../../../test/kubeadm/go-bootstrap-manager.ts";
import { KubeadmConfig } from "../../../src/api/kubeadm-config.ts";
import { comparable } from "./comparable.ts";
import { drawnConfig } from "./drawn-config.ts";

const { KUBEBUILDER_ASSETS = "", CAPSTAN_CLUSTER_API_ASSETS = "" } = process.env;

const count = 150;
const namespace = "default";

/** KubeadmConfigs of a version, the same on every run. */
function drawn(version: string): KubernetesObject[] {
  return fc.sample(drawnConfig("KubeadmConfig", version), { numRuns: count, seed: 20_261_121 });
}

interface Webhooks extends KubernetesObject {
  readonly webhooks: readonly { readonly clientConfig: { readonly url: string; readonly caBundle: string } }[];
}

/** Where the manager's webhooks are. Those of admission are removed: they would refuse and default what is to be converted. */
async function leaveConversionOnly(client: Client): Promise<WebhookEndpoint> {
  let found: Webhooks["webhooks"][number] | undefined;
  for (const plural of ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"]) {
    const path = `/apis/admissionregistration.k8s.io/v1/${plural}`;
    for (const { metadata, webhooks } of ((await client.request("GET", path)) as { items: Webhooks[] }).items) {
      found ??= webhooks[0];
      await client.request("DELETE", `${path}/${metadata.name}`);
    }
  }
  if (found === undefined) throw new Error("the manager has no webhooks");
  const { url, caBundle } = found.clientConfig;
  return { url: new URL(url).origin, certificateAuthority: Buffer.from(caBundle, "base64").toString() };
}

describe.runIf(KUBEBUILDER_ASSETS !== "" && CAPSTAN_CLUSTER_API_ASSETS !== "")("beside upstream's webhook", () => {
  const closing = new AsyncDisposableStack();
  let client: Client;

  beforeAll(async () => {
    const server = closing.use(await RealApiServer.start());
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "conversion-test" });
    closing.defer(() => client.close());
    await installCRDs(client, [...upstreamCRDs("core"), ...upstreamCRDs("bootstrap")], { timeoutMs: 120_000 });
    closing.use(await startGoBootstrapManager(server, client, "nowhere"));
    const endpoint = await leaveConversionOnly(client);
    await installCRDs(client, upstreamCRDs("bootstrap", { endpoint }), { timeoutMs: 120_000 });
  }, 180_000);

  afterAll(() => closing.disposeAsync());

  test.each([
    ["v1beta1", "v1beta2"],
    ["v1beta2", "v1beta1"],
  ])("what is written in %s reads the same in %s", { timeout: 180_000 }, async (from, to) => {
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
        // Rules that no generator knows of: the upstream schema has some in CEL.
        if (!isCapstanError(error)) throw error;
        refused.push(error.message);
        continue;
      }
      accepted += 1;
      const theirs = comparable(await client.get(kind(to), { namespace, name: named.metadata.name }));
      const ours = comparable(KubeadmConfig.convert(named, to));
      if (JSON.stringify(theirs) !== JSON.stringify(ours)) differing.push({ name, theirs, ours });
    }
    expect(differing.slice(0, 3)).toEqual([]);
    expect(accepted, refused.slice(0, 3).join("\n")).toBeGreaterThan(count / 2);
  });
});
