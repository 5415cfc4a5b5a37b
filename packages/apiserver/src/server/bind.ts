import { once } from "node:events";
import { type Server } from "node:net";

/**
 * Makes a server listen.
 *
 * @param anyPort - whether `port` is only preferred.
 * @throws Error the port is in use.
 */
export async function bind(server: Server, host: string, port: number, anyPort: boolean): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    if (!anyPort || port === 0) throw error;
    server.listen(0, host);
    await once(server, "listening");
  }
}
