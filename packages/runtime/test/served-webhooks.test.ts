// The registration of webhooks, the answers to admission reviews, and the conversion of installed CRDs.
import type { CustomResourceDefinition } from "@capstan/contract";
import { applyJSONPatch, type JsonObject } from "@capstan/kube";
import { admissionConfigurations, admissionPath, type AdmissionWebhook } from "@capstan/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeWayFor } from "../src/manager/make-way.ts";
import { installedConversion } from "../src/webhook/installed-conversion.ts";
import { jsonPatch } from "../src/webhook/json-patch.ts";

describe("a JSON patch", () => {
  const name = fc.constantFrom("a", "b/c", "~", "~1", "constructor", "toString");
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.integer(),
      fc.constant(null),
      fc.array(fc.integer(), { maxLength: 2 }),
      tie("object"),
    ),
    object: fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  })).object;

  test("turns one object into the other, and is empty where they are equal", () => {
    fc.assert(
      fc.property(value, value, (from, to) => {
        const operations: readonly object[] = jsonPatch(from, to);
        expect(applyJSONPatch(from, operations as JsonObject[], { replacesMissing: false })).toEqual(to);
        expect(jsonPatch(from, structuredClone(from))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test("has each field that differs, and no other field", () => {
    expect(
      jsonPatch(
        { same: 1, changed: { a: 1, b: [1] }, removed: 1, unset: undefined, "a/b~": 1 },
        { same: 1, changed: { a: 2, b: [1, 2] }, added: {}, unset: undefined, "a/b~": 2, undef: undefined },
      ),
    ).toEqual([
      { op: "replace", path: "/changed/a", value: 2 },
      { op: "replace", path: "/changed/b", value: [1, 2] },
      { op: "remove", path: "/removed" },
      { op: "replace", path: "/a~1b~0", value: 2 },
      { op: "add", path: "/added", value: {} },
    ]);
    expect(jsonPatch([1], {})).toEqual([{ op: "replace", path: "", value: {} }]);
    expect(jsonPatch({}, 7)).toEqual([{ op: "replace", path: "", value: 7 }]);
  });
});

const webhook = (type: AdmissionWebhook["type"], kind = "HelloMachine"): AdmissionWebhook => {
  const of = { type, group: "infrastructure.example.io", version: "v1", kind };
  return { ...of, path: admissionPath(of), plural: `${kind.toLowerCase()}s`, review: () => ({}) };
};

test("the paths of admission webhooks are those of controller-runtime", () => {
  expect([webhook("mutating").path, webhook("validating").path]).toEqual([
    "/mutate-infrastructure-example-io-v1-hellomachine",
    "/validate-infrastructure-example-io-v1-hellomachine",
  ]);
});

describe("the configurations of admission webhooks", () => {
  const entry = (name: string, clientConfig: object, plural = "hellomachines", failurePolicy = "Fail") => ({
    name,
    admissionReviewVersions: ["v1"],
    clientConfig,
    failurePolicy,
    matchPolicy: "Equivalent",
    sideEffects: "None",
    rules: [
      {
        apiGroups: ["infrastructure.example.io"],
        apiVersions: ["v1"],
        operations: ["CREATE", "UPDATE"],
        resources: [plural],
      },
    ],
  });
  const service = { namespace: "hello-system", name: "hello-webhook-service" };
  const apiVersion = "admissionregistration.k8s.io/v1";

  test("exist once per type, for a Service", () => {
    const webhooks = [webhook("validating"), webhook("mutating"), webhook("validating", "HelloCluster")];
    const path = "/validate-infrastructure-example-io-v1";
    expect(admissionConfigurations(webhooks, { name: "hello", manager: { service } })).toStrictEqual([
      {
        apiVersion,
        kind: "MutatingWebhookConfiguration",
        metadata: { name: "hello-mutating-webhook-configuration" },
        webhooks: [
          entry("default.hellomachine.infrastructure.example.io", {
            service: { ...service, path: "/mutate-infrastructure-example-io-v1-hellomachine" },
          }),
        ],
      },
      {
        apiVersion,
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: "hello-validating-webhook-configuration" },
        webhooks: [
          entry("validation.hellomachine.infrastructure.example.io", {
            service: { ...service, path: `${path}-hellomachine` },
          }),
          entry(
            "validation.hellocluster.infrastructure.example.io",
            { service: { ...service, path: `${path}-hellocluster` } },
            "helloclusters",
          ),
        ],
      },
    ]);
    expect(admissionConfigurations([], { name: "hello", manager: { service } })).toEqual([]);
  });

  test("have a URL with its CA, and the requested policy, labels and annotations", () => {
    const manager = { url: "https://127.0.0.1:9443", caBundle: "Q0E=" };
    const [labels, annotations] = [{ a: "b" }, { c: "d" }];
    const options = { name: "x", manager, failurePolicy: "Ignore", labels, annotations } as const;
    expect(admissionConfigurations([webhook("validating")], options)).toStrictEqual([
      {
        apiVersion,
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: "x-validating-webhook-configuration", labels, annotations },
        webhooks: [
          entry(
            "validation.hellomachine.infrastructure.example.io",
            { url: `${manager.url}/validate-infrastructure-example-io-v1-hellomachine`, caBundle: "Q0E=" },
            "hellomachines",
            "Ignore",
          ),
        ],
      },
    ]);
  });
});

/** A CRD with just the fields that describe the conversion of its objects. */
function crd(
  conversion: unknown,
  versions: readonly (readonly [name: string, served: boolean, storage: boolean])[] = [],
  stored?: string[],
) {
  return {
    spec: { conversion, versions: versions.map(([name, served, storage]) => ({ name, served, storage })) },
    ...(stored === undefined ? {} : { status: { storedVersions: stored } }),
  } as unknown as CustomResourceDefinition;
}

describe("the webhook that converts the objects of a CRD on the server", () => {
  const two = [
    ["v1", true, false],
    ["v2", true, true],
  ] as const;
  const at = (clientConfig: object | undefined) => ({ strategy: "Webhook", webhook: { clientConfig } });

  test.each<[what: string, of: CustomResourceDefinition, by: object]>([
    ["no conversion", crd(undefined, two), { by: "none" }],
    ["the strategy None", crd({ strategy: "None" }, two), { by: "none" }],
    ["a URL", crd(at({ url: "https://a" }), two), { by: "url", url: "https://a" }],
    ["a Service", crd(at({ service: { namespace: "n", name: "s" } }), two), { by: "service", name: "n/s" }],
    ["a Service of no name", crd(at({ service: { namespace: "n" } }), two), { by: "service", name: "n/" }],
    [
      "a Service of that name elsewhere",
      crd(at({ service: { namespace: "n", name: "webhook-service" } }), two),
      { by: "service", name: "n/webhook-service" },
    ],
    [
      "another Service of that namespace",
      crd(at({ service: { namespace: "system", name: "s" } }), two),
      { by: "service", name: "system/s" },
    ],
    [
      "what kubebuilder writes",
      crd(at({ service: { namespace: "system", name: "webhook-service" } }), two),
      { by: "placeholder" },
    ],
    ["no place", crd(at({}), two), { by: "placeholder" }],
    ["no client configuration", crd(at(undefined), two), { by: "placeholder" }],
    ["no webhook", crd({ strategy: "Webhook" }, two), { by: "placeholder" }],
    ["one version", crd(at({ url: "https://a" }), [["v1", true, true]]), { by: "none" }],
    ["one version that is stored", crd(at({ url: "https://a" }), [["v1", true, true]], ["v1"]), { by: "none" }],
    [
      "one version, and objects stored in another",
      crd(at({ url: "https://a" }), [["v1", true, true]], ["v1", "v0"]),
      { by: "url", url: "https://a" },
    ],
    [
      "one version that is served, and another one that is not",
      crd(at({ url: "https://a" }), [
        ["v1", true, true],
        ["v2", false, false],
      ]),
      { by: "none" },
    ],
    [
      "one version that is served and another one that is stored",
      crd(at({ url: "https://a" }), [
        ["v1", true, false],
        ["v2", false, true],
      ]),
      { by: "url", url: "https://a" },
    ],
  ])("with %s", (_what, of, by) => {
    expect(installedConversion(of)).toEqual(by);
  });
});

describe("the patch that removes fields from a stored CRD before another CRD is applied", () => {
  const service = { service: { namespace: "n", name: "s" } };
  const url = { url: "https://a", caBundle: "Q0E=" };
  const webhooks = (clientConfig?: object) => ({
    strategy: "Webhook",
    webhook: clientConfig === undefined ? {} : { clientConfig },
  });
  const none = { url: null, service: null, caBundle: null };

  test.each<[wanted: unknown, stored: unknown, patch: object | undefined]>([
    [undefined, undefined, undefined],
    [undefined, { strategy: "None" }, undefined],
    [undefined, webhooks(url), { spec: { conversion: { strategy: "None", webhook: null } } }],
    [{ strategy: "None" }, webhooks(url), { spec: { conversion: { strategy: "None", webhook: null } } }],
    [webhooks(url), undefined, undefined],
    [webhooks(url), { strategy: "None" }, undefined],
    [webhooks(url), webhooks(), undefined],
    [webhooks(url), webhooks(url), undefined],
    [webhooks(service), webhooks(service), undefined],
    [
      webhooks(service),
      webhooks(url),
      { spec: { conversion: { webhook: { clientConfig: { ...none, ...service } } } } },
    ],
    [webhooks(url), webhooks(service), { spec: { conversion: { webhook: { clientConfig: { ...none, ...url } } } } }],
    [webhooks(), webhooks(url), { spec: { conversion: { webhook: { clientConfig: none } } } }],
    [webhooks(), webhooks(service), { spec: { conversion: { webhook: { clientConfig: none } } } }],
  ])("wanted %j, stored %j", (wanted, stored, patch) => {
    expect(makeWayFor(crd(wanted), crd(stored))).toEqual(patch);
  });
});
