import type { Command } from 'commander';
import { z } from 'zod';
import { exportServer, type Imported, importServer } from '../../../core/operations/backup/backup.ts';
import { serverIdSchema } from '../../../core/owners/servers.ts';
import type { CommandContext } from '../context.ts';
import { readInput } from '../input.ts';
import { formatCount, formatDate } from '../print.ts';
import { openFile } from '../streams.ts';

const exportSchema = z.object({ ID: serverIdSchema });
const importSchema = z.object({ FILE: z.string().min(1), as: serverIdSchema.optional() });

/** Backup and restore of one server. */
export function addBackupCommands(server: Command, context: CommandContext): void {
  server
    .command('export <ID>')
    .description('print everything that restores a server, as JSON lines; as secret as the database itself')
    .action(async (id: string) => {
      const { ID } = readInput(exportSchema, { ID: id });
      const lines = exportServer(await context.openCore(), ID, 'backup');
      for await (const text of lines) await context.write(text);
      await context.record(ID, 'server.exported');
    });

  server
    .command('import <FILE>')
    .description('restore a server from its export, all or nothing; - reads standard input')
    .option('--as <id>', 'restore it under another id')
    .action(async (path: string, options: object) => {
      const { FILE, as } = readInput(importSchema, { ...options, FILE: path });
      const file = await openFile(FILE);
      try {
        const imported = await importServer(await context.openCore(), { open: file.open, as });
        const { server: id, exportedAt } = imported;
        await context.record(id, 'server.added', `export ${exportedAt}`);
        showImported(context, imported);
      } finally {
        await file.close();
      }
    });
}

function showImported(context: CommandContext, imported: Imported): void {
  const { server, exportedAt, rows, leftOut } = imported;
  const count = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);
  const missing = Object.entries(leftOut).map(([table, n]) => `${table} ${formatCount(n)}`);
  const lines = [
    `Imported ${server} as it was on ${formatDate(new Date(exportedAt))}: ${formatCount(count(rows))} rows.`,
    ...(missing.length > 0 ? [`Left out: ${missing.join(', ')}.`] : []),
  ];
  const shape = { server, exported_at: exportedAt, rows, left_out: leftOut };
  context.show(shape, lines.join('\n'));
}
