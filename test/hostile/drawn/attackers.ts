import { drawnValue, SeededRandom } from "@capstan/harness/random";
import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject, type JsonObject, versionOfApiVersion } from "@capstan/kube";
import { type Client } from "@capstan/runtime";
import type { DrawnAct } from "./attack.ts";
import { type Forged, forgeries } from "./forgeries.ts";
import { mark } from "./hostile-texts.ts";
import { kindOf } from "./installed-kinds.ts";
import { samples } from "./samples.ts";
import { definitions, evilOf, type Tenants, victim } from "./tenants.ts";

/** How often objects of a kind were taken or refused by the server. */
export type Answers = Map<string, { accepted: number; refused: number }>;

/** Writes what attackers have drawn, each as the tenant of a namespace. */
export class Attackers {
  readonly answers: Answers = new Map();
  /** What was written, as it was sent. */
  readonly sent: { readonly act: DrawnAct; readonly object: Forged; readonly isAccepted: boolean }[] = [];
  readonly #tenants: Tenants;
  #due: { readonly act: DrawnAct; readonly name: string }[] = [];

  constructor(tenants: Tenants) {
    this.#tenants = tenants;
  }

  /** Does what is to be done at a moment, and ends what was begun at the one before. */
  async act(acts: readonly DrawnAct[], victims: () => Promise<readonly KubernetesObject[]>): Promise<void> {
    const due = this.#due;
    this.#due = [];
    for (const each of due) await this.#end(each.act, each.name);
    if (acts.length === 0) return;
    const known = await victims();
    for (const act of acts) await this.#write(act, known);
  }

  async #write(act: DrawnAct, victims: readonly KubernetesObject[]): Promise<void> {
    const random = new SeededRandom(act.seed);
    const begun = await this.#begin(act, victims, random);
    const object = act.forgeries.reduce((changed, { name, seed }) => {
      const known = { victims, random: new SeededRandom(seed) };
      return forgeries[name as keyof typeof forgeries](changed, known);
    }, begun);
    const kind = kindOf(act);
    const attacker = this.#clientOf(act);
    const isAccepted = await this.#answered(act.kind, () => attacker.create(kind, object as Forged & KubernetesObject));
    this.sent.push({ act, object, isAccepted });
    if (!isAccepted) return;
    const { name } = object.metadata;
    const { status } = object;
    if (status !== undefined) {
      const patch = { type: "merge", body: { status } } as const;
      await this.#answered(`${act.kind} status`, () =>
        attacker.patch(kind, { name, namespace: evilOf(act.attacker) }, patch, { subresource: "status" }),
      );
    }
    if (act.then !== "stays") this.#due.push({ act, name });
  }

  async #end(act: DrawnAct, name: string): Promise<void> {
    const attacker = this.#clientOf(act);
    const [kind, key] = [kindOf(act), { name, namespace: evilOf(act.attacker) }];
    const patch = (body: object) =>
      this.#answered(`${act.kind} changed`, () => attacker.patch(kind, key, { type: "merge", body }));
    if (act.then === "is changed") {
      const random = new SeededRandom(act.seed + 1);
      const changed = forgeries.text({ metadata: { name }, spec: drawnSpec(act, random) }, { victims: [], random });
      await patch({ spec: changed.spec, metadata: { annotations: { changed: mark } } });
      return;
    }
    await this.#answered(`${act.kind} deleted`, () => attacker.delete(kind, key));
    if (act.then === "loses its finalizers") await patch({ metadata: { finalizers: null } });
  }

  /** The object before anything of it is forged, in the attacker's namespace. */
  async #begin(act: DrawnAct, victims: readonly KubernetesObject[], random: SeededRandom): Promise<Forged> {
    const own = victims.filter(({ kind }) => kind === act.kind);
    const known = samples.filter(({ kind, apiVersion }) => kind === act.kind && apiVersion === act.apiVersion);
    const begun =
      act.source === "copy" && own.length > 0
        ? await copyOf(this.#tenants.client, act, random.pick(own))
        : known.length > 0 && act.source !== "schema"
          ? structuredClone(random.pick(known))
          : drawnObject(act, random);
    const { metadata } = begun;
    const marked = {
      labels: { ...metadata.labels, "attacker.example/mark": mark },
      annotations: { ...metadata.annotations, "attacker.example/mark": mark },
    };
    return { ...begun, metadata: { ...metadata, ...marked, namespace: evilOf(act.attacker) } };
  }

  #clientOf({ attacker }: DrawnAct): Client {
    const client = this.#tenants.attackers[attacker];
    if (client === undefined) throw new Error(`There is no attacker ${attacker}`);
    return client;
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

/** What the victim has, as if the attacker had made it. Contents of Secrets are what the attacker does not have. */
async function copyOf(client: Client, act: DrawnAct, { metadata }: KubernetesObject): Promise<Forged> {
  const read = await client.get(kindOf(act), { name: metadata.name, namespace: victim });
  const { name, labels, annotations } = read.metadata;
  const data = "data" in read && isJsonObject(read.data) ? read.data : undefined;
  const hidden = Object.fromEntries(Object.keys(data ?? {}).map((key) => [key, Buffer.from(mark).toString("base64")]));
  return {
    ...read,
    ...(act.kind === "Secret" ? { data: hidden } : {}),
    metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) },
  };
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
  if (schema === undefined) return undefined;
  return namedOfTenant(drawnValue(schema as JsonObject, random));
}

/** So that what is drawn belongs to a Cluster that may be there. */
function namedOfTenant(spec: unknown): unknown {
  return isJsonObject(spec) && "clusterName" in spec ? { ...spec, clusterName: "c1" } : spec;
}
