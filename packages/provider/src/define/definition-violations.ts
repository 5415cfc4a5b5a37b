import {
  type ContractVersion,
  contractVersions,
  type ProviderRole,
  reservedBy,
  roleOf,
  type RuleId,
  type Section,
  type Violation,
  violation,
} from "@capstan/contract";
import { isApiVersionName, labelKeyProblems } from "@capstan/kube";

/** The author's options, unchecked: a definition may be written in plain JavaScript. */
export interface GivenDefinition {
  readonly kind: string;
  readonly group: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly versions: Readonly<Record<string, unknown>>;
  readonly storage: string | undefined;
  /** Undefined: the default of the SDK for kinds with a role, otherwise no finalizer. */
  readonly finalizer?: string | undefined;
}

interface GivenVersion {
  readonly contract?: unknown;
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly served?: unknown;
}

/** Every problem of a definition; paths are those of the author's options. Pure. */
export function definitionViolations(role: ProviderRole, given: GivenDefinition): Violation[] {
  return [
    ...nameFaults(given),
    ...finalizerFaults(given),
    ...storageFaults(given),
    ...Object.entries(given.versions).flatMap(([name, version]) => [
      ...versionFaults(role, name, version as GivenVersion),
    ]),
  ];
}

/** Every problem of a definition of an auxiliary kind. */
export function auxiliaryViolations(
  given: GivenDefinition,
  ownFields: Readonly<Record<Section, readonly string[]>>,
): Violation[] {
  return [
    ...nameFaults(given),
    ...finalizerFaults(given),
    ...storageFaults(given),
    ...Object.entries(given.versions).flatMap(([name, version]) => [
      ...sectionFaults(name, version as GivenVersion, ownFields),
    ]),
  ];
}

function* sectionFaults(
  name: string,
  version: GivenVersion,
  ownFields: Readonly<Record<Section, readonly string[]>>,
): Iterable<Violation> {
  for (const section of ["spec", "status"] as const) {
    const schema = version[section];
    if (schema === undefined && section === "status") continue;
    const fields = propertiesOf(schema);
    const path = `versions.${name}.${section}`;
    if (fields === undefined) {
      yield fault("auxiliary", path, "a schema created with Type.Object", schema);
      continue;
    }
    for (const field of ownFields[section].filter((each) => each in fields)) {
      const expected = `no field ${field}, because the SDK adds it to the schema of every such kind`;
      yield fault("auxiliary", `${path}.${field}`, expected, field);
    }
  }
}

function* nameFaults({ kind, group, shortNames, categories, versions }: GivenDefinition): Iterable<Violation> {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) yield fault("AR-001", "kind", "UpperCamelCase", kind);
  if (kind.endsWith("Template"))
    yield fault(
      "BT-002",
      "kind",
      "a kind without the suffix Template, because the SDK derives the template kind",
      kind,
    );
  if (kind.endsWith("List"))
    yield fault("AR-005", "kind", "a kind without the suffix List, because the SDK derives the list kind", kind);
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(group)) {
    yield fault("AR-001", "group", "a DNS subdomain, such as infrastructure.example.com", group);
  }
  yield* listedNameFaults("shortNames", shortNames);
  yield* listedNameFaults("categories", categories);
  if (Object.keys(versions).length === 0) yield fault("AR-001", "versions", "at least one version", undefined);
  for (const name of Object.keys(versions)) {
    if (isApiVersionName(name)) continue;
    yield fault("AR-015", `versions.${name}`, "a Kubernetes version name, such as v1beta1", name);
  }
}

function* listedNameFaults(option: string, names: readonly string[]): Iterable<Violation> {
  for (const [index, name] of names.entries()) {
    const path = `${option}[${index}]`;
    if (!/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) yield fault("names", path, "lower case letters and digits", name);
    else if (names.indexOf(name) < index) yield fault("names", path, "unique names", name);
  }
}

/** The finalizers that the garbage collector sets and removes. */
const finalizersOfTheCollector: readonly string[] = ["foregroundDeletion", "orphan"];

function* finalizerFaults({ kind, finalizer }: GivenDefinition): Iterable<Violation> {
  if (finalizer === undefined) return;
  const isQualified = labelKeyProblems(finalizer).length === 0;
  if (isQualified && !finalizersOfTheCollector.includes(finalizer)) return;
  const expected = `a qualified name of the provider's own, such as ${kind.toLowerCase()}.infrastructure.example.com`;
  yield fault("finalizer", "finalizer", expected, finalizer);
}

function* storageFaults({ versions, storage }: GivenDefinition): Iterable<Violation> {
  const names = Object.keys(versions);
  if (storage === undefined && names.length > 1) {
    yield fault("AR-017", "storage", `the storage version, one of ${names.join(", ")}`, undefined);
  } else if (storage !== undefined && !names.includes(storage)) {
    yield fault("AR-017", "storage", `a storage version out of ${names.join(", ")}`, storage);
  }
  const stored = storage ?? names[0] ?? "";
  if ((versions[stored] as GivenVersion | undefined)?.served === false) {
    yield fault("AR-010", `versions.${stored}.served`, "true: the provider works with the storage version", false);
  }
}

function* versionFaults(role: ProviderRole, name: string, version: GivenVersion): Iterable<Violation> {
  const asked: readonly unknown[] = Array.isArray(version.contract) ? version.contract : [version.contract];
  const known = contractVersions.filter((contract) => asked.includes(contract));
  const [newest] = known;
  if (newest === undefined || known.length < new Set(asked).size) {
    const expected = `contracts out of ${contractVersions.join(", ")}`;
    yield fault("AR-006", `versions.${name}.contract`, expected, version.contract);
  }
  for (const section of ["spec", "status"] as const) {
    const schema = version[section];
    if (schema === undefined && section === "status") continue;
    const fields = propertiesOf(schema);
    const path = `versions.${name}.${section}`;
    if (fields === undefined)
      yield fault(roleOf(role).sections[section], path, "a schema created with Type.Object", schema);
    else yield* clashes(role, newest ?? contractVersions[0], section, path, Object.keys(fields));
  }
}

function* clashes(
  role: ProviderRole,
  contract: ContractVersion,
  section: Section,
  path: string,
  names: readonly string[],
): Iterable<Violation> {
  for (const name of names) {
    const rule = reservedBy(role, contract, section, name);
    if (rule === undefined) continue;
    const expected = `no field ${name}, because the SDK adds the contract's fields to your schema`;
    yield fault(rule, `${path}.${name}`, expected, name);
  }
}

function propertiesOf(schema: unknown): object | undefined {
  if (typeof schema !== "object" || schema === null || !("type" in schema) || schema.type !== "object")
    return undefined;
  return "properties" in schema && typeof schema.properties === "object" ? (schema.properties ?? undefined) : undefined;
}

function fault(
  rule: RuleId | "names" | "auxiliary" | "finalizer",
  path: string,
  expected: string,
  actual: unknown,
): Violation {
  return violation(rule, { path, expected, actual });
}
