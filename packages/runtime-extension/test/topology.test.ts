import type { KubernetesObject } from "@capstan/contract";
import { Type } from "@capstan/provider";
import {
  defineVariables,
  type GeneratePatchesRequest,
  inPlacePatch,
  patchBetween,
  patchTemplates,
  placedTemplates,
  templatePatch,
} from "@capstan/runtime-extension";
import { describe, expect, test } from "vitest";
import { helloMachineTemplate, item, requestOf } from "./requests.ts";

interface HelloMachineTemplate extends KubernetesObject {
  spec: { template: { metadata?: object; spec: { size?: string; image?: string } } };
}
const kind = { group: "infrastructure.cluster.x-k8s.io", version: "v1beta1", kind: "HelloMachineTemplate" };

const variables = defineVariables({
  helloSize: { schema: Type.Union([Type.Literal("small"), Type.Literal("large")]), default: "small" },
  helloImage: { schema: Type.String({ minLength: 1 }) },
});

const sizes = templatePatch<HelloMachineTemplate>({ kind, holders: ["MachineDeployment"] }, (template, place) => {
  template.spec.template.spec.size = variables.read(place).helloSize;
});

function request(...items: readonly object[]): GeneratePatchesRequest {
  return requestOf("GeneratePatches", { items }) as GeneratePatchesRequest;
}

function decoded({ items }: ReturnType<typeof patchTemplates>): unknown[] {
  return items.map(({ uid, patch }) => [uid, JSON.parse(Buffer.from(patch, "base64").toString()) as unknown]);
}

