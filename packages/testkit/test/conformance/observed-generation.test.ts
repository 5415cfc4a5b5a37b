import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import type { OutsideWorld, ProviderUnderTest } from "@capstan/testkit/conformance";
import { expect, test } from "vitest";
import { casesFor } from "../../src/conformance/cases/rule-cases.ts";
import { tryRule } from "../../src/conformance/try-rule.ts";

const ObservedMachine = defineInfraMachine({
  kind: "ObservedMachine",
  versions: {
    v1beta2: {
      contract: "v1beta2",
      spec: Type.Object({}),
      status: Type.Object({ observedGeneration: Type.Optional(Type.Integer()) }),
    },
  },
});

class ObservedReconciler extends InfraMachineReconciler<typeof ObservedMachine> {
  readonly definition = ObservedMachine;
  readonly #outside: OutsideWorld;

  constructor(outside: OutsideWorld) {
    super();
    this.#outside = outside;
  }

  reconcileMachine({ object, bootstrapData }: this["Scope"]) {
    this.#outside.created(object.metadata.name, bootstrapData);
    return outcome.provisioned({ providerID: `observed://${object.metadata.name}` });
  }

  deleteMachine({ object }: this["DeletionScope"]) {
    this.#outside.removed(object.metadata.name);
    return outcome.deleted();
  }
}

/** The generation restarts at the target of a move, and is the same after a restore. */
test.each(["CT-017", "BC-020"])("%s does not compare status.observedGeneration", async (rule) => {
  const found = casesFor(ObservedMachine).find(({ holding }) => holding.some((candidate) => candidate === rule));
  if (found === undefined) throw new Error(`Nothing tries ${rule}`);
  const subject: ProviderUnderTest = {
    definition: ObservedMachine,
    reconcilers: ({ outside }) => [new ObservedReconciler(outside)],
  };
  await expect(tryRule(subject, found, "embedded")).resolves.toBeUndefined();
});
