import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type Answer, type Body, eventually, type Wire } from "./target.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const group = "defined.io";
const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        text: { type: "string" },
        object: { type: "object" },
        either: { "x-kubernetes-int-or-string": true },
        map: { type: "object", additionalProperties: { type: "string" } },
      },
    },
  },
};

interface Changes {
  readonly metadata?: object;
  readonly spec?: object;
  readonly names?: object;
  readonly version?: object;
}

/** The definition of a kind with its own plural and the changes of the test. */
function definition(plural: string, { metadata, spec, names, version }: Changes = {}): { metadata: { name: string } } {
  const given = { group, ...spec };
  const kind = kindNamed(plural);
  const only = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${given.group}`, ...metadata },
    spec: { scope: "Namespaced", versions: [only], names: { plural, kind, ...names }, ...given },
  } as { metadata: { name: string } };
}

const kindNamed = (plural: string): string => plural.charAt(0).toUpperCase() + plural.slice(1);
const unique = (): string => `d${randomBytes(4).toString("hex")}`;
const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const mixed = "may have mixed case, but should otherwise match: ";
const approved = "api-approved.kubernetes.io";
const wrongType =
  "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
const notSimple = "must be a simple json path starting with .";
const immutable = "field is immutable";

const refused: readonly (readonly [string, Changes, readonly string[]])[] = [
  [
    "a group of one word",
    { spec: { group: "apps" } },
    [`spec.group: Invalid value: "apps": should be a domain with at least one dot`],
  ],
  [
    "names that are not labels",
    { names: { kind: "1K", singular: "a b", listKind: "X y", shortNames: ["ok", "N_"], categories: ["a l"] } },
    [
      `spec.names.singular: Invalid value: "a b": ${label}`,
      `spec.names.kind: Invalid value: "1K": ${mixed}${label}`,
      `spec.names.listKind: Invalid value: "X y": ${mixed}${label}`,
      `spec.names.shortNames[1]: Invalid value: "N_": ${label}`,
      `spec.names.categories[0]: Invalid value: "a l": ${label}`,
    ],
  ],
  [
    "no kind",
    { names: { kind: "" } },
    ["spec.names.singular: Required value", "spec.names.kind: Required value", "spec.names.listKind: Required value"],
  ],
  [
    "lists of the same kind",
    { names: { kind: "Same", listKind: "Same" } },
    ['spec.names.listKind: Invalid value: "Same": kind and listKind may not be the same'],
  ],
  [
    "a version that is not a label",
    { version: { name: "V_1" } },
    [`spec.versions[0].name: Invalid value: "V_1": ${label}`, `spec.version: Invalid value: "V_1": ${label}`],
  ],
  [
    "a warning for what is not deprecated",
    { version: { deprecationWarning: "old" } },
    ['spec.versions[0].deprecationWarning: Invalid value: "old": can only be set for deprecated versions'],
  ],
  [
    "a warning that cannot be printed",
    { version: { deprecated: true, deprecationWarning: "ö\n" } },
    [
      String.raw`spec.versions[0].deprecationWarning: Invalid value: "ö\n": must only contain printable UTF-8 characters; non-printable character found at index 2`,
    ],
  ],
  [
    "replicas elsewhere",
    {
      version: {
        subresources: {
          scale: { specReplicasPath: "spec.x", statusReplicasPath: ".spec.x", labelSelectorPath: ".metadata" },
        },
      },
    },
    [
      `spec.subresources.scale.specReplicasPath: Invalid value: "spec.x": ${notSimple}`,
      'spec.subresources.scale.statusReplicasPath: Invalid value: ".spec.x": should be a json path under .status',
      'spec.subresources.scale.labelSelectorPath: Invalid value: ".metadata": should be a json path under either .spec or .status',
    ],
  ],
  [
    "replicas nowhere",
    { version: { subresources: { scale: {} } } },
    [
      "spec.subresources.scale.specReplicasPath: Required value",
      "spec.subresources.scale.statusReplicasPath: Required value",
    ],
  ],
  [
    "columns of nothing",
    {
      version: {
        additionalPrinterColumns: [
          { name: "", type: "text", format: "long", jsonPath: "spec" },
          { name: "a", jsonPath: ".spec" },
          { name: "b", type: "string" },
        ],
      },
    },
    [
      "spec.additionalPrinterColumns[0].name: Required value",
      'spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
      'spec.additionalPrinterColumns[0].format: Invalid value: "long": must be one of byte,date,date-time,double,float,int32,int64,password',
      `spec.additionalPrinterColumns[0].JSONPath: Invalid value: "spec": ${notSimple}`,
      "spec.additionalPrinterColumns[1].type: Required value: must be one of boolean,date,integer,number,string",
      "spec.additionalPrinterColumns[2].JSONPath: Required value",
    ],
  ],
  [
    "fields that cannot be selected by",
    {
      version: {
        selectableFields: [
          "spec.text",
          ".spec.nothing",
          ".spec.object",
          ".metadata.name",
          ".spec.text",
          ".spec.text",
          ".spec.either",
          ".spec.map.a",
          ".spec['text']",
          "",
        ].map((jsonPath) => ({ jsonPath })),
      },
    },
    [
      'spec.selectableFields[0].jsonPath: Invalid value: "spec.text": is an invalid path: expected [ or . but got: spec',
      'spec.selectableFields[1].jsonPath: Invalid value: ".spec.nothing": is an invalid path: does not refer to a valid field',
      `spec.selectableFields[2].jsonPath: Invalid value: ".spec.object": ${wrongType}`,
      'spec.selectableFields[3].jsonPath: Invalid value: ".metadata.name": is an invalid path: does not refer to a valid field',
      'spec.selectableFields[5].jsonPath: Duplicate value: ".spec.text"',
      `spec.selectableFields[6].jsonPath: Invalid value: ".spec.either": ${wrongType}`,
      `spec.selectableFields[8].jsonPath: Invalid value: ".spec['text']": is an invalid path: array notation is not allowed`,
      "spec.selectableFields[9].jsonPath: Required value",
    ],
  ],
  [
    "no versions",
    { spec: { versions: [] } },
    [
      "spec.versions: Invalid value: []: must have exactly one version marked as storage version",
      "status.storedVersions: Invalid value: null: must have at least one stored version",
    ],
  ],
  [
    "unknown fields kept as before",
    { spec: { preserveUnknownFields: true } },
    [
      "spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
    ],
  ],
];

/** CustomResourceDefinitions: rejections other than for schemas, accepted names, and protection of built-in kinds. */
export function definitionsSuite(suite: Suite): void {
  describe("definitions", () => {
    test.each(refused)("%s: rejected with the invalid fields", async (_what, changes, expected) => {
      const given = definition(unique(), changes);
      const { status, body } = await suite.wire().post(definitions, given);
      const list = expected.length === 1 ? (expected[0] ?? "") : `[${expected.join(", ")}]`;
      expect([status, body.message]).toEqual([
        422,
        `CustomResourceDefinition.apiextensions.k8s.io "${given.metadata.name}" is invalid: ${list}`,
      ]);
    });

    test("problems that several versions have separately are reported for each, and their names must differ", async () => {
      const plural = unique();
      const one = { served: true, storage: true, schema: { openAPIV3Schema: schema } };
      const versions = [
        { ...one, name: "v1", subresources: { scale: {} } },
        { ...one, name: "v2", storage: false },
        { ...one, name: "v2", storage: false },
      ];
      const { body } = await suite.wire().post(definitions, definition(plural, { spec: { versions } }));
      expect(body.details.causes.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
        "spec.versions[0].subresources.scale.specReplicasPath FieldValueRequired",
        "spec.versions[0].subresources.scale.statusReplicasPath FieldValueRequired",
        "spec.versions FieldValueInvalid",
      ]);
      expect(body.message).toContain("must contain unique version names");
    });

    test("scope, group and names are immutable, and a stored version must stay", async () => {
      const wire = suite.wire();
      const plural = unique();
      await created(wire, definition(plural));
      const path = `${definitions}/${plural}.${group}`;
      const change = { scope: "Cluster", group: "other.io", names: { kind: "Other", plural: "others" } };
      expect((await wire.patch(path, "merge", { spec: change })).body.message).toContain(
        [
          `spec.scope: Invalid value: "Cluster": ${immutable}`,
          `spec.names.kind: Invalid value: "Other": ${immutable}`,
          `spec.group: Invalid value: "other.io": ${immutable}`,
          `spec.names.plural: Invalid value: "others": ${immutable}`,
        ].join(", "),
      );
      const versions = [{ name: "v2", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
      expect((await wire.patch(path, "merge", { spec: { versions } })).body.message).toBe(
        `CustomResourceDefinition.apiextensions.k8s.io "${plural}.${group}" is invalid: status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions`,
      );
      await wire.delete(path);
    });

    test("a write without changes stores an object in the new storage version, so that the old one can be removed", async () => {
      const { wire, namespace } = await suite.namespace();
      const plural = unique();
      const { metadata } = definition(plural);
      const path = `${definitions}/${metadata.name}`;
      const version = { served: true, storage: false, schema: { openAPIV3Schema: schema } };
      const [v1, v2] = [
        { ...version, name: "v1" },
        { ...version, name: "v2" },
      ];
      const versions = [{ ...v1, storage: true }, v2];
      await created(wire, definition(plural, { spec: { versions } }));
      const objects = `/apis/${group}/v2/namespaces/${namespace}/${plural}`;
      const given = { apiVersion: `${group}/v2`, kind: kindNamed(plural), metadata: { name: "a" } };
      await eventually(
        () => wire.post(objects, given),
        ({ status }) => status === 201,
      );
      const writeNothing = async (): Promise<string> =>
        (await wire.patch(`${objects}/a`, "merge", { metadata: { name: "a" } })).body.metadata.resourceVersion;
      const before = await writeNothing();
      expect(await writeNothing()).toBe(before);

      await wire.patch(path, "merge", { spec: { versions: [v1, { ...v2, storage: true }] } });
      const migrated = await eventually(writeNothing, (resourceVersion) => resourceVersion !== before);
      expect(migrated).not.toBe(before);
      expect(await writeNothing()).toBe(migrated);
      await wire.patch(`${path}/status`, "merge", { status: { storedVersions: ["v2"] } });
      expect(await wire.patch(path, "merge", { spec: { versions: [{ ...v2, storage: true }] } })).toMatchObject({
        status: 200,
        body: { status: { storedVersions: ["v2"] } },
      });
      await wire.delete(path);
    });

    test("a name belongs to its first definition until that is deleted", async () => {
      const wire = suite.wire();
      const [first, second, third] = [unique(), unique(), unique()];
      const own = { spec: { group: `${first}.io` } };
      const names = { kind: "Taken", singular: "taken", shortNames: ["tk", "tn"] };
      const pathOf = (plural: string): string => `${definitions}/${plural}.${first}.io`;
      await created(wire, definition(first, { ...own, names }));
      await wire.post(definitions, definition(second, { ...own, names: { ...names, kind: "Free", singular: "free" } }));
      await wire.post(definitions, definition(third, { ...own, names: { kind: "Taken", singular: "also" } }));
      const conflict = async (plural: string): Promise<unknown> => {
        const { body } = await eventually(() => wire.get(pathOf(plural)), hasCondition("Established", "False"));
        return [stated(body), (body.status as unknown as { acceptedNames: unknown }).acceptedNames];
      };
      expect(await conflict(second)).toEqual([
        [
          'NamesAccepted False ShortNamesConflict: ["tk" is already in use, "tn" is already in use]',
          "Established False NotAccepted: not all names are accepted",
        ],
        { plural: second, singular: "free", kind: "Free", listKind: "FreeList" },
      ]);
      expect(await conflict(third)).toEqual([
        [
          'NamesAccepted False ListKindConflict: "TakenList" is already in use',
          "Established False NotAccepted: not all names are accepted",
        ],
        { plural: third, singular: "also", kind: "" },
      ]);
      expect((await wire.get(`/apis/${first}.io/v1/${second}`)).status).toBe(404);
      await wire.delete(pathOf(first));
      for (const plural of [second, third]) {
        const free = await eventually(() => wire.get(pathOf(plural)), hasCondition("Established", "True"));
        expect(stated(free.body)[0]).toBe("NamesAccepted True NoConflicts: no conflicts found");
        await wire.delete(pathOf(plural));
      }
    });

    test("built-in kinds cannot be replaced, nor removed with a definition that claims them", async () => {
      const { wire, namespace, path } = await suite.namespace();
      const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
      await wire.post(leases, { metadata: { name: "a" } });
      const metadata = { annotations: { [approved]: "unapproved, a test" } };
      const spec = { group: "coordination.k8s.io" };
      const other = unique();
      await created(wire, definition("leases", { metadata, spec, names: { kind: "Other", singular: "other" } }));
      await created(wire, definition(other, { metadata, spec }));
      expect((await wire.get(`${leases}/a`)).body.kind).toBe("Lease");
      expect((await wire.get(leases.replace("leases", other))).status).toBe(404);
      for (const plural of ["leases", other]) {
        const own = `${definitions}/${plural}.coordination.k8s.io`;
        await wire.delete(own);
        expect(
          (
            await eventually(
              () => wire.get(own),
              ({ status }) => status === 404,
            )
          ).status,
        ).toBe(404);
      }
      expect((await wire.get(`${leases}/a`)).body.kind).toBe("Lease");
      expect((await wire.get(path("configmaps"))).status).toBe(200);
    });
  });
}

async function created(wire: Wire, given: { metadata: { name: string } }): Promise<Answer> {
  expect(await wire.post(definitions, given)).toMatchObject({ status: 201 });
  return eventually(() => wire.get(`${definitions}/${given.metadata.name}`), hasCondition("Established", "True"));
}

function hasCondition(type: string, status: string): (answer: Answer) => boolean {
  return ({ body }) => (body.status.conditions ?? []).some((entry) => entry.type === type && entry.status === status);
}

function stated({ status }: Body): string[] {
  return (status.conditions ?? []).map((entry) => `${entry.type} ${entry.status} ${entry.reason}: ${entry.message}`);
}
