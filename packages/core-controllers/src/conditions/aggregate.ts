import { type Condition, getCondition, type HasConditions, type NewCondition, reasons } from "@capstan/contract";

/** The input of an aggregation, and the wording of its result. */
export interface AggregateOptions<Of extends string = string> {
  /** Type of the condition to produce. */
  readonly type: string;
  /** Type of the condition that every object reports. A missing condition counts as Unknown. */
  readonly of: Of;
  readonly reasons: { readonly True: string; readonly False: string; readonly Unknown: string };
  /** Whether the normal status of both conditions is False. */
  readonly negative?: boolean;
}

/** An object that reports conditions of these types. */
export type Reporter<Of extends string = string> = HasConditions<Of> & { readonly metadata: { readonly name: string } };

/** An object that reports conditions of these types, and its kind for the message. */
export interface NamedReporter<Of extends string = string> {
  readonly kind: string;
  readonly object: Reporter<Of>;
}

interface Report {
  readonly kind: string;
  readonly name: string;
  readonly status: Condition["status"];
  readonly message: string;
}

/** The number of messages, and of names with each message. */
const shown = 3;

/**
 * Aggregates one condition of many objects: False if it is False on any object, otherwise Unknown if it is Unknown on any, otherwise True.
 * The message lists the reasons that it is not True, the most frequent first, with the objects that report them.
 */
export function aggregate<const Of extends string>(
  kind: string,
  objects: readonly Reporter<NoInfer<Of>>[],
  options: AggregateOptions<Of>,
): NewCondition {
  return aggregateKinds(
    objects.map((object) => ({ kind, object })),
    options,
  );
}

/** Like {@link aggregate}, for objects of several kinds. */
export function aggregateKinds<const Of extends string>(
  objects: readonly NamedReporter<NoInfer<Of>>[],
  options: AggregateOptions<Of>,
): NewCondition {
  const reports = objects.map((object) => reportOf(object, options));
  const positive = reports.some((report) => report.status === "False")
    ? "False"
    : reports.some((report) => report.status === "Unknown")
      ? "Unknown"
      : "True";
  const relevant = reports.filter((report) => (positive === "True" ? report.message !== "" : report.status !== "True"));
  const kinds = [...new Set(relevant.map(({ kind }) => kind))].sort();
  const message = kinds
    .map((kind) =>
      wording(
        kind,
        relevant.filter((report) => report.kind === kind),
        positive === "True",
      ),
    )
    .join("\n");
  const status = options.negative === true ? opposite[positive] : positive;
  return { type: options.type, status, reason: options.reasons[status], ...(message === "" ? {} : { message }) };
}

const opposite = { True: "False", False: "True", Unknown: "Unknown" } as const;

/** Treats the status as one of positive polarity. */
function reportOf<const Of extends string>(
  { kind, object }: NamedReporter<NoInfer<Of>>,
  { of, negative = false }: AggregateOptions<Of>,
): Report {
  const { name } = object.metadata;
  const condition = getCondition(object, of);
  if (condition === undefined) return { kind, name, status: "Unknown", message: `Condition ${of} not yet reported` };
  const status = negative ? opposite[condition.status] : condition.status;
  const { message, reason } = condition;
  return { kind, name, status, message: message === "" ? fallbackOf({ status, reason }) : message };
}

function fallbackOf({ status, reason }: Pick<Condition, "status" | "reason">): string {
  return status === "True" || reason === reasons.noReasonReported ? "" : reason;
}

interface Group {
  readonly message: string;
  readonly names: string[];
  isIssue: boolean;
}

function wording(kind: string, reports: readonly Report[], isInfo: boolean): string {
  const groups = new Map<string, Group>();
  for (const { name, status, message } of reports) {
    const group = groups.get(message) ?? { message, names: [], isIssue: false };
    group.names.push(name);
    group.isIssue ||= status === "False";
    groups.set(message, group);
  }
  const ordered = [...groups.values()]
    .map((group) => ({ ...group, names: group.names.sort() }))
    .sort(
      (left, right) =>
        Number(right.isIssue) - Number(left.isIssue) ||
        right.names.length - left.names.length ||
        (left.names.join(",") < right.names.join(",") ? -1 : 1),
    );
  return [
    ...ordered.slice(0, shown).map((group) => `* ${namesOf(kind, group.names)}:${indented(group.message)}`),
    ...rest(kind, ordered.slice(shown), isInfo),
  ].join("\n");
}

function namesOf(kind: string, names: readonly string[]): string {
  if (names.length === 1) return `${kind} ${names.join()}`;
  const more = names.length > shown ? `, ... (${names.length - shown} more)` : "";
  return `${kind}s ${names.slice(0, shown).join(", ")}${more}`;
}

function rest(kind: string, groups: readonly Group[], isInfo: boolean): string[] {
  const count = (wanted: boolean) =>
    groups.filter(({ isIssue }) => isIssue === wanted).reduce((sum, { names }) => sum + names.length, 0);
  const line = (number: number, what: string) =>
    number === 0 ? [] : [`And ${number} ${number === 1 ? kind : `${kind}s`} ${what}`];
  if (isInfo) return line(count(false), "with additional info");
  return [...line(count(true), "with other issues"), ...line(count(false), "with status unknown")];
}

/** Starts a message of several lines, or with a list, on a new line, indented. */
function indented(message: string): string {
  const lines = message.split("\n");
  const isList = (line: string) => /^\s*\* /.test(line);
  if (lines.length === 1 && !isList(message)) return message === "" ? "" : ` ${message}`;
  const allListed = lines.every(isList);
  return `\n${lines.map((line) => (allListed ? `  ${line}` : isList(line) ? `    ${line}` : `  * ${line}`)).join("\n")}`;
}
