import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Content {
  content?: Record<string, unknown>;
  headers?: Record<string, { required?: boolean }>;
}

interface Operation {
  operationId: string;
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
  parameters?: { in: string; name: string; required?: boolean }[];
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

/** One exchange, and where it is not what the document says; a request counts where it was taken. */
export interface Exchange {
  operation: string | null;
  status: number;
  violations: string[];
}

export interface ValidatingProxy {
  url: string;
  document: OpenApiDocument;
  seen: Exchange[];
  close(): Promise<void>;
}

interface Passed {
  method: string;
  url: URL;
  asked: { headers: IncomingHttpHeaders; body: Buffer };
  answered: { status: number; headers: IncomingHttpHeaders; body: Buffer };
}

/**
 * Stands between a client and the service, passes every byte on, and holds what passes against the OpenAPI document.
 * @param change lays hands on the document first, to see that a violation is noticed
 */
export async function startValidatingProxy(
  target: string,
  change: (document: OpenApiDocument) => void = () => undefined,
): Promise<ValidatingProxy> {
  const document = (await (await fetch(`${target}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  change(document);
  closeResponses(document);
  const validate = createValidator(document);
  const seen: Exchange[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const upstream = send(target + url, { method, headers });
    const body = buffer(request).catch(() => Buffer.alloc(0));
    // Bytes are passed on as they come: a client may be slow, or be answered before it ends.
    request.pipe(upstream);
    upstream.on('error', () => response.destroy());
    upstream.once('response', (answer: IncomingMessage) => {
      void buffer(answer).then(async (bytes) => {
        const { statusCode: status = 0, headers: fields } = answer;
        const isEarly = !request.complete;
        const asked = { headers, body: isEarly ? Buffer.alloc(0) : await body };
        const passed = { method, url: new URL(url, target), asked };
        seen.push(validate({ ...passed, answered: { status, headers: fields, body: bytes } }));
        response.writeHead(status, answer.rawHeaders).end(bytes);
      });
    });
  });
  server.requestTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((closed) => void server.close(() => closed()).closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, document, seen, close };
}

/** The document leaves answers open for later fields; ours today have none that it does not name. */
function closeResponses(document: OpenApiDocument): void {
  const seen = new Set<unknown>();
  const close = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    const schema = part as Record<string, unknown>;
    if (typeof schema.$ref === 'string') close(findPart(document, schema.$ref));
    if (schema.properties && schema.additionalProperties === undefined) schema.additionalProperties = false;
    for (const inner of Object.values(schema)) close(inner);
  };
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) close(operation.responses);
}

function findPart(document: OpenApiDocument, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], document);
}

function createValidator(document: OpenApiDocument): (passed: Passed) => Exchange {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv).addSchema(document, 'document');
  const check: Check = (place, value) => {
    const pointer = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const isValid = ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
    if (isValid(value)) return [];
    return (isValid.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`);
  };
  return (passed) => {
    const { status } = passed.answered;
    const matched = findOperation(document, passed);
    if (!matched) return { operation: null, status, violations: [`${passed.method} ${passed.url.pathname}`] };
    const request = status < 300 ? checkRequest(check, matched, passed) : [];
    const response = checkResponse(check, matched, passed);
    const { operationId } = matched.operation;
    const violations = [...request, ...response].map((fault) => `${operationId} ${status}: ${fault}`);
    return { operation: operationId, status, violations };
  };
}

/** What is wrong with a value, by the schema at a place of the document. */
type Check = (place: string[], value: unknown) => string[];

interface Matched {
  operation: Operation;
  /** Where the operation stands in the document. */
  place: string[];
}

function findOperation(document: OpenApiDocument, { method, url }: Passed): Matched | null {
  for (const [template, operations] of Object.entries(document.paths)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const operation = operations[method.toLowerCase()];
    if (operation && pattern.test(url.pathname))
      return { operation, place: ['paths', template, method.toLowerCase()] };
  }
  return null;
}

function checkRequest(check: Check, { operation, place }: Matched, { asked, url }: Passed): string[] {
  const template = (place[1] ?? '').split('/');
  const given: Record<string, (name: string) => unknown> = {
    header: (name) => asked.headers[name.toLowerCase()],
    query: (name) => url.searchParams.get(name) ?? undefined,
    path: (name) => decodeURIComponent(url.pathname.split('/')[template.indexOf(`{${name}}`)] ?? ''),
  };
  const parameters = (operation.parameters ?? []).flatMap(({ in: where, name, required }, at) => {
    const value = given[where]?.(name);
    if (value === undefined) return required ? [`the request has no ${name}`] : [];
    return check([...place, 'parameters', String(at), 'schema'], value);
  });
  if (!operation.requestBody) return parameters;
  const schema = [...place, 'requestBody', 'content', 'application/json', 'schema'];
  return [...parameters, ...check(schema, JSON.parse(asked.body.toString()))];
}

function checkResponse(check: Check, { operation, place }: Matched, { answered }: Passed): string[] {
  const { status, headers, body } = answered;
  const described = operation.responses[status];
  if (!described) return ['the document has no such status'];
  const here = [...place, 'responses', String(status)];
  const fields = Object.entries(described.headers ?? {}).flatMap(([name, { required }]) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`the response has no ${name}`] : [];
    return check([...here, 'headers', name, 'schema'], /^\d+$/.test(String(value)) ? Number(value) : value);
  });
  if (!described.content) return body.length > 0 ? [...fields, 'the response has a body'] : fields;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (!described.content[type]) return [...fields, `the document has no ${type} here`];
  return [...fields, ...check([...here, 'content', type, 'schema'], JSON.parse(body.toString()))];
}
