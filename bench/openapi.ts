import { buildOpenApiDocument } from '../src/channels/http/openapi.ts';

/** Prints the OpenAPI document, for linting and for code generators: `npm run openapi:print`. */
process.stdout.write(`${JSON.stringify(buildOpenApiDocument('https://lotse.example'), null, 2)}\n`);
