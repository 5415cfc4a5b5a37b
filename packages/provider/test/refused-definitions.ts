import * as provider from "@capstan/provider";
import { DefinitionError, type ProviderDefinition, type ProviderRole, Type } from "@capstan/provider";

/** Creates a definition from untyped options, as plain JavaScript may pass them. */
export type Define = (options: object) => ProviderDefinition;

/** The definition function, such as `defineInfraMachine`; undefined if the role has none. */
export function helperOf(role: ProviderRole): Define | undefined {
  return (provider as unknown as Readonly<Record<string, Define>>)[`define${role}`];
}

/**
 * The message that refuses a definition.
 * @throws Error the definition is accepted.
 */
export function refusal(role: ProviderRole, options: object): DefinitionError {
  const define = helperOf(role);
  if (define === undefined) throw new Error(`Nothing defines kinds of the role ${role}.`);
  try {
    define(options);
  } catch (error) {
    if (error instanceof DefinitionError) return error;
    throw error;
  }
  throw new Error("The definition was accepted.");
}

const own = { contract: "v1beta2", spec: Type.Object({}) };
const text = Type.String();

/** Definitions of a FooMachine that are refused: rule and fault, path, and options. */
export const refusedMachines: readonly (readonly [title: string, path: string, options: object])[] = [
  ["AR-001: a kind in lower case", "kind", { kind: "foo" }],
  ["AR-001: a group that is not a DNS name", "group", { group: "Example" }],
  ["AR-001: no versions", "versions", { versions: {} }],
  ["AR-005: a kind that is a List", "kind", { kind: "FooList" }],
  ["BT-002: a kind that is a Template", "kind", { kind: "FooTemplate" }],
  ["AR-015: a version name that Kubernetes does not know", "versions.one", { versions: { one: own } }],
  ["AR-006: no contract", "versions.v1.contract", { versions: { v1: { spec: Type.Object({}) } } }],
  ["AR-006: an unknown contract", "versions.v1.contract", { versions: { v1: { ...own, contract: "v1alpha4" } } }],
  [
    "AR-010: a storage version that is not served",
    "versions.v1.served",
    { versions: { v1: { ...own, served: false } } },
  ],
  ["AR-017: several versions, none of them for storage", "storage", { versions: { v1: own, v2: own } }],
  ["AR-017: a storage version that there is not", "storage", { storage: "v2" }],
  [
    "AR-017: a schema that is not structural",
    "spec.size",
    { versions: { v1: { ...own, spec: Type.Object({ size: Type.Union([Type.String(), Type.Object({})]) }) } } },
  ],
  ["IM-001: a spec that is not an object", "versions.v1.spec", { versions: { v1: { ...own, spec: text } } }],
  ["IM-001: a status that is not an object", "versions.v1.status", { versions: { v1: { ...own, status: text } } }],
  ["names: a short name in upper case", "shortNames[0]", { shortNames: ["FM"] }],
  ["names: a category in upper case", "categories[0]", { categories: ["Clouds"] }],
  ["columns: a field that no version has", "columns[0].path", { columns: [{ name: "Size", path: "spec.size" }] }],
  [
    "columns: a field outside of spec and status",
    "columns[0].path",
    { columns: [{ name: "A", path: "metadata.name" }] },
  ],
  ["names: a short name given twice", "shortNames[1]", { shortNames: ["fm", "fm"] }],
  ["finalizer: a name that the API server refuses", "finalizer", { finalizer: "a/b/c" }],
  ["finalizer: a name that is empty", "finalizer", { finalizer: "" }],
  ["finalizer: one of the garbage collector's", "finalizer", { finalizer: "foregroundDeletion" }],
];

/** The options of a refused FooMachine. */
export function machineOptions(options: object): object {
  return { kind: "FooMachine", versions: { v1: own }, ...options };
}
