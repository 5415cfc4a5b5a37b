import { EvaluationError } from "./evaluation-error.ts";
import { type Duration, type Timestamp } from "./time.ts";

/** What an expression can have as its value. Whole numbers are bigint, others number. */
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

/** An unsigned whole number. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A type as a value: what `type(x)` returns, and names such as `int` stand for. */
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

/** A value of a type that a library of functions adds. */
export abstract class OpaqueValue {
  abstract readonly typeName: string;
  abstract equals(other: OpaqueValue): boolean;
}

/** How two values are compared; given to lists and maps, which compare what they hold. */
export type Equality = (left: CelValue, right: CelValue) => boolean;

export abstract class CelList {
  abstract readonly size: number;
  /** The element at an index that is known to be there. */
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
    return new ArrayList([...this, ...other]);
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

/** A map that an expression has made. */
export class EntryMap extends CelMap {
  readonly #entries = new Map<string, readonly [CelValue, CelValue]>();

  constructor(entries: Iterable<readonly [CelValue, CelValue]>) {
    super();
    for (const [key, value] of entries) this.#entries.set(keyText(key), [key, value]);
  }

  get size(): number {
    return this.#entries.size;
  }

  find(key: CelValue): CelValue | undefined {
    return this.#entries.get(keyText(key))?.[1];
  }

  *keys(): Iterable<CelValue> {
    for (const [key] of this.#entries.values()) yield key;
  }
}

/** The same for keys that are equal, and only for those. */
function keyText(key: CelValue): string {
  if (typeof key === "string") return `s${key}`;
  if (typeof key === "boolean") return `b${key}`;
  if (typeof key === "bigint") return `n${key}`;
  if (key instanceof Uint) return `n${key.value}`;
  if (typeof key === "number") return `n${key}`;
  throw new EvaluationError("unsupported key type");
}
