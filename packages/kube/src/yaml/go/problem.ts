/** A problem of a YAML document, at an offset of its text. */
// eslint-disable-next-line errors/capstan-errors -- becomes a MalformedTextError in parse-yaml.ts
export class GoYamlProblem extends Error {
  readonly at: number;

  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}
