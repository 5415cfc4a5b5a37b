import { without } from "@capstan/kube";
import { type Wire } from "../../packages/apiserver/test/conformance/target.ts";
import { samples } from "./samples.ts";
import { type ServedResource } from "./served.ts";

/** The behavior of a server for a resource, observed by creating, replacing, listing and deleting a sample. */
export interface Observed {
  /** Name, type, format and priority of each column of a Table, separated by colons. */
  readonly columns: readonly string[];
  readonly tracksGeneration: boolean;
  readonly allowsUnconditionalUpdate: boolean;
  /** Whether an update of a missing object creates it. */
  readonly createsOnUpdate: boolean;
  /** Whether the response to a deletion contains the object. */
  readonly answersDeleted: boolean;
  /** The format of names; default: subdomains. */
  readonly nameRule?: "label" | "path-segment";
}

export interface Place {
  readonly group: string;
  readonly version: string;
  readonly resource: ServedResource;
}

/** The path of a resource's objects, in the namespace `default` if they have one. */
export function collectionPath({ group, version, resource }: Place): string {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${resource.scope === "Namespaced" ? "/namespaces/default" : ""}/${resource.resource}`;
}

/** The sample of a resource, with the fields that every object has. */
export function sampleOf({ group, version, resource }: Place): Readonly<Record<string, unknown>> | undefined {
  const sample = samples[`${group}/${version}/${resource.resource}`];
  if (sample === undefined) return undefined;
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return { apiVersion, kind: resource.responseKind.kind, metadata: { name: "sample" }, ...sample };
}

const table = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** Name, type, format and priority of each column of a Table, separated by colons. */
export async function columnsAt(wire: Wire, place: Place): Promise<readonly string[]> {
  const { columnDefinitions } = (await wire.get(collectionPath(place), table)).body as unknown as {
    readonly columnDefinitions: readonly { name: string; type: string; format: string; priority: number }[];
  };
  return columnDefinitions.map((column) => [column.name, column.type, column.format, column.priority].join(":"));
}

/** @throws Error there is no sample, or the server refuses it. */
export async function observe(wire: Wire, place: Place): Promise<Observed> {
  const sample = sampleOf(place);
  const path = collectionPath(place);
  if (sample === undefined) throw new Error(`There is no sample for ${path}.`);
  const { name } = sample.metadata as { readonly name: string };
  const missing = await wire.put(`${path}/${name}`, sample);
  const created = missing.status === 201 ? missing : await wire.post(path, sample);
  if (created.status !== 201) throw new Error(`${path} refuses its sample: ${created.body.message}`);
  const { metadata } = created.body;
  const replaced = await wire.put(`${path}/${name}`, {
    ...created.body,
    metadata: without(metadata, "resourceVersion"),
  });
  const shown = await wire.patch(`${path}/${name}`, "merge", { metadata: { finalizers: null } });
  if (shown.status !== 200) throw new Error(`${path} refuses a patch of its sample: ${shown.body.message}`);
  const deleted = await wire.delete(`${path}/${name}`);
  return {
    columns: await columnsAt(wire, place),
    tracksGeneration: metadata.generation !== undefined,
    allowsUnconditionalUpdate: replaced.status === 200,
    createsOnUpdate: missing.status === 201,
    answersDeleted: deleted.body.kind !== "Status",
    ...(await nameRule(wire, path, sample)),
  };
}

/** Tests with invalid subdomains, and a subdomain with a dot, whether the server refuses the name. */
async function nameRule(wire: Wire, path: string, sample: object): Promise<Pick<Observed, "nameRule">> {
  const isRefused = async (name: string): Promise<boolean> => {
    const { body } = await wire.post(`${path}?dryRun=All`, { ...sample, metadata: { name } });
    const causes = (body as Partial<typeof body>).details?.causes ?? [];
    return causes.some(({ field, message }) => field === "metadata.name" && /RFC 1123|dots/.test(message));
  };
  if (await isRefused("a.b")) return { nameRule: "label" };
  return (await isRefused("A:b")) || (await isRefused("A_b")) ? {} : { nameRule: "path-segment" };
}
