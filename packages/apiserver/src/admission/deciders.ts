import { type Attributes as Asked, resourceAttributes } from "../authorization/attributes.ts";
import { type Authorizer } from "../authorization/authorizer.ts";
import { type Decide, type Question } from "../cel/functions/authorization.ts";
import { type Authenticated, serviceAccountGroups, serviceAccountUser } from "../user/user.ts";

/** Answers authorization checks in expressions. */
export class Deciders {
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** The checks for expressions about a request of the user. */
  for(user: Authenticated): Decide {
    return (question) => this.#authorizer.authorize(asked(user, question));
  }
}

function asked(sender: Authenticated, question: Question): Asked {
  const { account, ...about } = question;
  const user =
    account === undefined
      ? sender
      : { name: serviceAccountUser(account), groups: serviceAccountGroups(account.namespace) };
  return "path" in about ? { user, ...about } : resourceAttributes({ user, ...about });
}
