import { CapstanError } from "@capstan/kube";

/**
 * A machine on real Nodes reports that its bootstrap data has failed; the message has the command and its output, without secrets.
 *
 * @example
 * ```ts
 * import { BootFailedError } from "@capstan/testkit/real-nodes";
 *
 * const error = new BootFailedError("DockerMachine default/m1: CommandFailed: kubeadm join ended with exit code 1");
 * console.log(error.code); // BootFailed
 * ```
 */
export class BootFailedError extends CapstanError {
  readonly code = "BootFailed";
  readonly retry = "never";
}
