import { type Client, isNotFound, requestPath } from "@capstan/runtime";

/** Another client that writes to the same objects at the worst moment. */
export class Rival {
  readonly #client: Client;
  #writes = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Changes an annotation of the object with this path, so that every client that read it before has a stale version. */
  async touch(url: string): Promise<void> {
    const [, , group = "", version = "", , namespace = "", plural = "", name = ""] = url.split(/[/?]/);
    // Only objects of Cluster API: other tests cover rivals of the init lock or of a Secret.
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
