import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BothServers } from "./both-servers.ts";

const assets = process.env.KUBEBUILDER_ASSETS ?? "";
const folder = path.join(import.meta.dirname, "lines");

/** The commands that run in a separate namespace: lines of a shell, each with the indented ones that follow it. */
const stories = readdirSync(folder).map((file) => ({
  name: path.basename(file, ".sh"),
  lines: readFileSync(path.join(folder, file), "utf8")
    .split(/\n(?=\S)/)
    .map((line) => line.trim().replaceAll(/^ {2}/gm, ""))
    .filter((line) => line !== "" && !line.startsWith("#")),
}));

describe.runIf(assets !== "")("kubectl prints the same with both servers", () => {
  let both: BothServers;
  beforeAll(async () => {
    both = await BothServers.start(assets);
  });
  afterAll(() => both[Symbol.asyncDispose]());

  test.concurrent.each(stories)("$name", async ({ name, lines }) => {
    await both.openNamespace(name);
    const differences: object[] = [];
    for (const line of lines) {
      const { real, embedded } = await both.run(name, line);
      if (JSON.stringify(real) !== JSON.stringify(embedded)) differences.push({ line, real, embedded });
    }
    expect(differences).toEqual([]);
  });
});
