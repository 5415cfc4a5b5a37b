import { apiVersionOf } from "@capstan/kube";
import { addParts, type ManagerParts, reportFailure } from "@capstan/provider";
import {
  type Client,
  CommandLineError,
  runManager,
  type RunManagerOptions,
  type WebhookServer,
} from "@capstan/runtime";
import type { RuntimeExtension } from "../define/define-runtime-extension.ts";
import { extensionEndpoints } from "../serve/extension-endpoints.ts";
import { ExtensionConfig } from "./extension-config.ts";

/** Options of {@link runExtension}. */
export interface RunExtensionOptions extends Pick<RunManagerOptions, "argv" | "signal" | "extendFlags">, ManagerParts {
  /** The extension. */
  readonly extension: RuntimeExtension;
  /** A sentence for `--help`. Default: generated from the hooks. */
  readonly description?: string;
  /** The version that `--version` prints. Default: "0.0.0". */
  readonly version?: string;
  /** Receives the error that stopped the extension. Default: prints it on standard error, and sets `process.exitCode`. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Runs a runtime extension as a process, with the flags, health checks, metrics, TLS and limits of a provider. `--webhook-cert-dir` names
 * the folder of its certificate, read again after a renewal. Without it, the extension is served on loopback, and `--install` registers it
 * with the API server: an ExtensionConfig with its address, for a core on the same machine. The two flags together are refused. Resolves
 * when it has stopped.
 *
 * @throws the error that `onFailure` throws; the default throws nothing.
 *
 * @example
 * ```ts
 * import { defineRuntimeExtension, runExtension } from "@capstan/runtime-extension";
 *
 * const extension = defineRuntimeExtension({ name: "quiet", hooks: { ValidateTopology: () => undefined } });
 * await runExtension({ extension, version: "1.0.0", argv: ["--version"] });
 * ```
 */
export async function runExtension(options: RunExtensionOptions): Promise<void> {
  const {
    extension: { name },
    onFailure = (error) => {
      reportFailure(name, error);
    },
  } = options;
  try {
    await run(options);
  } catch (error) {
    onFailure(error);
  }
}

async function run(options: RunExtensionOptions): Promise<void> {
  const { extension, description, version = "0.0.0", argv, signal, extendFlags } = options;
  const { name, handlers } = extension;
  await runManager({
    ...(argv === undefined ? {} : { argv }),
    ...(signal === undefined ? {} : { signal }),
    ...(extendFlags === undefined ? {} : { extendFlags }),
    name,
    version,
    description: description ?? `Cluster API runtime extension for ${handlers.map(({ hook }) => hook).join(", ")}.`,
    endpoints: (process) => extensionEndpoints(extension, process),
    setup: async (manager, flags, webhooks) => {
      addParts(manager, options);
      if (!flags.install || webhooks === undefined) return;
      if (flags.webhookCertDir !== undefined) throw new CommandLineError(installsLoopback);
      await register(manager.client, extension, webhooks);
    },
  });
}

const installsLoopback =
  "--install registers an address that only a core on this machine can reach; with --webhook-cert-dir, apply the ExtensionConfig of the release";

/** Registers the extension with a core on this machine, at the address of this process. */
async function register(client: Client, { name }: RuntimeExtension, { address }: WebhookServer): Promise<void> {
  const body = {
    apiVersion: apiVersionOf(ExtensionConfig),
    kind: ExtensionConfig.kind,
    metadata: { name },
    spec: { clientConfig: address },
  };
  await client.patch(ExtensionConfig, { name }, { type: "apply", body, force: true });
}
