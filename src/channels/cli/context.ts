import type { Core } from '../../core/core.ts';
import type { CommandDefinition } from '../../domain/command-definitions.ts';
import type { Deed } from '../../domain/types.ts';

/** What every command is given; a command that only shows its help never opens the core. */
export interface CommandContext {
  /** @param use `look`: nothing may be changed by it, so the schema stays as it is. */
  openCore(use?: 'look'): Promise<Core>;
  /** The commands that the chat platform ought to have; undefined where nobody knows. */
  readCommands(): Promise<readonly CommandDefinition[] | undefined>;
  /** The whole file. */
  readFile(path: string): Promise<Uint8Array>;
  /** Prints a part of a long result as it is; resolves once whoever reads it has room for more. */
  write(text: string): Promise<void>;
  /** Prints the value as one line of JSON under `--json`, else the text. */
  show(value: unknown, text: string): void;
  /** Notes in a server's audit log what was done; to be called after it was done. Never fails. */
  record(serverId: string, action: Deed['action'], subject?: Deed['subject']): Promise<void>;
  /** What happens meanwhile, on stderr; silent under `--json`. */
  note(text: string): void;
}
