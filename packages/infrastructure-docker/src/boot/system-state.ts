import type { Engine } from "../engine/engine.ts";

/** States of systemd in which the first start is not done. */
const starting = ["initializing", "starting"];

/**
 * Whether systemd has started the services of the image, containerd among them. Failed services do not matter: some always fail in a
 * container. An image without systemd is ready at once.
 */
export async function hasSystemStarted(engine: Engine, container: string, signal: AbortSignal): Promise<boolean> {
  const { exitCode, output } = await engine.exec(container, ["systemctl", "is-system-running"], signal);
  const state = output.trim();
  // Without its bus systemd has hardly begun; without the program there is nothing to wait for.
  return (
    exitCode === 126 ||
    exitCode === 127 ||
    !(starting.includes(state) || !/^[a-z]+$/.test(state) || state === "offline")
  );
}

/** Whether containerd imports images. */
export async function hasContainerdStarted(engine: Engine, container: string, signal: AbortSignal): Promise<boolean> {
  const { exitCode } = await engine.exec(container, ["ctr", "version"], signal);
  return exitCode === 0;
}
