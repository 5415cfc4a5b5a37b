import { type Event, EVENT_ID, getScalarValue, parseEvents } from "js-yaml";

/** A part of a string: offsets of its first character and of what follows its last. */
export interface TextSpan {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset of what follows the last character. */
  readonly end: number;
}

/** Where a value stands in a YAML file. */
export interface YamlPlace {
  /** The key of the value; of a document or an item of a list what announces the value: its first character. */
  readonly key: TextSpan;
  /** Where the value begins; of an empty one, where its key ends. */
  readonly start: number;
  /** How a mapping or a list is written: on lines, or between brackets. Everything else is a scalar, an alias as well. */
  readonly style: "block" | "flow" | "scalar";
  /** What is in it, by keys or by indexes. */
  readonly inside: ReadonlyMap<string, YamlPlace>;
}

/** The deepest nesting that is read, as everywhere where YAML from outside is read. */
const maxDepth = 200;

/**
 * Where each value of a file stands, by document; empty documents count. What an alias refers to is not followed.
 *
 * @throws YAMLException it is not YAML. Parse it first.
 */
export function yamlPlaces(text: string): YamlPlace[] {
  const documents: YamlPlace[] = [];
  const open: Open[] = [];
  for (const event of parseEvents(text, { maxDepth })) {
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push(collection("document", nothing));
    } else if (event.type === EVENT_ID.POP) {
      const ended = open.pop();
      if (ended?.kind === "document") documents.push(ended.inside.get("") ?? ended.place);
    } else {
      const value = valueOf(text, event, open.at(-1));
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

/** Notes a value in what it is in; a collection is to be opened. */
function valueOf(text: string, event: ValueEvent, around: Open | undefined): Open | undefined {
  const span = spanOf(event, around);
  const isScalar = event.type === EVENT_ID.SCALAR;
  if (around?.kind === "mapping" && around.key === undefined) {
    around.key = { ...span, name: isScalar ? getScalarValue(text, event) : "" };
    return undefined;
  }
  const key = around?.key ?? { start: span.start, end: isScalar ? span.end : span.start + 1 };
  const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
  const bracketed = /[[{]/.test(text.charAt(span.start)) ? "flow" : "block";
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

/** An empty value has no place of its own: it is where its key ends. */
function spanOf(event: ValueEvent, around: Open | undefined): TextSpan {
  const before = around?.key?.end ?? around?.place.start ?? 0;
  if (event.type === EVENT_ID.SCALAR) {
    return event.valueStart < 0 ? { start: before, end: before } : { start: event.valueStart, end: event.valueEnd };
  }
  if (event.type === EVENT_ID.ALIAS) return { start: event.anchorStart, end: event.anchorEnd };
  return { start: event.start, end: event.start + 1 };
}
