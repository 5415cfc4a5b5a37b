import { writeYaml } from "@capstan/kube";
import fc from "fast-check";
import { beyondJson, scalars } from "./scalars.ts";

/** Strings, as values and keys, that one of the readers of YAML may take for another type or another string. */
export function writtenStrings(
  count: number,
  seed: number,
): readonly { readonly value: object; readonly text: string }[] {
  const letters = "0123456789.eE+-_:xXbBoO~<=yYnN# \n\t'\"|>[]{},&*!%@`\\\u0085\u2028é".split("");
  const short = fc.array(fc.constantFrom(...letters), { maxLength: 6 }).map((drawn) => drawn.join(""));
  const drawn = fc.sample(fc.oneof(short, fc.string({ unit: "grapheme", maxLength: 100 })), { numRuns: count, seed });
  return [...new Set([...scalars, ...beyondJson, ...drawn])].map((text) => {
    const value = { list: [text], object: { [`k${text}`]: text, [text]: [] } };
    return { value, text: writeYaml(value) };
  });
}
