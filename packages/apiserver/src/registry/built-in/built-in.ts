import { ageColumn, column, createdColumn, nameColumn, type PrinterColumn } from "../columns/standard-columns.ts";
import { type Resource, type ResourceVersion, type ScalePaths, type Subresource } from "../resource.ts";
import { schemaOf } from "../../types/schema-of.ts";
import { type KindRules } from "./rules/cells.ts";
import { type ResourceFacts } from "./resource-facts.ts";

/** A built-in resource in all its versions: the first is preferred, and stored. */
export function builtIn(versions: readonly ResourceFacts[], rules: KindRules = {}): Resource {
  const [facts] = versions;
  if (facts === undefined) throw new Error("A resource has a version.");
  const { group, plural, singular, kind, namespaced, verbs } = facts;
  return {
    id: rules.viewOf ?? `${plural}.${group}`,
    group,
    plural,
    singular,
    kind,
    listKind: `${kind}List`,
    shortNames: facts.shortNames ?? [],
    categories: facts.categories ?? [],
    namespaced,
    verbs,
    storageVersion: facts.version,
    ...(rules.encodedIn === undefined ? {} : { hashedVersion: rules.encodedIn }),
    versions: versions.map((version) => versionOf(version, rules)),
    nameRule: facts.nameRule ?? "subdomain",
    tracksGeneration: facts.tracksGeneration ?? false,
    allowsUnconditionalUpdate: facts.allowsUnconditionalUpdate ?? false,
    createsOnUpdate: facts.createsOnUpdate ?? false,
    answersDeleted: facts.answersDeleted ?? false,
    custom: false,
    rules,
  };
}

function versionOf(facts: ResourceFacts, rules: KindRules): ResourceVersion {
  const { subresources } = facts;
  const has = (name: string): boolean => subresources.some((subresource) => subresource.name === name);
  return {
    name: facts.version,
    served: true,
    // Computed on demand, because most kinds are never used.
    get schema() {
      return schemaOf(facts.type);
    },
    type: facts.type,
    defaults: facts.defaults ?? {},
    status: has("status"),
    subresources: subresources.map(subresourceOf),
    ...(has("scale") ? { scale: scalePaths } : {}),
    columns: (facts.columns ?? []).flatMap((text) => columnOf(text, rules.cells ?? {})),
    selectableFields: facts.fieldLabels ?? [],
    ...(rules.deprecationWarning === undefined ? {} : { deprecationWarning: rules.deprecationWarning }),
  };
}

const scalePaths: ScalePaths = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".spec.selector",
};

function subresourceOf({ name, kind, group, version, verbs }: ResourceFacts["subresources"][number]): Subresource {
  return { name, kind, verbs, ...(group === undefined || version === undefined ? {} : { group, version }) };
}

/** The column for a line of the table, if its cell is known. */
function columnOf(text: string, cells: NonNullable<KindRules["cells"]>): PrinterColumn[] {
  const [name = "", type = "", format = "", priority = "0"] = text.split(":");
  const value = cells[name];
  if (value !== undefined) return [{ ...column(name, value, { type, priority: Number(priority) }), format }];
  if (name === "Name") return [{ ...nameColumn, priority: Number(priority) }];
  if (name === "Created At") return [createdColumn];
  return name === "Age" ? [ageColumn] : [];
}
