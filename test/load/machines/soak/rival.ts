import { type Client, isNotFound, requestPath } from "@capstan/runtime";

/** Somebody else who writes to the same objects, at the worst moment. */
export class Rival {
  readonly #client: Client;
  #writes = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Changes an annotation of the object of this path, so that every client that read it before has an old version. */
  async touch(url: string): Promise<void> {
    const [, , group = "", version = "", , namespace = "", plural = "", name = ""] = url.split(/[/?]/);
    // Objects of Cluster API only: a rival of the init lock or of a Secret is another story.
    if (!/^[a-z.]*cluster\.x-k8s\.io$/.test(group)) return;
    const path = requestPath`/apis/${group}/${version}/namespaces/${namespace}/${plural}/${name}`;
    this.#writes += 1;
    const body = { metadata: { annotations: { "example.com/rival": String(this.#writes) } } };
    const contentType = "application/merge-patch+json";
    await this.#client.request("PATCH", path, body, { contentType }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
}
