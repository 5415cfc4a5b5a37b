import { isDeepStrictEqual } from "node:util";
import { checkComponents } from "@capstan/contract";
import { defineInfraMachinePool, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { componentsOf } from "../../src/generate/components.ts";
import { providerOf } from "../../src/generate/provider.ts";
import { listCorrect, listFault } from "../../../../test/seeded-faults/seeded-fault.ts";
import { FooConfig } from "../generate/foo-bootstrap-provider.ts";
import { FooCluster, FooMachine } from "../generate/foo-provider.ts";
import { type FaultyComponents, faultOf, faultyComponents, type Subject, titleOf } from "./faulty-components.ts";

const FooMachinePool = defineInfraMachinePool({
  kind: "FooMachinePool",
  group: "infrastructure.foo.com",
  managesReplicas: true,
  versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
});

type Json = Record<string | number, unknown>;

const image = "registry.example.com/foo:v0.1.0";
const correctComponents: Readonly<Record<Subject, readonly Json[]>> = {
  infrastructure: componentsOf(providerOf([FooMachine, FooCluster], {}), image) as Json[],
  bootstrap: componentsOf(providerOf([FooConfig], {}), image) as Json[],
  pools: componentsOf(providerOf([FooMachinePool], {}), image) as Json[],
};
const correct = correctComponents.infrastructure;

describe("a components file", () => {
  for (const subject of ["infrastructure", "bootstrap", "pools"] as const) {
    test(`as generated for a provider of type ${subject} breaks no rule`, (context) => {
      listCorrect(context, `components file of a provider of type ${subject}`);
      expect(checkComponents(correctComponents[subject]).violations).toEqual([]);
    });
  }

  for (const faulty of faultyComponents) {
    test(titleOf(faulty), (context) => {
      const { of = "infrastructure", breaks } = faulty;
      listFault(context, { fault: `components: ${faultOf(faulty)}`, breaks, caughtBy: "checkComponents" });
      const broken = withFault(faulty);
      expect(isDeepStrictEqual(broken, correctComponents[of])).toBe(false);
      const found = checkComponents(broken).violations.map(({ rule }) => rule);
      expect([...new Set(found)].toSorted()).toEqual(breaks.toSorted());
    });
  }

  test("breaks RB-008, RB-009 and CT-016 where the provider's ways demand more of it", (context) => {
    const fault = "components: without the rights and labels that the provider's ways need";
    listFault(context, { fault, breaks: ["RB-008", "RB-009", "CT-016"], caughtBy: "checkComponents" });
    const options = { blockingOwners: ["machines"], resolvesReferences: true, identityKinds: ["FooCluster"] };
    expect(checkComponents(correct, options).violations.map(({ rule }) => rule)).toEqual([
      "CT-016",
      "RB-008",
      "RB-009",
    ]);
  });
});

function withFault({ of = "infrastructure", kind, nth = 0, at, to, beside }: FaultyComponents): Json[] {
  const copy = structuredClone([...correctComponents[of]]);
  const target = copy.filter((object) => object.kind === kind)[nth];
  if (target === undefined) throw new Error(`There is no ${kind} ${nth}.`);
  if (beside !== undefined) return [...copy, beside as Json];
  if (at.length === 0) return copy.filter((object) => object !== target);
  const parent = at.slice(0, -1).reduce<Json>((object, key) => {
    object[key] ??= {};
    return object[key] as Json;
  }, target);
  const last = at.at(-1) ?? "";
  if (to !== undefined) parent[last] = to;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return copy;
}
