import { type Client, isNotFound } from "@capstan/runtime";

/** Somebody else who writes to the same objects, at the worst moment. */
export class Rival {
  readonly #client: Client;
  #writes = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Changes an annotation of the object of this path, so that every client that read it before has an old version. */
  async touch(url: string): Promise<void> {
    const path = url.split("?", 1)[0]?.replace(/\/status$/, "") ?? "";
    // Objects of Cluster API only: a rival of the init lock or of a Secret is another story.
    if (!/\/apis\/[a-z.]*cluster\.x-k8s\.io\//.test(path)) return;
    this.#writes += 1;
    const body = { metadata: { annotations: { "example.com/rival": String(this.#writes) } } };
    const contentType = "application/merge-patch+json";
    await this.#client.request("PATCH", path, body, { contentType }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}
