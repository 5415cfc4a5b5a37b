import { once } from "node:events";
import { createServer, type Server, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { CustomResourceDefinition } from "@capstan/contract";
import { BodyRoom, jsonEqual, type ObjectRef } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { OpenConnections } from "../http/open-connections.ts";
import { silentLogger } from "../logging/create-logger.ts";
import { RareWarnings } from "../logging/rare-warnings.ts";
import type { Logger } from "../logging/logger.ts";
import type { WebhookMetrics } from "../metrics/webhook-metrics.ts";
import { readAdmissionRequest, reviewAdmission } from "./admission-review.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";
import { type ConversionClientConfig, conversionPath, withConversionWebhook } from "./conversion-client-config.ts";
import { readConversionRequest, reviewConversion } from "./conversion-review.ts";
import type { Converter } from "./converter.ts";
import { defaultTlsSettings, type TlsSettings } from "../tls/tls-settings.ts";
import { LossWarnings } from "./loss-warnings.ts";
import { type ReviewLimits, reviewLimits, type ReviewSize } from "./review-limits.ts";
import { type ReviewHandler, ReviewRequests } from "./review-requests.ts";
import {
  type CertificateFiles,
  readClientAuthorities,
  readServingCertificate,
  selfSignedCertificate,
  type ServingCertificate,
} from "./serving-certificate.ts";

/** Options of {@link WebhookServer.start}. */
export interface WebhookServerOptions {
  /** Kinds that are converted between versions, at `/convert`. Default: none. */
  readonly converters?: readonly Converter[];
  /** Default: none. */
  readonly admission?: readonly AdmissionWebhook[];
  /** Default: 9443 with a `certificateDirectory`, a free one without. */
  readonly port?: number;
  /**
   * Folder with `tls.crt` and `tls.key`, read again when they are renewed; then all interfaces are listened on. Default: a
   * certificate that signs itself, on loopback only.
   */
  readonly certificateDirectory?: string;
  /** Names of the files in there, where they are others. */
  readonly certificateFiles?: CertificateFiles;
  /**
   * File with certificates, PEM: only clients that have a certificate signed by one of them are answered by admission webhooks, as the
   * API server has if it was started so; to convert, API servers show none. It is read again when the certificate is. Default: every
   * client is answered.
   */
  readonly clientCAFile?: string;
  /** Default: TLS 1.2 and later. */
  readonly tls?: TlsSettings;
  /** What is refused, by size and by time. Default: what fits the process's heap. */
  readonly limits?: Partial<ReviewLimits>;
  /** Default: the machine's, since certificates follow no fake clock. */
  readonly clock?: Clock;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** Default: nothing is counted. */
  readonly metrics?: WebhookMetrics;
}

const renewalCheckMs = 10_000;
const defaultPort = 9443;

/**
 * Serves the webhooks of a manager, HTTPS: conversion of CRDs, and admission. Every replica serves them, leader or not: without
 * conversion the API server can neither read nor write objects in a version other than the stored one; without admission it cannot
 * write objects for which a webhook is registered.
 */
export class WebhookServer {
  readonly #server: Server;
  readonly #connections: OpenConnections;
  readonly #requests: ReviewRequests;
  readonly #limits: ReviewLimits;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #metrics: WebhookMetrics | undefined;
  readonly #closing = new AbortController();
  readonly #tls: TlsSettings;
  /** Conversions that were asked for and are not known here. */
  readonly #foreign = new Set<string>();
  readonly #losses: LossWarnings;
  #certificate: ServingCertificate;

  private constructor(certificate: ServingCertificate, options: WebhookServerOptions) {
    const { converters = [], admission = [], logger = silentLogger, clock = systemClock } = options;
    this.#logger = logger;
    this.#clock = clock;
    this.#limits = { ...reviewLimits(), ...options.limits };
    this.#losses = new LossWarnings(logger, clock);
    this.#metrics = options.metrics;
    this.#certificate = certificate;
    this.#tls = options.tls ?? defaultTlsSettings;
    this.#server = createServer(serverOptions(certificate, this.#limits, this.#tls));
    this.#connections = new OpenConnections(this.#server, { most: this.#limits.connections });
    this.#requests = new ReviewRequests(this.#handlers(converters, admission), this.#connections, {
      warnings: new RareWarnings(logger, clock),
      metrics: options.metrics,
    });
    this.#server.on("request", (request, response) => {
      this.#requests.accept(request, response);
    });
  }

  /** @throws CommandLineError - the folder has no certificate. @throws Error - the port is taken. */
  static async start(options: WebhookServerOptions): Promise<WebhookServer> {
    const { clock = systemClock, certificateDirectory, certificateFiles, clientCAFile } = options;
    const certificate =
      certificateDirectory === undefined
        ? {
            ...(await selfSignedCertificate(clock.now(), "capstan conversion webhook")),
            ...(await readClientAuthorities(clientCAFile)),
          }
        : await readServingCertificate(certificateDirectory, certificateFiles, clientCAFile);
    const webhook = new WebhookServer(certificate, options);
    if (certificateDirectory === undefined) webhook.#server.listen(options.port ?? 0, "127.0.0.1");
    else webhook.#server.listen(options.port ?? defaultPort);
    await once(webhook.#server, "listening");
    if (certificateDirectory !== undefined) {
      options.metrics?.certificateRead(true);
      void webhook.#followRenewals(() => readServingCertificate(certificateDirectory, certificateFiles, clientCAFile));
    }
    return webhook;
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How an API server on this machine reaches it: the URL has no path. */
  get address(): { readonly url: string; readonly caBundle: string } {
    const caBundle = Buffer.from(this.#certificate.authority).toString("base64");
    return { url: `https://127.0.0.1:${this.port}`, caBundle };
  }

  /** How an API server on this machine reaches the conversion. */
  get clientConfig(): ConversionClientConfig {
    const { url, caBundle } = this.address;
    return { url: `${url}${conversionPath}`, caBundle };
  }

  /** CRDs for an API server on this machine: those that need a conversion webhook get this one. */
  wire(crds: readonly CustomResourceDefinition[]): CustomResourceDefinition[] {
    return crds.map((crd) =>
      crd.spec.conversion?.strategy === "Webhook" ? withConversionWebhook(crd, this.clientConfig) : crd,
    );
  }

  /** Lets the process end though this has not been closed, as `unref` of Node's servers does. */
  unref(): void {
    this.#server.unref();
  }

  /** Takes no more connections, waits for the reviews in flight, but not for long, and ends all that is left. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    await this.#drain();
    this.#connections.destroy();
    await closed;
  }

  /** Stops the server, as at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #drain(): Promise<void> {
    const limit = new AbortController();
    const late = this.#clock.sleep(this.#limits.drainMs, limit.signal).then(
      () => {
        this.#logger.warn("Reviews were still in flight when the webhook server closed");
      },
      () => undefined,
    );
    await Promise.race([this.#requests.drained(), late]);
    limit.abort();
  }

  #handlers(
    converters: readonly Converter[],
    admission: readonly AdmissionWebhook[],
  ): ReadonlyMap<string, ReviewHandler> {
    const roomOf = ({ roomBytes }: ReviewSize): BodyRoom =>
      new BodyRoom({ bytes: roomBytes, setTimer: (delayMs, callback) => this.#clock.setTimer(delayMs, callback) });
    const conversion: ReviewHandler = {
      size: this.#limits.conversion,
      room: roomOf(this.#limits.conversion),
      // API servers have none to show when they convert: kubernetes/kubernetes#131810.
      needsCertificate: false,
      review: (body) => this.#convert(body, converters),
    };
    const room = roomOf(this.#limits.admission);
    const needsCertificate = this.#certificate.clientAuthorities !== undefined;
    return new Map([
      ...(converters.length === 0 ? [] : [[conversionPath, conversion] as const]),
      ...admission.map((webhook) => {
        const review = (body: unknown): Promise<unknown> => this.#admit(body, webhook);
        return [webhook.path, { size: this.#limits.admission, room, needsCertificate, review }] as const;
      }),
    ]);
  }

  #convert(body: unknown, converters: readonly Converter[]): unknown {
    const asked = readConversionRequest(body);
    if (asked === undefined) return undefined;
    const to = asked.desiredAPIVersion;
    return reviewConversion(asked, converters, {
      onFailure: (object, isForeign) => {
        if (!isForeign) this.#logger.warn("An object cannot be converted", { object, to });
        else this.#warnOfForeign(object, to);
      },
      onLoss: (object, loss) => {
        this.#losses.warn(object, to, loss);
      },
    });
  }

  /** Once for each kind: clients that list it ask again and again. */
  #warnOfForeign({ kind, apiVersion }: ObjectRef, to: string): void {
    const conversion = `${kind} ${apiVersion} ${to}`;
    if (this.#foreign.has(conversion)) return;
    this.#foreign.add(conversion);
    const remedy = "have its CRD name the webhook of the manager that serves the kind, or remove the CRD";
    this.#logger.warn("A CRD names this conversion webhook, which does not know its kind", {
      kind,
      apiVersion,
      to,
      remedy,
    });
  }

  async #admit(body: unknown, webhook: AdmissionWebhook): Promise<unknown> {
    const asked = readAdmissionRequest(body);
    if (asked === undefined) return undefined;
    return reviewAdmission(asked, webhook, (error) => {
      const { kind, name, namespace } = { ...asked, kind: asked.kind.kind };
      this.#logger.warn("An object cannot be reviewed", { kind, name, namespace, webhook: webhook.path, error });
    });
  }

  /** Asks for the files now and then: a mounted Secret changes by a link that is moved, which watches of files miss. */
  async #followRenewals(read: () => Promise<ServingCertificate>): Promise<void> {
    const { signal } = this.#closing;
    const nextLook = (): Promise<boolean> =>
      this.#clock.sleep(renewalCheckMs, signal).then(
        () => true,
        () => false,
      );
    while (await nextLook()) {
      try {
        const certificate = await read();
        this.#metrics?.certificateRead(true);
        if (jsonEqual(certificate, this.#certificate)) continue;
        this.#server.setSecureContext(tlsOptions(certificate, this.#tls));
        this.#certificate = certificate;
        this.#logger.info("The certificate of the webhooks has been renewed");
      } catch (error) {
        this.#metrics?.certificateRead(false);
        // Both files are not written at one moment: the next look may find them fit together.
        this.#logger.warn("The renewed certificate of the webhooks cannot be read", { error });
      }
    }
  }
}

function tlsOptions(
  { certificate, privateKey, clientAuthorities }: ServingCertificate,
  tls: TlsSettings,
): SecureContextOptions {
  return {
    cert: certificate,
    key: privateKey,
    ...tls,
    ...(clientAuthorities === undefined ? {} : { ca: clientAuthorities }),
  };
}

function serverOptions(certificate: ServingCertificate, limits: ReviewLimits, tls: TlsSettings): ServerOptions {
  const { headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = limits;
  return {
    ...tlsOptions(certificate, tls),
    requestCert: certificate.clientAuthorities !== undefined,
    // Not every path needs one.
    rejectUnauthorized: false,
    handshakeTimeout: headersTimeoutMs,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    // How exact the three before are.
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
}
