import { type HandMadeMutant } from "../../../mutation/hand-made/hand-made-mutant.ts";
import { breaks } from "../../../breaks/breaks.ts";

/** The core of this repository with one fault. */
export interface FaultyCore extends Omit<HandMadeMutant, "tests"> {
  /** What it no longer does, as the cases of `capstan conformance --core` say it. */
  readonly breaks: readonly string[];
}

const core = "packages/core-controllers/src";
const cluster = `${core}/controllers/cluster`;
const machine = `${core}/controllers/machine`;

const waitsForData = "copies the name of the data Secret once the config is done, not before";
const takesOver = "copies providerID, addresses and failure domain once the infrastructure is provisioned, not before";
const owns =
  "makes the Machine controller and owner of both of its objects, with the label of the Cluster, and the Cluster owner of it";
const ownsInfrastructure = "makes the Cluster owner of its infrastructure, with its label";
const copiesEndpoint = "copies the endpoint and the failure domains once the infrastructure is provisioned, not before";
const ordersDeletion = "deletes the infrastructure first, then the config, and lets the Machine go last";
const deletesLast = "deletes the infrastructure of a Cluster only once its Machines are gone";
const clones = "clones templates with their spec, labels and annotations, the Cluster's label and where they come from";

/** Every case is broken by one of them. */
export const faultyCores: readonly FaultyCore[] = [
  knownBreak("S035", [owns, ownsInfrastructure]),
  knownBreak("S068", [owns, ordersDeletion, deletesLast]),
  knownBreak("S069", [owns]),
  knownBreak("S114", [clones]),
  knownBreak("S016", [takesOver, "shows addresses that change later"]),
  knownBreak("S072", ["shows addresses that change later"]),
  knownBreak("S021", ["goes from Pending to Provisioning with data, and to Provisioned with a providerID"]),
  knownBreak("S093", [ordersDeletion, deletesLast]),
  {
    breaks: [ownsInfrastructure],
    name: "a Cluster owns nothing",
    file: `${core}/kit/adoption.ts`,
    find: "  const controller = owner.controller === true",
    replace:
      '  if (owner.kind === "Cluster") return { action: "none" };\n  const controller = owner.controller === true',
  },
  {
    breaks: [copiesEndpoint],
    name: "an endpoint is copied before it is ready",
    file: `${cluster}/infrastructure.ts`,
    find: "...(provisioned && !deleting && isEndpoint(",
    replace: "...(!deleting && isEndpoint(",
  },
  {
    breaks: [copiesEndpoint],
    name: "failure domains do not reach the Cluster",
    file: `${cluster}/infrastructure.ts`,
    find: "{ failureDomains: read.failureDomains ?? [] }",
    replace: "{}",
  },
  {
    breaks: ["keeps the endpoint that the user has set"],
    name: "the endpoint of a provider replaces that of the user",
    file: `${cluster}/next-cluster.ts`,
    find: "  if (isEndpoint(spec.controlPlaneEndpoint)) return spec;\n",
    replace: "",
  },
  {
    breaks: [deletesLast],
    name: "a Cluster's infrastructure goes under its Machines",
    file: `${cluster}/deletion.ts`,
    find: "    workersStep(facts) ??\n",
    replace:
      "    (spec.infrastructureRef === undefined ? undefined : goneStep(facts.infrastructure, spec.infrastructureRef, reasons.waitingForInfrastructureDeletion)) ??\n    workersStep(facts) ??\n",
  },
  {
    breaks: [waitsForData],
    name: "the name of a data Secret is copied before that is there",
    file: `${machine}/bootstrap.ts`,
    find: "preset || deleting || !read.dataSecretCreated ? undefined",
    replace: "preset || deleting ? undefined",
  },
  {
    breaks: ["copies the name of the data Secret once, and keeps it"],
    name: "the name of a data Secret is copied again",
    file: `${machine}/bootstrap.ts`,
    find: "preset || deleting || !read.dataSecretCreated ? undefined",
    replace: "deleting || !read.dataSecretCreated ? undefined",
  },
  {
    breaks: [takesOver],
    name: "a Machine has its providerID before the machine is there",
    file: `${machine}/infrastructure.ts`,
    find: '(read.provisioned && providerID !== "" && !deleting)',
    replace: '(providerID !== "" && !deleting)',
  },
  {
    breaks: ["copies nothing while the Cluster is paused"],
    name: "a paused Cluster pauses nothing",
    file: `${core}/kit/core-reconciler.ts`,
    find: "if (isPaused(cluster, found)) {",
    replace: "if (isPaused(undefined, found)) {",
  },
  {
    breaks: ["goes on by itself once the Cluster is not paused any more"],
    name: "what changes on a Cluster wakes none of its Machines",
    file: `${machine}/controller.ts`,
    find: "clusters.wakes(({ metadata }) => machines.requestsOfCluster(metadata)),",
    replace: "",
  },
  {
    breaks: [
      "copies nothing while the Cluster is paused",
      "copies nothing while the Machine is paused, and everything afterwards",
    ],
    name: "Machines are not paused",
    file: `${core}/kit/core-reconciler.ts`,
    find: "if (isPaused(cluster, found)) {",
    replace: 'if (isPaused(cluster, found) && found.kind !== "Machine") {',
  },
];

/** A break that shows a row of the specification, too. */
function knownBreak(row: string, sentences: readonly string[]): FaultyCore {
  const known = breaks.find(({ breaks: rows }) => rows.includes(row));
  if (known === undefined) throw new Error(`No break of ${row} is known.`);
  return { ...known, breaks: sentences };
}
