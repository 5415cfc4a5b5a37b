import { execFile, execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const execute = promisify(execFile);
/** The CA certificates that this machine trusts, if its registry is not the public one. */
const trusted = "/etc/ssl/certs/ca-certificates.crt";

/** The output of buildah for a container. */
interface Inspected {
  readonly OCIv1: { readonly config: { readonly Entrypoint: readonly string[] } };
}

/** Libraries that native modules of npm packages expect in addition to the C library. */
const restOfLibc = ["librt.so.1", "libresolv.so.2", "libutil.so.1"];

/** Files of this machine that an image's build needs, by their paths in it. */
export type Mounts = Readonly<Record<string, string>>;

/**
 * Builds and runs images with buildah, without a daemon and without a registry. The base of every Dockerfile, whichever it names, is this
 * machine's Node, npm and shell. The tests therefore show that a Dockerfile builds and what it starts, not that its base exists.
 */
export class ImageStore implements AsyncDisposable {
  readonly #folder: string;
  readonly #base: string;

  private constructor(folder: string, base: string) {
    this.#folder = folder;
    this.#base = base;
  }

  /** Whether buildah is installed, and this is root. */
  static isPossible(): boolean {
    return process.getuid?.() === 0 && fileOf("buildah") !== undefined;
  }

  /**
   * Creates a separate store, with a base in it.
   *
   * @throws Error buildah is not installed, or this is not root.
   */
  static async create(): Promise<ImageStore> {
    if (!ImageStore.isPossible())
      throw new Error("Building images requires buildah (apt-get install buildah) and root.");
    const store = new ImageStore(await mkdtemp(path.join(tmpdir(), "capstan-images-")), "localhost/base");
    const container = await store.#buildah("from", "scratch");
    await fillBase(await store.#buildah("mount", container));
    const environment = ["PATH=/usr/local/bin:/usr/bin:/bin", `NODE_EXTRA_CA_CERTS=${trusted}`];
    await store.#buildah("config", ...environment.map((variable) => `--env=${variable}`), container);
    await store.#buildah("commit", "--quiet", "--rm", container, store.#base);
    return store;
  }

  /**
   * Builds the Dockerfile of a folder.
   *
   * @returns the image's name.
   */
  async build(folder: string, mounts: Mounts = {}): Promise<string> {
    const dockerfile = await readFile(path.join(folder, "Dockerfile"), "utf8");
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = ""]) => base);
    const image = `localhost/${path.basename(folder).toLowerCase()}`;
    const contexts = [...new Set(bases)].map((base) => `--build-context=${base}=container-image://${this.#base}`);
    const volumes = Object.entries(mounts).map(([inside, here]) => `--volume=${here}:${inside}`);
    await this.#buildah("build", "--isolation=chroot", ...contexts, ...volumes, `--tag=${image}`, folder);
    return image;
  }

  /** Starts an image with its entrypoint, environment and user, and resolves with the output. */
  async run(image: string, argv: readonly string[]): Promise<string> {
    const container = await this.#buildah("from", image);
    const { OCIv1: oci } = JSON.parse(await this.#buildah("inspect", container)) as Inspected;
    const output = await this.#buildah("run", "--isolation=chroot", container, "--", ...oci.config.Entrypoint, ...argv);
    await this.#buildah("rm", container);
    return output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#buildah("rm", "--all");
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #buildah(...command: readonly string[]): Promise<string> {
    const places = [`--root=${this.#folder}/images`, `--runroot=${this.#folder}/containers`, "--storage-driver=vfs"];
    const { stdout } = await execute("buildah", [...places, ...command], { maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  }
}

/** Fills a base image with this machine's Node, npm, shell, user ids, and trusted certificates. */
async function fillBase(root: string): Promise<void> {
  const bin = path.join(root, "usr/local/bin");
  const modules = path.join(root, "usr/local/lib/node_modules");
  for (const folder of [bin, modules, ...["bin", "usr/bin", "etc", "tmp"].map((name) => path.join(root, name))])
    await mkdir(folder, { recursive: true });
  await copyProgram(process.execPath, path.join(bin, "node"), root);
  await copyProgram("/bin/sh", path.join(root, "bin/sh"), root);
  await copyProgram("/usr/bin/env", path.join(root, "usr/bin/env"), root);
  await cp(npmFolder(), path.join(modules, "npm"), { recursive: true });
  for (const name of ["npm", "npx"]) await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(bin, name));
  await writeFile(path.join(root, "etc/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n");
  await writeFile(path.join(root, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  if (existsSync(trusted)) await cp(trusted, path.join(root, trusted), { dereference: true });
}

/** Copies a program with its shared libraries. */
async function copyProgram(from: string, to: string, root: string): Promise<void> {
  await copyFile(from, to);
  const linked = execFileSync("ldd", [from], { encoding: "utf8" });
  for (const [library] of linked.matchAll(/\/\S+(?= \()/g)) {
    const folder = path.dirname(library);
    await mkdir(path.join(root, folder), { recursive: true });
    for (const name of library.includes("/libc.so.")
      ? [path.basename(library), ...restOfLibc]
      : [path.basename(library)])
      await copyFile(path.join(folder, name), path.join(root, folder, name));
  }
}

/** The folder of this machine's npm. */
function npmFolder(): string {
  const npm = fileOf("npm");
  if (npm === undefined) throw new Error("npm is missing from PATH.");
  return path.resolve(realpathSync(npm), "../..");
}

/** The path of a program in PATH. */
function fileOf(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
}
