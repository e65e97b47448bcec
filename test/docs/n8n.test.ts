import { createRequire } from 'node:module';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { blocksOf, readDocument } from './documents.ts';

const SECONDS = 1_000;
const KEY = Buffer.alloc(32, 7).toString('base64');
const BODY = '{"type":"answer.created",  "data":{"answer":"Größe: 5 €","draft":false}}';

interface Event {
  id: string;
  at: number;
  body: string;
  signature: string;
}

function sign(at = Date.now()): Event {
  const id = 'msg_0123456789abcdef';
  return { id, at, body: BODY, signature: new Webhook(`whsec_${KEY}`).sign(id, new Date(at), BODY) };
}

/** Runs the code of the page as a Code node does, behind a Webhook node with the raw body. */
function take({ id, at, body, signature }: Event): Promise<unknown> {
  const [block] = blocksOf(readDocument('docs/connect/n8n.md')).filter(({ language }) => language === 'js');
  const code = (block?.text ?? '').replace('what stands behind whsec_', KEY);
  const time = String(Math.floor(at / SECONDS));
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
  const node = { helpers: { getBinaryDataBuffer: async () => Buffer.from(body) } };
  const $input = { first: () => ({ json: { headers } }) };
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  return new AsyncFunction('$input', 'require', code).call(node, $input, createRequire(import.meta.url));
}

test('the code for n8n takes what Lotse signs, also with several signatures', async () => {
  const event = sign();
  const taken = [{ json: { ...JSON.parse(BODY), id: event.id } }];
  expect(await take(event)).toEqual(taken);
  const other = `v1,${Buffer.alloc(32, 1).toString('base64')}`;
  expect(await take({ ...event, signature: `${other} ${event.signature}` })).toEqual(taken);
});

test('the code for n8n refuses what is changed, forged, late or early', async () => {
  const event = sign();
  const forged = [
    { ...event, body: BODY.replace('5', '6') },
    { ...event, id: 'msg_other' },
    { ...event, at: event.at + 2 * SECONDS },
    { ...event, signature: 'v1,' },
    { ...event, signature: '' },
  ];
  for (const one of forged) await expect(take(one)).rejects.toThrow('forged');
  for (const seconds of [-330, 330])
    await expect(take(sign(Date.now() + seconds * SECONDS))).rejects.toThrow('late');
});
