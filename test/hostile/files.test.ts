import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { MockCloud } from "@capstan/infrastructure-mock";
import { systemClock } from "@capstan/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManagerProcess } from "../e2e/manager-process.ts";

const wrote = /Wrote a kubeconfig/;
const precious = "apiVersion: v1\nkind: Config\n# the one to production\n";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "capstan-files-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("capstan-apiserver --kubeconfig-out", () => {
  const serve = (file: string): ManagerProcess => new ManagerProcess("capstan-apiserver", ["--kubeconfig-out", file]);

  test("writes a file that only the current user can read, and removes it at exit", async () => {
    const file = path.join(folder, "kubeconfig");
    await using server = serve(file);
    await server.prints(wrote);
    expect((await lstat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toContain("current-context");
    await server.end("SIGTERM");
    expect(await readdir(folder)).toEqual([]);
  });

  test.each(["a file", "a link to a file", "a link to nothing", "a folder"])(
    "does not touch %s of another user",
    async (what) => {
      const file = path.join(folder, "kubeconfig");
      const other = path.join(folder, "other");
      if (what === "a folder") await mkdir(file);
      else if (what === "a file") await writeFile(file, precious);
      else await symlink(other, file);
      if (what === "a link to a file") await writeFile(other, precious);
      const before = await readdir(folder);

      await using server = serve(file);
      expect(await server.ended()).toBe(1);
      expect(server.output).toContain(
        `--kubeconfig-out ${file}: this file exists and was not written by capstan-apiserver`,
      );
      expect(server.output).toContain("name another file, or remove it");
      expect(await readdir(folder)).toEqual(before);
      if (what.endsWith("file")) expect(await readFile(file, "utf8")).toBe(precious);
    },
  );

  test("replaces the file of a killed server, but not that of a running one", async () => {
    const file = path.join(folder, "kubeconfig");
    await using first = serve(file);
    await first.prints(wrote);
    await using second = serve(file);
    expect(await second.ended()).toBe(1);
    expect(second.output).toContain(`process ${first.pid} has written this file and still runs`);
    await first.end("SIGKILL");
    const left = await readFile(file, "utf8");

    await using third = serve(file);
    await third.prints(wrote);
    expect(await readFile(file, "utf8")).not.toBe(left);
    expect(await readdir(folder)).toEqual(["kubeconfig"]);
    await third.end("SIGTERM");
    expect(await readdir(folder)).toEqual([]);
  });

  test("does not remove a file that replaced its own", async () => {
    const file = path.join(folder, "kubeconfig");
    await using server = serve(file);
    await server.prints(wrote);
    await rm(file);
    await writeFile(file, precious);
    await server.end("SIGTERM");
    expect(await readFile(file, "utf8")).toBe(precious);
  });
});

describe("the state of the mock cloud", () => {
  const open = (stateDirectory: string): Promise<MockCloud> => MockCloud.open({ clock: systemClock, stateDirectory });
  const stateIn = (depth: number): string => path.join(folder, ...Array<string>(depth).fill("a-long-name"), "state");

  test.each([0, 12])(
    "is locked by one process, even at a very long path, and by the next after that one ends (%i)",
    async (depth) => {
      const directory = stateIn(depth);
      const first = await open(directory);
      expect((await lstat(path.join(directory, "lock"))).mode & 0o777).toBe(0o700);
      await expect(open(directory)).rejects.toMatchObject({ code: "StateDirectoryUnusable" });
      await first.close();
      expect(await readdir(path.join(directory, "lock"))).toEqual([]);
      await (await open(directory)).close();
    },
  );

  test.each(["a link to a folder", "a folder that others can enter", "a file"])(
    "is not locked with %s",
    async (what) => {
      const directory = stateIn(0);
      const lock = path.join(directory, "lock");
      await mkdir(directory);
      if (what === "a file") await writeFile(lock, "");
      else if (what === "a link to a folder") await symlink(folder, lock);
      else await mkdir(lock, { mode: 0o755 });
      await expect(open(directory)).rejects.toMatchObject({
        code: "StateDirectoryUnusable",
        message: `${lock}: must be a folder of this user with mode 0700, and no link; remove it`,
      });
    },
  );
});
