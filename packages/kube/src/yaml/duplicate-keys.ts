import { type Event, EVENT_ID, getScalarValue, SCALAR_STYLE } from "js-yaml";
import { type DuplicateKey } from "./duplicate-key.ts";

interface Open {
  readonly isMapping: boolean;
  readonly keys: Set<string>;
  /** The key whose value comes next; undefined if a key comes next. */
  key: { readonly text: string | undefined } | undefined;
  /** The line of the last key or of its value. */
  line: number;
}

/** The duplicate keys of mappings in a YAML string, inner mappings first. The parser's events are passed in. */
export function duplicateKeys(text: string, events: readonly Event[]): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const open: Open[] = [];
  const begun = (event: Event): void => {
    const around = open.at(-1);
    const start = startOf(event);
    if (around?.isMapping === true && start !== undefined) around.line = lineAt(text, start);
  };
  const ended = (scalar?: string): void => {
    const around = open.at(-1);
    if (around?.isMapping !== true) return;
    if (around.key === undefined) {
      around.key = { text: scalar };
      return;
    }
    const key = around.key.text;
    around.key = undefined;
    if (key === undefined) return;
    if (around.keys.has(key)) found.push({ key, line: around.line });
    around.keys.add(key);
  };
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      open.pop();
      ended();
      continue;
    }
    begun(event);
    if (event.type === EVENT_ID.SCALAR) ended(getScalarValue(text, event));
    else if (event.type === EVENT_ID.ALIAS) ended();
    else open.push({ isMapping: event.type === EVENT_ID.MAPPING, keys: new Set(), key: undefined, line: 0 });
  }
  return found;
}

const blocks: ReadonlySet<unknown> = new Set([SCALAR_STYLE.LITERAL_BLOCK, SCALAR_STYLE.FOLDED_BLOCK]);

/** Undefined for an empty value and for a block, whose header is on the line of its key. */
function startOf(event: Event): number | undefined {
  if (event.type === EVENT_ID.SCALAR)
    return event.valueStart < 0 || blocks.has(event.style) ? undefined : event.valueStart;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
  return "start" in event ? event.start : undefined;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
