import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Ask, run } from "create-capstan-provider";
import { describe, expect, test } from "vitest";

/** Runs the program in an empty folder. */
async function inFolder() {
  const cwd = await mkdtemp(path.join(tmpdir(), "create-capstan-provider-test-"));
  const printed = { out: "", error: "" };
  return {
    cwd,
    printed,
    start: (argv: readonly string[], ask?: Ask) =>
      run(argv, {
        cwd,
        write: (text) => (printed.out += text),
        writeError: (text) => (printed.error += text),
        ...(ask === undefined ? {} : { ask }),
      }),
    read: (file: string) => readFile(path.join(cwd, file), "utf8"),
    [Symbol.asyncDispose]: () => rm(cwd, { recursive: true, force: true }),
  };
}

describe("with flags", () => {
  test("a project is written, and the next steps are printed", async () => {
    await using program = await inFolder();
    expect(await program.start(["--type", "infrastructure", "--name", "hello"])).toBe(0);
    expect(program.printed.out).toContain("cd cluster-api-provider-hello\n  npm install\n  npm test\n");
    expect(await readdir(path.join(program.cwd, "cluster-api-provider-hello", "src/reconcilers"))).toEqual([
      "hello-cluster",
      "hello-machine",
    ]);
    expect(await readdir(program.cwd)).toEqual(["cluster-api-provider-hello"]);
  });

  test("the name comes from the folder, and the rest from --yes", async () => {
    await using program = await inFolder();
    expect(await program.start(["cluster-api-provider-my-cloud", "--yes"])).toBe(0);
    expect(await program.read("cluster-api-provider-my-cloud/src/api/my-cloud-machine.ts")).toContain(
      'kind: "MyCloudMachine"',
    );
  });

  test("--json prints the result as one line", async () => {
    await using program = await inFolder();
    const argv = ["out", "--type=bootstrap", "--name=data", "--kind-prefix=FooHardware", "--group=boot.example.com"];
    expect(await program.start([...argv, "--json"])).toBe(0);
    expect(program.printed.out.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(program.printed.out)).toMatchObject({
      folder: path.join(program.cwd, "out"),
      kinds: ["FooHardwareConfig"],
      crds: ["foohardwareconfigs.boot.example.com", "foohardwareconfigtemplates.boot.example.com"],
      provider: { apiVersion: "v1alpha1" },
    });
  });

  test("an add-on provider has one kind, in the group of Cluster API's add-ons", async () => {
    await using program = await inFolder();
    expect(await program.start(["out", "--type", "addon", "--name", "hello", "--json"])).toBe(0);
    expect(JSON.parse(program.printed.out)).toMatchObject({
      kinds: ["HelloAddon"],
      crds: ["helloaddons.addons.cluster.x-k8s.io"],
    });
  });

  test("a control plane provider with Machines also has bootstrap configs, in a group of their own", async () => {
    await using program = await inFolder();
    const own = ["--group", "controlplane.example.com"];
    expect(
      await program.start(["out", "--type", "control-plane", "--machines", "--name", "hello", ...own, "--json"]),
    ).toBe(0);
    expect(JSON.parse(program.printed.out)).toMatchObject({
      kinds: ["HelloControlPlane", "HelloConfig"],
      crds: [
        "hellocontrolplanes.controlplane.example.com",
        "hellocontrolplanetemplates.controlplane.example.com",
        "helloconfigs.bootstrap.example.com",
        "helloconfigtemplates.bootstrap.example.com",
      ],
    });
  });

  test("the name of a runtime extension, which has no kinds, may begin with a digit", async () => {
    await using program = await inFolder();
    expect(await program.start(["--type", "runtime-extension", "--name", "3com"])).toBe(0);
    const hooks = "cluster-api-runtime-extension-provider-3com/src/hooks/labels-of-machines.ts";
    expect(await program.read(hooks)).toContain("  payerOf3com: {");
  });

  test("--help names every option", async () => {
    await using program = await inFolder();
    expect(await program.start(["--help"])).toBe(0);
    for (const name of ["type", "name", "kind-prefix", "group", "api-version", "image", "force", "yes", "json"])
      expect(program.printed.out).toContain(`--${name}`);
    expect(await readdir(program.cwd)).toEqual([]);
  });
});

describe("with questions", () => {
  test("asks only for values without a flag", async () => {
    await using program = await inFolder();
    const asked: string[] = [];
    const ask: Ask = (question, initial) => {
      asked.push(question);
      return Promise.resolve(question.startsWith("Type of") ? "boot" : initial);
    };
    expect(await program.start(["--name", "hello", "--api-version", "v1beta1"], ask)).toBe(0);
    expect(asked).toEqual([
      "Type of provider (bootstrap, control-plane, infrastructure, ipam, runtime-extension or addon)",
      "API group",
      "Folder",
    ]);
    expect(await program.read("cluster-api-bootstrap-provider-hello/src/api/hello-config.ts")).toContain("v1beta1: {");
  });

  test("asks for no API group of a runtime extension, which has no kinds", async () => {
    await using program = await inFolder();
    const asked: string[] = [];
    const ask: Ask = (question, initial) => {
      asked.push(question);
      return Promise.resolve(initial);
    };
    expect(await program.start(["--type", "runtime-extension", "--name", "hello"], ask)).toBe(0);
    expect(asked).toEqual(["Folder"]);
  });

  test.each([["--yes"], ["--json"]])("%s asks nothing", async (flag) => {
    await using program = await inFolder();
    const ask: Ask = () => Promise.reject(new Error("asked"));
    expect(await program.start(["--type", "bootstrap", "--name", "hello", flag], ask)).toBe(0);
  });
});

