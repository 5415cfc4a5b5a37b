import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { runCoreConformance } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { ownManager } from "../managers.ts";
import { faultyCores } from "./faulty-core.ts";

const hook = pathToFileURL(path.join(import.meta.dirname, "with-fault.ts")).href;

/** The command line of the core of this repository with a fault. */
function withFault(number: number): string {
  return ownManager("core-controllers").replace(process.execPath, `${process.execPath} --import ${hook}?${number}`);
}

const allBroken = [...new Set(faultyCores.flatMap(({ breaks }) => breaks))].sort();

describe.concurrent("a core with one fault fails exactly the cases for the missing behavior", () => {
  test.each(faultyCores.map((core, number) => ({ number, ...core })))("$name", async ({ number, breaks }) => {
    const cases = await runCoreConformance({ provider: withFault(number), withinSeconds: 20 });
    const found = cases.filter(({ verdict }) => verdict === "broken");
    expect(found.map(({ expected }) => expected).sort()).toEqual([...breaks].sort());
    for (const { finding } of found) expect(finding?.objects).not.toEqual([]);
    // and every case is violated by some fault
    expect(allBroken).toEqual(cases.map(({ expected }) => expected).sort());
  });
});
