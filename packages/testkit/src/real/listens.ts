import { once } from "node:events";
import { connect } from "node:net";

/** Whether a process listens on this TCP port of 127.0.0.1. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
