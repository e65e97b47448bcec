import type { Core } from '../../core/core.ts';

/** What every command is given; a command that only shows its help never opens the core. */
export interface CommandContext {
  openCore(): Promise<Core>;
  readFile(path: string): Promise<string>;
  /** Prints the value as one line of JSON under `--json`, else the text. */
  show(value: unknown, text: string): void;
  /** What happens meanwhile, on stderr; silent under `--json`. */
  note(text: string): void;
}
