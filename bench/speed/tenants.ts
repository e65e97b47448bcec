import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type pg from 'pg';
import { encodeBase62, randomBase62 } from '../../src/core/owners/key-format.ts';

/** The tables of a server after its set-up, referenced ones first. */
const TABLES = ['servers', 'credit', 'api_keys', 'key_windows', 'knowledge'];

/**
 * Makes more servers like one that the command line has set up, each with its own key and texts that no other
 * has; by SQL, because a process for every step would take minutes.
 * @returns their keys.
 */
export async function addServersLike(client: pg.Client, server: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const key = makeKey();
    const copy = `${server}-${number}`;
    for (const table of TABLES) {
      const column = table === 'servers' ? 'id' : 'server_id';
      await client.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, $2)).* FROM ${table} t WHERE ${column} = $1`,
        [server, { [column]: copy }],
      );
    }
    const digest = [copy, hash('sha256', key, 'buffer'), key.slice(-4)];
    await client.query('UPDATE api_keys SET sha256 = $2, last4 = $3 WHERE server_id = $1', digest);
    await client.query(`UPDATE knowledge SET text = text || ' ' || $1 WHERE server_id = $1`, [copy]);
    keys.push(key);
  }
  return keys;
}

/** Made like the service's: random digits, then their checksum. */
function makeKey(): string {
  const body = `lts_${randomBase62(32)}`;
  return body + encodeBase62(BigInt(crc32(body)), 6);
}
