import { COMMANDS } from '../../commands/commands.ts';
import { runCli } from '../../src/channels/cli/program.ts';
import { toApiCommands } from '../../src/channels/discord/gateway/register.ts';
import type { Core } from '../../src/core/core.ts';

export interface CliRun {
  code: number;
  out: string;
  err: string;
}

/** Runs one command line over a core. @param files what `readFile` finds, by path. @param said in the terminal; no terminal if left out. */
export async function runOn(
  openCore: () => Promise<Core>,
  argv: string[],
  files: Record<string, string | Uint8Array> = {},
  said?: string,
): Promise<CliRun> {
  const run: CliRun = { code: -1, out: '', err: '' };
  run.code = await runCli({
    argv,
    openCore,
    readCommands: async () => toApiCommands(COMMANDS),
    stdout: (text) => {
      run.out += text;
    },
    stderr: (text) => {
      run.err += text;
    },
    readFile: async (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
      return Buffer.from(text);
    },
    ask: said === undefined ? null : async () => said,
  });
  return run;
}
