import type { Action, Details, ObjectId, Update } from "./protocol.ts";

/** What the page shows and does; {@link servePage} makes it available to a browser. */
export interface PageContent {
  /** All there is now. */
  snapshot(): Update;
  /** Calls `listener` with everything that follows. @returns what ends that. */
  follow(listener: (update: Update) => void): () => void;
  /** @throws ActionRefusedError - it is not shown on the page, or is gone. */
  details(id: ObjectId, signal: AbortSignal): Promise<Details>;
  /** @throws ActionRefusedError */
  act(action: Action, signal: AbortSignal): Promise<void>;
}
