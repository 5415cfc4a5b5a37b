/** What the objects that install a manager are named by. */
export interface ManagerNames {
  /** What their names begin with, such as `infrastructure-foo`. */
  readonly prefix: string;
  /** The namespace of the manager. */
  readonly namespace: string;
  /** Labels of every object. */
  readonly labels: Readonly<Record<string, string>>;
}
