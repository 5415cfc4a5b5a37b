import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { load, YAML11_SCHEMA } from "js-yaml";
import { type BootstrapData } from "../compare/compare-data.ts";
import { type Document, type Verdict } from "./verdict.ts";

const run = promisify(execFile);
const concurrency = 4;

/**
 * Runs `kubeadm config validate` on every document. kubeadm accepts only its own Kubernetes version and the previous one, and looks for a
 * discovery file on disk, so it gets copies with its version and with an existing file.
 */
export async function kubeadmVerdicts(
  documents: readonly Document[],
): Promise<{ readonly verdicts: Verdict[]; readonly version: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "kubeadm-"));
  try {
    const kubeadm = path.join(process.env.KUBEBUILDER_ASSETS ?? "", "kubeadm");
    const { stdout } = await run(kubeadm, ["version", "--output=short"]);
    const version = stdout.trim();
    const discovery = path.join(folder, "discovery.yaml");
    writeFileSync(discovery, "");
    const verdicts: Verdict[] = [];
    const jobs = documents.entries();
    const worker = async (): Promise<void> => {
      for (const [index, { text }] of jobs) {
        const file = path.join(folder, `${index}.yaml`);
        writeFileSync(file, forThisKubeadm(text, version, discovery));
        verdicts[index] = await refusal(kubeadm, file);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return { verdicts, version };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The kubeadm documents in bootstrap data, as the machine gets them; undefined where the data cannot be parsed. */
export function kubeadmDocuments({ format, value }: BootstrapData): string | undefined {
  try {
    if (format === "ignition") {
      const { storage } = JSON.parse(value) as { storage: { files: { path: string; contents: { source: string } }[] } };
      const file = storage.files.find((one) => one.path === "/etc/kubeadm.yml");
      return file === undefined ? undefined : decodeURIComponent(file.contents.source.slice("data:,".length));
    }
    const config = load(value, { schema: YAML11_SCHEMA }) as { write_files: { path: string; content: string }[] };
    return config.write_files.find((one) => one.path.startsWith("/run/kubeadm/"))?.content;
  } catch {
    return undefined;
  }
}

function forThisKubeadm(text: string, version: string, discovery: string): string {
  return text
    .replace(/^kubernetesVersion: .*$/m, `kubernetesVersion: ${version}`)
    .replace(/^( +kubeConfigPath:) .*$/m, `$1 ${discovery}`)
    .replaceAll(/\{\{ *ds\.meta_data\.\w+ *\}\}/g, "machine-1");
}

async function refusal(kubeadm: string, file: string): Promise<Verdict> {
  try {
    await run(kubeadm, ["config", "validate", "--config", file]);
    return undefined;
  } catch (error) {
    const { stderr = String(error) } = error as { stderr?: string };
    // In addition to the reason, it prints deprecation warnings and how to see its stack trace.
    const [, reason = stderr] = /^error: ([^]*?)\n(?:To see the stack trace|$)/m.exec(stderr) ?? [];
    return reason.trim();
  }
}
