import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { CustomResourceDefinition } from "@capstan/contract";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { silentLogger } from "../logging/create-logger.ts";
import type { Logger } from "../logging/logger.ts";
import { readAdmissionRequest, reviewAdmission } from "./admission-review.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";
import { type ConversionClientConfig, conversionPath, withConversionWebhook } from "./conversion-client-config.ts";
import { readConversionRequest, reviewConversion } from "./conversion-review.ts";
import type { Converter } from "./converter.ts";
import { OpenConnections } from "./open-connections.ts";
import {
  type CertificateFiles,
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
  /** Default: the machine's, since certificates follow no fake clock. */
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Conversion of a whole list comes in one request. */
const bodyLimit = 128 * 1024 * 1024;
const renewalCheckMs = 10_000;
const defaultPort = 9443;

/** How a path answers. */
type Handler = (body: unknown) => unknown;

/**
 * Serves the webhooks of a manager, HTTPS: conversion of CRDs, and admission. Every replica serves them, leader or not: without
 * conversion the API server can neither read nor write objects in a version other than the stored one; without admission it cannot
 * write objects for which a webhook is registered.
 */
export class WebhookServer {
  readonly #server: Server;
  readonly #connections: OpenConnections;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #certificate: ServingCertificate;

  private constructor(
    certificate: ServingCertificate,
    { converters = [], admission = [], logger = silentLogger }: WebhookServerOptions,
  ) {
    this.#logger = logger;
    this.#handlers = new Map<string, Handler>([
      ...(converters.length === 0
        ? []
        : [[conversionPath, (body: unknown) => this.#convert(body, converters)] as const]),
      ...admission.map((webhook) => [webhook.path, (body: unknown) => this.#admit(body, webhook)] as const),
    ]);
    this.#certificate = certificate;
    this.#server = createServer(tlsOptions(certificate), (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.#logger.warn("A request to a webhook broke off", { error });
        response.destroy();
      });
    });
    this.#connections = new OpenConnections(this.#server);
  }

  /** @throws CommandLineError - the folder has no certificate. @throws Error - the port is taken. */
  static async start(options: WebhookServerOptions): Promise<WebhookServer> {
    const { clock = systemClock, certificateDirectory, certificateFiles } = options;
    const certificate =
      certificateDirectory === undefined
        ? await selfSignedCertificate(clock.now())
        : await readServingCertificate(certificateDirectory, certificateFiles);
    const webhook = new WebhookServer(certificate, options);
    if (certificateDirectory === undefined) webhook.#server.listen(options.port ?? 0, "127.0.0.1");
    else webhook.#server.listen(options.port ?? defaultPort);
    await once(webhook.#server, "listening");
    if (certificateDirectory !== undefined) {
      void webhook.#followRenewals(() => readServingCertificate(certificateDirectory, certificateFiles), clock);
    }
    return webhook;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How an API server on this machine reaches the conversion. */
  get clientConfig(): ConversionClientConfig {
    const caBundle = Buffer.from(this.#certificate.authority).toString("base64");
    return { url: `https://127.0.0.1:${this.port}${conversionPath}`, caBundle };
  }

  /** CRDs for an API server on this machine: those that need a conversion webhook get this one. */
  wire(crds: readonly CustomResourceDefinition[]): CustomResourceDefinition[] {
    return crds.map((crd) =>
      crd.spec.conversion?.strategy === "Webhook" ? withConversionWebhook(crd, this.clientConfig) : crd,
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    this.#connections.destroy();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
    };
    const handler = this.#handlers.get((request.url ?? "/").split("?")[0] ?? "/");
    if (handler === undefined) {
      answer(404, "not found");
      return;
    }
    if (request.method !== "POST") {
      answer(405, "a review must be sent by POST");
      return;
    }
    const body = await readBody(request);
    if (body === undefined) {
      answer(413, "the review is too large");
      return;
    }
    const review = await handler(parse(body));
    if (review === undefined) {
      answer(400, "not a review that this server understands");
      return;
    }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(review));
  }

  #convert(body: unknown, converters: readonly Converter[]): unknown {
    const asked = readConversionRequest(body);
    if (asked === undefined) return undefined;
    return reviewConversion(asked, converters, (object) => {
      this.#logger.warn("An object cannot be converted", { object, to: asked.desiredAPIVersion });
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
  async #followRenewals(read: () => Promise<ServingCertificate>, clock: Clock): Promise<void> {
    const { signal } = this.#closing;
    const nextLook = (): Promise<boolean> =>
      clock.sleep(renewalCheckMs, signal).then(
        () => true,
        () => false,
      );
    while (await nextLook()) {
      try {
        const certificate = await read();
        if (certificate.certificate === this.#certificate.certificate) continue;
        this.#server.setSecureContext(tlsOptions(certificate));
        this.#certificate = certificate;
        this.#logger.info("The certificate of the webhooks has been renewed");
      } catch (error) {
        // Both files are not written at one moment: the next look may find them fit together.
        this.#logger.warn("The renewed certificate of the webhooks cannot be read", { error });
      }
    }
  }
}

function tlsOptions({ certificate, privateKey }: ServingCertificate) {
  return { cert: certificate, key: privateKey, minVersion: "TLSv1.2" } as const;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
