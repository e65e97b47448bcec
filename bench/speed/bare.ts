import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { argv } from 'node:process';
import { Pool } from 'undici';

/** The least that Node can do for such a request: `PORT STUB_PORT`, bytes in, bytes out. */
const [port, stub] = argv.slice(-2).map(Number);
const pool = new Pool(`http://127.0.0.1:${stub}`, { connections: 256, pipelining: 1 });

async function forward(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    authorization: request.headers.authorization ?? '',
  };
  const answer = await pool.request({ path: '/v1/chat/completions', method: 'POST', body, headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  response.writeHead(answer.statusCode, {
    'content-type': 'application/json',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    forward(request, response, Buffer.concat(chunks)).catch(() => response.writeHead(503).end());
  });
}).listen(port, '127.0.0.1', 4096);
