import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allConditions, conditionFilter, noConditions } from "../../src/describe/condition-filter.ts";
import type { DescribedObject } from "../../src/describe/described-object.ts";
import { type RenderOptions, renderTree } from "../../src/describe/render-tree.ts";
import { isQuiet } from "../../src/describe/shorten-tree.ts";

const now = Date.parse("2026-01-01T00:10:00Z");

function object(kind: string, name: string, fields: Partial<DescribedObject> = {}): DescribedObject {
  return {
    apiGroup: "",
    kind,
    name,
    paused: false,
    activities: [],
    waitsFor: [],
    errors: [],
    conditions: [],
    children: [],
    ...fields,
  };
}

function render(root: DescribedObject, options: Partial<RenderOptions> = {}): string {
  return stripVTControlCharacters(renderTree(root, { all: false, conditions: noConditions, now, ...options }));
}

const machines = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    object("Machine", `w-${index}`, {
      phase: "Running",
      summary: { type: "Ready", status: "True", reason: "Ready", message: "", lastTransitionTime: "" },
      children: [object("MockMachine", `w-${index}`, { role: "infrastructure" })],
    }),
  );

describe("the tree of capstan describe", () => {
  test("is a table with columns for existing values, and an age", () => {
    const set = object("MachineSet", "md-1", {
      replicas: { desired: 3, current: 3, ready: 2, available: 1, upToDate: 1 },
      created: "2026-01-01T00:05:00Z",
    });
    expect(render(object("Cluster", "c1", { phase: "Provisioned", children: [set] }))).toBe(
      [
        "OBJECT              PHASE        REPLICAS                                   AGE",
        "Cluster/c1          Provisioned",
        "└─ MachineSet/md-1               2/3 ready, 1 available, 1 of 3 up to date  5m",
      ].join("\n"),
    );
  });

  test("summarizes healthy Machines, and shows each with --all", () => {
    const cluster = object("Cluster", "c1", { children: machines(50) });
    expect(render(cluster).split("\n").slice(2)).toEqual([
      "└─ 50 Machines  Running  True",
      "   w-0, w-1, w-2, … w-49 (--all shows each)",
    ]);
    expect(render(cluster, { all: true }).split("\n")).toHaveLength(2 + 100);
  });

  test("marks conditions as good or bad according to their type", () => {
    const condition = { status: "False", reason: "No", message: "", lastTransitionTime: "" } as const;
    const conditions = [
      { ...condition, type: "Paused" },
      { ...condition, type: "InfrastructureReady" },
    ];
    const text = render(object("Machine", "m1", { conditions }), { conditions: allConditions });
    expect(text).toContain("✓ Paused=False");
    expect(text).toContain("✗ InfrastructureReady=False  No");
    const remarkable = render(object("Machine", "m1", { conditions }), { conditions: conditionFilter("machine+") });
    expect(remarkable).not.toContain("Paused");
    expect(remarkable).toContain("✗ InfrastructureReady=False  No");
  });

  test.each([
    ["all", "all", "all"],
    ["Machine", "all", "none"],
    ["machineset, Machine/M1+", "remarkable", "all"],
    ["all+,Machine", "all", "remarkable"],
    ["Machine/other", "none", "none"],
    ["", "none", "none"],
  ])("lists the conditions of the selected objects: --show-conditions '%s'", (list, ofMachine, ofSet) => {
    const filter = conditionFilter(list);
    expect(filter({ kind: "Machine", name: "m1" })).toBe(ofMachine);
    expect(filter({ kind: "MachineSet", name: "m1" })).toBe(ofSet);
  });

  test("shows an object's activities with their start, and indents multi-line messages", () => {
    const since = "2026-01-01T00:09:00Z";
    const deployment = object("MachineDeployment", "md", {
      paused: true,
      pausedSince: since,
      activities: [
        { what: "RollingOut", reason: "", message: "Rolling out 3\n* Version v1.35.0", since },
        { what: "ScalingUp", reason: "NotScalingUp", message: "would be blocked", since },
      ],
      waitsFor: [{ what: "Available", object: "MachineDeployment md", detail: "NotAvailable: 1\n* of 3", since }],
    });
    expect(
      render(object("Cluster", "c1", { children: [deployment] }))
        .split("\n")
        .slice(2),
    ).toEqual([
      "└─ MachineDeployment/md",
      "      paused, since 60s",
      "      ↻ RollingOut, since 60s:",
      "          Rolling out 3",
      "          * Version v1.35.0",
      "      ↻ ScalingUp (NotScalingUp): would be blocked, since 60s",
      "      … waits for Available, since 60s:",
      "          NotAvailable: 1",
      "          * of 3",
    ]);
  });

  test("shows every problem regardless of summaries", () => {
    const name = fc.integer({ min: 0, max: 1_000_000 }).map((id) => `x${id}x`);
    const trouble = fc.constantFrom<Partial<DescribedObject>>(
      {},
      { paused: true },
      { activities: [{ what: "Deleting", reason: "DrainingNode", message: "" }] },
      { deleted: "2026-01-01T00:00:00Z" },
      { waitsFor: [{ what: "a", object: "b" }] },
      { errors: [{ origin: "a", reason: "b", message: "c" }] },
    );
    const tree = (depth: number): fc.Arbitrary<DescribedObject> =>
      fc
        .tuple(
          fc.constantFrom("Machine", "MachineSet", "MockMachine"),
          name,
          trouble,
          depth === 0 ? fc.constant([]) : fc.array(tree(depth - 1), { maxLength: 6 }),
        )
        .map(([kind, given, fields, children]) => object(kind, given, { ...fields, children }));
    fc.assert(
      fc.property(tree(3), (root) => {
        const text = render(root);
        for (const one of flatten(root)) {
          if (!isQuiet(one)) expect(text).toContain(`${one.kind}/${one.name}`);
        }
      }),
    );
  });
});

function flatten(root: DescribedObject): DescribedObject[] {
  return [root, ...root.children.flatMap(flatten)];
}
