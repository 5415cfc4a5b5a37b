import { defineInfraMachinePool, Type } from "@capstan/provider";
import { componentsOf, releasedProvider } from "@capstan/provider/release";
import { FooConfig } from "../generate/foo-bootstrap-provider.ts";
import { FooCluster, FooMachine } from "../generate/foo-provider.ts";
import type { FaultyComponents, Subject } from "./faulty-components.ts";

const FooMachinePool = defineInfraMachinePool({
  kind: "FooMachinePool",
  group: "infrastructure.foo.com",
  managesReplicas: true,
  versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
});

type Json = Record<string | number, unknown>;

const image = "registry.example.com/foo:v0.1.0";
/** The components files from `capstan generate`, into which tests put faults. */
export const correctComponents: Readonly<Record<Subject, readonly Json[]>> = {
  infrastructure: componentsOf(releasedProvider([FooMachine, FooCluster], {}), image),
  bootstrap: componentsOf(releasedProvider([FooConfig], {}), image),
  pools: componentsOf(releasedProvider([FooMachinePool], {}), image),
};

/** A components file with one fault. */
export function componentsWith({ of = "infrastructure", kind, nth = 0, at, to, alongside }: FaultyComponents): Json[] {
  const copy = structuredClone([...correctComponents[of]]);
  const target = copy.filter((object) => object.kind === kind)[nth];
  if (target === undefined) throw new Error(`There is no ${kind} ${nth}.`);
  if (alongside !== undefined) return [...copy, ...([alongside].flat() as Json[])];
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
