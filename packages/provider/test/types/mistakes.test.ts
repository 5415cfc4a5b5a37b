import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";

/** A reconciler with the author's methods. */
function reconciler(method: string, deletion = "deleteMachine() { return this.outcome.deleted(); }"): string {
  return `class HelloReconciler extends InfraMachineReconciler<typeof HelloMachine> {
    readonly definition = HelloMachine;
    ${method}
    ${deletion}
  }
  void HelloReconciler;`;
}

const given = `
  import { defineInfraMachine, InfraMachineReconciler, Type } from "@capstan/provider";
  const HelloMachine = defineInfraMachine({
    kind: "HelloMachine",
    versions: {
      v1: {
        contract: "v1beta2",
        spec: Type.Object({ size: Type.String() }),
        status: Type.Object({ running: Type.Integer() }),
      },
    },
  });
  void [HelloMachine, InfraMachineReconciler];
`;

/** The most likely mistakes of an author, and the start of the compiler's first line. */
const mistakes: readonly (readonly [mistake: string, source: string, firstLine: string])[] = [
  [
    "a status field that the definition does not have",
    reconciler(`reconcileMachine() { return this.outcome.pending("Starting", { status: { runing: 1 } }); }`),
    "Object literal may only specify known properties, but 'runing' does not exist in type 'SettableStatusOf<",
  ],
  [
    "a status field of another type",
    reconciler(`reconcileMachine() { return this.outcome.pending("Starting", { status: { running: "one" } }); }`),
    "Type 'string' is not assignable to type 'number'.",
  ],
  [
    "an outcome of another role",
    reconciler(`reconcileMachine() { return this.outcome.data("#cloud-config"); }`),
    "Property 'data' does not exist on type 'InfraMachineOutcomes<",
  ],
  [
    "a machine that is provisioned without its providerID",
    reconciler(`reconcileMachine() { return this.outcome.provisioned({}); }`),
    ": A provisioned machine has a providerID: it is set no later than the flag. ",
  ],
  [
    "an address of a type that does not exist",
    reconciler(
      `reconcileMachine() { return this.outcome.provisioned({ providerID: "hello://1", addresses: [{ type: "Internal", address: "192.0.2.1" }] }); }`,
    ),
    `Did you mean '"InternalIP"'?`,
  ],
  [
    "a field of the spec that does not exist",
    reconciler(`reconcileMachine({ object }: this["Scope"]) { return this.outcome.pending(object.spec.sise); }`),
    "Property 'sise' does not exist on type '{ readonly size: string; ",
  ],
  [
    "a change of an object that the cache holds",
    reconciler(
      `reconcileMachine({ object }: this["Scope"]) { object.spec.size = "large"; return this.outcome.pending("Starting"); }`,
    ),
    "Cannot assign to 'size' because it is a read-only property.",
  ],
  [
    "an option in other units",
    reconciler(`reconcileMachine() { return this.outcome.pending("Starting", { retryAfterSeconds: 5 }); }`),
    "Object literal may only specify known properties, and 'retryAfterSeconds' does not exist in type ",
  ],
  [
    "a method that is missing",
    reconciler(`reconcileMachine() { return this.outcome.pending("Starting"); }`, ""),
    "Non-abstract class 'HelloReconciler' does not implement inherited abstract member deleteMachine from class 'InfraMachineReconciler<",
  ],
  [
    "a deletion that says whether it is done by a boolean",
    reconciler(`reconcileMachine() { return this.outcome.pending("Starting"); }`, "deleteMachine() { return true; }"),
    "Property 'deleteMachine' in type 'HelloReconciler' is not assignable to the same property in base type 'InfraMachineReconciler<",
  ],
  [
    "a field of the contract in a schema",
    `defineInfraMachine({ kind: "AMachine", versions: { v1: { contract: "v1beta2", spec: Type.Object({ providerID: Type.String() }) } } });`,
    "Remove spec.providerID from your schema: it belongs to the contract",
  ],
  [
    "versions that nothing converts",
    `defineInfraMachine({
      kind: "AMachine",
      storage: "v2",
      versions: {
        v1: { contract: "v1beta2", spec: Type.Object({ size: Type.String() }) },
        v2: { contract: "v1beta2", spec: Type.Object({ cpus: Type.Integer() }) },
      },
    });`,
    "Set conversions.v1: its fields differ from those of the storage version",
  ],
  [
    "a version that is left out of the conversions",
    `defineInfraMachine({
      kind: "AMachine",
      storage: "v3",
      versions: {
        v1: { contract: "v1beta2", spec: Type.Object({ size: Type.String() }) },
        v2: { contract: "v1beta2", spec: Type.Object({ memory: Type.Integer() }) },
        v3: { contract: "v1beta2", spec: Type.Object({ cpus: Type.Integer() }) },
      },
      conversions: { v2: { spec: { toStorage: () => ({ cpus: 1 }), fromStorage: () => ({ memory: 1 }) } } },
    });`,
    "Set conversions.v1: its fields differ from those of the storage version",
  ],
  [
    "a contract that does not exist",
    `defineInfraMachine({ kind: "AMachine", versions: { v1: { contract: "v1beta3", spec: Type.Object({}) } } });`,
    `Type '"v1beta3"' is not assignable to type '"v1beta`,
  ],
];

const correct = reconciler(
  `reconcileMachine({ object }: this["Scope"]) {
     return object.spec.size === "large"
       ? this.outcome.pending("Starting", { status: { running: 1 }, retryAfterMs: 5_000 })
       : this.outcome.provisioned({ providerID: "hello://1", status: { running: undefined } });
   }`,
);

describe("the compiler's first line", () => {
  const sources = [...mistakes, ["no mistake", correct] as const];
  const said = compile(Object.fromEntries(sources.map(([mistake, source]) => [mistake, given + source])));

  test("is missing without a mistake", () => {
    expect(said["no mistake"]).toEqual([]);
  });

  test.each(mistakes)("describes the mistake with %s", (mistake, _source, firstLine) => {
    const [first = ""] = said[mistake]?.[0]?.split("\n") ?? [];
    expect(first).toContain(firstLine);
  });
});
