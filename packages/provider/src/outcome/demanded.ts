/**
 * `Facts` as they are, under a name that the compiler prints, with the rule, when one of them is missing or of a wrong type:
 * `Property 'providerID' is missing in type ... but required in type 'Demanded<"IM-006: ...", ...>'`.
 */
export type Demanded<Rule extends string, Facts> = {
  [Name in keyof Facts as Rule extends string ? Name : never]: Facts[Name];
};

/** Any string, under a name that the compiler prints, with the rule, when something else is given. */
export type DemandedText<Rule extends string> = string & Demanded<Rule, Pick<string, "length">>;
