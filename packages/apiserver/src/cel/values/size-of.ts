import { CelList, CelMap, type CelValue, OptionalValue } from "./value.ts";

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
