import { createHash } from "node:crypto";
import { outcome } from "@capstan/provider";
import { loadedImagesFolder } from "../boot/boot-archive.ts";
import type { Engine } from "../engine/engine.ts";
import { EndpointForwards } from "../load-balancer/endpoint-forwards.ts";
import { LoadBalancers } from "../load-balancer/load-balancer.ts";
import { LongWork } from "./long-work.ts";

/** The delay before the next look at an image that is pulled or imported, in milliseconds. */
const imagePollMs = 2_000;

/**
 * What the reconcilers share: an engine, its load balancers, and work that outlives a reconcile.
 *
 * @example
 * ```ts
 * import { DockerInfrastructure, openEngine } from "@capstan/infrastructure-docker";
 *
 * await using infrastructure = new DockerInfrastructure(openEngine());
 * await infrastructure.idle(); // no image is being pulled
 * ```
 */
export class DockerInfrastructure {
  /** The engine of all containers. */
  readonly engine: Engine;
  /** Configures the load balancers of Clusters. */
  readonly loadBalancers: LoadBalancers;
  /** Forwards the endpoint on the loopback address inside machines. */
  readonly forwards: EndpointForwards;
  readonly #work = new LongWork();

  constructor(engine: Engine) {
    this.engine = engine;
    this.loadBalancers = new LoadBalancers(engine);
    this.forwards = new EndpointForwards(engine);
  }

  /**
   * Pulls an image that the engine lacks.
   *
   * @returns an outcome to return while the image is missing.
   * @throws EngineError the engine cannot pull it.
   */
  async pullIfMissing(image: string, signal: AbortSignal) {
    if (await this.engine.hasImage(image, signal)) return undefined;
    this.#work.ensureRuns(`pull ${image}`, (ending) => this.engine.pullImage(image, ending));
    return outcome.pending("ImagePulling", {
      message: `The container engine pulls the image ${image}`,
      retryAfterMs: imagePollMs,
    });
  }

  /**
   * Imports images of the engine into a container, unless it has them.
   *
   * @returns an outcome to return while one is missing.
   * @throws EngineError an image cannot be imported.
   */
  async loadMissing(container: string, images: readonly string[], signal: AbortSignal) {
    if (images.length === 0) return undefined;
    const { output } = await this.engine.exec(container, ["ls", loadedImagesFolder], signal);
    const loaded = output.split(/\s+/);
    const image = images.find((name) => !loaded.includes(markOf(name)));
    if (image === undefined) return undefined;
    this.#work.ensureRuns(`load ${container} ${image}`, async (ending) => {
      await this.engine.loadImage(container, image, ending);
      await this.engine.writeFiles(
        container,
        [{ path: `${loadedImagesFolder}/${markOf(image)}`, content: "" }],
        ending,
      );
    });
    const message = `Container ${container} imports the image ${image}`;
    return outcome.pending("ImageLoading", { message, retryAfterMs: imagePollMs });
  }

  /** Resolves when no image is being pulled or imported. */
  async idle(): Promise<void> {
    await this.#work.idle();
  }

  /** Ends pulls and imports. */
  async close(): Promise<void> {
    await this.#work.close();
  }

  /** Closes it at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function markOf(image: string): string {
  return createHash("sha256").update(image).digest("hex");
}
