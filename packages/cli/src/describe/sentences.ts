import type { Activity, AwaitedThing, DescribedObject, ReportedError } from "./described-object.ts";

/** A sentence about an object. */
export interface Sentence {
  readonly text: string;
  /** The rest of a message with several lines. */
  readonly lines?: string;
  /** RFC 3339. */
  readonly since?: string;
}

/** `ServerGone: The server no longer exists` */
export function errorSentence({ reason, message, since }: ReportedError): Sentence {
  return { text: [reason, message].filter((text) => text !== "").join(": "), ...at(since) };
}

/** `RollingOut: Rolling out 3 not up-to-date replicas` */
export function activitySentence({ what, reason, message, since }: Activity): Sentence {
  const title = `${what}${reason === "" ? "" : ` (${reason})`}`;
  if (message.includes("\n")) return { text: title, lines: message, ...at(since) };
  return { text: `${title}${message === "" ? "" : `: ${message}`}`, ...at(since) };
}

/** `waits for infrastructure provisioned (MockMachine w-1: InstanceCreating)` */
export function awaitedSentence(awaited: AwaitedThing, of: Pick<DescribedObject, "kind" | "name">): Sentence {
  const { what, object, detail, since } = awaited;
  const other = object === `${of.kind} ${of.name}` ? [] : [object];
  const why = [...other, ...(detail === undefined ? [] : [detail])].join(": ");
  if (why.includes("\n")) return { text: `waits for ${what}`, lines: why, ...at(since) };
  return { text: `waits for ${what}${why === "" ? "" : ` (${why})`}`, ...at(since) };
}

/** The most informative sentence about an object: its error, else its wait, else its activity. */
export function sentenceOf(object: DescribedObject): Sentence | undefined {
  const [error] = object.errors;
  if (error !== undefined) return errorSentence(error);
  const [awaited] = object.waitsFor;
  if (awaited !== undefined) return awaitedSentence(awaited, object);
  const [activity] = object.activities;
  return activity === undefined ? undefined : activitySentence(activity);
}

function at(since: string | undefined): { readonly since?: string } {
  return since === undefined ? {} : { since };
}
