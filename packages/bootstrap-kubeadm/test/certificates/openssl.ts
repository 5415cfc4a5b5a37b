import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The version of the machine's OpenSSL; undefined if it is not installed. */
export const opensslVersion = findVersion();

/** Runs openssl; resolves with its output, rejects with its error. */
export async function openssl(...args: string[]): Promise<string> {
  const running = run("openssl", args);
  running.child.stdin?.end();
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

/** Verifies with openssl, strictly by RFC 5280, that a chain leads from a certificate to an authority; returns its error otherwise. */
export async function verify(
  authorityFile: string,
  certificateFile: string,
  purpose: "any" | "sslclient" | "sslserver" = "any",
): Promise<string> {
  const args = ["verify", "-x509_strict", "-purpose", purpose, "-CAfile", authorityFile, certificateFile];
  return await openssl(...args).then(
    (output) => output.trim().replace(`${certificateFile}: `, ""),
    (error: unknown) => (error as { stderr: string }).stderr.trim(),
  );
}

function findVersion(): string | undefined {
  try {
    return execFileSync("openssl", ["version"], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}
