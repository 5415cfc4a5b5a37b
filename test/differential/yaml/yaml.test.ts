import { drawnRuns, firstSeed } from "@capstan/harness/night";
import path from "node:path";
import { hasGo } from "@capstan/harness/has-go";
import { describe, expect, test } from "vitest";
import { compareStrings } from "./compare.ts";
import { drawnDocuments } from "./documents.ts";
import { goReadings } from "./go-readings.ts";
import { realDocuments } from "./real-documents.ts";
import { writtenStrings } from "./written-strings.ts";

const root = path.join(import.meta.dirname, "../../..");
const seed = firstSeed(20_261_128);

// npm run compare -- yaml compares more, and the files of other folders.
describe.runIf(hasGo())("YAML next to sigs.k8s.io/yaml", () => {
  test("generated documents are read, or refused, as Go does, leniently and strictly", async () => {
    const { read, refused, differences } = await compareStrings(
      drawnDocuments(drawnRuns({ sample: 1_500, all: 20_000 }), seed),
    );
    expect(differences).toEqual([]);
    expect(read).toBeGreaterThan(600);
    expect(refused).toBeGreaterThan(200);
  });

  test("the documents of this repository are read as Go does", async () => {
    const { read, differences } = await compareStrings(
      realDocuments(["examples", "packages"].map((each) => path.join(root, each))),
    );
    expect(differences).toEqual([]);
    expect(read).toBeGreaterThan(50);
  });

  test("Go reads the strings that were written", async () => {
    const written = writtenStrings(1_000, seed);
    const readings = await goReadings(written.map(({ text }) => text));
    expect(readings.map(({ strict }) => strict.value ?? strict.error)).toEqual(written.map(({ value }) => value));
  });
});
