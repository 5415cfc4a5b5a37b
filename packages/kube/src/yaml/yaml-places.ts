import { type Event, EVENT_ID, getScalarValue } from "js-yaml";
import { eventsOf, type ParsedEvents } from "./go/events.ts";

/** A part of a string: from the first character up to, but not including, the end. */
export interface TextSpan {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

/** The place of a value in a YAML file. */
export interface YamlPlace {
  /** The span of the value's key; for a document or a list item, the first character of the value. */
  readonly key: TextSpan;
  /** The start of the value; for an empty value, the end of its key. */
  readonly start: number;
  /** The style of a mapping or list: block or flow. Every other value is a scalar, including an alias. */
  readonly style: "block" | "flow" | "scalar";
  /** The values in it, by key or index. */
  readonly inside: ReadonlyMap<string, YamlPlace>;
}

/** The deepest supported nesting, the same as for all YAML from outside. */
const maxDepth = 200;

/**
 * The place of each value of a file, by document; empty documents count. Aliases are not followed.
 *
 * @throws YAMLException the input is not YAML. Parse it first.
 */
export function yamlPlaces(text: string): YamlPlace[] {
  const parsed = eventsOf(text, maxDepth);
  const documents: YamlPlace[] = [];
  const open: Open[] = [];
  for (const event of parsed.events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push(collection("document", nothing));
    } else if (event.type === EVENT_ID.POP) {
      const ended = open.pop();
      if (ended?.kind === "document") documents.push(ended.inside.get("") ?? ended.place);
    } else {
      const value = valueOf(parsed, event, open.at(-1));
      if (value !== undefined) open.push(value);
    }
  }
  return documents;
}

/** A collection that is being read. */
interface Open {
  readonly kind: "document" | "mapping" | "list";
  readonly place: YamlPlace;
  readonly inside: Map<string, YamlPlace>;
  /** The key whose value comes next. */
  key?: TextSpan & { readonly name: string };
}

function collection(kind: Open["kind"], place: Omit<YamlPlace, "inside">): Open {
  const inside = new Map<string, YamlPlace>();
  return { kind, place: { ...place, inside }, inside };
}

const nothing: Omit<YamlPlace, "inside"> = { key: { start: 0, end: 0 }, start: 0, style: "scalar" };

type ValueEvent = Exclude<Event, { readonly type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP }>;

/** Adds a value to its collection; returns a new collection to read, if the value starts one. */
function valueOf(parsed: ParsedEvents, event: ValueEvent, around: Open | undefined): Open | undefined {
  const { text } = parsed;
  const span = spanOf(parsed, event, around);
  const isScalar = event.type === EVENT_ID.SCALAR;
  if (around?.kind === "mapping" && around.key === undefined) {
    around.key = { ...span, name: isScalar ? getScalarValue(text, event) : "" };
    return undefined;
  }
  const key = around?.key ?? { start: span.start, end: isScalar ? span.end : span.start + 1 };
  const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
  const bracketed = /[[{]/.test(text.charAt("start" in event ? event.start : 0)) ? "flow" : "block";
  const place = { key: { start: key.start, end: key.end }, start: span.start } as const;
  const kind = event.type === EVENT_ID.MAPPING ? "mapping" : "list";
  const opened = collection(kind, { ...place, style: isCollection ? bracketed : "scalar" });
  if (around !== undefined) {
    around.inside.set(nameIn(around), opened.place);
    delete around.key;
  }
  return isCollection ? opened : undefined;
}

function nameIn({ kind, key, inside }: Open): string {
  if (kind === "mapping") return key?.name ?? "";
  return kind === "list" ? String(inside.size) : "";
}

/** An empty value has no span of its own; it is at the end of its key. */
function spanOf({ original }: ParsedEvents, event: ValueEvent, around: Open | undefined): TextSpan {
  const before = around?.key?.end ?? around?.place.start ?? 0;
  if (event.type === EVENT_ID.SCALAR) {
    return event.valueStart < 0
      ? { start: before, end: before }
      : { start: original(event.valueStart), end: original(event.valueEnd) };
  }
  if (event.type === EVENT_ID.ALIAS) return { start: original(event.anchorStart), end: original(event.anchorEnd) };
  const start = original(event.start);
  return { start, end: start + 1 };
}
