import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Sandbox } from "./sandbox.ts";

/** One call of kubeadm. */
export interface KubeadmCall {
  readonly argv: readonly string[];
  readonly stdin: string;
  /** The content of the file that --config names. */
  readonly config: string;
  readonly configMode: string;
}

const records = "/var/lib/fake-kubeadm";

/** Installs a kubeadm on the machine that only records its calls, and exits with the given statuses in order. */
export async function installFakeKubeadm(sandbox: Sandbox, statuses: readonly number[]): Promise<void> {
  await sandbox.write(`${records}/statuses`, statuses.map((status) => `${status}\n`).join(""));
  await sandbox.write("/usr/local/bin/kubeadm", script, 0o755);
}

/** The calls of kubeadm, in order. */
export async function kubeadmCalls(sandbox: Sandbox): Promise<KubeadmCall[]> {
  const folder = sandbox.path(records);
  const calls = (await readdir(folder)).filter((name) => name.startsWith("call-")).sort();
  return await Promise.all(
    calls.map(async (name) => {
      const text = async (file: string): Promise<string> => {
        const path = join(folder, name, file);
        return existsSync(path) ? await readFile(path, "utf8") : "";
      };
      return {
        argv: (await text("argv")).split("\0").slice(0, -1),
        stdin: await text("stdin"),
        config: await text("config"),
        configMode: (await text("mode")).trim(),
      };
    }),
  );
}

const script = `#!/bin/sh
echo "kubeadm $1" >>/var/log/trace
count=$(ls ${records} | grep -c '^call-')
call=${records}/call-$count
mkdir "$call"
[ $# -eq 0 ] || printf '%s\\0' "$@" >"$call/argv"
cat >"$call/stdin"
while [ $# -gt 0 ]; do
  if [ "$1" = --config ]; then
    cp "$2" "$call/config"
    stat -c '%U:%G %a' "$2" >"$call/mode"
  fi
  shift
done
exit "$(sed -n "$((count + 1))p" ${records}/statuses)"
`;
