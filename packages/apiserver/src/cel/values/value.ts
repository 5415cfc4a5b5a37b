import { EvaluationError } from "./evaluation-error.ts";
import { Duration, Timestamp } from "./time.ts";

/** The value of an expression. Integers are bigint, doubles are number. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Duration
  | Timestamp
  | CelList
  | CelMap
  | TypeValue
  | OptionalValue
  | OpaqueValue;

/** An unsigned integer. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A type as a value: the result of `type(x)`, and the value of names such as `int`. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class OptionalValue {
  static readonly none = new OptionalValue(undefined);
  readonly value: CelValue | undefined;

  private constructor(value: CelValue | undefined) {
    this.value = value;
  }

  static of(value: CelValue): OptionalValue {
    return new OptionalValue(value);
  }
}

/** A value of a type from a function library. */
export abstract class OpaqueValue {
  abstract readonly typeName: string;
  abstract equals(other: OpaqueValue): boolean;
}

/** An object of a named type. */
export class StructValue extends OpaqueValue {
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, CelValue>;

  constructor(typeName: string, fields: ReadonlyMap<string, CelValue>) {
    super();
    this.typeName = typeName;
    this.fields = fields;
  }

  override equals(other: OpaqueValue): boolean {
    return other === this;
  }
}

/** Compares two values; passed to lists and maps, which compare their content. */
export type Equality = (left: CelValue, right: CelValue) => boolean;

export abstract class CelList {
  abstract readonly size: number;
  /** The element at an index that exists. */
  abstract at(index: number): CelValue;

  *[Symbol.iterator](): Iterator<CelValue> {
    for (let index = 0; index < this.size; index += 1) yield this.at(index);
  }

  equals(other: CelList, equal: Equality): boolean {
    if (this.size !== other.size) return false;
    for (let index = 0; index < this.size; index += 1) {
      if (!equal(this.at(index), other.at(index))) return false;
    }
    return true;
  }

  concat(other: CelList): CelList {
    return new JoinedList(this, other);
  }
}

/** The maximum depth of joined lists before their elements are copied into one list. */
const deepestJoin = 8;

/** The concatenation of two lists. A loop that collects elements joins a list for each, and reads only the last result. */
class JoinedList extends CelList {
  readonly #left: CelList;
  readonly #right: CelList;
  readonly #depth: number;
  readonly size: number;
  #elements: readonly CelValue[] | undefined;

  constructor(left: CelList, right: CelList) {
    super();
    this.#left = left;
    this.#right = right;
    this.#depth = 1 + Math.max(JoinedList.#depthOf(left), JoinedList.#depthOf(right));
    this.size = left.size + right.size;
  }

  at(index: number): CelValue {
    if (this.#depth > deepestJoin) this.#elements ??= this.#flat();
    if (this.#elements !== undefined) return this.#elements[index] ?? null;
    return index < this.#left.size ? this.#left.at(index) : this.#right.at(index - this.#left.size);
  }

  static #depthOf(list: CelList): number {
    return list instanceof JoinedList ? list.#depth : 0;
  }

  #flat(): CelValue[] {
    const elements: CelValue[] = [];
    const waiting: CelList[] = [this];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next instanceof JoinedList && next.#elements === undefined) waiting.push(next.#right, next.#left);
      else for (const element of next) elements.push(element);
    }
    return elements;
  }
}

export class ArrayList extends CelList {
  readonly #elements: readonly CelValue[];

  constructor(elements: readonly CelValue[]) {
    super();
    this.#elements = elements;
  }

  get size(): number {
    return this.#elements.length;
  }

  at(index: number): CelValue {
    return this.#elements[index] ?? null;
  }
}

export abstract class CelMap {
  abstract readonly size: number;
  abstract find(key: CelValue): CelValue | undefined;
  abstract keys(): Iterable<CelValue>;

  equals(other: CelMap, equal: Equality): boolean {
    if (this.size !== other.size) return false;
    for (const key of this.keys()) {
      const [mine, others] = [this.find(key), other.find(key)];
      if (mine === undefined || others === undefined) {
        if (mine !== others) return false;
      } else if (!equal(mine, others)) return false;
    }
    return true;
  }
}

type Entry = readonly [CelValue, CelValue];

interface KeptEntry {
  readonly index: number;
  readonly entry: Entry;
}

/** A map that an expression has created. */
export class EntryMap extends CelMap {
  readonly size: number;
  /** In order, followed by entries that only later maps have. */
  readonly #entries: Map<string, KeptEntry>;

  constructor(entries: Iterable<Entry>, known = new Map<string, KeptEntry>()) {
    super();
    for (const entry of entries) {
      const key = keyText(entry[0]);
      known.set(key, { index: known.get(key)?.index ?? known.size, entry });
    }
    this.#entries = known;
    this.size = known.size;
  }

  /** A map with more entries. A loop that collects entries creates a map for each, so entries are copied only when maps diverge. */
  with(entries: Iterable<Entry>): EntryMap {
    // An empty map may be a constant, which other evaluations share.
    const isLatest = this.size > 0 && this.#entries.size === this.size;
    return new EntryMap(entries, isLatest ? this.#entries : new Map([...this.#entries].slice(0, this.size)));
  }

  find(key: CelValue): CelValue | undefined {
    const kept = this.#entries.get(keyText(key));
    return kept === undefined || kept.index >= this.size ? undefined : kept.entry[1];
  }

  *keys(): Iterable<CelValue> {
    for (const { index, entry } of this.#entries.values()) {
      if (index >= this.size) return;
      yield entry[0];
    }
  }
}

/** A string that is equal exactly for equal keys. */
function keyText(key: CelValue): string {
  if (typeof key === "string") return `s${key}`;
  if (typeof key === "boolean") return `b${key}`;
  if (typeof key === "bigint") return `n${key}`;
  if (key instanceof Uint) return `n${key.value}`;
  if (typeof key === "number") return `n${key}`;
  throw new EvaluationError("unsupported key type");
}

const primitives: Readonly<Record<string, string | undefined>> = {
  boolean: "bool",
  bigint: "int",
  number: "double",
  string: "string",
};

/** The name of a value's type at run time; for lists and maps without the types of their content. */
export function typeNameOf(value: CelValue): string {
  if (value === null) return "null_type";
  return typeof value === "object" ? objectTypeName(value) : (primitives[typeof value] ?? "unknown");
}

function objectTypeName(value: object): string {
  if (value instanceof CelList) return "list";
  if (value instanceof CelMap) return "map";
  if (value instanceof Uint) return "uint";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Duration) return "google.protobuf.Duration";
  if (value instanceof Timestamp) return "google.protobuf.Timestamp";
  if (value instanceof TypeValue) return "type";
  if (value instanceof OptionalValue) return "optional_type";
  return value instanceof OpaqueValue ? value.typeName : "unknown";
}

/** The size of a value for its cost: characters, bytes, elements; 1 for values without a size. */
export function sizeOf(value: CelValue): number {
  if (typeof value === "string") return characterCount(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof CelList || value instanceof CelMap) return value.size;
  if (value instanceof OptionalValue && value.value !== undefined) return sizeOf(value.value);
  return 1;
}

/** The number of Unicode characters in a string. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
