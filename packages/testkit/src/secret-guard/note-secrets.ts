import { objectKeyText } from "@capstan/kube";
import { type Client, Secret } from "@capstan/runtime";
import type { SecretGuard } from "./secret-guard.ts";

/** Adds the Secrets that other clients than this environment's have written. */
export async function noteSecrets(client: Client, secrets: SecretGuard): Promise<void> {
  for (const secret of (await client.list(Secret)).items) {
    secrets.addSecret(objectKeyText(secret.metadata), secret);
  }
}
