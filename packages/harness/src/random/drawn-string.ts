import type { SeededRandom } from "./seeded-random.ts";
import { type JsonObject, textAt } from "@capstan/kube";
import fc from "fast-check";

const words = ["a", "ab-1", "name", "10.0.0.1", "example.com", "k8s-1.30", ""];

const formats: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2026-01-02T03:04:05Z", "1999-12-31T23:59:59+01:00"],
  byte: ["eA==", ""],
  uri: ["https://example.com/a", "a:b"],
  ipv4: ["10.0.0.1"],
  ipv6: ["fd00::1"],
  cidr: ["10.0.0.0/8"],
  uuid: ["0b64e2b5-54f1-4e6f-9b6f-1d1b6a2f1c11"],
  duration: ["1h5m", "0s"],
};

/** Strings that a pattern matches, by the pattern. */
const known = new Map<string, readonly string[]>();
const samples = 24;

/** A random string with the pattern, format and length of a schema, as far as possible. */
export function drawnString(schema: JsonObject, random: SeededRandom): string {
  const { minLength = 0, maxLength = Infinity } = schema;
  const pattern = textAt(schema, "pattern");
  const candidates = pattern === undefined ? (formats[textAt(schema, "format") ?? ""] ?? words) : matching(pattern);
  const fits = candidates.filter((text) => text.length >= Number(minLength) && text.length <= Number(maxLength));
  return fits.length > 0 ? random.pick(fits) : "x".repeat(Number(minLength));
}

function matching(pattern: string): readonly string[] {
  let found = known.get(pattern);
  if (found === undefined) {
    found = [...words.filter((word) => isMatch(pattern, word)), ...sampled(pattern)];
    known.set(pattern, found);
  }
  return found;
}

function sampled(pattern: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: samples, seed: 1 });
  } catch {
    // Go patterns that JavaScript lacks, or that cannot be sampled, get the words above.
    return [];
  }
}

function isMatch(pattern: string, word: string): boolean {
  try {
    return new RegExp(pattern).test(word);
  } catch {
    return false;
  }
}
