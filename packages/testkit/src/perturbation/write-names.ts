import type { PlannedRequest } from "@capstan/apiserver";
import { describeWrite, type Write } from "../client/recording-client.ts";
import type { InstalledKinds } from "./installed-kinds.ts";

/** Describes the writes of one manager. The path of a create lacks the name of its object, so the client records it. */
export class WriteNames {
  readonly #kinds: InstalledKinds;
  readonly #by: string;
  #announced: Write[] = [];

  constructor(kinds: InstalledKinds, by: string) {
    this.#kinds = kinds;
    this.#by = by;
  }

  /** Records a write before it is sent. */
  note(write: Write): void {
    if (write.by === this.#by && write.verb === "create") this.#announced.push(write);
  }

  /** Such as `create Secret/m1`. */
  describe({ verb, group, resource, subresource, name }: PlannedRequest): string {
    const kind = this.#kinds.ofResource(group, resource)?.kind ?? resource;
    const announced = this.#announced.find((write) => write.verb === verb && write.kind === kind);
    this.#announced = this.#announced.filter((write) => write !== announced);
    if (announced !== undefined) return describeWrite(announced);
    if (name === "") return `${verb} ${kind}`;
    return `${verb} ${kind}/${name}${subresource === "" ? "" : ` ${subresource}`}`;
  }
}
