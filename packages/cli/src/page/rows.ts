import type { DescribedObject } from "../describe/described-object.ts";
import { replicasText } from "../describe/replicas-text.ts";
import { sentenceOf } from "../describe/sentences.ts";
import { objectId } from "./object-id.ts";
import type { ObjectId, PhaseChange, Row, Tone } from "./protocol.ts";

/** The location of a tree's objects, and when they entered their phases. */
export interface RowContext {
  readonly namespace: string;
  readonly phasesOf: (id: ObjectId) => readonly PhaseChange[] | undefined;
}

/** A row, and its description. */
export interface DescribedRow {
  readonly row: Row;
  readonly described: DescribedObject;
}

/** The row of one object, without those below it. */
export function rowOf(described: DescribedObject, parent: ObjectId | undefined, context: RowContext): Row {
  const { namespace, phasesOf } = context;
  const { apiGroup: group, kind, name, role, phase, version, created, deleted, paused } = described;
  const id = objectId({ kind, group, namespace, name });
  const sentence = sentenceOf(described);
  const replicas = replicasText(described.replicas);
  const phases = phasesOf(id);
  return {
    id,
    kind,
    name,
    namespace,
    tone: toneOf(described),
    deleting: deleted !== undefined,
    paused,
    ...(parent === undefined ? {} : { parent }),
    ...(role === undefined ? {} : { role }),
    ...(phase === undefined ? {} : { phase }),
    ...(sentence === undefined ? {} : { says: [sentence.text, sentence.lines ?? []].flat().join(":\n") }),
    ...(sentence?.since === undefined ? {} : { since: sentence.since }),
    ...(replicas === "" ? {} : { replicas }),
    ...(version === undefined ? {} : { version }),
    ...(created === undefined ? {} : { created }),
    ...(phases === undefined ? {} : { phases }),
  };
}

/** An error ranks above a pause, which explains why nothing else happens. */
function toneOf(described: DescribedObject): Tone {
  const { errors, paused, waitsFor, activities, deleted, summary, phase, replicas } = described;
  if (errors.length > 0) return "bad";
  if (paused) return "paused";
  if (deleted !== undefined || waitsFor.length > 0 || activities.length > 0) return "busy";
  if (summary?.status === "True" || phase === "Running") return "good";
  // Sets have no summarizing condition.
  if (summary === undefined && replicas?.desired !== undefined) {
    return replicas.ready === replicas.desired ? "good" : "busy";
  }
  return summary === undefined && phase === undefined ? "unknown" : "busy";
}
