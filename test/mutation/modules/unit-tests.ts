import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

/** The test files in some files and folders that start no server: they wait only for a simulated clock or a generated certificate. */
export function unitTests(places: readonly string[]): string[] {
  return places
    .flatMap((place) => (place.endsWith(".ts") ? [place] : globSync(`${place}/**/*.test.ts`, { cwd: root })))
    .map((file) => file.split(path.sep).join("/"))
    .filter(
      (file) =>
        !/\bawait\b(?! (?:clock|authority|CertificateAuthority)\.)/.test(readFileSync(path.join(root, file), "utf8")),
    )
    .sort();
}
