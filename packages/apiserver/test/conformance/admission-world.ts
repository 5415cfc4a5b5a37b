import { expect } from "vitest";
import { probe, type ReviewWebhook } from "./review-webhook.ts";
import { type Suite } from "./suite.ts";
import { type Answer, eventually, Wire } from "./target.ts";

export const admissionGroup = "/apis/admissionregistration.k8s.io/v1";

/** A rule of a webhook configuration. */
export const configMaps = { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };

let count = 0;

export interface AdmissionWorld extends Awaited<ReturnType<Suite["namespace"]>> {
  /**
   * Registers webhooks for ConfigMaps of the namespace and waits until the server calls them, at `/<name>/<index>`.
   * @returns the name of the configuration.
   */
  readonly install: (kind: "mutating" | "validating", ...webhooks: readonly object[]) => Promise<string>;
}

const inCollection = /^((?:\/api\/|\/apis\/[^/]+\/)[^/]+(?:\/namespaces\/[^/]+)?\/[^/?]+)\/[^/]+/;

/**
 * A client whose every write to an existing object reaches its webhooks once.
 * The real server tries a write with the object of its watch cache first, and repeats it, webhooks included, if that was outdated.
 * A consistent list waits for the watch cache.
 */
class CurrentWire extends Wire {
  override async send(...request: Parameters<Wire["send"]>): Promise<Answer> {
    const [method, path] = request;
    const collection = method === "GET" || method === "POST" ? undefined : inCollection.exec(path)?.[1];
    if (collection !== undefined) await super.send("GET", collection, undefined, {});
    return super.send(...request);
  }
}

/** A namespace with its own webhooks. */
export async function admissionWorld(suite: Suite, webhook: ReviewWebhook): Promise<AdmissionWorld> {
  const own = await suite.namespace();
  const { namespace, path } = own;
  const wire = new CurrentWire(suite.target().kubeconfig);
  const install: AdmissionWorld["install"] = async (kind, ...webhooks) => {
    const name = `${namespace}-${String(count++).padStart(3, "0")}`;
    const canary = `/${name}/canary`;
    const all = [...webhooks, { clientConfig: webhook.clientConfig(canary) }];
    const created = await wire.post(`${admissionGroup}/${kind}webhookconfigurations`, {
      metadata: { name },
      webhooks: all.map((given, index) => ({
        name: `w${index}.${name}.io`,
        clientConfig: webhook.clientConfig(`/${name}/${index}`),
        rules: [configMaps],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        ...given,
      })),
    });
    expect(created).toMatchObject({ status: 201 });
    // The real server picks up the configuration a moment later.
    await eventually(
      () => wire.post(path("configmaps?dryRun=All"), { metadata: { name: probe } }),
      () => webhook.calls.some((call) => call.path === canary),
    );
    return name;
  };
  return { ...own, wire, install };
}
