import { type ObjectRef, TerminalError } from "@capstan/runtime";
import type { KubernetesObject } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { readConversionRequest, reviewConversion } from "../src/webhook/conversion-review.ts";

const widget = { apiVersion: "a.io/v1", kind: "Widget", metadata: { name: "w", namespace: "team" } };
const request = { uid: "1", desiredAPIVersion: "a.io/v2", objects: [widget] };
const review = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request };

describe("a ConversionReview", () => {
  test("is parsed", () => {
    expect(readConversionRequest({ ...review, more: 1 })).toStrictEqual(request);
    expect(readConversionRequest({ ...review, request: { ...request, objects: [] } })).toStrictEqual({
      ...request,
      objects: [],
    });
    // Server-side apply sends objects before they have a name.
    const unnamed = { ...widget, metadata: {} };
    expect(readConversionRequest({ ...review, request: { ...request, objects: [unnamed] } })?.objects).toEqual([
      unnamed,
    ]);
  });

  test.each<[what: string, body: unknown]>([
    ["nothing", undefined],
    ["a list", [review]],
    ["another version", { ...review, apiVersion: "apiextensions.k8s.io/v1beta1" }],
    ["another kind", { ...review, kind: "AdmissionReview" }],
    ["no request", { ...review, request: undefined }],
    ["a request without uid", { ...review, request: { ...request, uid: 1 } }],
    ["a request without version", { ...review, request: { ...request, desiredAPIVersion: undefined } }],
    ["objects that are not a list", { ...review, request: { ...request, objects: {} } }],
    ["an object that is null", { ...review, request: { ...request, objects: [widget, null] } }],
    ["an object without apiVersion", { ...review, request: { ...request, objects: [{ ...widget, apiVersion: 1 }] } }],
    ["an object without kind", { ...review, request: { ...request, objects: [{ ...widget, kind: undefined }] } }],
    ["an object without metadata", { ...review, request: { ...request, objects: [{ ...widget, metadata: [] }] } }],
  ])("that has %s is rejected", (_what, body) => {
    expect(readConversionRequest(body)).toBeUndefined();
  });
});

const silent = { onFailure: () => undefined, onLoss: () => undefined };

describe("the answer", () => {
  /** Converts Widgets and Gadgets of a.io, and changes more fields than a conversion may. */
  const converter = {
    group: "a.io",
    kinds: ["Gadget", "Widget"],
    convert: (object: KubernetesObject, version: string): KubernetesObject => {
      const { name } = object.metadata;
      if (name === "typed") throw new TerminalError("the size is lost");
      if (name === "bug") throw new RangeError("secret");
      // oxlint-disable-next-line typescript/only-throw-error -- what an author may do
      if (name === "odd") throw "secret";
      return {
        ...object,
        apiVersion: `a.io/${version}`,
        metadata: { name: "changed", labels: { version }, finalizers: ["mine"] },
      };
    },
  };

  function answer(objects: readonly KubernetesObject[], desiredAPIVersion = "a.io/v2") {
    const failed: ObjectRef[] = [];
    const { response, ...meta } = reviewConversion({ uid: "7", desiredAPIVersion, objects }, [converter], {
      onFailure: (object) => failed.push(object),
      onLoss: () => undefined,
    });
    expect(meta).toEqual({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" });
    expect(response.uid).toBe("7");
    return { ...response, failed };
  }

  test("has all objects in their order; only labels and annotations of the metadata may differ", () => {
    const first = { ...widget, metadata: { name: "first", uid: "u", labels: { a: "b" }, annotations: { gone: "x" } } };
    const second = { ...widget, kind: "Gadget", metadata: { name: "second", namespace: "n" } };
    expect(answer([first, second])).toStrictEqual({
      uid: "7",
      result: { status: "Success" },
      convertedObjects: [
        { apiVersion: "a.io/v2", kind: "Widget", metadata: { name: "first", uid: "u", labels: { version: "v2" } } },
        {
          apiVersion: "a.io/v2",
          kind: "Gadget",
          metadata: { name: "second", namespace: "n", labels: { version: "v2" } },
        },
      ],
      failed: [],
    });
  });

  test("has labels and annotations only where the converted object has", () => {
    const stripping = {
      ...converter,
      convert: ({ metadata, ...object }: KubernetesObject) => ({ ...object, metadata: { name: metadata.name } }),
    };
    const labeled = { ...widget, metadata: { ...widget.metadata, labels: { a: "b" }, annotations: { c: "d" } } };
    const asked = { uid: "7", desiredAPIVersion: "a.io/v2", objects: [labeled] };
    const { response } = reviewConversion(asked, [stripping], silent);
    expect(response.convertedObjects).toStrictEqual([widget]);
  });

  test("comes from the right group where two groups have a kind of the same name", () => {
    const other = {
      ...{ group: "b.io", kinds: ["Widget"] },
      convert: (object: KubernetesObject) => ({ ...object, apiVersion: "b.io/v2" }),
    };
    const { response } = reviewConversion(
      { uid: "7", desiredAPIVersion: "b.io/v2", objects: [{ ...widget, apiVersion: "b.io/v1" }] },
      [converter, other],
      silent,
    );
    expect(response.convertedObjects).toEqual([{ ...widget, apiVersion: "b.io/v2" }]);
  });

  test.each<[name: string, message: string]>([
    ["typed", "the size is lost"],
    ["bug", "Widget team/bug cannot be converted: RangeError"],
    ["odd", "Widget team/odd cannot be converted: unknown error"],
  ])("for one object that fails (%s) has no objects, and names the failed object", (name, message) => {
    const failing = { ...widget, metadata: { ...widget.metadata, name } };
    expect(answer([widget, failing])).toEqual({
      uid: "7",
      result: { status: "Failure", message },
      convertedObjects: [],
      failed: [{ apiVersion: "a.io/v1", kind: "Widget", namespace: "team", name }],
    });
  });

  test.each([
    [
      { ...widget, kind: "Other" },
      "a.io/v2",
      "Other of a.io/v1 cannot be converted to a.io/v2: its CRD names a conversion webhook that does not serve this kind",
    ],
    [
      { ...widget, apiVersion: "b.io/v1" },
      "a.io/v2",
      "Widget of b.io/v1 cannot be converted to a.io/v2: its CRD names a conversion webhook that does not serve this kind",
    ],
    [
      widget,
      "b.io/v2",
      "Widget of a.io/v1 cannot be converted to b.io/v2: its CRD names a conversion webhook that does not serve this kind",
    ],
  ])("%#: a version that this webhook does not convert is a failure", (object, desired, message) => {
    expect(answer([object], desired).result).toEqual({ status: "Failure", message });
  });
});
