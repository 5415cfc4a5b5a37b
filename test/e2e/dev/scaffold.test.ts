import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ProviderChoices, scaffold } from "create-capstan-provider";
import { expect, test } from "vitest";
import { PageReader } from "../../../packages/cli/test/page/page-reader.ts";
import { DevProcess } from "./dev-process.ts";

const root = path.resolve(import.meta.dirname, "../../..");

interface Expected {
  /** Phases of objects, by `Kind/name`. */
  readonly phases: Readonly<Record<string, string>>;
  /** The page's sentence about an object. */
  readonly says?: readonly [string, RegExp];
}

const machines = { "Cluster/dev": "Provisioned", "Machine/dev-control-plane": "Provisioned" };
const scaffolds: readonly (readonly [string, Omit<ProviderChoices, "name">, Expected])[] = [
  ["infrastructure", { type: "infrastructure" }, { phases: machines }],
  ["infrastructure with pools", { type: "infrastructure", machinePool: true }, { phases: machines }],
  [
    "bootstrap",
    { type: "bootstrap" },
    { phases: { "Cluster/dev": "Provisioned", "Machine/dev-1": "Provisioned" }, says: ["MockMachine", /\S/] },
  ],
  ["control plane", { type: "control-plane" }, { phases: { "Cluster/dev": "Provisioned" } }],
];

test.each(scaffolds)(
  "npm run dev of a new %s provider advances its example as far as possible, and shows it on the page",
  async (_type, choices, { phases, says }) => {
    await using cleanUp = new AsyncDisposableStack();
    const parent = await mkdtemp(path.join(tmpdir(), "capstan-scaffold-"));
    cleanUp.defer(() => rm(parent, { recursive: true, force: true }));
    const folder = path.join(parent, "project");
    await scaffold({ folder, name: "hello", group: "hello.example.com", ...choices });
    await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    const { scripts } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
      scripts: { dev: string };
    };
    const [command, name, ...options] = scripts.dev.split(" ");
    expect([command, name]).toEqual(["capstan", "dev"]);
    await using dev = new DevProcess(folder, ...options);
    const { page } = await dev.next("started");
    await using reader = await PageReader.open(String(page));

    await reader.until(({ rows }) =>
      Object.entries(phases).every(([object, phase]) =>
        rows.some((row) => `${row.kind}/${row.name}` === object && row.phase === phase),
      ),
    );
    if (says !== undefined) {
      const [kind, sentence] = says;
      await reader.until(({ rows }) => rows.some((row) => row.kind === kind && sentence.test(row.says ?? "")));
    }
    if (choices.type === "infrastructure") {
      await reader.until(({ rows }) =>
        rows.find(({ kind, replicas }) => kind === "MachineDeployment" && replicas !== undefined),
      );
      await reader.until(
        ({ rows }) => rows.filter((row) => row.kind === "Machine" && row.phase === "Provisioned").length === 3,
      );
    }
    expect(existsSync(path.join(folder, "dev/cluster.yaml"))).toBe(true);
  },
);
