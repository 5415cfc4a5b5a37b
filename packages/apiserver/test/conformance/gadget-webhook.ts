import { type IncomingMessage, type ServerResponse } from "node:http";
import { type CertificateAuthority } from "@capstan/kube/x509";
import { WebhookServer } from "./webhook-server.ts";

/** The fields of a ConversionReview that the suite checks. */
export interface Review {
  readonly [key: string]: unknown;
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly Gadget[];
  };
}

export interface Gadget {
  readonly [key: string]: unknown;
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly spec?: { readonly size?: string; readonly width?: number; readonly height?: number };
}

export interface Answer {
  readonly [key: string]: unknown;
  readonly response: { readonly [key: string]: unknown; readonly convertedObjects: readonly Gadget[] };
}

/** Replaces the correct response by another body, a string or an HTTP status. */
export type Corrupt = (answer: Answer) => object | string | number;

/** A conversion webhook for Gadgets: `size: "2x3"` in v1 is `width: 2, height: 3` in v2. Tests control its behavior. */
export class GadgetWebhook {
  readonly calls: { readonly url: string; readonly headers: object; readonly review: Review }[] = [];
  corrupt: Corrupt | undefined;
  readonly #server: WebhookServer;

  private constructor(server: WebhookServer) {
    this.#server = server;
  }

  static async start(): Promise<GadgetWebhook> {
    const webhook: GadgetWebhook = new GadgetWebhook(
      await WebhookServer.start((review, response, request) => {
        webhook.#respond(review as Review, response, request);
      }),
    );
    return webhook;
  }

  get authority(): CertificateAuthority {
    return this.#server.authority;
  }

  get clientConfig(): { url: string; caBundle: string } {
    return this.#server.clientConfig("/convert");
  }

  get serviceConfig(): { service: object; caBundle: string } {
    return this.#server.serviceConfig("/convert");
  }

  get address(): string {
    return this.#server.address;
  }

  #respond(review: Review, response: ServerResponse, { url = "", headers }: IncomingMessage): void {
    this.calls.push({ url, headers, review });
    const answer = this.corrupt?.(answerTo(review)) ?? answerTo(review);
    if (typeof answer === "number") {
      response.writeHead(answer, { "content-type": "text/plain" }).end("oh no");
      return;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(typeof answer === "object" ? JSON.stringify(answer) : answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

function answerTo({ apiVersion, request }: Review): Answer {
  const convertedObjects = request.objects.map((object) => convert(object, request.desiredAPIVersion));
  return {
    apiVersion,
    kind: "ConversionReview",
    response: { uid: request.uid, result: { status: "Success" }, convertedObjects },
  };
}

function convert(object: Gadget, apiVersion: string): Gadget {
  // Objects have no spec yet while server-side apply assembles them.
  if (object.spec === undefined) return { ...object, apiVersion };
  const { size = "0x0", width = 0, height = 0 } = object.spec;
  if (apiVersion.endsWith("/v1")) return { ...object, apiVersion, spec: { size: `${width}x${height}` } };
  const [first = 0, second = 0] = size.split("x").map(Number);
  return { ...object, apiVersion, spec: { width: first, height: second } };
}

function schema(spec: object): object {
  const status = { type: "object", properties: { phase: { type: "string" } } };
  return { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: spec }, status } } };
}

/** Gadgets, for which each test may define its own kind: v1 is served, v2 is served and stored. */
export function gadgetDefinition(name: string, conversion: object): object {
  const kind = `Gadget${name}`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${kind.toLowerCase()}s.gadgets.io` },
    spec: {
      group: "gadgets.io",
      scope: "Namespaced",
      names: { plural: `${kind.toLowerCase()}s`, kind },
      conversion,
      versions: [
        {
          name: "v1",
          served: true,
          storage: false,
          subresources: { status: {} },
          schema: schema({ size: { type: "string" }, color: { type: "string", default: "red" } }),
        },
        {
          name: "v2",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: schema({
            width: { type: "integer" },
            height: { type: "integer" },
            unit: { type: "string", default: "mm" },
          }),
        },
      ],
    },
  };
}
