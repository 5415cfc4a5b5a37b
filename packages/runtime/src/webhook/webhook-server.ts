import { once } from "node:events";
import { createServer, type Server, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { CustomResourceDefinition } from "@capstan/contract";
import { BodyRoom, isJsonObject, jsonEqual, type ObjectRef } from "@capstan/kube";
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
import type { JsonEndpoint } from "./json-endpoint.ts";
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
  /** Converters of kinds between versions, at `/convert`. Default: none. */
  readonly converters?: readonly Converter[];
  /** Admission webhooks. Default: none. */
  readonly admission?: readonly AdmissionWebhook[];
  /** Endpoints of other protocols. Default: none. */
  readonly endpoints?: readonly JsonEndpoint[];
  /** Default: 9443 with a `certificateDirectory`, a free port without. */
  readonly port?: number;
  /**
   * The folder with `tls.crt` and `tls.key`, read again after a renewal. With it, the server listens on all interfaces. Default: a
   * self-signed certificate, on loopback only.
   */
  readonly certificateDirectory?: string;
  /** Names of the files in the folder, if they differ. */
  readonly certificateFiles?: CertificateFiles;
  /**
   * A file with CA certificates, PEM. Admission webhooks and endpoints then answer only clients with a certificate from one of these CAs, which an API
   * server has if it is configured so. Conversion is exempt, because API servers send no certificate for it. Read again together with the
   * certificate. Default: every client is answered.
   */
  readonly clientCAFile?: string;
  /** Default: TLS 1.2 and later. */
  readonly tls?: TlsSettings;
  /** Limits on size and time of reviews. Default: derived from the heap size of the process. */
  readonly limits?: Partial<ReviewLimits>;
  /** Default: the system clock, because certificates follow no fake clock. */
  readonly clock?: Clock;
  /** Default: no logging. */
  readonly logger?: Logger;
  /** Default: no metrics. */
  readonly metrics?: WebhookMetrics;
}

const renewalCheckMs = 10_000;
const defaultPort = 9443;

/**
 * Serves the webhooks of a manager over HTTPS: conversion of CRDs, admission, and endpoints of other protocols. Every replica serves them, leader or not. Without
 * conversion, the API server cannot read or write objects in a version other than the stored one. Without admission, it cannot write
 * objects with a registered webhook.
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
  /** Requested conversions of unknown kinds. */
  readonly #foreign = new Set<string>();
  readonly #losses: LossWarnings;
  #certificate: ServingCertificate;

  private constructor(certificate: ServingCertificate, options: WebhookServerOptions) {
    const { logger = silentLogger, clock = systemClock } = options;
    this.#logger = logger;
    this.#clock = clock;
    this.#limits = { ...reviewLimits(), ...options.limits };
    this.#losses = new LossWarnings(logger, clock);
    this.#metrics = options.metrics;
    this.#certificate = certificate;
    this.#tls = options.tls ?? defaultTlsSettings;
    this.#server = createServer(serverOptions(certificate, this.#limits, this.#tls));
    this.#connections = new OpenConnections(this.#server, { most: this.#limits.connections });
    this.#requests = new ReviewRequests(this.#handlers(options), this.#connections, {
      warnings: new RareWarnings(logger, clock),
      metrics: options.metrics,
    });
    this.#server.on("request", (request, response) => {
      this.#requests.accept(request, response);
    });
  }

  /** @throws CommandLineError - the folder has no certificate. @throws Error - the port is in use. */
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

  /** URL, without a path, and CA for an API server on this machine. */
  get address(): { readonly url: string; readonly caBundle: string } {
    const caBundle = Buffer.from(this.#certificate.authority).toString("base64");
    return { url: `https://127.0.0.1:${this.port}`, caBundle };
  }

  /** The conversion webhook's address for an API server on this machine. */
  get clientConfig(): ConversionClientConfig {
    const { url, caBundle } = this.address;
    return { url: `${url}${conversionPath}`, caBundle };
  }

  /** Prepares CRDs for an API server on this machine: those that need a conversion webhook get this one. */
  wire(crds: readonly CustomResourceDefinition[]): CustomResourceDefinition[] {
    return crds.map((crd) =>
      crd.spec.conversion?.strategy === "Webhook" ? withConversionWebhook(crd, this.clientConfig) : crd,
    );
  }

  /** Lets the process exit while the server is open, as `unref` of Node's servers does. */
  unref(): void {
    this.#server.unref();
  }

  /** Accepts no more connections, waits up to `drainMs` for reviews in flight, and closes the remaining connections. */
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

  #handlers({
    converters = [],
    admission = [],
    endpoints = [],
  }: WebhookServerOptions): ReadonlyMap<string, ReviewHandler> {
    const roomOf = ({ roomBytes }: ReviewSize): BodyRoom =>
      new BodyRoom({ bytes: roomBytes, setTimer: (delayMs, callback) => this.#clock.setTimer(delayMs, callback) });
    const conversion: ReviewHandler = {
      size: this.#limits.conversion,
      room: roomOf(this.#limits.conversion),
      // API servers send no certificate for conversion: kubernetes/kubernetes#131810.
      needsCertificate: false,
      review: (body) => this.#convert(body, converters),
    };
    const room = roomOf(this.#limits.admission);
    const endpointRoom = roomOf(this.#limits.endpoint);
    const needsCertificate = this.#certificate.clientAuthorities !== undefined;
    return new Map([
      ...(converters.length === 0 ? [] : [[conversionPath, conversion] as const]),
      ...admission.map((webhook) => {
        const review = (body: unknown): Promise<unknown> => this.#admit(body, webhook);
        return [webhook.path, { size: this.#limits.admission, room, needsCertificate, review }] as const;
      }),
      ...endpoints.map((endpoint) => {
        const review: ReviewHandler["review"] = (body, signal) =>
          isJsonObject(body) ? endpoint.answer(body, { signal }) : undefined;
        return [endpoint.path, { size: this.#limits.endpoint, room: endpointRoom, needsCertificate, review }] as const;
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

  /** Once for each kind, because clients that list the kind repeat the request. */
  #warnOfForeign({ kind, apiVersion }: ObjectRef, to: string): void {
    const conversion = `${kind} ${apiVersion} ${to}`;
    if (this.#foreign.has(conversion)) return;
    this.#foreign.add(conversion);
    const remedy = "name the webhook of the manager that serves the kind in its CRD, or remove the CRD";
    this.#logger.warn("A CRD names this conversion webhook, which does not serve its kind", {
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

  /** Polls the files: a mounted Secret changes by moving a symbolic link, which file watches miss. */
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
        // The two files are not written at the same moment: the next poll may find a matching pair.
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
    // Only some paths need a certificate.
    rejectUnauthorized: false,
    handshakeTimeout: headersTimeoutMs,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    // The precision of the three timeouts above.
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
}
