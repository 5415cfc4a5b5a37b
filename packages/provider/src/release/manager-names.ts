/** The names and labels of the objects that install a manager. */
export interface ManagerNames {
  /** The prefix of the names, such as `infrastructure-foo`. */
  readonly prefix: string;
  /** The namespace of the manager. */
  readonly namespace: string;
  /** The labels of every object. */
  readonly labels: Readonly<Record<string, string>>;
}
