import { type Duplex, duplexPair } from "node:stream";

/** Both ends of a connection inside this process. As with a socket, destroying one end destroys the other. */
export function connectionPair(): [near: Duplex, far: Duplex] {
  const [near, far] = duplexPair();
  breakWith(near, far);
  breakWith(far, near);
  return [near, far];
}

// An end that has finished writing is not destroyed: the other may still be reading.
function breakWith(end: Duplex, other: Duplex): void {
  end.on("error", () => undefined);
  end.once("close", () => {
    if (!end.writableFinished) other.destroy();
  });
}
