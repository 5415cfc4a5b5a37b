import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import {
  type ApiError,
  type CapstanError,
  type Client,
  createClient,
  installCRDs,
  isCapstanError,
  requestPath,
  resourcePath,
  type RequestPath,
} from "@capstan/runtime";
import { RealApiServer, upstreamCRDs } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comparable } from "../../../packages/bootstrap-kubeadm/test/api/v1beta1/comparable.ts";
import { type AdmissionCase, admissionCases } from "../../../packages/bootstrap-kubeadm/test/api/admission-cases.ts";
import { referenceAvailable, startGoBootstrapManager } from "@capstan/harness/go";
import { startOurBootstrapManager } from "./our-bootstrap-manager.ts";

const group = "bootstrap.cluster.x-k8s.io";
const nowhere = "nowhere";

/** The response to a request. */
interface Answer {
  readonly allowed: boolean;
  /** Invalid fields, in order; empty where the response names none. */
  readonly fields: readonly string[];
  /** The spec that would be stored. */
  readonly spec?: unknown;
  readonly message?: string;
}

function kindOf({ apiVersion, kind }: KubernetesObject): ResourceKind {
  const version = apiVersion.slice(group.length + 1);
  return { group, version, kind, plural: `${kind.toLowerCase()}s`, namespaced: true };
}

function pathOf(object: KubernetesObject): RequestPath {
  return resourcePath(kindOf(object), { namespace: object.metadata.namespace });
}

/** Sends the request of a case as a dry run. */
async function ask(client: Client, { object, stored }: AdmissionCase): Promise<Answer> {
  try {
    const answered =
      stored === undefined
        ? await client.request("POST", requestPath`${pathOf(object)}?dryRun=All`, object)
        : await update(client, object, stored);
    const { spec } = answered as { readonly spec?: unknown };
    // Go's types for v1beta1 omit or add empty values.
    const isConverted = object.apiVersion === `${group}/v1beta1`;
    return { allowed: true, fields: [], spec: isConverted ? comparable({ spec }) : spec };
  } catch (error) {
    if (!isCapstanError(error, "ApiRequestFailed")) throw error;
    const { details } = error as CapstanError & Pick<ApiError, "details">;
    const causes = details?.causes ?? [];
    // Upstream misspells one of its paths: kubeconfig.
    const fields = causes
      .map(({ field = "" }) => field.replace(".kubeconfig.", ".kubeConfig."))
      .filter((field) => field !== "");
    return { allowed: false, fields: fields.toSorted(), message: error.message };
  }
}

async function update(client: Client, object: KubernetesObject, stored: KubernetesObject): Promise<unknown> {
  const created = await client.create(kindOf(stored), { ...stored, metadata: { ...stored.metadata, name: "stored" } });
  const { name, namespace = "" } = created.metadata;
  try {
    const sent = { ...object, metadata: created.metadata };
    return await client.request("PUT", requestPath`${pathOf(object)}/${name}?dryRun=All`, sent);
  } finally {
    await client.delete(kindOf(stored), { name, namespace });
  }
}

describe.runIf(referenceAvailable)(
  "the admission webhooks, compared with the Go manager's on a real API server",
  () => {
    const closing = new AsyncDisposableStack();
    const answers = { go: new Map<string, Answer>(), ours: new Map<string, Answer>() };

    beforeAll(async () => {
      const server = closing.use(await RealApiServer.start());
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "admission-test" });
      closing.defer(() => client.close());
      await installCRDs(client, [...upstreamCRDs("core"), ...upstreamCRDs("bootstrap")], { timeoutMs: 120_000 });
      const askAll = async (of: keyof typeof answers): Promise<void> => {
        for (const admission of admissionCases) answers[of].set(admission.name, await ask(client, admission));
      };
      {
        await using goOnly = new AsyncDisposableStack();
        const { endpoint } = goOnly.use(await startGoBootstrapManager(server, nowhere));
        await installCRDs(client, upstreamCRDs("bootstrap", { endpoint }), { timeoutMs: 120_000 });
        await askAll("go");
      }
      // The Go manager has ended here: Capstan's manager sends all further responses.
      closing.use(await startOurBootstrapManager(server, client, [`--namespace=${nowhere}`]));
      await askAll("ours");
    });

    afterAll(() => closing.disposeAsync());

    test("the cases suffice in number, and their names are unique", () => {
      expect(answers.go.size).toBe(admissionCases.length);
      expect(admissionCases.length).toBeGreaterThan(60);
    });

    test.each(admissionCases.map((admission) => [admission.name, admission] as const))(
      "%s",
      (name, { allowed, keepsMore = false }) => {
        const { message: why = "", ...go } = answers.go.get(name) ?? { allowed: false, fields: [] };
        const { message = "", ...ours } = answers.ours.get(name) ?? { allowed: false, fields: [] };
        expect(go.allowed, why).toBe(allowed);
        expect(ours.allowed, message).toBe(allowed);
        // Where Go cannot decode an object, its response names no field; Capstan's response does.
        if (go.fields.length > 0) expect(ours.fields, message).toEqual(go.fields);
        if (keepsMore) expect(ours.spec).not.toEqual(go.spec);
        else expect(ours.spec).toEqual(go.spec);
        // A conversion may fail the request, and Capstan's only where Go's does.
        if (message.startsWith("Internal error")) expect(why).toMatch(/^Internal error/);
      },
    );
  },
);
