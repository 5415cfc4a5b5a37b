import type { SeededRandom } from "@capstan/harness/random";
import { hostileText, hostileWord } from "./values.ts";

/** The placeholder of a hostile value, which is inserted as a string, because not every such value can be represented before. */
const mark = "\u0001hostile\u0001";

/** JSON of `value` with a few of its parts replaced, removed, added or broken. */
export function mutatedJson(random: SeededRandom, value: unknown): string {
  const changes = random.pick([0, 1, 1, 2, 3, 5]);
  let changed = structuredClone(value);
  for (let change = 0; change < changes; change += 1) changed = mutated(random, changed);
  const text = JSON.stringify(changed).replaceAll(JSON.stringify(mark), () => hostileText(random));
  return random.happens(0.1) ? brokenText(random, text) : text;
}

function mutated(random: SeededRandom, value: unknown): unknown {
  if (random.happens(0.02) || value === null || typeof value !== "object") return mark;
  const keys = Object.keys(value);
  const key = keys.length === 0 ? undefined : random.pick(keys);
  const inside = value as Record<string, unknown>;
  const change = random.between(0, 9);
  if (key === undefined || change === 0) {
    const name = random.pick(["metadata", "spec", "status", "name", "__proto__", hostileWord(random)]);
    if (Array.isArray(value)) value.push(mark);
    else Object.defineProperty(inside, name, { value: mark, enumerable: true, configurable: true, writable: true });
  } else if (change === 1) Reflect.deleteProperty(inside, key);
  else if (change === 2) inside[hostileWord(random)] = inside[key];
  else inside[key] = mutated(random, inside[key]);
  return value;
}

/** The string with a few characters removed, doubled, swapped or added. */
export function brokenText(random: SeededRandom, text: string): string {
  const at = random.between(0, text.length);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + hostileWord(random) + text.slice(at),
    () => text.slice(0, at) + text.slice(0, 1_000) + text.slice(at),
    () => `\ufeff${text}`,
    () => text.replaceAll('"', "'"),
    () => text.replaceAll(":", "::"),
  ])();
}

/** The bytes with a few of them changed, removed or added. */
export function brokenBytes(random: SeededRandom, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let change = random.between(0, 4); change > 0 && copy.length > 0; change -= 1) {
    copy[random.between(0, copy.length - 1)] = random.between(0, 255);
  }
  if (random.happens(0.2)) return copy.subarray(0, random.between(0, copy.length));
  return random.happens(0.2) ? Buffer.concat([copy, randomBytes(random, 40)]) : copy;
}

export function randomBytes(random: SeededRandom, most: number): Buffer {
  return Buffer.from(Array.from({ length: random.between(0, most) }, () => random.between(0, 255)));
}
