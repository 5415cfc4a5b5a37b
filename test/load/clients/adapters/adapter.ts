/** What is read of an object by the measured process. */
export interface SeenObject {
  readonly metadata?: {
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** A client library that follows the ConfigMaps of one namespace, and hands over each version it sees and each end of one. */
export type Adapter = (options: {
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly seen: (object: SeenObject) => void;
  /** @param last - the last state of the deleted object; undefined if the object is only found missing. */
  readonly gone: (name: string, last?: SeenObject) => void;
}) => Promise<unknown>;
