import { RESTJSONErrorCodes as Codes } from 'discord-api-types/v10';

/** A refusal as Discord words it: HTTP status, JSON error code, message, and the tree of form errors. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: object | undefined;

  constructor(status: number, code: number, message: string, errors?: object) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  get body(): object {
    return { message: this.message, code: this.code, errors: this.errors };
  }
}

export const notFound = () => new ApiProblem(404, 0, '404: Not Found');
export const unauthorized = () => new ApiProblem(401, 0, '401: Unauthorized');
export const unknownChannel = () => new ApiProblem(404, Codes.UnknownChannel, 'Unknown Channel');
export const unknownGuild = () => new ApiProblem(404, Codes.UnknownGuild, 'Unknown Guild');
export const unknownMember = () => new ApiProblem(404, Codes.UnknownMember, 'Unknown Member');
export const unknownMessage = () => new ApiProblem(404, Codes.UnknownMessage, 'Unknown Message');
export const unknownInteraction = () => new ApiProblem(404, Codes.UnknownInteraction, 'Unknown interaction');
export const unknownWebhook = () => new ApiProblem(404, Codes.UnknownWebhook, 'Unknown Webhook');
export const missingAccess = () => new ApiProblem(403, Codes.MissingAccess, 'Missing Access');
export const missingPermissions = () => new ApiProblem(403, Codes.MissingPermissions, 'Missing Permissions');

/** A compatible server tells what is gone by the status alone, and a missing right by the code alone. */
export function asCompatible({ status, body }: ApiProblem): Pick<ApiProblem, 'status' | 'body'> {
  if (status === 404) return { status, body: { ...body, code: 404 } };
  return { status: status === 403 ? 400 : status, body };
}

/** 400 50035; `path` is where in the body, as in `data.components.0`. */
export function invalidForm(path: readonly PropertyKey[], code: string, message: string): ApiProblem {
  return invalidForms([{ path, code, message }]);
}

export interface FormIssue {
  path: readonly PropertyKey[];
  code: string;
  message: string;
}

export function invalidForms(issues: readonly FormIssue[]): ApiProblem {
  const tree: Record<string, unknown> = {};
  for (const { path, code, message } of issues) {
    let node = tree;
    for (const key of path) {
      node[String(key)] ??= {};
      node = node[String(key)] as Record<string, unknown>;
    }
    node._errors = [...((node._errors as object[]) ?? []), { code, message }];
  }
  return new ApiProblem(400, Codes.InvalidFormBodyOrContentType, 'Invalid Form Body', tree);
}
