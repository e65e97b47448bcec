import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCommand, runProgram } from './processes.ts';
import { NUMBER } from './tickets.ts';

export type Generator = 'wrk' | 'autocannon';

/** What one run of the load generator saw. */
export interface Load {
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers that were no success, connections that broke, answers that did not come in ten seconds. */
  errors: number;
}

export interface LoadJob {
  url: string;
  headers: Record<string, string>;
  /** Sent in turn. */
  bodies: readonly string[];
  /** Whether a number that no request had before takes the place of NUMBER in each. */
  isNew: boolean;
  connections: number;
  seconds: number;
}

const AUTOCANNON = fileURLToPath(new URL('./autocannon.ts', import.meta.url));
const LUA_RESULT = `done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), e.status + e.connect + e.read + e.write + e.timeout))
end
`;

export function chooseGenerator(): Generator {
  return hasCommand('wrk') ? 'wrk' : 'autocannon';
}

/** @param place.folder for what the generator reads. @param place.core where it runs; undefined: anywhere. */
export async function runLoad(
  generator: Generator,
  job: LoadJob,
  place: { folder: string; core: number | undefined; signal: AbortSignal },
): Promise<Load> {
  const { folder, core, signal } = place;
  const file = join(folder, generator === 'wrk' ? 'load.lua' : 'load.json');
  writeFileSync(file, generator === 'wrk' ? renderLua(job) : JSON.stringify(job), { mode: 0o600 });
  const command = generator === 'wrk' ? wrkCommand(job, file) : [process.execPath, AUTOCANNON, file];
  const program = { command, env: { PATH: process.env.PATH ?? '' }, cwd: folder };
  const output = await runProgram(program, signal, core);
  return generator === 'wrk' ? parseWrk(output) : (JSON.parse(output) as Load);
}

/** @throws Error when the output has no line of our script. */
export function parseWrk(output: string): Load {
  const found = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(output);
  if (!found) throw new Error(`wrk said: ${output.slice(0, 500)}`);
  const [requests = 0, us = 0, p50 = 0, p99 = 0, errors = 0] = found.slice(1).map(Number);
  return { requests, seconds: us / 1e6, p50Ms: p50 / 1000, p99Ms: p99 / 1000, errors };
}

/** Requests are put together once, so that the script costs the generator next to nothing. */
export function renderLua({ headers, bodies, isNew }: Pick<LoadJob, 'headers' | 'bodies' | 'isNew'>): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${quoteLua(name)}] = ${quoteLua(value)}`,
  );
  return `wrk.method = "POST"
${lines.join('\n')}
local requests, tails, at, sent = {}, {}, 0, ${firstNumber()}
init = function()
  for i, body in ipairs({ ${bodies.map(quoteLua).join(', ')} }) do
    requests[i] = wrk.format(nil, nil, nil, body)
    if ${isNew} then requests[i], tails[i] = requests[i]:match("^(.*)${NUMBER}(.*)$") end
  end
end
request = function()
  at = at % #requests + 1
  if not ${isNew} then return requests[at] end
  sent = sent + 1
  return requests[at] .. string.format("%0${NUMBER.length}d", sent) .. tails[at]
end
${LUA_RESULT}`;
}

/** Loads follow each other, and none may begin where one before began: 200 a ms are more than any target answers. */
export function firstNumber(): number {
  return (Date.now() * 200) % 10 ** NUMBER.length;
}

/** JSON escapes quotes and backslashes as Lua does; what it writes as \uXXXX never stands in our texts. */
function quoteLua(text: string): string {
  return JSON.stringify(text);
}

function wrkCommand({ url, connections, seconds }: LoadJob, script: string): string[] {
  const shape = ['-t1', `-c${connections}`, `-d${seconds}s`];
  return ['wrk', ...shape, '--latency', '--timeout', '10s', '-s', script, url];
}
