// The parts of server objects that a cache keeps, and the objects in its scope.
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

describe("managedFields in the cache", () => {
  test("are dropped, or kept only for metadata", () => {
    const { metadata, ...rest } = widget({ managedFields });
    expect(withManagedFields({ metadata, ...rest }, "none")).toStrictEqual(widget());
    expect(withManagedFields({ metadata, ...rest }, "metadata")).toStrictEqual(widget({ managedFields: [ofMetadata] }));
    expect(metadata).toHaveProperty("managedFields", managedFields);
  });

  test("leave the object identical if the server sends none", () => {
    const object = widget();
    expect(withManagedFields(object, "none")).toBe(object);
    expect(withManagedFields(object, "metadata")).toBe(object);
  });
});

describe("an incoming object", () => {
  const intake = (options: Partial<IntakeOptions> = {}) =>
    new Intake(kind, { freeze: false, metadataOnly: false, keptManagedFields: () => "none", ...options });

  test("keeps all fields except managedFields, with the options at that time", () => {
    let kept: "none" | "metadata" = "none";
    const of = intake({ keptManagedFields: () => kept });
    for (const take of [(object: KubernetesObject) => of.own(object), (object: KubernetesObject) => of.copy(object)]) {
      kept = "none";
      expect(take(widget({ managedFields }))).toStrictEqual(widget());
      kept = "metadata";
      expect(take(widget({ managedFields }))).toStrictEqual(widget({ managedFields: [ofMetadata] }));
    }
  });

  test("keeps only the metadata if nothing else is requested", () => {
    const { apiVersion, kind: name, metadata } = widget();
    const metadataOnly = { apiVersion, kind: name, metadata };
    expect(intake({ metadataOnly: true }).own(widget({ managedFields }))).toStrictEqual(metadataOnly);
    expect(intake({ metadataOnly: true }).copy(widget())).toStrictEqual(metadataOnly);
  });

  test("of another kind, such as a PartialObjectMetadata, keeps its kind", () => {
    for (const other of [{ apiVersion: "meta.k8s.io/v1" }, { kind: "PartialObjectMetadata" }]) {
      expect(intake().own({ ...widget(), ...other })).toStrictEqual({ ...widget(), ...other });
    }
  });

  test("is changed in place if only the cache uses it, and copied otherwise", () => {
    const [own, others] = [widget(), widget()];
    expect(intake().own(own)).toBe(own);
    const copy = intake().copy(others) as ReturnType<typeof widget>;
    expect(copy).toStrictEqual(others);
    copy.spec.size = 2;
    copy.metadata.labels.a = "c";
    expect(others).toStrictEqual(widget());
  });

  test.each([true, false])("is frozen completely: %s", (freeze) => {
    for (const taken of [intake({ freeze }).own(widget()), intake({ freeze }).copy(widget())]) {
      expect(Object.isFrozen(taken)).toBe(freeze);
      expect(Object.isFrozen(taken.metadata.labels)).toBe(freeze);
    }
  });
});

describe("namespaces by name and prefix", () => {
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
  ])("%j is valid: %s", (pattern, is) => {
    const problem = `"${pattern}" must be the name of a namespace, or a prefix followed by *, such as team-*.`;
    expect(namespaceProblem(pattern)).toBe(is ? undefined : problem);
    if (is) expect(() => parseNamespaces([pattern])).not.toThrow();
    else
      expect(() => parseNamespaces(["a", pattern])).toThrow(
        expect.objectContaining({ code: "ArgumentInvalid", message: problem }) as Error,
      );
  });

  test("are separated into unique names and prefixes", () => {
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
  ])("%s is served by prefix: %s", (namespace, is) => {
    expect(hasServedPrefix(parseNamespaces(["x-*", "team-*", "team-b"]), namespace)).toBe(is);
  });
});

describe("the membership of an object in a scope", () => {
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
    // An undecidable object is outside of the scope.
    [{ fieldSelector: "status.phase!=Running" }, false, false],
    [{ fieldSelector: "metadata.name=a,status.phase!=Running" }, false, false],
    [{ fieldSelector: "metadata.name=a", labelSelector: "color=blue" }, false, false],
  ])("%j", (scope, ofTeam, ofCluster) => {
    expect([object, clusterScoped].map(scopeMatcher(scope))).toEqual([ofTeam, ofCluster]);
  });

  test.each([{ labelSelector: "a in" }, { fieldSelector: "nonsense" }])(
    "fails for an unreadable selector (%j)",
    (scope) => {
      expect(() => scopeMatcher(scope)).toThrow(expect.objectContaining({ name: "MalformedTextError" }) as Error);
    },
  );
});
