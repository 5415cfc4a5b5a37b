import type { CustomResourceDefinition } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { keepHeapSmall } from "@capstan/kube/memory";
import type { Command } from "commander";
import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import { systemClock } from "../clock/system-clock.ts";
import { createLogger } from "../logging/create-logger.ts";
import type { AdmissionWebhook } from "../webhook/admission-webhook.ts";
import { conversionPath } from "../webhook/conversion-client-config.ts";
import type { Converter } from "../webhook/converter.ts";
import type { JsonEndpoint } from "../webhook/json-endpoint.ts";
import { WebhookServer } from "../webhook/webhook-server.ts";
import type { Logger } from "../logging/logger.ts";
import { LogVerbosity } from "../logging/verbosity.ts";
import { ManagerMetrics } from "../metrics/manager-metrics.ts";
import type { WebhookMetrics } from "../metrics/webhook-metrics.ts";
import { CommandLineError, StoppedError } from "../errors/runtime-errors.ts";
import { defineKind } from "../kubernetes/define-kind.ts";
import { tlsSettings } from "../tls/tls-settings.ts";
import { admissionConfigurations, type AdmissionConfigurationOptions } from "../webhook/admission-configurations.ts";
import { checkConversion } from "./check-conversion.ts";
import { installCRDs } from "./install-crds.ts";
import { Manager } from "./manager.ts";
import { concurrencyOf, managerCommand, type ManagerFlags } from "./manager-flags.ts";
import { optionsFromFlags } from "./manager-options-from-flags.ts";
import { parseFlags } from "./parse-flags.ts";
import type { StartCheck, StartCheckContext } from "./start-check.ts";

/** What the endpoints of a manager get from it. */
export interface EndpointProcess {
  /** The client of the management cluster. */
  readonly client: Client;
  /** The logger of the manager. */
  readonly logger: Logger;
}

