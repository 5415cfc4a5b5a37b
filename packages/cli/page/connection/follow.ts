import type { Update } from "../../src/page/protocol.ts";
import type { World } from "../model/world.ts";
import { EventStreamReader } from "./event-stream.ts";
import { type PageServer, RefusedError } from "./page-server.ts";

const retryMs = 1_000;

/** Keeps the world current from the server's reports while the page is open. A lost stream starts again with a new snapshot. */
export async function follow(server: PageServer, world: World): Promise<never> {
  for (;;) {
    const error: unknown = await followOnce(server, world).catch((reason: unknown) => reason);
    world.connection.value = isUnauthorized(error) ? "refused" : "lost";
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof RefusedError && (error.status === 401 || error.status === 403);
}

/** @returns once the stream has ended. */
async function followOnce(server: PageServer, world: World): Promise<void> {
  const stream = await server.openStream();
  const events = new EventStreamReader();
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const updates = events.push(decoder.decode(value, { stream: true })).map((data) => JSON.parse(data) as Update);
    if (updates.length === 0) continue;
    world.apply(updates);
    world.connection.value = "connected";
  }
}
