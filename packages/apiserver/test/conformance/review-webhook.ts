import { type IncomingMessage, type ServerResponse } from "node:http";
import { type Body } from "./target.ts";
import { base64, WebhookServer } from "./webhook-server.ts";

/** The request of an AdmissionReview. */
export interface ReviewRequest {
  readonly [key: string]: unknown;
  readonly uid: string;
  readonly name?: string;
  readonly operation: string;
  readonly object: Body | null;
  readonly oldObject: Body | null;
}

interface AdmissionReview {
  readonly apiVersion: string;
  readonly request: ReviewRequest;
}

/** The fields of a response besides uid; a string is sent unchanged, and `undefined` sends no response. */
type Answer = (request: ReviewRequest) => object | string | undefined | Promise<object>;

/** Admission webhooks of a test, distinguished by their path. */
export class ReviewWebhook {
  readonly calls: { readonly path: string; readonly request: ReviewRequest }[] = [];
  readonly #server: WebhookServer;
  readonly #answers = new Map<string, Answer>();

  private constructor(server: WebhookServer) {
    this.#server = server;
  }

  static async start(): Promise<ReviewWebhook> {
    const webhook: ReviewWebhook = new ReviewWebhook(
      await WebhookServer.start((review, response, request) => {
        void webhook.#respond(review as AdmissionReview, response, request);
      }),
    );
    return webhook;
  }

  answer(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** The requests at a path, without those that only probe whether the webhook is called. */
  asked(path: string): readonly ReviewRequest[] {
    return this.calls.filter((call) => call.path === path && call.request.name !== probe).map(({ request }) => request);
  }

  clientConfig(path: string): { url: string; caBundle: string } {
    return this.#server.clientConfig(path);
  }

  serviceConfig(path: string): { service: object; caBundle: string } {
    return this.#server.serviceConfig(path);
  }

  get address(): string {
    return this.#server.address;
  }

  pinnedConfig(path: string): { url: string; caBundle: string } {
    return this.#server.pinnedConfig(path);
  }

  async #respond(
    { apiVersion, request: asked }: AdmissionReview,
    response: ServerResponse,
    { url = "" }: IncomingMessage,
  ): Promise<void> {
    const { pathname: path } = new URL(url, "https://webhook");
    this.calls.push({ path, request: asked });
    const answer = await (this.#answers.get(path) ?? ((): object => ({})))(asked);
    if (answer === undefined) return;
    response.writeHead(200, { "content-type": "application/json" });
    const given = { uid: asked.uid, allowed: true };
    response.end(
      typeof answer === "string"
        ? answer
        : JSON.stringify({ kind: "AdmissionReview", apiVersion, response: { ...given, ...answer } }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

/** The name of the objects that only probe whether a webhook is called. */
export const probe = "probe";

/** A patch in the form of a response. */
export function patch(...operations: object[]): object {
  return { patchType: "JSONPatch", patch: base64(JSON.stringify(operations)) };
}
