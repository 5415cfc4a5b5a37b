import { type Event, EVENT_ID, getScalarValue, SCALAR_STYLE } from "js-yaml";
import { type ParsedEvents } from "./events.ts";
import { GoYamlProblem } from "./problem.ts";
import { fullTag } from "./tags.ts";

/** A node of a YAML document, as go-yaml keeps it. */
export type YamlNode = ScalarNode | CollectionNode | AliasNode;

interface Placed {
  /** Where the node starts: its line is that of go-yaml's messages. */
  readonly at: number;
}

/** A string of the document. */
export interface ScalarNode extends Placed {
  readonly kind: "scalar";
  readonly text: string;
  /** Empty without a tag. */
  readonly tag: string;
  /** Without quotes, tag or block: its characters decide its type. */
  readonly isPlain: boolean;
}

/** A mapping, whose children are keys and values in turn, or a sequence. Both may have any tag, which has no meaning. */
export interface CollectionNode extends Placed {
  readonly kind: "mapping" | "sequence";
  readonly children: YamlNode[];
}

/** Refers to the node of an anchor. */
export interface AliasNode extends Placed {
  readonly kind: "alias";
  readonly target: ScalarNode | CollectionNode;
}

const unset = -1;

/**
 * The nodes of all documents.
 *
 * @throws GoYamlProblem an alias has no anchor, or there are more than the limit.
 */
export function nodesOf({ text, events, original }: ParsedEvents, maxAliases: number): YamlNode[] {
  const documents: YamlNode[] = [];
  const open: (YamlNode[] | undefined)[] = [];
  let anchors = new Map<string, ScalarNode | CollectionNode>();
  let handles: Handles = {};
  let aliases = 0;
  let last = 0;
  const add = (node: YamlNode): void => {
    const around = open.at(-1);
    if (around === undefined) documents.push(node);
    else around.push(node);
  };
  const anchored = (event: { anchorStart: number; anchorEnd: number }, node: ScalarNode | CollectionNode): void => {
    if (event.anchorStart !== unset) anchors.set(text.slice(event.anchorStart, event.anchorEnd), node);
    add(node);
  };
  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT: {
        anchors = new Map();
        aliases = 0;
        handles = Object.fromEntries(
          event.directives.flatMap((directive) =>
            directive.kind === "tag" ? [[directive.handle, directive.prefix]] : [],
          ),
        );
        open.push(undefined);
        break;
      }
      case EVENT_ID.POP:
        open.pop();
        break;
      case EVENT_ID.SCALAR: {
        const node = { ...scalarOf(text, event, handles), at: original(startOf(event) ?? last) };
        last = event.valueEnd === unset ? last : event.valueEnd;
        anchored(event, node);
        break;
      }
      case EVENT_ID.ALIAS: {
        last = event.anchorEnd;
        const target = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
        if (target === undefined)
          throw new GoYamlProblem("an alias refers to an unknown anchor", original(event.anchorStart));
        aliases += 1;
        if (aliases > maxAliases)
          throw new GoYamlProblem(`aliases exceeds the limit of ${maxAliases}`, original(event.anchorStart));
        add({ kind: "alias", target, at: original(event.anchorStart) });
        break;
      }
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        last = event.start;
        const kind = event.type === EVENT_ID.MAPPING ? "mapping" : "sequence";
        const node: CollectionNode = { kind, children: [], at: original(event.start) };
        anchored(event, node);
        open.push(node.children);
      }
    }
  }
  return documents;
}

type Handles = Readonly<Record<string, string>>;
type ScalarEvent = Extract<Event, { readonly type: typeof EVENT_ID.SCALAR }>;

const blocks: ReadonlySet<unknown> = new Set([SCALAR_STYLE.LITERAL_BLOCK, SCALAR_STYLE.FOLDED_BLOCK]);

/** Undefined for an empty value, and for a block: both start on the line where the node before them, usually their key, ends. */
function startOf({ valueStart, style }: ScalarEvent): number | undefined {
  return valueStart === unset || blocks.has(style) ? undefined : valueStart;
}

function scalarOf(text: string, event: ScalarEvent, handles: Handles): Omit<ScalarNode, "at"> {
  const tag = event.tagStart === unset ? "" : fullTag(text.slice(event.tagStart, event.tagEnd), handles);
  const value = getScalarValue(text, event);
  return {
    kind: "scalar",
    text: blocks.has(event.style) && isCut(text, event) ? value.replace(/\n$/, "") : value,
    tag,
    isPlain: event.style === SCALAR_STYLE.PLAIN && event.tagStart === unset,
  };
}

/** Whether a block ends with the text, and without a line end: go-yaml then adds none. */
function isCut(text: string, { valueEnd }: ScalarEvent): boolean {
  return valueEnd === text.length && valueEnd > 0 && !/[\r\n]/.test(text.charAt(valueEnd - 1));
}
