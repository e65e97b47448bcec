import { argv } from 'node:process';
import Koa from 'koa';
import { Pool } from 'undici';

/** The framework of the service and nothing else: `PORT STUB_PORT`, bytes in, bytes out. */
const [port, stub] = argv.slice(-2).map(Number);
const pool = new Pool(`http://127.0.0.1:${stub}`, { connections: 256, pipelining: 1 });

const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const headers = { 'content-type': 'application/json', authorization: ctx.get('authorization') };
  const body = Buffer.concat(chunks);
  const answer = await pool.request({ path: '/v1/chat/completions', method: 'POST', body, headers });
  ctx.status = answer.statusCode;
  ctx.type = 'application/json';
  ctx.body = Buffer.from(await answer.body.arrayBuffer());
});
app.listen(port, '127.0.0.1', 4096);
