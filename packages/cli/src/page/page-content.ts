import type { Action, Details, ObjectId, Update } from "./protocol.ts";

/** The content and the actions of the page; {@link servePage} serves it to a browser. */
export interface PageContent {
  /** The whole present state. */
  snapshot(): Update;
  /** Calls `listener` with every later update. @returns a function that ends this. */
  follow(listener: (update: Update) => void): () => void;
  /** @throws ActionRefusedError - it is not shown on the page, or is deleted. */
  details(id: ObjectId, signal: AbortSignal): Promise<Details>;
  /** @throws ActionRefusedError */
  act(action: Action, signal: AbortSignal): Promise<void>;
}
