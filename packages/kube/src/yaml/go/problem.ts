/** A problem of a YAML document, at an offset of its text. */
export class GoYamlProblem extends Error {
  readonly at: number;

  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}