describe("patchTemplates", () => {
  test("only templates of the kind and holder get a patch, of the changed fields alone, and the second time none", () => {
    const large = [{ name: "helloSize", value: "large" }];
    const other = { ...helloMachineTemplate(), kind: "HelloClusterTemplate" };
    const asked = request(item("1", helloMachineTemplate({ image: "a" }), large), item("2", other, large));
    const answer = patchTemplates(asked, [sizes]);
    expect(decoded(answer)).toEqual([["1", [{ op: "add", path: "/spec/template/spec/size", value: "large" }]]]);
    const again = request(item("1", helloMachineTemplate({ image: "a", size: "large" }), large));
    expect(patchTemplates(again, [sizes])).toEqual({ items: [] });
    expect(decoded(patchTemplates(asked, [sizes], "JSONMergePatch"))).toEqual([
      ["1", { spec: { template: { spec: { size: "large" } } } }],
    ]);
  });

  test("a template in another version is refused with both versions", () => {
    const older = { ...helloMachineTemplate(), apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1" };
    expect(() => patchTemplates(request(item("1", older)), [sizes])).toThrow(
      /v1alpha1; this extension patches .*v1beta1/,
    );
  });

  test("a change that the core would drop is refused with its path; labels are allowed", () => {
    const renamed = templatePatch<HelloMachineTemplate>({ kind }, (template) => {
      template.metadata.name = "other";
    });
    expect(() => patchTemplates(request(item("1", helloMachineTemplate())), [renamed])).toThrow(/\/metadata\/name/);
    const labeled = templatePatch<HelloMachineTemplate>({ kind }, (template) => {
      template.spec.template.metadata = { labels: { a: "b" } };
    });
    expect(patchTemplates(request(item("1", helloMachineTemplate())), [labeled]).items).toHaveLength(1);
  });

  test("a label or annotation that no object may have is refused with its key, unless the template has it already", () => {
    const given = helloMachineTemplate();
    const labeled = (metadata: object) =>
      templatePatch<HelloMachineTemplate>({ kind }, (template) => {
        template.spec.template.metadata = metadata;
      });
    for (const [metadata, problem] of [
      [{ labels: { payer: "Team Rocket" } }, /spec\.template\.metadata\.labels: value of payer/],
      [{ labels: { payer: "a".repeat(64) } }, /value of payer: must be no more than 63/],
      [{ annotations: { "a/b/c": "" } }, /spec\.template\.metadata\.annotations: key a\/b\/c/],
    ] as const) {
      expect(() => patchTemplates(request(item("1", given)), [labeled(metadata)])).toThrow(problem);
      const had = { ...given, spec: { template: { metadata, spec: {} } } };
      expect(patchTemplates(request(item("1", had)), [sizes]).items).toHaveLength(1);
    }
  });

  test("labels of the template itself are for copies of it, not for the objects of a Cluster", () => {
    const labeled = templatePatch<HelloMachineTemplate>({ kind }, (template) => {
      template.metadata.labels = { a: "b" };
    });
    const given = item("1", helloMachineTemplate());
    expect(patchTemplates(request(given), [labeled]).items).toHaveLength(1);
    const ofCluster = { ...given, holderReference: { ...given.holderReference, kind: "Cluster" } };
    expect(() => patchTemplates(request(ofCluster), [labeled])).toThrow(/\/metadata\/labels.*for a Cluster/);
  });

  test("a field that becomes an empty object counts as changed", () => {
    const emptied = templatePatch<HelloMachineTemplate & { status?: object }>({ kind }, (template) => {
      template.status = {};
    });
    expect(() => patchTemplates(request(item("1", helloMachineTemplate())), [emptied])).toThrow(/\/status/);
  });

  test("patches of one template apply one after the other", () => {
    const twice = templatePatch<HelloMachineTemplate>({ kind }, ({ spec: { template } }) => {
      template.spec.image = `${template.spec.size ?? ""}-image`;
    });
    const answer = patchTemplates(request(item("1", helloMachineTemplate())), [sizes, twice], "JSONMergePatch");
    expect(decoded(answer)).toEqual([["1", { spec: { template: { spec: { size: "small", image: "small-image" } } } }]]);
  });
});

describe("variables", () => {
  test("those of a place override those of the Cluster; builtin is merged", () => {
    const own = [
      { name: "b", value: 3 },
      { name: "builtin", value: { machineDeployment: { name: "md" } } },
    ];
    const global = [
      { name: "a", value: 1 },
      { name: "b", value: 2 },
      { name: "builtin", value: { cluster: { name: "c1" } } },
    ];
    const [placed] = placedTemplates({ ...request(item("1", helloMachineTemplate(), own)), variables: global });
    expect(placed).toMatchObject({ variables: { a: 1, b: 3 } });
    expect(placed?.builtin).toEqual({ cluster: { name: "c1" }, machineDeployment: { name: "md" } });
  });

  test("are read with their defaults, and refused where they do not match their schema", () => {
    expect(variables.read({ variables: {} })).toEqual({ helloSize: "small", helloImage: undefined });
    expect(() => variables.read({ variables: { helloImage: "" } })).toThrow(/helloImage must be at least 1 character/);
    const required = defineVariables({ zone: { schema: Type.String(), required: true } });
    expect(() => required.read({ variables: {} })).toThrow(/zone is required/);
    const inherited = defineVariables({ constructor: { schema: Type.String(), required: true } });
    expect(() => inherited.read({ variables: {} })).toThrow(/constructor is required/);
    const nullable = defineVariables({
      size: { schema: Type.Unsafe<string | null>({ type: "string", nullable: true }), default: "small" },
    });
    expect(nullable.read({ variables: { size: null } })).toEqual({ size: null });
    expect(required.definitions).toEqual([
      { name: "zone", required: true, schema: { openAPIV3Schema: { type: "string" } } },
    ]);
  });
});

describe("patches in place", () => {
  test("have the listed fields alone, and are unset without a difference", () => {
    const current = { spec: { size: "small", image: "a", disk: 10 } };
    const desired = { spec: { size: "large", image: "b" } };
    const patch = inPlacePatch(current, desired, ["spec.size", "spec.disk", "spec.none.of.it"]);
    expect(JSON.parse(Buffer.from(patch?.patch ?? "", "base64").toString())).toEqual({
      spec: { size: "large", disk: null },
    });
    expect(inPlacePatch(current, desired, ["spec.none"])).toBeUndefined();
    const emptied = inPlacePatch({ spec: { disk: 1 } }, { spec: {} }, ["spec.disk"]);
    expect(JSON.parse(Buffer.from(emptied?.patch ?? "", "base64").toString())).toEqual({ spec: { disk: null } });
    expect(patchBetween(current, current)).toBeUndefined();
  });
});
