import { isDeepStrictEqual } from "node:util";
import { checkComponents } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { componentsOf } from "../../src/generate/components.ts";
import { providerOf } from "../../src/generate/provider.ts";
import { FooCluster, FooMachine } from "../generate/foo-provider.ts";
import { type FaultyComponents, faultyComponents } from "./faulty-components.ts";

type Json = Record<string | number, unknown>;

const correct = componentsOf(providerOf([FooMachine, FooCluster], {}), "registry.example.com/foo:v0.1.0") as Json[];

describe("a components file", () => {
  test("as generated breaks no rule", () => {
    expect(checkComponents(correct).violations).toEqual([]);
  });

  test.each(faultyComponents.map((faulty) => [nameOf(faulty), faulty] as const))("%s", (_name, faulty) => {
    const broken = withFault(faulty);
    expect(isDeepStrictEqual(broken, correct)).toBe(false);
    const found = checkComponents(broken).violations.map(({ rule }) => rule);
    expect([...new Set(found)].toSorted()).toEqual(faulty.breaks.toSorted());
  });

  test("breaks RB-008, RB-009 and CT-016 where the provider's ways demand more of it", () => {
    const options = { blockingOwners: ["machines"], resolvesReferences: true, identityKinds: ["FooCluster"] };
    expect(checkComponents(correct, options).violations.map(({ rule }) => rule)).toEqual([
      "CT-016",
      "RB-008",
      "RB-009",
    ]);
  });
});

function withFault({ kind, nth = 0, at, to, beside }: FaultyComponents): Json[] {
  const copy = structuredClone(correct);
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

function nameOf({ kind, nth = 0, at, to, beside, breaks }: FaultyComponents): string {
  const value = to === undefined ? "absent" : JSON.stringify(to);
  const change = beside === undefined ? value : `beside ${JSON.stringify(beside)}`;
  return `${kind} ${nth} ${at.join(".")} ${change} breaks ${breaks.join(", ")}`;
}
