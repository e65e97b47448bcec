import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { argv } from 'node:process';
import { Pool } from 'undici';

/**
 * What a request costs that is only passed on, bytes in, bytes out: `bare PORT BACKEND_PORT` is the least that Node can
 * do, `koa PORT BACKEND_PORT` the framework of the service and nothing else.
 */
const [kind = '', port = '', backend = ''] = argv.slice(-3);
const pool = new Pool(`http://127.0.0.1:${backend}`, { connections: 256, pipelining: 1 });

async function forward(request: IncomingMessage): Promise<{ status: number; bytes: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = {
    'content-type': 'application/json',
    authorization: request.headers.authorization ?? '',
  };
  const body = Buffer.concat(chunks);
  const answer = await pool.request({ path: '/v1/chat/completions', method: 'POST', body, headers });
  return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

const listenBare: RequestListener = async (request, response) => {
  try {
    const { status, bytes } = await forward(request);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
    response.end(bytes);
  } catch {
    response.writeHead(503).end();
  }
};

async function listenWithKoa(): Promise<RequestListener> {
  const { default: Koa } = await import('koa');
  const app = new Koa();
  app.use(async (ctx) => {
    const { status, bytes } = await forward(ctx.req);
    ctx.status = status;
    ctx.type = 'application/json';
    ctx.body = bytes;
  });
  return app.callback();
}

const listener = kind === 'koa' ? await listenWithKoa() : listenBare;
createServer(listener).listen(Number(port), '127.0.0.1', 4096);
