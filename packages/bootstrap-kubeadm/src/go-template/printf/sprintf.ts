import { CallError } from "../model/call-error.ts";
import { templateLimits } from "../model/limits.ts";
import { typeName, type Value } from "../model/value.ts";
import { type Flags, noFlags } from "./flags.ts";
import { printValue } from "./print-value.ts";

/** Go's Sprintf, for the values of templates. */
export function sprintf(format: string, values: readonly Value[]): string {
  return new Formatter(format, values).text();
}

/** The largest width or precision that Go takes from a value. In the format itself it may have one digit more. */
const largest = 1_000_000;

class Formatter {
  readonly #format: string;
  readonly #values: readonly Value[];
  /** The last closing bracket: no index can follow it. */
  readonly #lastBracket: number;
  readonly #output: string[] = [];
  #written = 0;
  #position = 0;
  #index = 0;
  #isReordered = false;
  /** Whether the index in brackets, if any, names a value. */
  #isIndexGood = true;

  constructor(format: string, values: readonly Value[]) {
    this.#format = format;
    this.#values = values;
    this.#lastBracket = format.lastIndexOf("]");
  }

  text(): string {
    const format = this.#format;
    while (this.#position < format.length) {
      const next = format.indexOf("%", this.#position);
      const end = next === -1 ? format.length : next;
      this.#write(format.slice(this.#position, end));
      this.#position = end + 1;
      if (next !== -1) this.#directive();
    }
    const extra = this.#isReordered ? [] : this.#values.slice(this.#index);
    if (extra.length > 0) this.#write(`%!(EXTRA ${extra.map(extraText).join(", ")})`);
    return this.#output.join("");
  }

  #directive(): void {
    this.#isIndexGood = true;
    const flags = { ...noFlags, ...this.#flags() };
    let isAfterIndex = this.#indexInBrackets();
    const width = this.#width(isAfterIndex);
    isAfterIndex = width.isAfterIndex;
    const precision = this.#precision(isAfterIndex);
    isAfterIndex = precision.isAfterIndex;
    if (!isAfterIndex) this.#indexInBrackets();
    const verb = String.fromCodePoint(this.#format.codePointAt(this.#position) ?? 0);
    if (this.#position >= this.#format.length) {
      this.#write("%!(NOVERB)");
      return;
    }
    this.#position += verb.length;
    const isLeft = flags.minus || width.isLeft;
    this.#verb(verb, { ...flags, minus: isLeft, width: width.value, precision: precision.value });
  }

  #verb(verb: string, flags: Flags): void {
    if (verb === "%") this.#write("%");
    else if (!this.#isIndexGood) this.#write(`%!${verb}(BADINDEX)`);
    else if (this.#index >= this.#values.length) this.#write(`%!${verb}(MISSING)`);
    else
      this.#write(printValue(this.#values[this.#index++], verb, verb === "v" || verb === "w" ? ofValue(flags) : flags));
  }

  #flags(): Partial<Flags> {
    const found = { sharp: false, zero: false, plus: false, minus: false, space: false };
    for (; ; this.#position += 1) {
      const flag = flagOf[this.#format[this.#position] ?? ""];
      if (flag === undefined) return found;
      found[flag] = true;
    }
  }

  #width(isAfterIndex: boolean): { value: number | undefined; isLeft: boolean; isAfterIndex: boolean } {
    if (this.#takes("*")) {
      const value = this.#integerValue();
      if (value === undefined) this.#write("%!(BADWIDTH)");
      const isLeft = value !== undefined && value < 0;
      return { value: value === undefined ? undefined : Math.abs(value), isLeft, isAfterIndex: false };
    }
    const value = this.#number();
    if (isAfterIndex && value !== undefined) this.#isIndexGood = false;
    return { value, isLeft: false, isAfterIndex };
  }

  #precision(isAfterIndex: boolean): { value: number | undefined; isAfterIndex: boolean } {
    // A point at the end of the format is a verb.
    if (this.#position + 1 >= this.#format.length || !this.#takes(".")) return { value: undefined, isAfterIndex };
    if (isAfterIndex) this.#isIndexGood = false;
    const isNowAfter = this.#indexInBrackets();
    if (!this.#takes("*")) return { value: this.#number() ?? 0, isAfterIndex: isNowAfter };
    const value = this.#integerValue();
    if (value === undefined || value < 0) this.#write("%!(BADPREC)");
    return { value: value === undefined || value < 0 ? undefined : value, isAfterIndex: false };
  }

  /** `[2]`: selects the next value. @returns whether the index is a valid number. */
  #indexInBrackets(): boolean {
    if (this.#format[this.#position] !== "[") return false;
    this.#isReordered = true;
    // Go reads an index at the end of a format only if it is at least three characters long.
    const isTooShort = this.#format.length - this.#position < 3;
    const end = isTooShort || this.#position > this.#lastBracket ? -1 : this.#format.indexOf("]", this.#position);
    const inside = end === -1 ? "" : this.#format.slice(this.#position + 1, end);
    this.#position = end === -1 ? this.#position + 1 : end + 1;
    const isNumber = /^\d+$/.test(inside) && !isTooLarge(Number(inside));
    const index = isNumber ? Number(inside) - 1 : -1;
    if (index >= 0 && index < this.#values.length) this.#index = index;
    else this.#isIndexGood = false;
    return isNumber;
  }

  #number(): number | undefined {
    const start = this.#position;
    while (isDigit(this.#format[this.#position])) this.#position += 1;
    if (this.#position === start) return undefined;
    const value = Number(this.#format.slice(start, this.#position));
    // Go then continues at the end of the format.
    if (!isTooLarge(value)) return value;
    this.#position = this.#format.length;
    return undefined;
  }

  /** Takes the next value as a width or precision. */
  #integerValue(): number | undefined {
    const value = this.#values[this.#index];
    if (this.#index < this.#values.length) this.#index += 1;
    return typeof value === "number" && Math.abs(value) <= largest ? value : undefined;
  }

  #takes(character: string): boolean {
    if (this.#format[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  #write(text: string): void {
    this.#written += text.length;
    if (this.#written > templateLimits.bytes) throw new CallError("printf writes more than 1 MiB");
    this.#output.push(text);
  }
}

const flagOf: Readonly<Record<string, "sharp" | "zero" | "plus" | "minus" | "space">> = {
  "#": "sharp",
  "0": "zero",
  "+": "plus",
  "-": "minus",
  " ": "space",
};

/** With `%v`, `#` requests Go's syntax, and `+` requests the names of fields, which maps do not have. */
function ofValue(flags: Flags): Flags {
  return { ...flags, isSyntax: flags.sharp, sharp: false, plus: false };
}

function extraText(value: Value): string {
  return value === undefined || value === null ? "<nil>" : `${typeName(value)}=${printValue(value, "v", noFlags)}`;
}

function isTooLarge(value: number): boolean {
  return Math.floor(value / 10) > largest;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}
