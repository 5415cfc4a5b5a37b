import https from "node:https";
import {
  admissionConfigurations,
  type AdmissionRequest,
  type AdmissionVerdict,
  type AdmissionWebhook,
  TerminalError,
  WebhookServer,
} from "@capstan/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const widgets = { group: "example.io", version: "v1", kind: "Widget", plural: "widgets" };
const object = {
  apiVersion: "example.io/v1",
  kind: "Widget",
  metadata: { name: "one", annotations: { "a/b": "c" } },
  spec: { colors: ["red"], size: 1 },
};

function webhook(type: AdmissionWebhook["type"], review: AdmissionWebhook["review"]): AdmissionWebhook {
  return { type, ...widgets, path: `/${type}`, review };
}

describe("a server of admission webhooks", () => {
  const seen: AdmissionRequest[] = [];
  let verdict: () => AdmissionVerdict;
  let server: WebhookServer;

  beforeEach(async () => {
    seen.length = 0;
    const review = (request: AdmissionRequest): AdmissionVerdict => {
      seen.push(request);
      return verdict();
    };
    server = await WebhookServer.start({ admission: [webhook("mutating", review), webhook("validating", review)] });
  });
  afterEach(() => server.close());

  async function send(path: string, body: unknown): Promise<{ status: number; body: string }> {
    const ca = Buffer.from(server.clientConfig.caBundle ?? "", "base64").toString();
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: server.port, path, method: "POST", ca, agent: false };
      const sent = https.request(options, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, body: text });
        });
      });
      sent.on("error", reject);
      sent.end(JSON.stringify(body));
    });
  }

  async function review(path: string, request: object = {}): Promise<Record<string, unknown>> {
    const kind = { group: "example.io", version: "v1", kind: "Widget" };
    const asked = { uid: "42", operation: "CREATE", kind, name: "one", namespace: "default", object, ...request };
    const { status, body } = await send(`${path}?timeout=10s`, {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: asked,
    });
    expect(status).toBe(200);
    const answer = JSON.parse(body) as { apiVersion: string; kind: string; response: Record<string, unknown> };
    expect(answer).toMatchObject({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" });
    return answer.response;
  }

  test("forwards the request, and admits an object without problems", async () => {
    verdict = () => ({ warnings: ["red fades"] });
    const oldObject = { ...object, spec: {} };
    expect(await review("/validating", { operation: "UPDATE", oldObject, dryRun: true })).toEqual({
      uid: "42",
      allowed: true,
      warnings: ["red fades"],
    });
    expect(seen).toMatchObject([
      { operation: "UPDATE", name: "one", namespace: "default", object, oldObject, dryRun: true },
    ]);
    await review("/validating");
    expect(seen[1]).toMatchObject({ operation: "CREATE", dryRun: false });
    expect(seen[1]).not.toHaveProperty("oldObject");
  });

  test("refuses with every problem as a cause, as Kubernetes does for invalid objects", async () => {
    verdict = () => ({
      problems: [
        { path: "spec.size", message: "is too small" },
        { path: "spec.shape", message: "must be said", reason: "Required" },
      ],
    });
    expect(await review("/validating")).toEqual({
      uid: "42",
      allowed: false,
      status: {
        status: "Failure",
        reason: "Invalid",
        code: 422,
        message:
          'Widget.example.io "one" is invalid: ' +
          "[spec.size: Invalid value: is too small, spec.shape: Required value: must be said]",
        details: {
          group: "example.io",
          kind: "Widget",
          name: "one",
          causes: [
            { reason: "FieldValueInvalid", field: "spec.size", message: "Invalid value: is too small" },
            { reason: "FieldValueRequired", field: "spec.shape", message: "Required value: must be said" },
          ],
        },
      },
    });
  });

  test("sends the changes of a mutating webhook as a JSON patch, and no patch without changes", async () => {
    const metadata = { ...object.metadata, annotations: { "a/b": "d" } };
    verdict = () => ({
      object: { ...object, metadata, spec: { colors: ["red", "blue"], shape: "round" } } as never,
    });
    const { patchType, patch, allowed } = await review("/mutating");
    expect([allowed, patchType]).toEqual([true, "JSONPatch"]);
    expect(JSON.parse(Buffer.from(String(patch), "base64").toString())).toEqual([
      { op: "replace", path: "/metadata/annotations/a~1b", value: "d" },
      { op: "replace", path: "/spec/colors", value: ["red", "blue"] },
      { op: "remove", path: "/spec/size" },
      { op: "add", path: "/spec/shape", value: "round" },
    ]);
    verdict = () => ({ object });
    expect(await review("/mutating")).toEqual({ uid: "42", allowed: true });
  });

  test("never changes an object in a validating webhook", async () => {
    verdict = () => ({ object: { ...object, metadata: { name: "other" } } });
    expect(await review("/validating")).toEqual({ uid: "42", allowed: true });
  });

  test("fails a request with the message of readable errors only", async () => {
    verdict = () => {
      throw new TerminalError("Widgets are sold out", { object: { kind: "Widget" } });
    };
    const failure = { reason: "InternalError", code: 500 };
    expect(await review("/validating")).toMatchObject({
      allowed: false,
      status: { ...failure, message: "Widgets are sold out" },
    });
    verdict = () => {
      throw new TypeError("hunter2 is not a color");
    };
    expect(await review("/validating")).toMatchObject({
      status: { ...failure, message: "Widget cannot be reviewed: TypeError" },
    });
  });

  test("refuses other kinds, other paths and bodies that are not an AdmissionReview", async () => {
    verdict = () => ({});
    const kind = { group: "example.io", version: "v1", kind: "Gadget" };
    expect(await review("/validating", { kind })).toMatchObject({ allowed: false, status: { code: 400 } });
    expect((await send("/validating", { kind: "AdmissionReview" })).status).toBe(400);
    expect((await send("/other", {})).status).toBe(404);
    expect((await send("/convert", {})).status).toBe(404);
    expect(seen).toEqual([]);
  });
});

test("the configurations register each webhook for creations and updates of its kind in any version", () => {
  const review = (): AdmissionVerdict => ({});
  const service = { namespace: "widget-system", name: "widget-webhook" };
  const found = admissionConfigurations([webhook("mutating", review), webhook("validating", review)], {
    name: "widget",
    manager: { service },
    annotations: { "cert-manager.io/inject-ca-from": "widget-system/cert" },
  });
  expect(found.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
    ["MutatingWebhookConfiguration", "widget-mutating-webhook-configuration"],
    ["ValidatingWebhookConfiguration", "widget-validating-webhook-configuration"],
  ]);
  expect(found[1]).toMatchObject({
    apiVersion: "admissionregistration.k8s.io/v1",
    metadata: { annotations: { "cert-manager.io/inject-ca-from": "widget-system/cert" } },
    webhooks: [
      {
        name: "validation.widget.example.io",
        admissionReviewVersions: ["v1"],
        clientConfig: { service: { ...service, path: "/validating" } },
        failurePolicy: "Fail",
        matchPolicy: "Equivalent",
        sideEffects: "None",
        rules: [
          { apiGroups: ["example.io"], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["widgets"] },
        ],
      },
    ],
  });
  expect(admissionConfigurations([], { name: "widget", manager: { service } })).toEqual([]);
});
