import type { NewCondition } from "@capstan/contract";

/** The weight of a condition in a summary. */
export type Priority = "issue" | "unknown" | "info";

/** The input of a summary, and the wording of its result. */
export interface SummaryOptions {
  /** Type of the condition to produce. */
  readonly type: string;
  /** Condition types to summarize, the most relevant first. A missing condition counts as Unknown. */
  readonly of: readonly string[];
  /** Types whose normal state is False. */
  readonly negativePolarity?: readonly string[];
  /** Types that are skipped if missing. */
  readonly optional?: readonly string[];
  readonly reasons: { readonly True: string; readonly False: string; readonly Unknown: string };
  /** Shortens the message by combining several of its lines. */
  readonly rewordedLines?: (lines: readonly string[]) => readonly string[];
  /** Overrides the priority that follows from polarity and status. */
  readonly priorityOf?: (condition: NewCondition) => Priority | undefined;
}

/**
 * Summarizes several conditions of one object as a condition of positive polarity: False if any condition is an issue, otherwise Unknown if
 * any is unknown, otherwise True. The message lists the reasons that it is not True, one per line.
 */
export function summarize(conditions: readonly NewCondition[], options: SummaryOptions): NewCondition {
  const considered = options.of.flatMap((type): NewCondition[] => {
    const condition = conditions.find((candidate) => candidate.type === type);
    if (condition !== undefined) return [condition];
    return options.optional?.includes(type) === true
      ? []
      : [{ type, status: "Unknown", reason: "NotYetReported", message: `Condition ${type} not yet reported` }];
  });
  const weighed = considered.map((condition) => ({ condition, priority: priorityOf(condition, options) }));
  const status = weighed.some(({ priority }) => priority === "issue")
    ? "False"
    : weighed.some(({ priority }) => priority === "unknown")
      ? "Unknown"
      : "True";
  const lines = weighed
    .filter(({ condition, priority }) => priority !== "info" || (status === "True" && hasMessage(condition)))
    .map(({ condition }) => bullet(condition));
  const message = (options.rewordedLines?.(lines) ?? lines).join("\n");
  return {
    type: options.type,
    status,
    reason: options.reasons[status],
    ...(message === "" ? {} : { message }),
  };
}

function priorityOf(condition: NewCondition, options: SummaryOptions): Priority {
  const override = options.priorityOf?.(condition);
  if (override !== undefined) return override;
  if (condition.status === "Unknown") return "unknown";
  const normal = options.negativePolarity?.includes(condition.type) === true ? "False" : "True";
  return condition.status === normal ? "info" : "issue";
}

function hasMessage(condition: NewCondition): boolean {
  return condition.message !== undefined && condition.message !== "";
}

function bullet({ type, reason, message = "" }: NewCondition): string {
  if (message === "") return `* ${type}: ${reason}`;
  const lines = message.split("\n");
  return lines.length === 1 ? `* ${type}: ${message}` : [`* ${type}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}
