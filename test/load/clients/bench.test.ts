import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { courses } from "./courses/courses.ts";
import { type Figures, mistakes } from "./courses/figures.ts";
import { type Peer, peers } from "./peers/peers.ts";
import { type Row, rowsOf, tableOf } from "./report.ts";

interface Given {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

async function bench(args: readonly string[], { env, signal }: Given = {}) {
  const script = path.join(import.meta.dirname, "bench.ts");
  const options = { env: { ...process.env, ...env }, signal, killSignal: "SIGKILL" } as const;
  const child = spawn(process.execPath, ["--conditions=source", script, ...args], options);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status: child.exitCode, stdout, stderr };
}

// Most of this time is waiting: for processes, servers and pings.
const timeout = 180_000;

test("the bench of clients prints its usage", async () => {
  const { status, stdout } = await bench(["--help"], { env: { KUBEBUILDER_ASSETS: undefined } });
  expect(status).toBe(0);
  for (const { name, what } of peers) expect(stdout).toMatch(new RegExp(`${name} +${what}\n`));
  for (const name of courses.keys()) expect(stdout).toContain(name);
});

test("the bench of clients fails with a reason if it could not measure anything", { timeout }, async () => {
  const noServer = await bench([], { env: { KUBEBUILDER_ASSETS: undefined } });
  expect([noServer.status, noServer.stderr]).toEqual([1, "Set KUBEBUILDER_ASSETS; nothing was measured.\n"]);
  // Without Go and npm, none of the requested peers remains.
  const noTools = await bench(["--peers", "go-typed,dot-i"], {
    env: { KUBEBUILDER_ASSETS: "/nowhere", PATH: "/nowhere" },
  });
  expect(noTools.status).toBe(1);
  expect(noTools.stderr).toMatch(
    /^Skipped go-typed: Go cannot be run: .*\nSkipped dot-i: npm cannot be run: .*\nNo peer can run here; nothing was measured.\n$/,
  );
  const unknown = await Promise.all([bench(["--peers", "someone"]), bench(["--only", "something"])]);
  expect(unknown.map(({ status }) => status)).toEqual([2, 2]);
  expect(unknown[0].stderr).toMatch(/ '--peers <names>' argument 'someone' is invalid. It must be one of capstan, /);
  expect(unknown[1].stderr).toMatch(/ '--only <courses>' argument 'something' is invalid. It must be one of sync, /);
});

const known = "s until all is known";
const noMistakes = Object.fromEntries(Object.values(mistakes).map((name) => [name, { figure: 0 }]));

/** One run of one course with Capstan's cache. */
async function rowOf(
  course: string,
  signal: AbortSignal,
  more: readonly string[] = ["--server", "embedded"],
): Promise<Row | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-of-clients-"));
  try {
    const small = ["--peers", "capstan", "--repeat", "1", "--output", folder, "--json"];
    const { status, stdout, stderr } = await bench(["--only", course, ...small, ...more], { signal });
    expect([status, stderr]).toEqual([0, expect.stringMatching(`^${course} capstan {.*}\n$`)]);
    const report = JSON.parse(stdout) as { readonly courses: readonly { readonly rows: readonly Row[] }[] };
    expect(JSON.parse(await readFile(path.join(folder, "clients.json"), "utf8"))).toEqual(report);
    expect(await readFile(path.join(folder, "clients.md"), "utf8")).toContain("\n| capstan | ");
    return report.courses[0]?.rows[0];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function expectRecovery(row: Row | undefined): void {
  expect(row?.cells).toMatchObject(noMistakes);
  expect(row?.cells[known]).toEqual({ figure: expect.any(Number) as number });
}

test.concurrent("Capstan's cache is complete after a 410, by a list", { timeout }, async ({ signal }) => {
  expectRecovery(await rowOf("410", signal));
});

const isReal = process.env.KUBEBUILDER_ASSETS !== undefined;

test
  .runIf(isReal)
  .concurrent(
    "Capstan's cache is complete after versions expire on the running real server",
    { timeout },
    async ({ signal }) => {
      expectRecovery(await rowOf("410", signal, ["--server", "real"]));
    },
  );

test.concurrent(
  "Capstan's cache detects a dead connection, and keeps a quiet one for longer",
  { timeout },
  async ({ signal }) => {
    const row = await rowOf("half-open", signal, ["--server", "embedded", "--quiet", "12"]);
    expectRecovery(row);
    expect(row?.cells).toMatchObject({ "watches begun in 12 quiet s": { figure: 0 } });
    // An earlier detection is impossible: the connection was not dead yet.
    expect(row?.cells[known]?.figure).toBeGreaterThan(3);
  },
);

test.concurrent("Capstan's cache equals the server after a restore", { timeout }, async ({ signal }) => {
  expectRecovery(await rowOf("restore", signal));
});

function peer(name: string): Peer {
  const found = peers.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no peer ${name}.`);
  return found;
}

test("a figure that was not reached in time has no ratio, and does not count as the best", () => {
  const failed = "not in time";
  const runs = [
    { a: 30, b: failed, c: failed },
    { a: 10, b: failed, c: 1 },
    { a: 20, b: failed, c: 2 },
  ] as const;
  const [ours, theirs] = rowsOf(
    new Map<Peer, readonly Figures[]>([
      [peer("capstan"), runs],
      [peer("go-typed"), [{ a: 40, b: 1, c: 4 }]],
    ]),
  );
  if (ours === undefined || theirs === undefined) throw new Error("There are no rows");
  expect(ours.cells).toEqual({
    a: { figure: 20, ratio: 0.5 },
    b: { failures: [failed, failed, failed] },
    c: { figure: 2, ratio: 0.5, failures: [failed] },
  });
  expect(tableOf([ours, theirs])).toBe(
    "| peer | a | b | c |\n| --- | --- | --- | --- |\n" +
      "| capstan | 20 (0.50) | not in time | 2 (0.50); not in time 1 of 3 times |\n| go-typed | 40 | 1 | 4 |\n",
  );
});

test("for mistakes the worst run counts, without a ratio", () => {
  const runs = [{ missed: 0 }, { missed: 7 }, { missed: 0 }];
  const [ours] = rowsOf(
    new Map([
      [peer("capstan"), runs],
      [peer("go-typed"), [{ missed: 2 }]],
    ]),
  );
  expect(ours?.cells).toEqual({ missed: { figure: 7 } });
});
