import type { SeededRandom } from "@capstan/harness/random";
import { jsonEqual, type JsonObject, objectAt } from "@capstan/kube";
import type { JudgingServer, Verdict } from "../servers/judging-server.ts";
import { JudgedKind } from "./judged-kind.ts";

/** The compared servers: the server under test first, then the real one. */
export type Servers = readonly [embedded: JudgingServer, real: JudgingServer];

/** A different response of the two servers. */
export interface Difference {
  /** Name of the definition. */
  readonly kind: string;
  /** The written object: a definition, or an object and its replacement. */
  readonly written: readonly object[];
  readonly ours: readonly Verdict[];
  readonly theirs: readonly Verdict[];
}

/** The totals of the comparison. */
export interface Comparison {
  definitions: number;
  /** Objects, by the response of the real server. */
  accepted: number;
  refused: number;
  replaced: number;
  readonly differences: Difference[];
}

export interface ComparisonOptions {
  /** Total number of generated objects. */
  readonly objects: number;
  readonly random: SeededRandom;
  /** Called with the name of each definition before it is installed. */
  readonly onDefinition: (name: string) => void;
}

/** Installs each definition on both servers, and has both judge its objects, `objects` in total. */
export async function compareDefinitions(
  servers: Servers,
  definitions: readonly JsonObject[],
  { objects, random, onDefinition }: ComparisonOptions,
): Promise<Comparison> {
  const comparison: Comparison = { definitions: 0, accepted: 0, refused: 0, replaced: 0, differences: [] };
  const known = new Set<string>();
  for (const definition of definitions) {
    const kind = new JudgedKind(definition);
    onDefinition(kind.name);
    // Several bundles may have a definition of the same name.
    if (known.has(kind.name)) await Promise.all(servers.map((server) => server.undefine(kind.name, kind.path)));
    known.add(kind.name);
    const installed = await onBoth(servers, (server) => server.define(definition, kind.path));
    const [ours, theirs] = installed.map((verdict) => [asDefined(verdict)]) as [Verdict[], Verdict[]];
    if (!jsonEqual(ours, theirs)) comparison.differences.push({ kind: kind.name, written: [definition], ours, theirs });
    comparison.definitions += 1;
    if (installed.every(({ status }) => status === 201)) {
      await compareObjects(servers, kind, { count: Math.ceil(objects / definitions.length), random, comparison });
    }
  }
  return comparison;
}

async function compareObjects(
  servers: Servers,
  kind: JudgedKind,
  { count, random, comparison }: { count: number; random: SeededRandom; comparison: Comparison },
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const written = kind.pair(random, index);
    const [ours, theirs] = await onBoth(servers, (server) => server.judge(kind.path, ...written));
    comparison[theirs[0]?.status === 201 ? "accepted" : "refused"] += 1;
    if (theirs[1]?.status === 200) comparison.replaced += 1;
    if (!jsonEqual(ours, theirs)) comparison.differences.push({ kind: kind.name, written, ours, theirs });
  }
}

function onBoth<Answer>([embedded, real]: Servers, ask: (server: JudgingServer) => Promise<Answer>) {
  return Promise.all([ask(embedded), ask(real)]);
}

/** A definition without its status, which a controller writes later. */
function asDefined({ stored, ...verdict }: Verdict): Verdict {
  return { ...verdict, stored: objectAt(stored, "spec") };
}
