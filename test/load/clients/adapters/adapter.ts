/** The part of an object that the measured process reads. */
export interface SeenObject {
  readonly metadata?: {
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** A client library that follows the ConfigMaps of one namespace, and reports each version and each deletion that it observes. */
export type Adapter = (options: {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly seen: (object: SeenObject) => void;
  /** @param last - the last state of the deleted object; undefined if the library only noticed that it is missing. */
  readonly gone: (name: string, last?: SeenObject) => void;
}) => Promise<unknown>;
