/** The infrastructure providers that the commands run: what Machines, and so Nodes, are. */
export const nodesOfManagers = ["mock", "docker"] as const;

/** One of {@link nodesOfManagers}. */
export type NodesOfManagers = (typeof nodesOfManagers)[number];
