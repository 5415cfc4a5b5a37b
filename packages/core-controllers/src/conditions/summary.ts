import type { NewCondition } from "@capstan/contract";

/** How one condition weighs in a summary. */
export type Priority = "issue" | "unknown" | "info";

/** What a summary looks at, and how it words the outcome. */
export interface SummaryOptions {
  /** Type of the condition to produce. */
  readonly type: string;
  /** Condition types that are summed up, the most relevant first. A type that is not there counts as Unknown. */
  readonly of: readonly string[];
  /** Types whose normal state is False. */
  readonly negativePolarity?: readonly string[];
  /** Types that are skipped where they are not there. */
  readonly optional?: readonly string[];
  readonly reasons: { readonly True: string; readonly False: string; readonly Unknown: string };
  /** Says several lines of the message in fewer. */
  readonly rewordedLines?: (lines: readonly string[]) => readonly string[];
  /** Overrides the weight that polarity and status give. */
  readonly priorityOf?: (condition: NewCondition) => Priority | undefined;
}

/**
 * Sums several conditions of one object up into one of positive polarity: False with an issue among them, otherwise
 * Unknown with an unknown among them, otherwise True. The message lists what keeps it from being True, a line each.
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

function bullet(condition: NewCondition): string {
  if (!hasMessage(condition)) return `* ${condition.type}: ${condition.reason}`;
  const lines = (condition.message ?? "").split("\n");
  return lines.length === 1
    ? `* ${condition.type}: ${condition.message ?? ""}`
    : [`* ${condition.type}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}
