import { execFile } from "node:child_process";
import { lstatSync, readlinkSync } from "node:fs";
import { chown, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The result of a command in a sandbox. */
export interface Ended {
  readonly status: number;
  readonly output: string;
}

/**
 * A separate root file system: programs and libraries are the host's, read-only; everything else starts empty and is discarded. Commands
 * run in it with their own namespaces, so that they see neither the host's files nor its processes or network.
 */
export class Sandbox implements AsyncDisposable {
  /** The path of the root on the host. */
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(): Promise<Sandbox> {
    const root = await mkdtemp(join(tmpdir(), "capstan-machine-"));
    for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
    for (const [name, target] of links) await symlink(target, join(root, name));
    await symlink("../run", join(root, "var/run"));
    const sandbox = new Sandbox(root);
    for (const [path, content] of Object.entries(accounts)) await sandbox.write(path, content);
    return sandbox;
  }

  /** Writes a file as part of the image, before the machine's first boot. */
  async write(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), content, { mode });
  }

  /** Changes the owner of a file to a user and a group that the machine knows by these names. */
  async chown(path: string, user: string, group: string): Promise<void> {
    await chown(this.path(path), await this.#idOf("passwd", user), await this.#idOf("group", group));
  }

  /** The host path of an absolute path on the machine. */
  path(path: string): string {
    return join(this.root, path.replace(/^\/usr\/local\//, "/local/"));
  }

  /** Runs a program in the sandbox until it exits, without input. */
  async run(program: string, ...args: string[]): Promise<Ended> {
    return await this.feed(undefined, program, ...args);
  }

  /** Runs a program in the sandbox until it exits, with this input. */
  async feed(stdin: Uint8Array | undefined, program: string, ...args: string[]): Promise<Ended> {
    const command = [...unshare, "sh", "-ec", enter, "sandbox", this.root, program, ...args];
    return await new Promise((resolve) => {
      const child = execFile("unshare", command, { env: environment, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
      });
      child.stdin?.end(stdin);
    });
  }

  async #idOf(file: "group" | "passwd", name: string): Promise<number> {
    const lines = (await readFile(this.path(`/etc/${file}`), "utf8")).split("\n").map((line) => line.split(":"));
    const id = lines.find(([each]) => each === name)?.[2];
    if (id === undefined) throw new Error(`the machine has no ${file} entry ${name}`);
    return Number(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** The reason why sandboxes are not available on this machine; undefined if they are. */
export async function whyNoSandbox(): Promise<string | undefined> {
  if (process.platform !== "linux") return "sandboxes need Linux";
  // Files have several owners, which must be preserved.
  if (process.getuid?.() !== 0) return "sandboxes need root";
  await using sandbox = await Sandbox.create();
  const { status, output } = await sandbox.run(
    "sh",
    "-c",
    "kubeadm; test $? = 127 && test $(id -u) = 0 && test $$ = 1",
  );
  return status === 0 ? undefined : `sandboxes need the right to mount and chroot: ${output.trim()}`;
}

const unshare = ["--mount", "--pid", "--net", "--uts", "--ipc", "--fork", "--kill-child"];

const environment = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/root",
  LC_ALL: "C.UTF-8",
};

/** Directories of programs and libraries: real directories on the host, or links into /usr. */
const system = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];
const links = system.flatMap((name) => (kindOf(name) === "link" ? [[name, readlinkSync(`/${name}`)] as const] : []));
const mounted = system.filter((name) => kindOf(name) === "folder");
const folders = [
  ...mounted,
  "dev",
  "etc",
  "home",
  "local/bin",
  "proc",
  "root",
  "run",
  "sys",
  "tmp",
  "var/lib",
  "var/log",
];

function kindOf(name: string): "folder" | "link" | "nothing" {
  const found = lstatSync(`/${name}`, { throwIfNoEntry: false });
  return found === undefined ? "nothing" : found.isSymbolicLink() ? "link" : "folder";
}

// Programs that a machine's image would contain are in /usr/local.
const enter = `
root=$1; shift
for name in ${mounted.join(" ")}; do
  mount --bind "/$name" "$root/$name"
  mount -o remount,bind,ro "$root/$name"
done
mount --bind "$root/local" "$root/usr/local"
mount -t proc proc "$root/proc"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
cd "$root"
exec chroot "$root" "$@"
`;

const accounts = {
  "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/:/usr/sbin/nologin\n",
  "/etc/group": "root:x:0:\ndaemon:x:1:\nadm:x:4:\n",
  "/etc/os-release": 'ID=debian\nNAME="Sandbox"\nVERSION_ID="12"\n',
};
