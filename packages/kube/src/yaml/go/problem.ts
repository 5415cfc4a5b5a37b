/** A problem of a YAML document, at an offset of its text; in the words of go-yaml, except where these quote the document. */
// eslint-disable-next-line errors/capstan-errors -- becomes a MalformedTextError in parse-yaml.ts
export class GoYamlProblem extends Error {
  readonly at: number;
  /** The words of go-yaml, which quote the document. */
  readonly quoting: string | undefined;

  constructor(reason: string, at: number, quoting?: string) {
    super(reason);
    this.at = at;
    this.quoting = quoting;
  }
}