describe("invalid input", () => {
  test.each([
    [["--name", "hello"], "--type"],
    [["--type", "bootstrap"], "--name"],
    [["--type", "cloud", "--name", "hello"], "--type"],
    [["--type", "bootstrap", "--name", "Hello"], "--name"],
    [["--type", "bootstrap", "--name", "hello-"], "--name"],
    [["--type", "bootstrap", "--name", "cluster-api"], "--name"],
    [["--type", "bootstrap", "--name", "a".repeat(42)], "--name"],
    [["--type", "runtime-extension", "--name", "a".repeat(30)], "--name"],
    [["--type", "bootstrap", "--name", "hello", "--group", "example"], "--group"],
    [["--type", "bootstrap", "--name", "hello", "--group", "Foo.example.com"], "--group"],
    [["--type", "bootstrap", "--name", "hello", "--group", "foo.k8s.io"], "--group"],
    [["--type", "bootstrap", "--name", "hello", "--api-version", "1"], "--api-version"],
    [["--type", "bootstrap", "--name", "hello", "--kind-prefix", "hello"], "--kind-prefix"],
    [["--type", "bootstrap", "--name", "9lives"], "--kind-prefix"],
    [["--type", "bootstrap", "--name", "hello", "--kind-prefix", `H${"o".repeat(50)}`], "--kind-prefix"],
    [["--type", "runtime-extension", "--name", "hello", "--group", "hello.example.com"], "--group"],
    [["--type", "runtime-extension", "--name", "hello", "--api-version", "v1"], "--api-version"],
    [["--type", "runtime-extension", "--name", "hello", "--kind-prefix", "Hello"], "--kind-prefix"],
    [["--type", "bootstrap", "--name", "hello", "--image", "provider:latest"], "--image"],
    [["--type", "bootstrap", "--name", "hello", "--machine-pool"], "--machine-pool"],
    [["--type", "infrastructure", "--name", "hello", "--machines"], "--machines"],
    [["--type", "bootstrap", "--name", "hello", "--color"], "command line"],
    [["one", "two", "--type", "bootstrap"], "folder"],
  ])("%j is refused for its %s, and nothing is written", async (argv, option) => {
    await using program = await inFolder();
    expect(await program.start(argv)).toBe(2);
    expect(program.printed.error).toMatch(new RegExp(`^${option}: .+\n$`));
    expect(await program.start([...argv, "--json"])).toBe(2);
    expect(JSON.parse(program.printed.out)).toMatchObject({
      error: { code: "ScaffoldFailed", reason: "InvalidOptions", problems: [{ option }] },
    });
    expect(await readdir(program.cwd)).toEqual([]);
  });
});

describe("a folder that is not empty", () => {
  const argv = ["target", "--type", "bootstrap", "--name", "hello"];

  test("is refused, and stays unchanged", async () => {
    await using program = await inFolder();
    await mkdir(path.join(program.cwd, "target"));
    await writeFile(path.join(program.cwd, "target/README.md"), "mine");
    expect(await program.start(argv)).toBe(1);
    expect(program.printed.error).toContain("not empty (README.md)");
    expect(await readdir(path.join(program.cwd, "target"))).toEqual(["README.md"]);
  });

  test("is written into with --force: files of the same name are replaced, others stay", async () => {
    await using program = await inFolder();
    await mkdir(path.join(program.cwd, "target"));
    await writeFile(path.join(program.cwd, "target/README.md"), "mine");
    await writeFile(path.join(program.cwd, "target/notes.txt"), "mine");
    expect(await program.start([...argv, "--force"])).toBe(0);
    expect(await program.read("target/README.md")).toMatch(/^# cluster-api-bootstrap-provider-hello/);
    expect(await program.read("target/notes.txt")).toBe("mine");
  });

  test("stays unchanged when a file cannot be written", async () => {
    await using program = await inFolder();
    // A file in place of a project folder: files that sort before it are already written by then.
    await mkdir(path.join(program.cwd, "target"));
    await writeFile(path.join(program.cwd, "target/README.md"), "mine");
    await writeFile(path.join(program.cwd, "target/src"), "mine");
    expect(await program.start([...argv, "--force"])).toBe(1);
    expect(program.printed.error).toContain("its content is unchanged");
    expect((await readdir(path.join(program.cwd, "target"))).sort()).toEqual(["README.md", "src"]);
    expect(await program.read("target/README.md")).toBe("mine");
  });

  test("is accepted if it is empty; a failed creation leaves no folder", async () => {
    await using program = await inFolder();
    await mkdir(path.join(program.cwd, "target"));
    expect(await program.start(argv)).toBe(0);
    await writeFile(path.join(program.cwd, "file"), "");
    expect(await program.start(["file/deeper", ...argv.slice(1)])).toBe(1);
    expect((await readdir(program.cwd)).sort()).toEqual(["file", "target"]);
  });
});
