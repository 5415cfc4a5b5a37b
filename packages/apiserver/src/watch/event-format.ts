import { type JsonObject } from "@capstan/kube";
import { serialize } from "../object/serialize.ts";
import { protobufObject } from "../output/protobuf.ts";
import { encodeWatchEvent, protobufType } from "../protobuf/envelope.ts";

/** The object of an event: an object, a part of one, or a Status. */
export type EventObject = JsonObject & { readonly apiVersion: string; readonly kind: string };

/** The format of a watch's events. */
export interface EventFormat {
  readonly contentType: string;
  encode(type: string, object: EventObject): string | Buffer;
}

const lines = new WeakMap<EventObject, Map<string, string>>();

/** One event per line; encoded once for all watches that send it. */
export const jsonEvents: EventFormat = {
  contentType: "application/json",
  encode: (type, object) => {
    let known = lines.get(object);
    if (known === undefined) {
      known = new Map();
      lines.set(object, known);
    }
    let line = known.get(type);
    if (line === undefined) {
      line = `{"type":"${type}","object":${serialize(object)}}\n`;
      known.set(type, line);
    }
    return line;
  },
};

/** Length-prefixed events. */
export const protobufEvents: EventFormat = {
  contentType: `${protobufType};stream=watch`,
  encode: (type, object) => encodeWatchEvent(type, protobufObject(object)),
};
