import {
  type Cluster,
  type DeepReadonly,
  defineBootstrapConfig,
  defineInfraCluster,
  defineInfraMachine,
  InfraMachineReconciler,
  type Machine,
  type ObjectOf,
  outcome,
  type ProviderDefinition,
  Type,
} from "@capstan/provider";
import { describe, expect, expectTypeOf, test } from "vitest";
import { HelloMachine, type HelloMachineReconciler } from "./hello-machine.ts";

describe("the types of a definition", () => {
  test("have the author's fields and the contract fields", () => {
    expectTypeOf<ObjectOf<typeof HelloMachine>["spec"]["size"]>().toEqualTypeOf<"small" | "large">();
    expectTypeOf<ObjectOf<typeof HelloMachine>["spec"]["providerID"]>().toEqualTypeOf<string | undefined>();
    type Status = NonNullable<ObjectOf<typeof HelloMachine>["status"]>;
    expectTypeOf<Status["initialization"]>().toEqualTypeOf<{ provisioned?: boolean } | undefined>();
    expectTypeOf<Status["serverName"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Status>().not.toHaveProperty("ready");
  });

  test("of any kind extend ProviderDefinition, also without author fields", () => {
    const versions = { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } } as const;
    const EmptyConfig = defineBootstrapConfig({ kind: "EmptyConfig", versions });
    const EmptyMachine = defineInfraMachine({ kind: "EmptyMachine", versions });
    const EmptyCluster = defineInfraCluster({ kind: "EmptyCluster", versions });
    const definitions: readonly ProviderDefinition[] = [EmptyConfig, EmptyMachine, EmptyCluster, HelloMachine];
    expect(definitions.map(({ kind }) => kind.plural)).toContain("emptyconfigs");
  });

  test("are those of the chosen storage version", () => {
    const OldMachine = defineInfraMachine({
      kind: "OldMachine",
      versions: {
        v1alpha1: { contract: "v1beta1", spec: Type.Object({ flavor: Type.String() }) },
        v1beta1: { contract: "v1beta1", spec: Type.Object({ size: Type.Number() }) },
      },
      storage: "v1alpha1",
      conversions: {
        v1beta1: {
          spec: {
            toStorage: ({ size }) => ({ flavor: `size-${size}` }),
            fromStorage: ({ flavor }) => ({ size: flavor.length }),
          },
        },
      },
    });
    expectTypeOf<ObjectOf<typeof OldMachine>["spec"]["flavor"]>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<ObjectOf<typeof OldMachine>["status"]>["ready"]>().toEqualTypeOf<boolean | undefined>();
    expect(OldMachine.kind.version).toBe("v1alpha1");
  });

  test("do not allow an author to declare contract fields", () => {
    expect(() =>
      defineInfraMachine({
        kind: "ClashingMachine",
        versions: {
          // @ts-expect-error the contract owns spec.providerID
          v1beta2: { contract: "v1beta2", spec: Type.Object({ providerID: Type.String() }) },
        },
      }),
    ).toThrow(/IM-002/);
    expect(() =>
      defineInfraCluster({
        kind: "ClashingCluster",
        versions: {
          // @ts-expect-error the contract owns spec.controlPlaneEndpoint
          v1beta2: { contract: "v1beta2", spec: Type.Object({ controlPlaneEndpoint: Type.String() }) },
        },
      }),
    ).toThrow(/IC-002/);
    expect(() =>
      defineBootstrapConfig({
        kind: "ClashingConfig",
        versions: {
          // @ts-expect-error the contract owns status.conditions
          v1beta2: { contract: "v1beta2", spec: Type.Object({}), status: Type.Object({ conditions: Type.String() }) },
        },
      }),
    ).toThrow(/BC-011/);
  });
});

describe("the types of a reconciler", () => {
  test("have a scope with read-only objects, whose owners may be missing only on deletion", () => {
    type Scope = HelloMachineReconciler["Scope"];
    expectTypeOf<Scope["object"]>().toExtend<DeepReadonly<ObjectOf<typeof HelloMachine>>>();
    expectTypeOf<Scope["object"]["spec"]>().toEqualTypeOf<DeepReadonly<ObjectOf<typeof HelloMachine>["spec"]>>();
    expectTypeOf<Scope["object"]["metadata"]["uid"]>().toEqualTypeOf<string>();
    expectTypeOf<Scope["object"]["metadata"]["namespace"]>().toEqualTypeOf<string>();
    expectTypeOf<Scope["machine"]>().toEqualTypeOf<DeepReadonly<Machine>>();
    expectTypeOf<Scope["cluster"]>().toEqualTypeOf<DeepReadonly<Cluster>>();
    expectTypeOf<Scope["bootstrapData"]>().toEqualTypeOf<string | undefined>();
    type DeletionScope = HelloMachineReconciler["DeletionScope"];
    expectTypeOf<DeletionScope["machine"]>().toEqualTypeOf<DeepReadonly<Machine> | undefined>();
  });

  test("accept only outcomes of the kind, with declared status fields", () => {
    class Wrong extends InfraMachineReconciler<typeof HelloMachine> {
      readonly definition = HelloMachine;
      // @ts-expect-error serverName is a string
      reconcileMachine() {
        return outcome.pending("Starting", { status: { serverName: 5 } });
      }
      // @ts-expect-error bootstrap data is not an outcome of a deletion
      deleteMachine() {
        return outcome.data("#cloud-config");
      }
    }
    expectTypeOf<Wrong>().toExtend<object>();
  });
});
