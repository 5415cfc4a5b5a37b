/**
 * Tags that identify a server, because anyone can rename it (rule IB-016). Their values are `uniqueName` of the RestMachine and of the
 * RestCluster, which a move to another management cluster keeps (rule CT-017).
 */
export const tags = { machine: "machine", cluster: "cluster" } as const;
