import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { ApiServer } from "@capstan/apiserver";
import { Machine } from "@capstan/contract";
import { ImageStore } from "@capstan/harness/publishing";
import { createClient, systemClock } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { dump, load } from "js-yaml";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildImage } from "../../build/images/build-image.ts";
import { imageEnvironment } from "../../build/images/image-files.ts";
import { imagePrograms } from "../../build/images/programs.ts";
import { usageOf } from "../load/machines/bench/process-usage.ts";
import { workersManifest } from "../load/machines/workers/workers-manifest.ts";

const run = promisify(execFile);
/** The user of the images; only root can run a process as another user. */
const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};
/** The environment of a container, without that of this process: no NODE_OPTIONS, no home. */
const environment = { ...imageEnvironment, PATH: process.env.PATH };
const node = { env: environment, ...user };
let folder = "";

const fileOf = (name: string): string => path.join(folder, "images", name, `${name}.mjs`);

/** Copies only the files in the list of an image, to a read-only folder. */
function unpack(built: string, image: string): void {
  mkdirSync(image, { recursive: true });
  for (const file of readFileSync(path.join(built, "files.txt"), "utf8").trim().split("\n")) {
    copyFileSync(path.join(built, file), path.join(image, file));
    chmodSync(path.join(image, file), 0o444);
  }
  chmodSync(image, 0o555);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "images-"));
  chmodSync(folder, 0o755);
  for (const program of imagePrograms) {
    const built = path.join(folder, "built", program.name);
    await buildImage(program, built);
    unpack(built, path.join(folder, "images", program.name));
  }
});

afterAll(() => {
  for (const { name } of imagePrograms) chmodSync(path.join(folder, "images", name), 0o755);
  rmSync(folder, { recursive: true, force: true });
});

test.each(imagePrograms)("the image of $name runs as an unprivileged user, from its listed files", ({ name }) => {
  const built = path.join(folder, "built", name);
  const dockerfile = readFileSync(path.join(built, "Dockerfile"), "utf8");
  const files = readFileSync(path.join(built, "files.txt"), "utf8").trim().split("\n");
  expect(dockerfile).toContain(`COPY --chmod=0444 ${files.join(" ")} ./\n`);
  expect(dockerfile).toContain("\nUSER 1000:1000\n");
  expect(dockerfile).toContain(`\nENTRYPOINT ["node", "/app/${name}.mjs"]\n`);
  expect(dockerfile).toMatch(/^FROM docker\.io\/library\/node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}\n/);
});

test.runIf(ImageStore.isPossible())(
  "the Dockerfile of each program builds, and the image starts the program as its user",
  async () => {
    await using images = await ImageStore.create();
    for (const { name } of imagePrograms) {
      const image = await images.build(path.join(folder, "built", name));
      expect(await images.run(image, ["--help"])).toContain(`Usage: ${name}`);
    }
  },
);

/** The minimum of five runs, because other work on the machine only makes them longer. */
async function shortestMs(argv: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const begun = performance.now();
    await run(process.execPath, argv, { cwd: folder, ...node });
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

test("a program prints its help from its own files, in less than twelve times the startup of Node", async () => {
  const bareMs = await shortestMs(["-e", "0"]);
  for (const { name } of imagePrograms) {
    const { stdout } = await run(process.execPath, [fileOf(name), "--help"], { cwd: folder, ...node });
    expect(stdout).toContain(`Usage: ${name}`);
    expect((await shortestMs([fileOf(name), "--help"])) / bareMs, name).toBeLessThan(12);
  }
});

/** Owned by the user that the programs run as. */
function kubeconfigFile(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(file, user.uid, user.gid);
  return file;
}

/** The same kubeconfig with an exec plugin that returns the user's certificate and key. */
function kubeconfigWithPlugin(kubeconfig: string): string {
  const config = load(kubeconfig) as { readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }] };
  const [{ user: given }] = config.users;
  const decoded = (field: string): string => Buffer.from(given[field] ?? "", "base64").toString();
  const apiVersion = "client.authentication.k8s.io/v1";
  const status = {
    clientCertificateData: decoded("client-certificate-data"),
    clientKeyData: decoded("client-key-data"),
  };
  const answer = JSON.stringify({ apiVersion, kind: "ExecCredential", status });
  const args = ["-e", `console.log(${JSON.stringify(answer)})`];
  const exec = { apiVersion, command: process.execPath, args, interactiveMode: "Never" };
  return dump({ ...config, users: [{ ...config.users[0], user: { exec } }] });
}

test.runIf(process.platform === "linux")("a program calls the exec plugin of its kubeconfig", async () => {
  await using server = await ApiServer.start();
  const kubeconfig = kubeconfigFile("with-plugin", kubeconfigWithPlugin(server.kubeconfig));
  const argv = ["--kubeconfig", kubeconfig, "--install", "--health-addr=0", "--diagnostics-address=0"];
  const manager = spawn(process.execPath, [fileOf("capstan-bootstrap-kubeadm"), ...argv], { cwd: folder, ...node });
  let output = "";
  for (const stream of [manager.stdout, manager.stderr])
    stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  onTestFinished(async () => {
    const gone = once(manager, "exit");
    if (manager.exitCode === null && manager.kill("SIGKILL")) await gone;
  });

  await expect.poll(() => output).toMatch(/The manager is running/);
});

test.runIf(process.platform === "linux")(
  "managers in read-only folders bring a Machine to Running, and use little memory when idle",
  async () => {
    await using closing = new AsyncDisposableStack();
    const server = await ApiServer.start();
    closing.defer(() => server.close());
    const kubeconfig = kubeconfigFile("kubeconfig", server.kubeconfig);
    const start = (argv: readonly string[]): number => {
      const child = spawn(process.execPath, argv, { cwd: folder, stdio: "ignore", ...node });
      closing.defer(async () => {
        const gone = once(child, "exit");
        if (child.exitCode === null && child.kill("SIGKILL")) await gone;
      });
      return child.pid ?? 0;
    };
    const bare = start(["-e", "setInterval(() => {}, 1e9)"]);
    const flags = ["--install", "--health-addr=0", "--diagnostics-address=0"];
    const managers = imagePrograms.map(({ name, flags: own }) => ({
      name,
      pid: start([fileOf(name), "--kubeconfig", kubeconfig, ...flags, ...own]),
    }));
    // The memory of an idle manager: there is no event to wait for.
    await systemClock.sleep(10_000);
    for (const { name, pid } of managers) {
      expect(usageOf(pid).rssMiB / usageOf(bare).rssMiB, name).toBeLessThan(2.5);
    }

    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "images" });
    closing.defer(() => client.close());
    await applyYAML(client, workersManifest({ cluster: "c1", replicas: 1 }));

    await expect
      .poll(async () => (await client.list(Machine)).items.map(({ status }) => status?.phase))
      .toEqual(["Running", "Running"]);
  },
);
