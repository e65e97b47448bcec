import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { toFrame } from './isolate.ts';

/** Entry of the process that an isolate starts: reads a task, gives what its module makes of it, and ends. */
interface Module {
  run(about: unknown, bytes: Uint8Array): AsyncIterable<unknown>;
}

const [, , address = ''] = process.argv;
const given = await buffer(process.stdin);
const end = 4 + given.readUInt32LE();
const { run }: Module = await import(address);
for await (const pack of run(JSON.parse(given.toString('utf8', 4, end)), given.subarray(end))) {
  const isTaken = process.stdout.write(toFrame(Buffer.from(JSON.stringify(pack))));
  if (!isTaken) await once(process.stdout, 'drain');
}
