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
  /** @param last - what is said of the object that is gone; of one that is only found missing, nothing. */
  readonly gone: (name: string, last?: SeenObject) => void;
}) => Promise<unknown>;
