import { drawnValue, SeededRandom } from "@capstan/harness/random";
import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject, type JsonObject, versionOfApiVersion } from "@capstan/kube";
import { type Client, isNotFound } from "@capstan/runtime";
import type { DrawnAct } from "./attack.ts";
import { type Forged, forgeries } from "./forgeries.ts";
import { mark } from "./hostile-strings.ts";
import { kindOf } from "./installed-kinds.ts";
import { samples } from "./samples.ts";
import { type Attacker, definitions, type Tenants, victim } from "./tenants.ts";

/** How often the server accepted or refused objects of a kind. */
export type Answers = Map<string, { accepted: number; refused: number }>;

/** An object as sent. */
export interface Sent {
  readonly act: DrawnAct;
  readonly object: Forged;
  readonly isAccepted: boolean;
}

/** Writes the drawn objects of attackers, each as the tenant of a namespace. */
export class Attackers {
  readonly answers: Answers = new Map();
  readonly sent: Sent[] = [];
  readonly #tenants: Tenants;
  #due: { readonly act: DrawnAct; readonly name: string }[] = [];

  constructor(tenants: Tenants) {
    this.#tenants = tenants;
  }

  /** Carries out the actions of a moment, and ends those of the moment before. */
  async act(acts: readonly DrawnAct[], victims: () => Promise<readonly KubernetesObject[]>): Promise<void> {
    const due = this.#due;
    this.#due = [];
    for (const each of due) await this.#end(each.act, each.name);
    if (acts.length === 0) return;
    const known = await victims();
    for (const act of acts) await this.#write(act, known);
  }

  async #write(act: DrawnAct, victims: readonly KubernetesObject[]): Promise<void> {
    const { client, namespace } = this.#attackerOf(act);
    const kind = kindOf(act);
    const object = forgedAs(act, victims, await this.#begin(act, victims));
    const isAccepted = await this.#answered(act.kind, () => client.create(kind, object as Forged & KubernetesObject));
    this.sent.push({ act, object, isAccepted });
    if (!isAccepted) return;
    const { name } = object.metadata;
    const { status } = object;
    if (status !== undefined) {
      const patch = { type: "merge", body: { status } } as const;
      await this.#answered(`${act.kind} status`, () =>
        client.patch(kind, { name, namespace }, patch, { subresource: "status" }),
      );
    }
    if (act.then !== "stays") this.#due.push({ act, name });
  }

  async #end(act: DrawnAct, name: string): Promise<void> {
    const { client, namespace } = this.#attackerOf(act);
    const [kind, key] = [kindOf(act), { name, namespace }];
    const patch = (body: object) =>
      this.#answered(`${act.kind} changed`, () => client.patch(kind, key, { type: "merge", body }));
    if (act.then === "is changed") {
      const random = new SeededRandom(act.seed + 1);
      const changed = forgeries.string({ metadata: { name }, spec: drawnSpec(act, random) }, { victims: [], random });
      await patch({ spec: changed.spec, metadata: { annotations: { changed: mark } } });
      return;
    }
    await this.#answered(`${act.kind} deleted`, () => client.delete(kind, key));
    if (act.then === "loses its finalizers") await patch({ metadata: { finalizers: null } });
  }

  /** The object before any forgery, in the attacker's namespace. */
  async #begin(act: DrawnAct, victims: readonly KubernetesObject[]): Promise<Forged> {
    const random = new SeededRandom(act.seed);
    const alike = victims.filter(({ kind }) => kind === act.kind);
    const copied =
      act.source === "copy" && alike.length > 0
        ? await copyOf(this.#tenants.client, act, random.pick(alike), random.happens(1 / 2))
        : undefined;
    const { metadata, ...content } = copied ?? sampleOf(act, random) ?? drawnObject(act, random);
    const marked = {
      labels: { ...metadata.labels, "attacker.example/mark": mark },
      annotations: { ...metadata.annotations, "attacker.example/mark": mark },
    };
    return { ...content, metadata: { ...metadata, ...marked, namespace: this.#attackerOf(act).namespace } };
  }

  #attackerOf({ attacker }: DrawnAct): Attacker {
    const found = this.#tenants.attackers[attacker];
    if (found === undefined) throw new Error(`There is no attacker ${attacker}`);
    return found;
  }

  async #answered(what: string, send: () => Promise<unknown>): Promise<boolean> {
    const counts = this.answers.get(what) ?? { accepted: 0, refused: 0 };
    this.answers.set(what, counts);
    try {
      await send();
      counts.accepted += 1;
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      counts.refused += 1;
      return false;
    }
  }
}

function forgedAs(act: DrawnAct, victims: readonly KubernetesObject[], begun: Forged): Forged {
  return act.forgeries.reduce(
    (object, { name, seed }) => forgeries[name](object, { victims, random: new SeededRandom(seed) }),
    begun,
  );
}

/**
 * A copy of a victim's object as if the attacker had created it; undefined if the object was deleted meanwhile. Without the contents of
 * Secrets, which the attacker does not have.
 *
 * @param isOwned - whether its owners are the victim's, too.
 */
async function copyOf(
  client: Client,
  act: DrawnAct,
  { metadata }: KubernetesObject,
  isOwned: boolean,
): Promise<Forged | undefined> {
  const key = { name: metadata.name, namespace: victim };
  const read = await client.get(kindOf(act), key).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (read === undefined) return undefined;
  const { name, labels, annotations, ownerReferences } = read.metadata;
  const data = "data" in read && isJsonObject(read.data) ? read.data : {};
  const hidden = Object.fromEntries(Object.keys(data).map((field) => [field, Buffer.from(mark).toString("base64")]));
  return {
    ...read,
    ...(act.kind === "Secret" ? { data: hidden } : {}),
    metadata: {
      name,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(isOwned && ownerReferences && { ownerReferences }),
    },
  };
}

function sampleOf({ kind, apiVersion, source }: DrawnAct, random: SeededRandom): Forged | undefined {
  const known = samples.filter((sample) => sample.kind === kind && sample.apiVersion === apiVersion);
  return known.length === 0 || source === "schema" ? undefined : structuredClone({ ...random.pick(known) });
}

function drawnObject(act: DrawnAct, random: SeededRandom): Forged {
  const { kind, apiVersion } = act;
  const name = `drawn-${random.between(1, 1_000_000)}`;
  const spec = drawnSpec(act, random);
  return { apiVersion, kind, metadata: { name }, ...(spec === undefined ? {} : { spec }) };
}

function drawnSpec({ kind, apiVersion }: DrawnAct, random: SeededRandom): unknown {
  const version = versionOfApiVersion(apiVersion);
  const versions = definitions.find(({ spec }) => spec.names.kind === kind)?.spec.versions;
  const schema = versions?.find((each) => each.name === version)?.schema.openAPIV3Schema.properties?.spec;
  return schema === undefined ? undefined : namedOfTenant(drawnValue(schema as JsonObject, random));
}

/** Makes the drawn object belong to a Cluster that may exist. */
function namedOfTenant(spec: unknown): unknown {
  return isJsonObject(spec) && "clusterName" in spec ? { ...spec, clusterName: "c1" } : spec;
}
