import type { Source } from "../enqueue/source.ts";
import type { ControllerOptions } from "./controller-options.ts";

export class Controller {
  readonly name: string;
  constructor(options: ControllerOptions) {
    this.name = options.name;
  }
  watch(source: Source): () => void {
    throw new Error(`not yet ${source.key} ${this.name}`);
  }
}
