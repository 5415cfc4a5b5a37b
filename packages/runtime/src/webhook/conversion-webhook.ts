import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { CustomResourceDefinition } from "@capstan/contract";
import type { Clock } from "../clock/clock.ts";
import { systemClock } from "../clock/system-clock.ts";
import { silentLogger } from "../logging/create-logger.ts";
import type { Logger } from "../logging/logger.ts";
import { type ConversionClientConfig, conversionPath, withConversionWebhook } from "./conversion-client-config.ts";
import { readConversionRequest, reviewConversion } from "./conversion-review.ts";
import type { Converter } from "./converter.ts";
import { readServingCertificate, selfSignedCertificate, type ServingCertificate } from "./serving-certificate.ts";

/** Options of {@link ConversionWebhook.start}. */
export interface ConversionWebhookOptions {
  readonly converters: readonly Converter[];
  /** Default: 9443 with a `certificateDirectory`, a free one without. */
  readonly port?: number;
  /**
   * Folder with `tls.crt` and `tls.key`, read again when they are renewed; then all interfaces are listened on. Default: a
   * certificate that signs itself, on loopback only.
   */
  readonly certificateDirectory?: string;
  /** Default: the machine's, since certificates follow no fake clock. */
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Conversion of a whole list comes in one request. */
const bodyLimit = 128 * 1024 * 1024;
const renewalCheckMs = 10_000;
const defaultPort = 9443;

/**
 * Serves the conversion webhook of CRDs, HTTPS. Every replica of a provider serves it, whoever leads: without it the API server
 * can neither read nor write objects in another version than the stored one.
 */
export class ConversionWebhook {
  readonly #server: Server;
  readonly #converters: readonly Converter[];
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #certificate: ServingCertificate;

  private constructor(
    certificate: ServingCertificate,
    { converters, logger = silentLogger }: ConversionWebhookOptions,
  ) {
    this.#converters = converters;
    this.#logger = logger;
    this.#certificate = certificate;
    this.#server = createServer(tlsOptions(certificate), (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.#logger.warn("A request to the conversion webhook broke off", { error });
        response.destroy();
      });
    });
  }

  /** @throws CommandLineError - the folder has no certificate. @throws Error - the port is taken. */
  static async start(options: ConversionWebhookOptions): Promise<ConversionWebhook> {
    const { clock = systemClock, certificateDirectory } = options;
    const certificate =
      certificateDirectory === undefined
        ? await selfSignedCertificate(clock.now())
        : await readServingCertificate(certificateDirectory);
    const webhook = new ConversionWebhook(certificate, options);
    if (certificateDirectory === undefined) webhook.#server.listen(options.port ?? 0, "127.0.0.1");
    else webhook.#server.listen(options.port ?? defaultPort);
    await once(webhook.#server, "listening");
    if (certificateDirectory !== undefined) void webhook.#followRenewals(certificateDirectory, clock);
    return webhook;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** How an API server on this machine reaches it. */
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
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
    };
    if ((request.url ?? "/").split("?")[0] !== conversionPath) {
      answer(404, "not found");
      return;
    }
    if (request.method !== "POST") {
      answer(405, "a ConversionReview is sent by POST");
      return;
    }
    const body = await readBody(request);
    if (body === undefined) {
      answer(413, "the ConversionReview is too large");
      return;
    }
    const asked = readConversionRequest(parse(body));
    if (asked === undefined) {
      answer(400, "not a ConversionReview of apiextensions.k8s.io/v1");
      return;
    }
    const review = reviewConversion(asked, this.#converters, (object) => {
      this.#logger.warn("An object cannot be converted", { object, to: asked.desiredAPIVersion });
    });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(review));
  }

  /** Asks for the files now and then: a mounted Secret changes by a link that is moved, which watches of files miss. */
  async #followRenewals(directory: string, clock: Clock): Promise<void> {
    const { signal } = this.#closing;
    const nextLook = (): Promise<boolean> =>
      clock.sleep(renewalCheckMs, signal).then(
        () => true,
        () => false,
      );
    while (await nextLook()) {
      try {
        const certificate = await readServingCertificate(directory);
        if (certificate.certificate === this.#certificate.certificate) continue;
        this.#server.setSecureContext(tlsOptions(certificate));
        this.#certificate = certificate;
        this.#logger.info("The certificate of the conversion webhook has been renewed");
      } catch (error) {
        // Both files are not written at one moment: the next look may find them fit together.
        this.#logger.warn("The certificate of the conversion webhook cannot be read again", { error });
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
