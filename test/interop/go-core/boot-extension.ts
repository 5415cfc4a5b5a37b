import { annotations } from "@capstan/contract";
import type { Scene } from "@capstan/harness/scenes";
import { type JsonEndpoint, WebhookServer } from "@capstan/runtime";
import {
  defineRuntimeExtension,
  ExtensionConfig,
  extensionEndpoints,
  HookError,
  type HookHandler,
  type HookRequest,
  inPlacePatch,
} from "@capstan/runtime-extension";

/** The messages of the first and the second call of UpdateMachine for a Machine. */
export const failure = "The cloud is busy";
export const progress = "The boot is being changed";

export type Fault = "hangs" | "answers garbage" | "is down";

/**
 * A runtime extension that changes in place how long MockMachines boot. Any other change of them needs new Machines. Of the calls of
 * UpdateMachine for a Machine, the first fails, the second starts the update, and the third ends it.
 */
export class BootExtension implements AsyncDisposable {
  /** Each call as hook and Machine, without immediate repetitions. */
  readonly calls: string[] = [];
  /** Objects that were handed over without the annotations of an update in place. */
  readonly unmarked: string[] = [];
  readonly #scene: Scene;
  readonly #updateCalls = new Map<string, number>();
  #fault: Fault | undefined;
  #server: WebhookServer | undefined;

  private constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Serves and registers it for one namespace. */
  static async start(scene: Scene): Promise<BootExtension> {
    const extension = new BootExtension(scene);
    const { url, caBundle } = await extension.#serve();
    await scene.client.create(ExtensionConfig, {
      apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
      kind: "ExtensionConfig",
      metadata: { name: scene.namespace },
      spec: {
        clientConfig: { url, caBundle },
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": scene.namespace } },
      },
    });
    return extension;
  }

  /** The hooks that the core has discovered. */
  async discovered(): Promise<string[]> {
    const { status } = await this.#scene.client.get(ExtensionConfig, { name: this.#scene.namespace });
    return (status?.handlers ?? []).map(({ requestHook }) => requestHook.hook).toSorted();
  }

  /** Makes CanUpdateMachine fail like this. */
  async fail(fault: Fault): Promise<void> {
    this.#fault = fault;
    if (fault === "is down") await this.#server?.close();
  }

  /** Ends any fault, at a new address. */
  async repair(): Promise<void> {
    this.#fault = undefined;
    await this.#server?.close();
    const body = { spec: { clientConfig: await this.#serve() } };
    await this.#scene.client.patch(ExtensionConfig, { name: this.#scene.namespace }, { type: "merge", body });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.close();
  }

  async #serve(): Promise<WebhookServer["address"]> {
    const extension = defineRuntimeExtension({
      name: "boot",
      hooks: { CanUpdateMachine: { handle: this.#canUpdate, timeoutSeconds: 1 }, UpdateMachine: this.#update },
    });
    const [discovery, ...hooks] = extensionEndpoints(extension) as [JsonEndpoint, ...JsonEndpoint[]];
    const faulty = hooks.map((hook): JsonEndpoint => ({
      path: hook.path,
      answer: (body, call) => (this.#fault === "answers garbage" ? ["nonsense"] : hook.answer(body, call)),
    }));
    this.#server = await WebhookServer.start({ endpoints: [discovery, ...faulty] });
    return this.#server.address;
  }

  readonly #canUpdate: HookHandler<"CanUpdateMachine"> = ({ current, desired }) => {
    if (this.#fault === "hangs") return new Promise<never>(() => undefined);
    this.#note(`CanUpdateMachine ${current.machine.metadata.name}`);
    const [from, to] = [current.infrastructureMachine, desired.infrastructureMachine];
    const patch = inPlacePatch(from, to, ["spec.bootDuration"]);
    return patch === undefined ? {} : { infrastructureMachinePatch: patch };
  };

  readonly #update: HookHandler<"UpdateMachine"> = ({ desired }) => {
    const { name } = desired.machine.metadata;
    this.#note(`UpdateMachine ${name}`);
    this.unmarked.push(...unmarkedOf(desired));
    const call = (this.#updateCalls.get(name) ?? 0) + 1;
    this.#updateCalls.set(name, call);
    if (call === 1) throw new HookError(failure);
    return call === 2 ? { retryAfterSeconds: 1, message: progress } : {};
  };

  #note(call: string): void {
    if (this.calls.at(-1) !== call) this.calls.push(call);
  }
}

interface Annotated {
  readonly kind: string;
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

/** The missing annotations of an update in place: on the Machine and its objects, and that the hook is pending. */
function unmarkedOf({
  machine,
  infrastructureMachine,
  bootstrapConfig,
}: HookRequest<"UpdateMachine">["desired"]): string[] {
  const { updateInProgress, pendingHooks } = annotations;
  const marks: readonly (readonly [Annotated | undefined, string])[] = [
    [machine, updateInProgress],
    [machine, pendingHooks],
    [infrastructureMachine, updateInProgress],
    [bootstrapConfig, updateInProgress],
  ];
  return marks
    .filter(([object, mark]) => object?.metadata.annotations?.[mark] === undefined)
    .map(([object, mark]) => `${object?.kind ?? "no bootstrap config"} without ${mark}`);
}
