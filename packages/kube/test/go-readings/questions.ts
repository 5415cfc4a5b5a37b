/**
 * What the Go libraries are asked, a line of JSON each; the same on every run. To read them again, with a Go module that requires
 * k8s.io/apimachinery in the version of the reference API server:
 *
 *     node --conditions=source questions.ts | go run main.go > readings.jsonl
 */
import process from "node:process";
import fc from "fast-check";
import {
  fields,
  fieldSelectorText,
  labels,
  selectorText,
  structuredSelector,
} from "../selectors/arbitrary-selector.ts";

/** One question in the format of main.go. */
export interface Question {
  readonly form: "duration" | "quantity" | "api version" | "label selector" | "field selector";
  readonly text: string;
  /** The other version in a comparison of API versions. */
  readonly other?: string;
  /** A selector in the form of an object field instead of a string. */
  readonly selector?: object;
  /** Labels or fields of objects that a selector may select. */
  readonly sets?: readonly Readonly<Record<string, string>>[];
}

const count = 120;
const seed = 20_261_122;
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = count): T[] => fc.sample(arbitrary, { numRuns, seed });
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(""));

const digits = fc.oneof(
  fc.nat({ max: 5_000 }).map(String),
  fc.tuple(fc.nat({ max: 5_000 }), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.nat({ max: 99 }).map((fraction) => `.00${fraction}`),
  fc.constantFrom(
    "1.",
    "0",
    "00012",
    "9223372036854775807",
    "9223372036854775808",
    "0.9223372036854775807999",
    "2562047",
  ),
);
const durationUnit = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom("h", "m", "s", "ms", "us", "µs", "μs", "ns") },
  fc.constantFrom("", "d", "S", " "),
);
const duration = joined(
  fc.constantFrom("", "", "-", "+"),
  fc.array(joined(digits, durationUnit), { maxLength: 3 }).map((parts) => parts.join("")),
);
const suffix = fc.constantFrom(..."n u m k M G T P E Ki Mi Gi Ti Pi Ei e3 E3 e-3 e10 e+2 K mi".split(" "), "");
const quantity = joined(fc.constantFrom("", "", "-", "+"), digits, suffix);
const apiVersion = fc.constantFrom(
  ..."v1 v2 v10 v1beta1 v1beta2 v2beta1 v1alpha1 v1alpha10 v0 v01 foo foo10 v1gamma1 V1 v1beta v".split(" "),
);

/** All questions, grouped by form. */
export function questions(): Question[] {
  const [labelSets, fieldSets] = [sample(labels, 12), sample(fields, 12)];
  return [
    ...sample(duration).map((text) => ({ form: "duration", text }) as const),
    ...sample(quantity).map((text) => ({ form: "quantity", text }) as const),
    ...sample(fc.tuple(apiVersion, apiVersion)).map(([text, other]) => ({ form: "api version", text, other }) as const),
    ...sample(selectorText).map((text) => ({ form: "label selector", text, sets: labelSets }) as const),
    // Go reads the entries of matchLabels in random order, so the reported fault of several is random.
    ...sample(structuredSelector.filter(({ matchLabels = {} }) => Object.keys(matchLabels).length < 2)).map(
      (selector) => ({ form: "label selector", text: "", selector, sets: labelSets }) as const,
    ),
    ...sample(fieldSelectorText).map((text) => ({ form: "field selector", text, sets: fieldSets }) as const),
  ];
}

if (import.meta.main) for (const question of questions()) process.stdout.write(`${JSON.stringify(question)}\n`);
