/** A system, feature or behavior that the proposal "Machine States & Preboot Bootstrapping" or the bootstrap provider specification names. */
export interface System {
  readonly id: string;
  readonly title: string;
  /** The reason why it is not shown on both API servers. `undefined`: it must be. */
  readonly unlessBoth?: string;
}

const realAccounts = "tried with the accounts and the audit log of a real server";
const engine = "pure functions of the phase engine";

const groups: readonly (readonly [title: string, rows: string])[] = [
  [
    "The Machine's data model",
    `
S001 | no provider specific blob in spec
S002 | no spec.versions
S003 | spec.bootstrap: a config or data
S004 | spec.bootstrap.configRef
S005 | no bootstrap data yet
S006 | bootstrap data that is empty
S007 | bootstrap data reaches the instance byte by byte
S008 | spec.infrastructureRef is required
S009 | spec.version
S010 | no status.providerStatus
S011 | no status.versions
S012 | the kubelet's version, from the Node
S013 | flag: the bootstrap side is done
S014 | flag: the infrastructure side is done
S015 | spec.providerID
S016 | status.addresses
S017 | status.nodeRef
S018 | fatal errors of providers
S019 | status.phase
S020 | references to typed objects in place of blobs`,
  ],
  [
    "Phases",
    `
S021 | Pending
S022 | Provisioning
S023 | Provisioned
S024 | Running
S025 | Deleting
S026 | Deleted
S027 | Failed
S028 | a transition needs all its conditions | ${engine}
S029 | phase is for people
S030 | constants and parser of phases | names and a parser`,
  ],
  [
    "A Machine with the kubeadm bootstrapper, step by step",
    `
S031 | the manifests are accepted
S032 | validated, stored, watched
S033 | Pending while the config is not ready
S034 | one watch per kind
S035 | owner references on both objects
S036 | infrastructure waits for the data
S037 | a Machine's event reaches its bootstrap config
S038 | cloud-init data for role and version
S039 | Secret, then name and flag in one write
S040 | a config's event reaches its Machine
S041 | data on the Machine, phase Provisioning
S042 | a Machine's event reaches its infrastructure object
S043 | the instance gets the data as its user data
S044 | providerID, addresses and flag of the infrastructure
S045 | an infrastructure event reaches its Machine
S046 | Provisioned while the Node is missing
S047 | Node Ready: nodeRef and phase Running
S048 | the Node in the workload cluster`,
  ],
  [
    "User stories",
    `
S049 | an operator's own data, no bootstrap provider
S050 | progress and every error, from the Machine alone
S051 | few components for a provider's author | lines of code of a page, which other tests run
S052 | validation by the Kubernetes API
S053 | tools of the author's choice
S054 | more than create, read, update, delete
S055 | wrong provider data is refused by field`,
  ],
  [
    "Goals and non-goals",
    `
S056 | controllers drive the whole life
S057 | one bootstrap provider, two infrastructures
S058 | cloud-init and plain scripts
S059 | two bootstrap providers, one infrastructure
S060 | validation as early as possible
S061 | a hybrid cluster
S062 | the Machine controller knows no provider | the shape of the code
S063 | providers leave the Cluster alone
S064 | life cycle hooks are left alone
S065 | what is not in scope | documentation`,
  ],
  [
    "The Machine controller",
    `
S066 | providers are processes next to the Go core | the Go programs run on a real server only
S067 | the only writer of Machines
S068 | finalizers of Machines
S069 | owner references of Machines
S070 | the phase follows the conditions
S071 | data, providerID and addresses on the Machine
S072 | later changes of provider objects
S073 | kinds that are not known at the start
S074 | one shared informer per kind, which survives outages
S075 | events reach the owning Machine alone
S076 | one bootstrap and one infrastructure object per Machine
S077 | MachineSets refer to templates
S078 | clones of templates
S079 | templates of MachineDeployments
S080 | no template references on Machines
S081 | no MachineClass
S082 | a controller writes its own kinds
S083 | no fights over updates`,
  ],
  [
    "Access to the workload cluster, summaries, deletion",
    `
S084 | the kubeconfig Secret
S085 | its name follows from the Cluster's
S086 | the right to read it | ${realAccounts}
S087 | HTTPS with the CA of the kubeconfig
S088 | summary of the bootstrap side
S089 | summary of the infrastructure side
S090 | cordon
S091 | drain
S092 | the order of deletion
S093 | finalizers
S094 | garbage collection`,
  ],
  [
    "Risks",
    `
S095 | transitions are fixed | ${engine}
S096 | one namespace
S097 | namespaces by prefix
S098 | a list of namespaces
S099 | roles of restricted managers | ${realAccounts}
S100 | keys and tokens in Secrets alone
S101 | one source of bootstrap data`,
  ],
  [
    "The bootstrap provider specification",
    `
S102 | data for a control plane's first, its others and workers
S103 | kinds are served in their group
S104 | names of CRDs
S105 | namespaced
S106 | type and object metadata
S107 | spec
S108 | ready flag and name of the Secret
S109 | failureReason and failureMessage
S110 | terminal once surfaced
S111 | MachinePools as owners
S112 | deterministic name, also after a move
S113 | templates
S114 | labels and annotations of templates
S115 | lists
S116 | Secret: name
S117 | Secret: the cluster's label
S118 | Secret: controller
S119 | Secret: one key
S120 | created, changed and deleted objects
S121 | nothing without a Machine as owner
S122 | nothing after a failure
S123 | nothing without a Cluster
S124 | the name first
S125 | looked up, then made
S126 | name and flag, patched
S127 | the sentinel file
S128 | a bootstrap that failed is noticed
S129 | the taint of workers
S130 | rights: own kinds and Secrets | ${realAccounts}
S131 | rights: Clusters are read | ${realAccounts}
S132 | rights of the core on foreign groups | ${realAccounts}
S133 | owners and labels that the core writes`,
  ],
  [
    "Words and process",
    `
S134 | the terms, explained on one page | documentation
S135 | tests, versions and upgrades | documentation`,
  ],
];

/** The systems by group, in order. */
export const systemGroups: readonly { readonly title: string; readonly systems: readonly System[] }[] = groups.map(
  ([title, rows]) => ({
    title,
    systems: rows
      .trim()
      .split("\n")
      .map((row) => {
        const [id = "", name = "", unlessBoth] = row.split(" | ");
        return { id, title: name, ...(unlessBoth === undefined ? {} : { unlessBoth }) };
      }),
  }),
);

export const systems: readonly System[] = systemGroups.flatMap((group) => group.systems);
