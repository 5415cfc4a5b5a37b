import { type HandMadeMutant } from "../../../mutation/hand-made/hand-made-mutant.ts";
import { breaks } from "../../../breaks/breaks.ts";

/** The core of this repository with one fault. */
export interface FaultyCore extends Omit<HandMadeMutant, "tests"> {
  /** The missing behavior, in the words of the cases of `capstan conformance --core`. */
  readonly breaks: readonly string[];
}

const core = "packages/core-controllers/src";
const cluster = `${core}/controllers/cluster`;
const machine = `${core}/controllers/machine`;

const waitsForData = "copies the name of the data Secret only once the config is ready";
const takesOver = "copies providerID, addresses and failure domain only once the infrastructure is provisioned";
const owns =
  "sets the Machine as controller and owner of both of its objects, with the Cluster's label, and the Cluster as owner of the Machine";
const ownsInfrastructure = "sets the Cluster as owner of its infrastructure, with its label";
const copiesEndpoint = "copies the endpoint and the failure domains only once the infrastructure is provisioned";
const ordersDeletion = "deletes the infrastructure first, then the config, then the Machine";
const deletesLast = "deletes the infrastructure of a Cluster only after its Machines";
const clones = "clones templates with their spec, labels and annotations, and adds the Cluster's label and the source";

/** Every case is violated by one of them. */
export const faultyCores: readonly FaultyCore[] = [
  knownBreak("S035", [owns, ownsInfrastructure]),
  knownBreak("S068", [owns, ordersDeletion, deletesLast]),
  knownBreak("S069", [owns]),
  knownBreak("S114", [clones]),
  knownBreak("S016", [takesOver, "updates addresses that change later"]),
  knownBreak("S072", ["updates addresses that change later"]),
  knownBreak("S021", [
    "moves the Machine from Pending to Provisioning with data, and to Provisioned with a providerID",
  ]),
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
    breaks: ["keeps the endpoint that the user sets"],
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
    breaks: ["continues without another event once the Cluster is unpaused"],
    name: "what changes on a Cluster wakes none of its Machines",
    file: `${machine}/controller.ts`,
    find: "clusters.wakes(({ metadata }) => machines.requestsOfCluster(metadata)),",
    replace: "",
  },
  {
    breaks: [
      "copies nothing while the Cluster is paused",
      "copies nothing while the Machine is paused, and everything after that",
    ],
    name: "Machines are not paused",
    file: `${core}/kit/core-reconciler.ts`,
    find: "if (isPaused(cluster, found)) {",
    replace: 'if (isPaused(cluster, found) && found.kind !== "Machine") {',
  },
];

/** A fault that also violates a row of the specification. */
function knownBreak(row: string, sentences: readonly string[]): FaultyCore {
  const known = breaks.find(({ breaks: rows }) => rows.includes(row));
  if (known === undefined) throw new Error(`No break of ${row} is known.`);
  return { ...known, breaks: sentences };
}
