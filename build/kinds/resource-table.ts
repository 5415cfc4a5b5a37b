import { listOf } from "../data-lines.ts";
import { defaultsEverywhere, isShown } from "./type-tables.ts";
import { type GoFacts, type GoKind } from "./facts.ts";
import { type Observed } from "./observed.ts";
import { type ServedResource, type ServedVersion } from "./served.ts";

interface Given {
  readonly served: readonly ServedVersion[];
  readonly facts: GoFacts;
  readonly observed: ReadonlyMap<string, Partial<Observed>>;
}

/** Every served resource, as a list of {@link ResourceFacts}. */
export function resourceTable(given: Given): string {
  const entries = given.served.flatMap(({ group, version, resources }) =>
    resources.map((resource) => entryOf(given, group, version, resource)),
  );
  return listOf(entries);
}

function entryOf({ facts, observed }: Given, group: string, version: string, resource: ServedResource): object {
  const { responseKind, subresources = [] } = resource;
  const find = (of: ServedResource["responseKind"] | undefined): GoKind | undefined => {
    const wanted = of?.version === "" ? { ...of, group, version } : of;
    return facts.kinds.find(
      (one) => one.group === wanted?.group && one.version === wanted.version && one.kind === wanted.kind,
    );
  };
  const kind = find(responseKind);
  return {
    group,
    version,
    plural: resource.resource,
    singular: resource.singularResource,
    kind: responseKind.kind,
    type: kind?.type,
    namespaced: resource.scope === "Namespaced",
    verbs: resource.verbs,
    shortNames: resource.shortNames,
    categories: resource.categories,
    subresources: subresources.map(({ subresource, responseKind: own, verbs }) => ({
      name: subresource,
      kind: own?.kind,
      type: find(own)?.type,
      group: own?.version === "" ? undefined : own?.group,
      version: own?.version === "" ? undefined : own?.version,
      verbs,
    })),
    fieldLabels: kind?.fieldLabels,
    defaults: defaultsOf(facts, group, version, responseKind.kind),
    ...withoutDefaults(observed.get(`${group}/${version}/${resource.resource}`)),
  };
}

/** Omits the values that most resources have. */
function withoutDefaults(observed: Partial<Observed> | undefined): object {
  if (observed === undefined) return {};
  const ifSo = (is: boolean | undefined): true | undefined => (is === true ? is : undefined);
  return {
    columns: observed.columns,
    tracksGeneration: ifSo(observed.tracksGeneration),
    allowsUnconditionalUpdate: ifSo(observed.allowsUnconditionalUpdate),
    createsOnUpdate: ifSo(observed.createsOnUpdate),
    answersDeleted: ifSo(observed.answersDeleted),
    nameRule: observed.nameRule,
  };
}

/** The defaults of fields in this kind only, by path. */
function defaultsOf(facts: GoFacts, group: string, version: string, name: string): object | undefined {
  const everywhere = defaultsEverywhere(facts);
  const own = facts.defaults.filter(
    ({ kind, conditional, struct, field, ...found }) =>
      kind.Group === group &&
      kind.Version === version &&
      kind.Kind === name &&
      conditional !== true &&
      !everywhere.has(`${struct} ${field}`) &&
      isShown({ kind, struct, field, ...found }, facts.types),
  );
  if (own.length === 0) return undefined;
  return Object.fromEntries(own.map(({ path, field, value }) => [`${path === "" ? "" : `${path}.`}${field}`, value]));
}
