import { once } from "node:events";
import https from "node:https";
import { type AddressInfo } from "node:net";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { OpenConnections } from "../../src/server/open-connections.ts";
import { base64 } from "./gadget-webhook.ts";
import { type Body } from "./target.ts";

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

/** The fields of a response besides uid; a string is sent as it is, and for `undefined` nothing is sent. */
type Answer = (request: ReviewRequest) => object | string | undefined;

/** Admission webhooks of a test, told apart by the path that they are called at. */
export class ReviewWebhook {
  readonly calls: { readonly path: string; readonly query: string; readonly request: ReviewRequest }[] = [];
  readonly #authority: CertificateAuthority;
  readonly #server: https.Server;
  readonly #connections: OpenConnections;
  readonly #answers = new Map<string, Answer>();

  private constructor(authority: CertificateAuthority, serving: CertificateAndKey) {
    this.#authority = authority;
    this.#server = https.createServer({ cert: serving.certificate, key: serving.privateKey }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const review = JSON.parse(Buffer.concat(chunks).toString()) as AdmissionReview;
        const { pathname, search } = new URL(request.url ?? "", "https://webhook");
        this.calls.push({ path: pathname, query: search, request: review.request });
        const answer = (this.#answers.get(pathname) ?? ((): object => ({})))(review.request);
        if (answer === undefined) return;
        response.writeHead(200, { "content-type": "application/json" });
        const { apiVersion, request: asked } = review;
        response.end(
          typeof answer === "string"
            ? answer
            : JSON.stringify({
                kind: "AdmissionReview",
                apiVersion,
                response: { uid: asked.uid, allowed: true, ...answer },
              }),
        );
      });
    });
    this.#connections = new OpenConnections(this.#server);
  }

  static async start(): Promise<ReviewWebhook> {
    const authority = await CertificateAuthority.create("review-webhook", Date);
    const webhook = new ReviewWebhook(authority, await authority.issueServing("webhook", ["127.0.0.1"]));
    webhook.#server.listen(0, "127.0.0.1");
    await once(webhook.#server, "listening");
    return webhook;
  }

  answer(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** What was asked at a path, but for what was only to find out whether it is asked. */
  asked(path: string): readonly ReviewRequest[] {
    return this.calls.filter((call) => call.path === path && call.request.name !== probe).map(({ request }) => request);
  }

  clientConfig(path: string): { url: string; caBundle: string } {
    const { port } = this.#server.address() as AddressInfo;
    return { url: `https://127.0.0.1:${port}${path}`, caBundle: base64(this.#authority.certificate) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    this.#connections.destroy();
    await closed;
  }
}

/** The name of objects that are only written to find out whether a webhook is asked. */
export const probe = "probe";

/** A patch in the form of a response. */
export function patch(...operations: object[]): object {
  return { patchType: "JSONPatch", patch: base64(JSON.stringify(operations)) };
}
