import type { Command } from 'commander';
import { listOutdated } from '../../../core/answering/outdated/outdated.ts';
import type { CommandContext } from '../input.ts';
import { verbsOf } from '../noun.ts';
import { toList } from '../print.ts';

const COLUMNS = {
  answer: 'answer',
  at: 'at',
  channel: 'channel',
  entry: 'entry',
  said: 'said',
  now: 'now',
} as const;

export function addOutdatedCommand(program: Command, context: CommandContext): void {
  verbsOf(program, context)('outdated <SERVER>', {
    about: 'what people were told in the last days, and the knowledge says otherwise by now',
    run: async (core, { SERVER }) => {
      const shape = (await listOutdated(core, SERVER)).map(
        ({ answerId: answer, entryId: entry, said, now, at, channel }) => ({
          answer,
          entry,
          said,
          now,
          at,
          channel,
        }),
      );
      return { shape, text: toList(shape, COLUMNS, 'Every answer of the last days still holds.') };
    },
  });
}
