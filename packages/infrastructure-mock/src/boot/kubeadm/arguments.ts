import { BootProblem } from "../problem/boot-problem.ts";

/** The arguments of `kubeadm init` or `kubeadm join`. */
export interface KubeadmArguments {
  readonly command: "init" | "join";
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly positional: readonly string[];
}

const booleanFlags = new Set([
  "control-plane",
  "discovery-token-unsafe-skip-ca-verification",
  "dry-run",
  "help",
  "skip-certificate-key-print",
  "skip-headers",
  "skip-log-headers",
  "skip-token-print",
  "upload-certs",
]);
const shortFlags = new Map([
  ["h", "help"],
  ["v", "v"],
]);
/** The flags that kubeadm accepts together with --config, in addition to every flag that starts with "skip-". */
const allowedWithConfig = new Set([
  "config",
  "dry-run",
  "help",
  "ignore-preflight-errors",
  "kubeconfig",
  "kubeconfig-dir",
  "log-file",
  "node-name",
  "rootfs",
  "upload-certs",
  "v",
]);

/** Parses a `kubeadm init` or `kubeadm join` command line; undefined for every other command. */
export function parseKubeadmArguments(words: readonly string[]): KubeadmArguments | undefined {
  const [program = "", ...rest] = words;
  if (!/(^|\/)kubeadm$/.test(program)) return undefined;
  const { flags, positional } = split(rest);
  const [command, ...operands] = positional;
  if ((command !== "init" && command !== "join") || operands[0] === "phase") return undefined;
  if (flags.has("help")) return undefined;
  return { command, flags, positional: operands };
}

/**
 * Refuses the arguments that kubeadm refuses.
 *
 * @throws {@link BootProblem} flags that contradict `--config`, or a dry run.
 */
export function requireUsable({ flags }: KubeadmArguments): void {
  if (flags.has("dry-run") && flags.get("dry-run")?.at(-1) !== "false") {
    throw new BootProblem("KubeadmArgumentsInvalid", "kubeadm is called with --dry-run, which changes nothing");
  }
  if (!flags.has("config")) return;
  const mixed = [...flags.keys()].filter((flag) => !allowedWithConfig.has(flag) && !flag.startsWith("skip-"));
  if (mixed.length === 0) return;
  throw new BootProblem(
    "KubeadmArgumentsInvalid",
    `kubeadm does not accept ${mixed.map((flag) => `--${flag}`).join(", ")} together with --config`,
  );
}

function split(words: readonly string[]): { flags: Map<string, string[]>; positional: string[] } {
  const flags = new Map<string, string[]>();
  const positional: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const [, long, short, inline] = /^(?:--([\w-]+)|-(\w))(?:=([\s\S]*))?$/.exec(word) ?? [];
    const name = long ?? shortFlags.get(short ?? "") ?? short;
    if (name === undefined) {
      positional.push(word);
      continue;
    }
    const takesNext = inline === undefined && !booleanFlags.has(name);
    const value = inline ?? (takesNext ? (words[index + 1] ?? "") : "true");
    if (takesNext) index += 1;
    flags.set(name, [...(flags.get(name) ?? []), value]);
  }
  return { flags, positional };
}
