import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import type { OutsideWorld, ProviderUnderTest } from "@capstan/testkit/conformance";
import { expect, test } from "vitest";
import { casesFor } from "../../src/conformance/cases/rule-cases.ts";
import { tryRule } from "../../src/conformance/try-rule.ts";

const CarelessMachine = defineInfraMachine({
  kind: "CarelessMachine",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** Makes about every mistake that the SDK allows an author to make. */
class CarelessReconciler extends InfraMachineReconciler<typeof CarelessMachine> {
  readonly definition = CarelessMachine;
  readonly #outside: OutsideWorld;

  constructor(outside: OutsideWorld) {
    super();
    this.#outside = outside;
  }

  reconcileMachine({ object, clock }: this["Scope"]) {
    this.#outside.created(`${object.metadata.uid}-${clock.now()}`, "other data");
    return outcome.provisioned({ providerID: "careless://same", conditions: [tick(clock.now())] });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

function tick(now: number) {
  return { type: "Tick", status: "True", reason: "Tick", message: String(now) } as const;
}

test.each([["IM-005"], ["IB-007"], ["IB-010"], ["BC-020"]] as const)(
  "the suite detects that %s is broken",
  async (rule) => {
    const found = casesFor(CarelessMachine).find(({ holding }) => holding.some((candidate) => candidate === rule));
    if (found === undefined) throw new Error(`Nothing tries ${rule}`);
    const subject: ProviderUnderTest = {
      definition: CarelessMachine,
      reconcilers: ({ outside }) => [new CarelessReconciler(outside)],
    };
    await expect(tryRule(subject, found, "embedded")).rejects.toThrow();
  },
);
