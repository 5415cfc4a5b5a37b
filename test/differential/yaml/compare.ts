import { isMalformedText, parseLenientYaml, parseYamlDocuments } from "@capstan/kube";
import { isDeepStrictEqual } from "node:util";
import { type GoReading, goReadings } from "./go-readings.ts";

/** A string that is read in another way than Go does. */
interface Difference {
  readonly text: string;
  readonly mode: "lenient" | "strict";
  readonly go: GoReading;
  readonly here: GoReading;
}

/** What came of strings. */
export interface Comparison {
  /** Strings that Go reads leniently. */
  readonly read: number;
  readonly refused: number;
  readonly differences: readonly Difference[];
}

/** Reads strings with Go and here, leniently and strictly, and compares values by their types. */
export async function compareStrings(strings: readonly string[]): Promise<Comparison> {
  const theirs = await goReadings(strings);
  const differences = strings.flatMap((text, index): Difference[] => {
    const { lenient, strict } = theirs[index] ?? { lenient: {}, strict: {} };
    return [
      ...differenceOf({ text, mode: "lenient", go: lenient, here: leniently(text) }),
      ...differenceOf({ text, mode: "strict", go: strict, here: strictly(text) }),
    ];
  });
  const read = theirs.filter(({ lenient }) => lenient.error === undefined).length;
  return { read, refused: strings.length - read, differences };
}

function leniently(text: string): GoReading {
  return reading(() => parseLenientYaml(text).value);
}

/** Only the first document, as Go does; documents after it are the caller's. */
function strictly(text: string): GoReading {
  return reading(() => {
    const { value, duplicates } = parseLenientYaml(text);
    return duplicates.length === 0 ? value : parseYamlDocuments(text)[0];
  });
}

function reading(read: () => unknown): GoReading {
  try {
    return { value: read() ?? null };
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    return { error: error.message };
  }
}

/** The words of an error are the caller's own. */
function differenceOf(difference: Difference): Difference[] {
  const { go, here } = difference;
  const isSame =
    go.error !== undefined || here.error !== undefined
      ? (go.error === undefined) === (here.error === undefined)
      : isDeepStrictEqual(go.value, here.value);
  return isSame ? [] : [difference];
}
