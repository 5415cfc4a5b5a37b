import { exactInteger, type JsonObject, parseJson } from "@capstan/kube";
import { deleteOptions, type FieldType, type Message, messages } from "./messages.ts";

export const protobufType = "application/vnd.kubernetes.protobuf";

/** Begins every body in Kubernetes' protobuf form; an envelope with the type and the object follows. */
const magic = Buffer.from("k8s\0", "latin1");

/** A body that is not in protobuf's form, in the words of Go. */
export class MalformedProtobuf extends Error {
  /** What the body says that it is, if that much could be read. */
  readonly kind: string | undefined;

  constructor(problem: string, kind?: string) {
    super(problem);
    this.kind = kind;
  }
}

/**
 * The object in a protobuf body, as JSON has it; undefined for a kind that is not read in this form.
 *
 * @throws MalformedProtobuf
 */
export function decodeProtobuf(body: Buffer): JsonObject | undefined {
  if (body.length === 0) throw new MalformedProtobuf("empty data");
  if (!body.subarray(0, magic.length).equals(magic)) {
    const prefix = [...magic].join(" ");
    throw new MalformedProtobuf(`provided data does not appear to be a protobuf message, expected prefix [${prefix}]`);
  }
  if (body.length === magic.length) throw new MalformedProtobuf("empty body");
  const envelope = readFields(body.subarray(magic.length));
  const type = readFields(bytes(envelope.get(1)?.[0]));
  const apiVersion = bytes(type.get(1)?.[0]).toString();
  const kind = bytes(type.get(2)?.[0]).toString();
  const message = kind === "DeleteOptions" ? deleteOptions : messages[`${apiVersion} ${kind}`];
  if (message === undefined) return undefined;
  try {
    return { kind, apiVersion, ...decodeMessage(bytes(envelope.get(2)?.[0]), message) };
  } catch (error) {
    throw error instanceof MalformedProtobuf ? new MalformedProtobuf(error.message, kind) : error;
  }
}

type Raw = Buffer | bigint;

function bytes(raw: Raw | undefined): Buffer {
  return Buffer.isBuffer(raw) ? raw : Buffer.alloc(0);
}

function decodeMessage(buffer: Buffer, message: Message): JsonObject {
  const object: Record<string, unknown> = {};
  for (const [number, values] of readFields(buffer)) {
    const field = message.get(number);
    if (field === undefined) continue;
    if (values.some((value) => typeof value !== rawTypeOf(field[1]))) {
      const wire = typeof values[0] === "bigint" ? 0 : 2;
      throw new MalformedProtobuf(`proto: wrong wireType = ${wire} for field ${goField(field[0])}`);
    }
    const value = decodeField(values, field[1]);
    if (value !== undefined) object[field[0]] = value;
  }
  return object;
}

/** Integers and flags are numbers on the wire; all else is bytes. */
function rawTypeOf(type: FieldType): "bigint" | "object" {
  return type === "int" || type === "int?" || type === "bool?" ? "bigint" : "object";
}

function goField(name: string): string {
  return name === "metadata" ? "ObjectMeta" : name.charAt(0).toUpperCase() + name.slice(1);
}

/** The value as JSON has it, undefined if Go would leave it out. */
function decodeField(values: readonly Raw[], type: FieldType): unknown {
  if (typeof type === "object" && "list" in type) return values.map((value) => decodeField([value], type.list) ?? "");
  if (typeof type === "object" && "map" in type) {
    const entries = values.map((value) => readFields(bytes(value)));
    return Object.fromEntries(
      entries.map((entry) => [bytes(entry.get(1)?.[0]).toString(), decodeField(entry.get(2) ?? [], type.map) ?? ""]),
    );
  }
  const value = values.at(-1);
  if (typeof type === "object") {
    const inner = decodeMessage(bytes(value), type.message);
    return Object.keys(inner).length === 0 ? undefined : inner;
  }
  switch (type) {
    case "string":
      return bytes(value).toString() || undefined;
    case "base64":
      return bytes(value).toString("base64");
    case "int":
      return exactInteger(String(BigInt.asIntN(64, integer(value)))) || undefined;
    case "int?":
      return exactInteger(String(BigInt.asIntN(64, integer(value))));
    case "bool?":
      return integer(value) !== 0n;
    case "json":
      return parseJson(bytes(readFields(bytes(value)).get(1)?.[0]).toString() || "{}", { integers: "exact" });
    case "time":
    case "micro-time":
      return decodeTime(bytes(value), type === "micro-time");
  }
}

function integer(raw: Raw | undefined): bigint {
  return typeof raw === "bigint" ? raw : 0n;
}

function decodeTime(buffer: Buffer, micro: boolean): string | undefined {
  const fields = readFields(buffer);
  const seconds = Number(BigInt.asIntN(64, integer(fields.get(1)?.[0])));
  // Go's zero time, and an empty message, mean that it is not set.
  if (seconds <= -62_135_596_800 || fields.size === 0) return undefined;
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  const micros = Number(integer(fields.get(2)?.[0])) / 1000;
  return micro ? `${text}.${String(Math.trunc(micros)).padStart(6, "0")}Z` : `${text}Z`;
}

/** The fields of a message by number; a field may appear many times. */
function readFields(buffer: Buffer): Map<number, Raw[]> {
  const fields = new Map<number, Raw[]>();
  let at = 0;
  const varint = (): bigint => {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = buffer[at++];
      if (byte === undefined) throw new MalformedProtobuf("unexpected EOF");
      if (shift >= 64n) throw new MalformedProtobuf("proto: integer overflow");
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return result;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > buffer.length) throw new MalformedProtobuf("unexpected EOF");
    at += length;
    return buffer.subarray(at - length, at);
  };
  while (at < buffer.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    if (![0, 1, 2, 5].includes(wire)) throw new MalformedProtobuf(`proto: illegal wireType ${wire}`);
    const value = wire === 0 ? varint() : wire === 1 ? take(8) : wire === 5 ? take(4) : take(Number(varint()));
    const known = fields.get(tag >> 3);
    if (known === undefined) fields.set(tag >> 3, [value]);
    else known.push(value);
  }
  return fields;
}
