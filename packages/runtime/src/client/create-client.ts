import type { Client } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";

export function createClient(options: ClientOptions): Client {
  throw new Error(`not yet: ${options.userAgent}`);
}
