import { IPAddress, type IPAddressClaim, type KubernetesObject } from "@capstan/contract";
import { RawIPPoolProvider } from "./raw-ip-pool.ts";

/** An IPAM provider that breaks one rule. */
export interface FaultyIPPoolProvider {
  /** The fault, as a sentence without its subject. */
  readonly fault: string;
  readonly breaks: string;
  readonly provider: new () => RawIPPoolProvider;
}

/** Faulty IPAM providers; each overrides one method of the correct one. */
export const faultyIPPoolProviders: readonly FaultyIPPoolProvider[] = [
  {
    breaks: "IP-002",
    fault: "never sets addressRef",
    provider: class extends RawIPPoolProvider {
      protected override report(): Promise<void> {
        return Promise.resolve();
      }
    },
  },
  {
    breaks: "IP-002",
    fault: "serves claims of other kinds of pools",
    provider: class extends RawIPPoolProvider {
      protected override isOwn(): boolean {
        return true;
      }
    },
  },
  {
    breaks: "IP-002",
    fault: "serves claims of paused Clusters",
    provider: class extends RawIPPoolProvider {
      protected override mayStart(): Promise<boolean> {
        return Promise.resolve(true);
      }
    },
  },
  {
    breaks: "IP-002",
    fault: "ignores the label with the Cluster's name",
    provider: class extends RawIPPoolProvider {
      protected override clusterNameOf({ spec }: IPAddressClaim): string | undefined {
        return spec.clusterName;
      }
    },
  },
  {
    breaks: "IP-002",
    fault: "gives an address to two claims",
    provider: class extends RawIPPoolProvider {
      protected override mayUse(): boolean {
        return true;
      }
    },
  },
  {
    breaks: "IP-003",
    fault: "does not make the claim the controller",
    provider: class extends RawIPPoolProvider {
      protected override ownersOf(claim: IPAddressClaim, pool: KubernetesObject) {
        return super.ownersOf(claim, pool).map((owner) => ({ ...owner, controller: false }));
      }
    },
  },
  {
    breaks: "IP-003",
    fault: "does not make the pool an owner",
    provider: class extends RawIPPoolProvider {
      protected override ownersOf(claim: IPAddressClaim, pool: KubernetesObject) {
        return super.ownersOf(claim, pool).slice(0, 1);
      }
    },
  },
  {
    breaks: "IP-003",
    fault: "names the IPAddress in another way",
    provider: class extends RawIPPoolProvider {
      protected override addressName({ metadata }: IPAddressClaim): string {
        return `${metadata.name}-address`;
      }
    },
  },
  {
    breaks: "IP-003",
    fault: "does not protect the IPAddress",
    provider: class extends RawIPPoolProvider {
      protected override addressFinalizers(): string[] {
        return [];
      }
    },
  },
  {
    breaks: "IP-004",
    fault: "keeps the IPAddress of a deleted claim",
    provider: class extends RawIPPoolProvider {
      protected override removeAddress(): Promise<void> {
        return Promise.resolve();
      }
    },
  },
  {
    breaks: "IP-004",
    fault: "keeps its finalizer",
    provider: class extends RawIPPoolProvider {
      protected override dropsFinalizer(): boolean {
        return false;
      }
    },
  },
  {
    breaks: "IP-004",
    fault: "releases addresses of paused Clusters",
    provider: class extends RawIPPoolProvider {
      protected override async mayStart(claim: IPAddressClaim, isDeleted: boolean): Promise<boolean> {
        return isDeleted || (await super.mayStart(claim, isDeleted));
      }
    },
  },
  {
    breaks: "IP-006",
    fault: "does not label the pool of a Cluster",
    provider: class extends RawIPPoolProvider {
      protected override labelPool(): Promise<void> {
        return Promise.resolve();
      }
    },
  },
  {
    breaks: "IP-006",
    fault: "recognizes addresses by the uid of their claim only",
    provider: class extends RawIPPoolProvider {
      protected override isAddressOf(address: IPAddress, claim: IPAddressClaim): boolean {
        return this.#created.get(address.metadata.uid ?? "") === claim.metadata.uid;
      }

      protected override async report(claim: IPAddressClaim, name: string): Promise<void> {
        const { namespace = "", uid = "" } = claim.metadata;
        const address = await this.manager.client.get(IPAddress, { name, namespace });
        this.#created.set(address.metadata.uid ?? "", uid);
        await super.report(claim, name);
      }

      readonly #created = new Map<string, string>();
    },
  },
];

/** Title of the test that runs the provider. */
export function titleOfIPPool({ fault, breaks }: FaultyIPPoolProvider): string {
  return `${breaks}: an IPAM provider that ${fault} is caught`;
}
