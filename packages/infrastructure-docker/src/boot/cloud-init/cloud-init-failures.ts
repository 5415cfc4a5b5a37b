import type { StepFailure } from "../boot-report.ts";
import { lastLines } from "../last-lines.ts";
import { withoutSecrets } from "../without-secrets.ts";

/**
 * The modules that carry out what bootstrap providers write. Other modules run with the defaults of an image, and some of them fail in every
 * container.
 */
const dataModules = new Set([
  "bootcmd",
  "disk_setup",
  "mounts",
  "ntp",
  "runcmd",
  "scripts_user",
  "set_hostname",
  "users_groups",
  "write_files",
  "write_files_deferred",
]);

/** What cloud-init has logged. */
interface CloudInitLogs {
  /** The exit codes of scripts, as in cloud-init.log. */
  readonly exits: string;
  /** The lines of cloud-init-output.log before each failure. */
  readonly log: string;
}

/** An error of result.json. */
interface ModuleError {
  /** Undefined for an error of cloud-init itself. */
  readonly module: string | undefined;
  readonly message: string;
}

/** The first failure that concerns the bootstrap data, and the other modules that failed. Pure. */
export function cloudInitFailures(
  errors: readonly string[],
  logs: CloudInitLogs,
): { readonly failure: StepFailure | undefined; readonly others: readonly string[] } {
  const found = errors.map(errorOf);
  const failed = found.find(({ module }) => module === undefined || dataModules.has(module));
  const others = found.map(({ module }) => module).filter((name) => name !== undefined && !dataModules.has(name));
  return { failure: failed === undefined ? undefined : failureOf(failed, logs), others: others as string[] };
}

/** `('scripts-user', RuntimeError('Runparts: 1 failures …'))`, as Python prints a pair. */
function errorOf(text: string): ModuleError {
  const [, module, quoted] = /^\('([\w-]+)', \w+\(["']?([^]*?)["']?,?\)\)$/.exec(text) ?? [];
  if (module === undefined || quoted === undefined) return { module: undefined, message: text };
  return { module: module.replaceAll("-", "_"), message: quoted.replaceAll(String.raw`\n`, "\n") };
}

function failureOf({ module = "cloud-init", message }: ModuleError, { exits, log }: CloudInitLogs): StepFailure {
  if (module === "scripts_user") return { ...scriptFailure(exits), output: outputOf(module, log) };
  const [, words = ""] = /^Command: \[(.*)\]$/m.exec(message) ?? [];
  const [, code] = /^Exit code: (\d+)$/m.exec(message) ?? [];
  if (code === undefined) return { what: module, output: lastLines(message) };
  const command = words
    .replaceAll(/['"],? ?|b(?=')/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return { what: withoutSecrets(`${module}: ${command}`), exitCode: Number(code), output: outputOf(module, log) };
}

/** The first script that failed: as described if the provider runs it. */
function scriptFailure(exits: string): Pick<StepFailure, "what" | "exitCode"> {
  const place = /(\/var\/lib\/cloud\/instance\/scripts\/[^\s']+)(?:'\]\nExit code: | \[)(\d+)/;
  const [, script, code] = place.exec(exits) ?? [];
  if (script === undefined) return { what: "scripts_user" };
  return { what: `${script.endsWith("/runcmd") ? "runcmd" : "script"}: ${script}`, exitCode: Number(code) };
}

/** The last lines before the log says that a module has failed, without cloud-init's own lines. */
function outputOf(module: string, log: string): string {
  let lines: string[] = [];
  for (const line of log.split(/\r?\n/)) {
    const [, failed] = /\[WARNING\]: (?:Failed to run module|Running module) ([\w-]+)/.exec(line) ?? [];
    if (failed?.replaceAll("-", "_") === module) break;
    if (failed !== undefined || line === "--") lines = [];
    else if (!isOwnLine(line)) lines.push(line);
  }
  return lastLines(lines.join("\n"));
}

function isOwnLine(line: string): boolean {
  return /^\d{4}-\d\d-\d\d [\d:,]+ - \S+\[[A-Z]+\]: |^ci-info: |^Cloud-init v\. /.test(line);
}
