import { randomBytes } from "node:crypto";
import { Secret } from "@capstan/runtime";
import type { Owners, Stored } from "../../conformance/raw/raw-provider.ts";
import { CarefulConfigProvider, lifeOfConfig } from "../careful/careful-config.ts";
import type { FaultyProvider } from "./faulty-provider.ts";
import { processOf } from "./process-of.ts";

interface Row extends Pick<FaultyProvider, "fault" | "killedBy" | "says"> {
  readonly Provider: typeof CarefulConfigProvider;
}

const leftOver = /Secret\/m1-<varying>: (left over|2 instead of 1)/;
const noData = /TimedOutError: Timed out after 600 s: m1 has data/;
const noSecret = /Secret\/m1: missing/;

function annotation({ metadata }: Stored, name: string): string | undefined {
  return metadata.annotations?.[name];
}

/** A provider that stops reconciling once it has received this answer. */
function givingUpAfter(reason: string): typeof CarefulConfigProvider {
  return class extends CarefulConfigProvider {
    #hasFailed = false;
    protected override async provide(object: Stored, owners: Owners): Promise<void> {
      if (this.#hasFailed) return;
      try {
        await super.provide(object, owners);
      } catch (error) {
        this.#hasFailed = String(error).includes(reason);
        if (!this.#hasFailed) throw error;
      }
    }
  };
}

const rows: readonly Row[] = [
  {
    fault: "makes a Secret of a random name, and notes the name afterwards",
    killedBy: ["crash-after", "lose-answer", "crash-before", "answer-500"],
    says: leftOver,
    Provider: class extends CarefulConfigProvider {
      #drawn = "";
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        if (object.status?.dataSecretName !== undefined) return;
        this.#drawn = `m1-${randomBytes(8).toString("hex")}`;
        await super.ensureSecret(object, owners);
      }
      protected override secretName(object: Stored): string {
        return typeof object.status?.dataSecretName === "string" ? object.status.dataSecretName : this.#drawn;
      }
    },
  },
  {
    fault: "numbers its Secrets by its attempts",
    killedBy: ["answer-500", "lose-answer", "answer-409"],
    says: /Secret\/m1-\d|dataSecretName/,
    Provider: class extends CarefulConfigProvider {
      #attempts = 0;
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        if (object.status?.dataSecretName !== undefined) return;
        this.#attempts += 1;
        await super.ensureSecret(object, owners);
      }
      protected override secretName(object: Stored): string {
        const known = object.status?.dataSecretName;
        return typeof known === "string" ? known : `m1-${this.#attempts}`;
      }
    },
  },
  {
    fault: "names its Secret after its process",
    killedBy: ["crash-after", "crash-before", "leader-change"],
    says: /dataSecretName has changed|Secret\/m1-2/,
    Provider: class extends CarefulConfigProvider {
      protected override secretName(): string {
        return `m1-${processOf(this.client)}`;
      }
    },
  },
  {
    fault: "says that there is data before it has stored it, and never looks again",
    killedBy: ["crash-after", "answer-500", "lose-answer"],
    says: noSecret,
    Provider: class extends CarefulConfigProvider {
      protected override async provide(object: Stored, owners: Owners): Promise<void> {
        if (object.status?.dataSecretName !== undefined) return;
        await this.publish(object);
        await this.ensureSecret(object, owners);
      }
    },
  },
  {
    fault: "takes a Secret that could not be stored for stored",
    killedBy: ["answer-500", "answer-409", "answer-429"],
    says: noSecret,
    Provider: class extends CarefulConfigProvider {
      readonly #tried = new Set<string>();
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        const { uid = "" } = object.metadata;
        if (this.#tried.has(uid)) return;
        this.#tried.add(uid);
        await super.ensureSecret(object, owners);
      }
    },
  },
  {
    fault: "takes a Secret that is there already for a failure",
    killedBy: ["crash-after", "lose-answer"],
    says: noData,
    Provider: class extends CarefulConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        if (object.status?.dataSecretName === undefined)
          await this.client.create(Secret, this.secretFor(object, owners));
      }
    },
  },
  {
    fault: "gives up for good after a conflict",
    killedBy: ["answer-409"],
    says: noData,
    Provider: givingUpAfter("Conflict"),
  },
  {
    fault: "gives up for good where it is asked to come again later",
    killedBy: ["answer-429"],
    says: /TimedOutError|Secret\/m1/,
    Provider: givingUpAfter("TooManyRequests"),
  },
  {
    fault: "asks again and again as long as it is answered 429",
    killedBy: ["answer-429"],
    says: /writes within 10 s, all of them answered 429/,
    Provider: class extends CarefulConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        await super.ensureSecret(object, owners).catch(async (error: unknown) => {
          if (!String(error).includes("TooManyRequests")) throw error;
          await this.ensureSecret(object, owners);
        });
      }
    },
  },
  {
    fault: "makes new data each time it looks at a Machine that has none",
    killedBy: ["crash-after", "lose-answer", "crash-before", "answer-500"],
    says: /Secret\/m1: metadata.annotations.revision/,
    Provider: class extends CarefulConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        const known = await this.read(Secret, "m1", object.metadata);
        await super.ensureSecret(object, owners);
        if (object.status?.dataSecretName !== undefined) return;
        const revision = String(Number(annotation(known ?? object, "revision") ?? 0) + 1);
        const body = { metadata: { annotations: { revision } } };
        await this.client.patch(Secret, { name: "m1", namespace: "default" }, { type: "merge", body });
      }
    },
  },
];

/** Hand-written bootstrap providers that work only in the absence of faults. */
export const faultyConfigs = rows.map(({ Provider, ...row }): FaultyProvider => ({
  ...row,
  role: "BootstrapConfig",
  scenario: lifeOfConfig(Provider, "faulty"),
}));
