// What a cache keeps of the objects that come from a server, and which of them it is about.
import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { Intake, type IntakeOptions } from "../src/cache/intake.ts";
import { withManagedFields } from "../src/cache/managed-fields.ts";
import { hasServedPrefix, namespaceProblem, parseNamespaces } from "../src/cache/namespace-patterns.ts";
import { scopeMatcher } from "../src/cache/scope-matcher.ts";

const kind = { group: "a.io", version: "v1", kind: "Widget", plural: "widgets", namespaced: true } as ResourceKind;
const ofMetadata = { manager: "m", operation: "Update", fieldsV1: { "f:metadata": { "f:labels": {} } } };
const managedFields = [
  { ...ofMetadata, fieldsV1: { ...ofMetadata.fieldsV1, "f:spec": {} } },
  { manager: "n", fieldsV1: { "f:status": {} } },
  { manager: "o" },
];

const widget = (metadata: object = {}) => ({
  apiVersion: "a.io/v1",
  kind: "Widget",
  metadata: { name: "w", namespace: "a-namespace-of-some-length", labels: { a: "b" }, ...metadata },
  spec: { size: 1 },
});

describe("who wrote which field", () => {
  test("is not kept, or for the metadata alone", () => {
    const { metadata, ...rest } = widget({ managedFields });
    expect(withManagedFields({ metadata, ...rest }, "none")).toStrictEqual(widget());
    expect(withManagedFields({ metadata, ...rest }, "metadata")).toStrictEqual(widget({ managedFields: [ofMetadata] }));
    expect(metadata).toHaveProperty("managedFields", managedFields);
  });

  test("leaves the very object where the server does not say it", () => {
    const object = widget();
    expect(withManagedFields(object, "none")).toBe(object);
    expect(withManagedFields(object, "metadata")).toBe(object);
  });
});

describe("of an object that comes in", () => {
  const intake = (options: Partial<IntakeOptions> = {}) =>
    new Intake(kind, { freeze: false, metadataOnly: false, keptManagedFields: () => "none", ...options });

  test("everything is kept but who wrote which field, as that is asked for at the time", () => {
    let kept: "none" | "metadata" = "none";
    const of = intake({ keptManagedFields: () => kept });
    for (const take of [(object: KubernetesObject) => of.own(object), (object: KubernetesObject) => of.copy(object)]) {
      kept = "none";
      expect(take(widget({ managedFields }))).toStrictEqual(widget());
      kept = "metadata";
      expect(take(widget({ managedFields }))).toStrictEqual(widget({ managedFields: [ofMetadata] }));
    }
  });

  test("the metadata alone is kept where nothing else is asked for", () => {
    const { apiVersion, kind: name, metadata } = widget();
    const metadataOnly = { apiVersion, kind: name, metadata };
    expect(intake({ metadataOnly: true }).own(widget({ managedFields }))).toStrictEqual(metadataOnly);
    expect(intake({ metadataOnly: true }).copy(widget())).toStrictEqual(metadataOnly);
  });

  test("another kind, such as a PartialObjectMetadata, stays what it says it is", () => {
    for (const other of [{ apiVersion: "meta.k8s.io/v1" }, { kind: "PartialObjectMetadata" }]) {
      expect(intake().own({ ...widget(), ...other })).toStrictEqual({ ...widget(), ...other });
    }
  });

  test("an object of the cache alone is changed in place, one that others have is copied", () => {
    const [own, others] = [widget(), widget()];
    expect(intake().own(own)).toBe(own);
    const copy = intake().copy(others) as ReturnType<typeof widget>;
    expect(copy).toStrictEqual(others);
    copy.spec.size = 2;
    copy.metadata.labels.a = "c";
    expect(others).toStrictEqual(widget());
  });

  test.each([true, false])("all of it is frozen: %s", (freeze) => {
    for (const taken of [intake({ freeze }).own(widget()), intake({ freeze }).copy(widget())]) {
      expect(Object.isFrozen(taken)).toBe(freeze);
      expect(Object.isFrozen(taken.metadata.labels)).toBe(freeze);
    }
  });
});