/** Options of {@link runManager}. */
export interface RunManagerOptions {
  /** The name of the program; also the first part of its User-Agent. */
  readonly name: string;
  /** One sentence for `--help`. */
  readonly description: string;
  /** For `--version`. */
  readonly version: string;
  /** CRDs that `--install` installs. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** Runs before `--install` installs anything; if it rejects, the manager does not start, and the server stays unchanged. */
  readonly beforeInstall?: StartCheck;
  /**
   * Converters of kinds between versions. Their webhook is served while the manager runs, leader or not. Without `--webhook-cert-dir` and
   * `--install` no webhook is served; the manager then starts only if another process serves the webhook of every installed CRD in `crds`
   * that needs one.
   */
  readonly converters?: readonly Converter[];
  /**
   * Admission webhooks, served with `--webhook-cert-dir`, leader or not. `--install` does not register them: a manager that is started by
   * hand may end at any time, and the API server would then refuse every write of the kinds. `--install-webhooks` registers them so that
   * writes continue, unchecked, while the manager does not run.
   */
  readonly admission?: readonly AdmissionWebhook[];
  /**
   * Endpoints of other protocols, on the server of the webhooks, leader or not. Without `--webhook-cert-dir` they are served on loopback,
   * with a generated certificate. Called once, before `setup`.
   */
  readonly endpoints?: (process: EndpointProcess) => readonly JsonEndpoint[];
  /**
   * Adds controllers. `flags` has the values of all flags, including those of `extendFlags`; `webhooks` is the server of the webhooks, if
   * they are served.
   */
  readonly setup: (
    manager: Manager,
    flags: Readonly<Record<string, unknown>>,
    webhooks: WebhookServer | undefined,
  ) => void | Promise<void>;
  /**
   * The default concurrency of the controllers that `setup` adds, by name; each gets a flag `--<name>-concurrency`. Default: no flags; each
   * controller reconciles 10 objects at a time, or its own setting. A name without a controller is an `ArgumentError`.
   */
  readonly concurrency?: Readonly<Record<string, number>>;
  /** Adds the program's own flags. */
  readonly extendFlags?: (command: Command) => void;
  /** Arguments after the program's name. Default: those of the process. */
  readonly argv?: readonly string[];
  /** Stops the manager, as SIGTERM does. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the webhooks, if there are any and the flags say where. They run before CRDs are installed, because the API server requests
 * conversions immediately.
 */
async function startWebhooks(
  { converters = [], admission = [], ...options }: RunManagerOptions,
  flags: ManagerFlags,
  { client, logger, metrics }: EndpointProcess & { readonly metrics: WebhookMetrics },
): Promise<WebhookServer | undefined> {
  const endpoints = options.endpoints?.({ client, logger }) ?? [];
  const { webhookPort, webhookCertDir } = flags;
  const isOnLoopback = webhookCertDir === undefined;
  const isAdmissionServed = !isOnLoopback || flags.installWebhooks;
  if (endpoints.length === 0 && isOnLoopback && !flags.install) return undefined;
  if (endpoints.length + converters.length + (isAdmissionServed ? admission.length : 0) === 0) return undefined;
  if (webhookCertDir !== undefined && flags.install && converters.length > 0) {
    const kinds = converters.flatMap((converter) => converter.kinds).join(", ");
    // --install would write an address that only an API server on this machine can reach.
    throw new CommandLineError(
      `${kinds} are converted between versions; with --webhook-cert-dir, install their CRDs with the components, not with --install`,
    );
  }
  const certificateFiles = { certificate: flags.webhookCertName, privateKey: flags.webhookKeyName };
  const webhooks = await WebhookServer.start({
    converters,
    admission,
    endpoints,
    logger,
    metrics,
    tls: tlsSettings(flags),
    ...(webhookPort === undefined ? {} : { port: webhookPort }),
    ...(flags.webhookClientCaFile === undefined ? {} : { clientCAFile: flags.webhookClientCaFile }),
    ...(webhookCertDir === undefined ? {} : { certificateDirectory: webhookCertDir, certificateFiles }),
  });
  const paths = [
    ...(converters.length === 0 ? [] : [conversionPath]),
    ...[...admission, ...endpoints].map(({ path }) => path),
  ];
  logger.info("The webhooks are being served", { port: webhooks.port, paths: paths.join(" ") });
  return webhooks;
}

/** A flag without effect would mislead the operator. */
function checkConcurrency({ controllers }: Manager, names: readonly string[]): void {
  const known = controllers.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new ArgumentError(
    `concurrency names ${unknown.join(", ")}, but setup has not added such a controller; it has added ${known.join(", ") || "none"}`,
  );
}

/** Resolves at SIGINT, SIGTERM or when `signal` aborts. */
function stopRequest(signal: AbortSignal | undefined): {
  readonly requested: Promise<void>;
  readonly signal: AbortSignal;
  stopListening(): void;
} {
  const ending = new AbortController();
  const requested = new Promise<void>((resolve) => {
    ending.signal.addEventListener("abort", () => {
      resolve();
    });
  });
  const onSignal = (): void => {
    ending.abort(new StoppedError("Stopping on a signal"));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  signal?.addEventListener("abort", onSignal, { once: true });
  if (signal?.aborted === true) onSignal();
  return {
    requested,
    signal: ending.signal,
    stopListening: () => {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
      signal?.removeEventListener("abort", onSignal);
    },
  };
}

/**
 * The `main` of a provider: reads the flags, connects, installs CRDs with `--install`, runs the controllers until SIGINT or SIGTERM, and
 * stops them cleanly.
 *
 * @throws CommandLineError, KubeconfigError - at the start; print them and exit with your own status.
 * @throws LeadershipLostError - another process leads now; exit, and let the supervisor restart the process.
 */
export async function runManager(options: RunManagerOptions): Promise<void> {
  const { concurrency = {} } = options;
  const command = managerCommand(options.name, options.description, options.version, concurrency);
  options.extendFlags?.(command);
  const flags = parseFlags(command, options.argv ?? process.argv.slice(2));
  if (flags === undefined) return;
  if (flags.installWebhooks && (!flags.install || flags.webhookCertDir !== undefined)) {
    throw new CommandLineError("--install-webhooks requires --install, without --webhook-cert-dir");
  }
  keepHeapSmall();
  const verbosity = new LogVerbosity(flags.v);
  const managerOptions = {
    ...optionsFromFlags(flags, verbosity),
    concurrencyOf: concurrencyOf(flags, Object.keys(concurrency)),
  };
  const logger = createLogger({ level: () => verbosity.level, format: flags.loggingFormat });
  const metrics = new ManagerMetrics();
  metrics.addProcess();
  const client = createClient({
    onRequest: metrics.requests.observe,
    kubeconfig: {
      ...(flags.kubeconfig === undefined ? {} : { path: flags.kubeconfig }),
      ...(flags.context === undefined ? {} : { context: flags.context }),
    },
    userAgent: `${options.name}/${options.version}`,
    rate: { qps: flags.kubeApiQps, burst: flags.kubeApiBurst },
  });
  const manager = new Manager({ name: options.name, client, logger, metrics, ...managerOptions });
  const ending = stopRequest(options.signal);
  let webhooks: WebhookServer | undefined;
  try {
    webhooks = await startWebhooks(options, flags, { client, logger, metrics: metrics.webhooks });
    if (flags.install) {
      const installation = { client, logger, signal: ending.signal, webhooks, registers: flags.installWebhooks };
      await Promise.race([install(options, installation), ending.requested]);
    }
    if (ending.signal.aborted) return;
    if (webhooks === undefined) manager.beforeStart(checkConversion(options.crds ?? []));
    await options.setup(manager, flags, webhooks);
    checkConcurrency(manager, Object.keys(concurrency));
    const running = manager.start().then(() => new Promise<never>(() => undefined));
    await Promise.race([running, manager.failure, ending.requested]);
    logger.info("Stopping", { manager: options.name });
  } finally {
    await manager.stop();
    await webhooks?.close();
    await client.close();
    ending.stopListening();
  }
}

/** Checks the server, then installs the CRDs and, if it `registers`, the admission webhooks. */
async function install(
  { name, crds = [], admission = [], beforeInstall }: RunManagerOptions,
  {
    webhooks,
    registers,
    ...context
  }: Omit<StartCheckContext, "clock"> & {
    readonly webhooks: WebhookServer | undefined;
    readonly registers: boolean;
  },
): Promise<void> {
  const { client, signal } = context;
  await beforeInstall?.({ ...context, clock: systemClock });
  await installCRDs(client, webhooks?.wire(crds) ?? crds, { movable: true, signal });
  if (registers && webhooks !== undefined) {
    await registerAdmission(client, admission, { name, manager: webhooks.address }, signal);
  }
}

/**
 * Registers these webhooks with an API server on this machine, replacing the address of an earlier process with the same name. A
 * developer's manager may end at any time: writes continue without it.
 */
async function registerAdmission(
  client: Client,
  webhooks: readonly AdmissionWebhook[],
  { name, manager }: Pick<AdmissionConfigurationOptions, "name" | "manager">,
  signal: AbortSignal,
): Promise<void> {
  for (const body of admissionConfigurations(webhooks, { name, manager, failurePolicy: "Ignore" })) {
    const [group, version] = ["admissionregistration.k8s.io", "v1"];
    const plural = `${body.kind.toLowerCase()}s`;
    const kind = defineKind({ group, version, kind: body.kind, plural, namespaced: false });
    await client.patch(kind, { name: body.metadata.name }, { type: "apply", body, force: true }, { signal });
  }
}
