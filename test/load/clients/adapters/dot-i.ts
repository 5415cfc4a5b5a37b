import type { Adapter, SeenObject } from "./adapter.ts";
import { installed } from "./installed.ts";

interface Event {
  readonly type: string;
  readonly object: SeenObject;
}

/** The used part of its class. */
interface Operator {
  watchResource(
    group: string,
    version: string,
    plural: string,
    onEvent: (event: Event) => Promise<void>,
    namespace: string,
  ): Promise<void>;
  start(): Promise<void>;
}

type Logger = Readonly<Record<"debug" | "info" | "warn" | "error", () => void>>;

interface DotI {
  readonly default: { readonly default: new (logger: Logger) => Operator };
}

const library = await installed<DotI>("@dot-i/k8s-operator");
const OperatorClass = library.default.default;
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Its watch; the environment sets the kubeconfig. */
export const follow: Adapter = async ({ namespace, seen, gone }) => {
  class Follower extends OperatorClass {
    init(): Promise<void> {
      const onEvent = ({ type, object }: Event): Promise<void> => {
        if (type === "DELETED") gone(object.metadata?.name ?? "", object);
        else seen(object);
        return Promise.resolve();
      };
      return this.watchResource("", "v1", "configmaps", onEvent, namespace);
    }
  }
  const operator = new Follower(log);
  await operator.start();
  return operator;
};
