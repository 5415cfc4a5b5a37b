import { mostAnnotationBytes } from "@capstan/kube";
import { CertificateAuthority } from "@capstan/kube/x509";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, type Gadget, gadgetDefinition, GadgetWebhook, type Corrupt } from "./gadget-webhook.ts";
import { base64 } from "./webhook-server.ts";
import { type Suite } from "./suite.ts";
import { type Answer as Response, eventually, type Wire } from "./target.ts";

/** Kinds with the suite's webhook: one for each test that defines one, and one for all invalid responses. */
const ordinaryKinds = 10;
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Gadgets {
  readonly wire: Wire;
  readonly path: (version: "v1" | "v2", rest?: string) => string;
  readonly old: (name: string, spec?: object) => object;
  readonly create: (name: string) => Promise<Response>;
  /**
   * The webhook's requests about objects of this kind in this test. Requests about other kinds can arrive at any time, because the real
   * server repeats lists that it could not convert.
   */
  readonly calls: () => GadgetWebhook["calls"];
}

/** Conversion between versions by a webhook: its requests, valid and invalid responses, and failures without a response. */
export function conversionSuite(suite: Suite): void {
  describe("conversion by webhook", () => {
    let webhook: GadgetWebhook;
    let count = 0;
    let prepared: Promise<Gadgets>[] = [];

    beforeAll(async () => {
      webhook = await GadgetWebhook.start();
      // The real server takes seconds to serve a new kind, regardless of their number.
      prepared = Array.from({ length: ordinaryKinds }, () => define(webhook.clientConfig, ["v1"]));
      await Promise.all(prepared);
    });
    afterAll(() => webhook[Symbol.asyncDispose]());
    beforeEach(() => {
      webhook.corrupt = undefined;
      webhook.calls.length = 0;
    });

    /** A kind for this test alone, so that webhook calls of other tests do not interfere. */
    function gadgets(): Promise<Gadgets> {
      const next = prepared.pop();
      if (next === undefined) throw new Error("Raise ordinaryKinds: there are more tests than kinds.");
      return next;
    }

    async function define(clientConfig: object, conversionReviewVersions: readonly string[]): Promise<Gadgets> {
      const { wire, namespace } = await suite.namespace();
      const name = String(count++);
      const conversion = { strategy: "Webhook", webhook: { conversionReviewVersions, clientConfig } };
      const created = await wire.post(definitions, gadgetDefinition(name, conversion));
      expect(created.status).toBe(201);
      const path = (version: string, rest = ""): string =>
        `/apis/gadgets.io/${version}/namespaces/${namespace}/gadget${name}s${rest}`;
      for (const version of ["v1", "v2"]) {
        await eventually(
          () => wire.get(path(version)),
          ({ status }) => status === 200,
        );
      }
      const object = (version: string, own: string, spec: object): object => ({
        apiVersion: `gadgets.io/${version}`,
        kind: `Gadget${name}`,
        metadata: { name: own },
        spec,
      });
      return {
        wire,
        path,
        old: (own, spec = { size: "2x3" }) => object("v1", own, spec),
        create: (own) => wire.post(path("v2"), object("v2", own, { width: 2, height: 3 })),
        calls: () =>
          webhook.calls.filter(({ review }) => review.request.objects.some(({ kind }) => kind === `Gadget${name}`)),
      };
    }

    test.each([
      [
        "an unknown strategy",
        { strategy: "Foo" },
        ['spec.conversion.strategy: Unsupported value: "Foo": supported values: "None", "Webhook"'],
      ],
      [
        "no webhook",
        { strategy: "Webhook" },
        [
          "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
          "spec.conversion.conversionReviewVersions: Required value",
        ],
      ],
      [
        "neither URL nor Service",
        { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig: {} } },
        ["spec.conversion.webhookClientConfig: Required value: exactly one of url or service is required"],
      ],
      [
        "an URL without TLS",
        { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "http://a/b" } } },
        [
          "spec.conversion.webhookClientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
        ],
      ],
      [
        "an URL with more than host and path",
        {
          strategy: "Webhook",
          webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://u@a/b?x=1#f" } },
        },
        [
          'spec.conversion.webhookClientConfig.url: Invalid value: "u": user information is not permitted in the URL',
          'spec.conversion.webhookClientConfig.url: Invalid value: "f": fragments are not permitted in the URL',
          'spec.conversion.webhookClientConfig.url: Invalid value: "x=1": query parameters are not permitted in the URL',
        ],
      ],
      [
        "a review of an unknown kind",
        { strategy: "Webhook", webhook: { conversionReviewVersions: ["v7"], clientConfig: { url: "https://a/b" } } },
        ['spec.conversion.conversionReviewVersions: Invalid value: ["v7"]: must include at least one of v1, v1beta1'],
      ],
      [
        "a webhook that would not be used",
        { strategy: "None", webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://a/b" } } },
        [
          "spec.conversion.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook",
          "spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook",
        ],
      ],
    ])("a definition with %s is rejected", async (_, conversion, expected) => {
      const { status, body } = await suite.wire().post(definitions, gadgetDefinition("z", conversion));
      expect(status).toBe(422);
      expect(body.details.causes.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected);
    });

    test("an object is stored in the storage version and returned in the version of the request", async () => {
      const { wire, path, old, calls } = await gadgets();
      const { status, body } = await wire.post(path("v1"), { ...old("a"), status: { phase: "x" } });
      expect(status).toBe(201);
      // Defaults of the request's version apply before the conversion, those of the storage version after it.
      expect(body).toMatchObject({ apiVersion: "gadgets.io/v1", spec: { size: "2x3" } });
      expect(body.spec).toEqual({ size: "2x3" });
      expect(body.status).toBeUndefined();
      const [asked] = calls();
      expect(asked?.url).toBe("/convert?timeout=30s");
      expect(asked?.headers).toMatchObject({ accept: "application/json, */*", "content-type": "application/json" });
      expect(asked?.review).toMatchObject({
        kind: "ConversionReview",
        apiVersion: "apiextensions.k8s.io/v1",
        request: {
          uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          desiredAPIVersion: "gadgets.io/v2",
          objects: [{ apiVersion: "gadgets.io/v1", metadata: { name: "a" }, spec: { size: "2x3", color: "red" } }],
        },
        response: { uid: "", convertedObjects: null, result: { metadata: {} } },
      });
      const { body: stored } = await wire.get(path("v2", "/a"));
      expect(stored).toMatchObject({ apiVersion: "gadgets.io/v2", spec: { width: 2, height: 3, unit: "mm" } });
      expect(stored.metadata.uid).toBe(body.metadata.uid);
      expect(stored.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
    });

    test("the review has the first supported version of the definition's list", async () => {
      const { wire, path, old, calls } = await define(webhook.clientConfig, ["v7", "v1beta1", "v1"]);
      expect((await wire.post(path("v1"), old("a"))).status).toBe(201);
      expect(calls()[0]?.review.apiVersion).toBe("apiextensions.k8s.io/v1beta1");
    });

    test("the webhook is not called for objects in the storage version", async () => {
      const { wire, path, create } = await gadgets();
      await create("a");
      webhook.corrupt = failure;
      expect((await wire.get(path("v2", "/a"))).status).toBe(200);
      expect((await wire.patch(path("v2", "/a"), "merge", { spec: { width: 5 } })).body.spec.width).toBe(5);
      expect((await wire.get(path("v2"))).body.items).toHaveLength(1);
    });

    test("patches, status writes and applies use the version of the request", async () => {
      const { wire, path, create, old } = await gadgets();
      await create("a");
      const patched = await wire.patch(path("v1", "/a"), "merge", { spec: { size: "4x5" } });
      expect(patched).toMatchObject({ status: 200, body: { spec: { size: "4x5" }, metadata: { generation: 2 } } });
      const { body } = await wire.patch(path("v1", "/a/status"), "merge", { status: { phase: "y" } });
      expect(body).toMatchObject({ apiVersion: "gadgets.io/v1", spec: { size: "4x5" }, status: { phase: "y" } });
      expect((await wire.get(path("v2", "/a"))).body).toMatchObject({
        spec: { width: 4, height: 5 },
        status: { phase: "y" },
      });
      const applied = await wire.patch(`${path("v1", "/b")}?fieldManager=x`, "apply", old("b"));
      expect(applied).toMatchObject({ status: 201, body: { spec: { size: "2x3" } } });
      const stale = { ...old("a"), metadata: { name: "a", resourceVersion: patched.body.metadata.resourceVersion } };
      expect((await wire.put(path("v1", "/a"), stale)).status).toBe(409);
    });

    test("a dry run is converted in both directions and stores nothing", async () => {
      const { wire, path, old } = await gadgets();
      const { status, body } = await wire.post(`${path("v1")}?dryRun=All`, old("a"));
      expect([status, body.spec]).toEqual([201, { size: "2x3" }]);
      expect((await wire.get(path("v2"))).body.items).toEqual([]);
    });

    test("lists and watches are converted", async () => {
      const { wire, path, create } = await gadgets();
      await create("a");
      const { body: list } = await eventually(
        () => wire.get(path("v1")),
        ({ body }) => body.items.length === 1,
      );
      expect(list).toMatchObject({
        apiVersion: "gadgets.io/v1",
        items: [{ apiVersion: "gadgets.io/v1", spec: { size: "2x3" } }],
      });
      const from = `${path("v1")}?watch=1&resourceVersion=${list.metadata.resourceVersion}`;
      const events = wire.watch(from, (seen) => seen.length === 3);
      await create("b");
      await wire.patch(path("v2", "/b"), "merge", { spec: { width: 7 } });
      await wire.delete(path("v2", "/b"));
      const seen = await events;
      expect(seen.map(({ type, object }) => [type, object.apiVersion, object.spec.size])).toEqual([
        ["ADDED", "gadgets.io/v1", "2x3"],
        ["MODIFIED", "gadgets.io/v1", "7x3"],
        ["DELETED", "gadgets.io/v1", "7x3"],
      ]);
    });

    test("only labels and annotations of a response's metadata apply, and unknown fields are dropped", async () => {
      const { wire, path, old } = await gadgets();
      webhook.corrupt = withObjects((object) => ({
        ...object,
        spec: { ...object.spec, other: 1 },
        metadata: {
          ...object.metadata,
          labels: { x: "y" },
          annotations: { q: "r" },
          finalizers: ["a/b"],
          generation: 9,
        },
      }));
      expect((await wire.post(path("v1"), old("a"))).status).toBe(201);
      webhook.corrupt = undefined;
      const { body } = await wire.get(path("v2", "/a"));
      expect(body.metadata).toMatchObject({ labels: { x: "y" }, annotations: { q: "r" }, generation: 1 });
      expect(body.metadata.finalizers).toBeUndefined();
      expect(body.spec).toEqual({ width: 2, height: 3, unit: "mm" });
    });

    test("the schema does not validate a response: it is stored and read back", async () => {
      const { wire, path, old } = await gadgets();
      webhook.corrupt = withObjects((object) => ({ ...object, spec: { width: "many", height: -3 } }));
      expect((await wire.post(path("v1"), old("a"))).status).toBe(201);
      webhook.corrupt = undefined;
      expect((await wire.get(path("v2", "/a"))).body.spec).toEqual({ width: "many", height: -3, unit: "mm" });
    });

    const wrong: readonly (readonly [string, Corrupt, string])[] = [
      ["a failure", (answer) => failure(answer), "failed: cannot do it"],
      [
        "a failure that says nothing",
        withResponse({ result: { status: "Failure" } }),
        "failed: response.result.status was 'Failure', not 'Success'",
      ],
      ["no status", withResponse({ result: {} }), "failed: response.result.status was '', not 'Success'"],
      ["another uid", withResponse({ uid: "x" }), 'failed: expected response.uid="<uid>", got "x"'],
      ["no response", (answer) => ({ ...answer, response: undefined }), "failed: no response provided"],
      [
        "another kind",
        (answer) => ({ ...answer, kind: "Foo" }),
        'failed: no kind "Foo" is registered for version "apiextensions.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
      ],
      [
        "a review of another version",
        (answer) => ({ ...answer, apiVersion: "apiextensions.k8s.io/v1beta1" }),
        "failed: converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
      ],
      ["404", () => 404, "failed: the server could not find the requested resource"],
      ["500", () => 500, 'failed: an error on the server ("oh no") has prevented the request from succeeding'],
      ["an empty body", () => "", "failed: 0-length response with status code: 200 and content type: application/json"],
      ["too few objects", withResponse({ convertedObjects: [] }), "returned 0 objects, expected 1"],
      [
        "objects in a wrong version",
        withObjects((object) => ({ ...object, apiVersion: "gadgets.io/v9" })),
        "returned invalid object at index 0: invalid groupVersion (expected gadgets.io/v2, received gadgets.io/v9)",
      ],
      [
        "objects of another kind",
        withObjects((object) => ({ ...object, kind: "Other" })),
        "returned invalid object at index 0: invalid kind (expected <kind>, received Other)",
      ],
      ["another name", withMetadata({ name: "zz" }), "returned invalid object: must have the same name: a != zz"],
      [
        "another uid of the object",
        withMetadata({ uid: "zz" }),
        "returned invalid object: must have the same UID: <object> != zz",
      ],
      [
        "an invalid label",
        withMetadata({ labels: { a: 5 } }),
        "returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object",
      ],
      [
        "annotations that are too long",
        withMetadata({ annotations: { a: "x".repeat(mostAnnotationBytes) } }),
        `returned invalid metadata: metadata.annotation: Too long: may not be more than ${mostAnnotationBytes} bytes`,
      ],
      [
        "a value that no label has",
        withMetadata({ labels: { a: "-" } }),
        'returned invalid metadata: metadata.labels: Invalid value: "-": a valid label must be an empty string or consist of alphanumeric ' +
          "characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or " +
          "'12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      ],
    ];

    // One kind for all of them, because no response leads to a stored object.
    let refused: Promise<Gadgets> | undefined;

    test.each(wrong)("a webhook that answers %s fails the request with the reason", async (_, corrupt, expected) => {
      const { wire, path, old, calls } = await (refused ??= gadgets());
      webhook.corrupt = corrupt;
      const { status, body } = await wire.post(path("v1"), old("a"));
      const { request } = calls().at(-1)?.review ?? {};
      const sent = request?.objects[0];
      const message = expected
        .replace("<uid>", request?.uid ?? "")
        .replace("<object>", String(sent?.metadata.uid))
        .replace("<kind>", sent?.kind ?? "");
      expect(body).toEqual({
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: `conversion webhook for gadgets.io/v1, Kind=${sent?.kind ?? ""} ${message}`,
        code: 500,
      });
      expect(status).toBe(500);
      expect((await wire.get(path("v2"))).body.items).toEqual([]);
    });

    test("without a response, an object in another version cannot be read, changed or deleted", async () => {
      const { wire, path, create, old } = await gadgets();
      const { body } = await create("a");
      webhook.corrupt = failure;
      const stale = { ...old("a"), metadata: { name: "a", resourceVersion: body.metadata.resourceVersion } };
      for (const answer of [
        await wire.get(path("v1", "/a")),
        await wire.put(path("v1", "/a"), stale),
        await wire.patch(path("v1", "/a"), "merge", { metadata: { labels: { x: "y" } } }),
        await wire.delete(path("v1", "/a")),
      ]) {
        expect(answer).toMatchObject({ status: 500, body: { kind: "Status", code: 500 } });
        expect(answer.body.message).toMatch(
          /^conversion webhook for gadgets\.io\/v[12], Kind=Gadget\w+ failed: cannot do it$/,
        );
      }
      expect((await wire.get(path("v2", "/a"))).status).toBe(200);
    });

    test("without a response, lists fail, and watches wait and resume at their position", async () => {
      const { wire, path, create } = await gadgets();
      await create("a");
      const { body: list } = await eventually(
        () => wire.get(path("v1")),
        ({ body }) => body.items.length === 1,
      );
      webhook.corrupt = failure;
      const events = wire.watch(
        `${path("v1")}?watch=1&resourceVersion=${list.metadata.resourceVersion}`,
        (seen) => seen.length === 1,
      );
      await wire.patch(path("v2", "/a"), "merge", { spec: { width: 7 } });
      const answer = await eventually(
        () => wire.get(path("v1")),
        ({ status }) => status === 500,
      );
      expect(answer.body.message).toMatch(
        /^conversion webhook for gadgets\.io\/v2, Kind=Gadget\w+ failed: cannot do it$/,
      );
      webhook.corrupt = undefined;
      expect((await events).map(({ type, object }) => [type, object.spec.size])).toEqual([["MODIFIED", "7x3"]]);
      expect(
        (
          await eventually(
            () => wire.get(path("v1")),
            ({ status }) => status === 200,
          )
        ).body.items,
      ).toHaveLength(1);
    });

    test("an unreachable or untrusted webhook is named with the reason", async () => {
      const other = await CertificateAuthority.create("other", Date);
      const { url, caBundle } = webhook.clientConfig;
      const unreachable = [
        [
          { url: "https://127.0.0.1:1/convert", caBundle },
          'Post "https://127.0.0.1:1/convert?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused',
        ],
        [
          { service: { name: "nope", namespace: "default", path: "/convert" } },
          'Post "https://nope.default.svc:443/convert?timeout=30s": service "nope" not found',
        ],
        [
          { url, caBundle: base64(other.certificate) },
          `Post "${url}?timeout=30s": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
        ],
      ] as const;
      const refusals = unreachable.map(async ([clientConfig, expected]) => {
        const { wire, path, old } = await define(clientConfig, ["v1"]);
        const { status, body } = await wire.post(path("v1"), old("a"));
        expect([status, body.message.replace(/^.* failed: /, "")]).toEqual([500, expected]);
      });
      await Promise.all(refusals);
    });

    test("a changed definition uses its new webhook", async () => {
      const { wire, path, old } = await define({ url: "https://127.0.0.1:1/convert" }, ["v1"]);
      expect((await wire.post(path("v1"), old("a"))).status).toBe(500);
      const [plural = ""] = path("v1").split("/").slice(-1);
      const value = webhook.clientConfig;
      const operation = { op: "replace", path: "/spec/conversion/webhook/clientConfig", value };
      expect((await wire.patch(`${definitions}/${plural}.gadgets.io`, "json", [operation])).status).toBe(200);
      const created = await eventually(
        () => wire.post(path("v1"), old("a")),
        ({ status }) => status === 201,
      );
      expect(created.body.spec.size).toBe("2x3");
    });
  });
}

function withResponse(changes: object): Corrupt {
  return (answer) => ({ ...answer, response: { ...answer.response, ...changes } });
}

function withObjects(change: (object: Gadget) => object): Corrupt {
  return (answer) => withResponse({ convertedObjects: answer.response.convertedObjects.map(change) })(answer);
}

function withMetadata(changes: object): Corrupt {
  return withObjects((object) => ({ ...object, metadata: { ...object.metadata, ...changes } }));
}

function failure(answer: Answer): ReturnType<Corrupt> {
  const { uid } = answer.response;
  return { ...answer, response: { uid, result: { status: "Failed", message: "cannot do it" } } };
}