describe("namespaces by name and by prefix", () => {
  const longest = "a".repeat(63);

  test.each([
    ["team", true],
    ["a", true],
    ["0", true],
    ["team-a", true],
    [longest, true],
    ["team-*", true],
    ["t*", true],
    [`${longest}*`, true],
    [`${longest}a`, false],
    [`${longest}a*`, false],
    ["", false],
    ["*", false],
    ["-a", false],
    ["a-", false],
    ["-*", false],
    ["Team", false],
    ["a.b", false],
    ["a*b", false],
    ["team-**", false],
    ["team\n", false],
  ])("%j is one: %s", (pattern, is) => {
    const problem = `"${pattern}" must be the name of a namespace, or a prefix followed by *, such as team-*.`;
    expect(namespaceProblem(pattern)).toBe(is ? undefined : problem);
    if (is) expect(() => parseNamespaces([pattern])).not.toThrow();
    else
      expect(() => parseNamespaces(["a", pattern])).toThrow(
        expect.objectContaining({ code: "ArgumentInvalid", message: problem }) as Error,
      );
  });

  test("are told apart, each once", () => {
    expect(parseNamespaces(["b", "team-*", "a", "b", "x*", "team-*"])).toEqual({
      names: ["b", "a"],
      prefixes: ["team-", "x"],
    });
    expect(parseNamespaces([])).toEqual({ names: [], prefixes: [] });
  });

  test.each([
    ["team-a", true],
    ["team-", true],
    ["team", false],
    ["my-team-a", false],
    ["team-b", false],
    ["other", false],
  ])("%s is served by a prefix: %s", (namespace, is) => {
    expect(hasServedPrefix(parseNamespaces(["x-*", "team-*", "team-b"]), namespace)).toBe(is);
  });
});

describe("an object belongs to a scope", () => {
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "team", labels: { color: "red" } },
  };
  const clusterScoped = { apiVersion: "v1", kind: "Node", metadata: { name: "n" } };

  test.each<[scope: Parameters<typeof scopeMatcher>[0], ofTeam: boolean, ofCluster: boolean]>([
    [{}, true, true],
    [{ namespace: "team" }, true, false],
    [{ namespace: "other" }, false, false],
    [{ labelSelector: "color=red" }, true, false],
    [{ labelSelector: "color!=red" }, false, true],
    [{ labelSelector: "color=red", namespace: "other" }, false, false],
    [{ fieldSelector: "metadata.name=a" }, true, false],
    [{ fieldSelector: "metadata.name!=a" }, false, true],
    [{ fieldSelector: "metadata.namespace=team" }, true, false],
    [{ fieldSelector: "metadata.namespace=" }, false, true],
    [{ fieldSelector: "metadata.namespace!=team" }, false, true],
    [{ fieldSelector: "metadata.name=a,metadata.namespace=team" }, true, false],
    [{ fieldSelector: "metadata.name=a,metadata.namespace=other" }, false, false],
    // What cannot be decided here is not in it.
    [{ fieldSelector: "status.phase!=Running" }, false, false],
    [{ fieldSelector: "metadata.name=a,status.phase!=Running" }, false, false],
    [{ fieldSelector: "metadata.name=a", labelSelector: "color=blue" }, false, false],
  ])("%j", (scope, ofTeam, ofCluster) => {
    expect([object, clusterScoped].map(scopeMatcher(scope))).toEqual([ofTeam, ofCluster]);
  });

  test.each([{ labelSelector: "a in" }, { fieldSelector: "nonsense" }])(
    "whose selector cannot be read (%j) is an error",
    (scope) => {
      expect(() => scopeMatcher(scope)).toThrow(expect.objectContaining({ name: "MalformedTextError" }) as Error);
    },
  );
});
