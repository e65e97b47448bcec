import type { Core } from '../../src/core/core.ts';
import { listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import type { TrainingState } from '../../src/domain/types.ts';
import { type Action, bySubcommand, type Command, type CommandOption, type Invocation } from '../command.ts';
import { MAX_SUGGESTIONS, type Reply, toSuggestions } from '../reply.ts';
import { decideApproval, decideRejection, mergeSimilar, showProof, undo } from './decide.ts';
import { openForm, save } from './edit.ts';
import { showList } from './list.ts';

const ID: CommandOption = {
  kind: 'string',
  name: 'id',
  description: {
    de: 'Der Vorschlag; tippe einen Teil der Frage',
    en: 'The suggestion; type a part of its question',
  },
  isRequired: true,
  isCompleted: true,
};

/** What can be done with a suggestion, by subcommand or button. */
type Verb = (core: Core, input: Invocation, id: string) => Promise<Reply>;
const approveIt: Verb = (core, input, id) => decideApproval(core, input, { id, isForced: false });
const forceIt: Verb = (core, input, id) =>
  decideApproval(core, input, { id, isForced: true, gapId: input.args[1] });

/** Which ones are suggested for which subcommand. */
const COMPLETED: Record<string, readonly TrainingState[]> = {
  approve: ['pending', 'suspended'],
  edit: ['pending', 'suspended'],
  reject: ['pending', 'suspended'],
  revert: ['approved'],
};

export const training: Command = {
  data: {
    kind: 'slash',
    name: 'training',
    description: {
      de: 'Vorschläge, was der Bot lernen soll: ansehen und entscheiden',
      en: 'Suggestions of what the bot should learn: see and decide',
    },
    access: 'admin',
    subcommands: [
      {
        name: 'list',
        description: {
          de: 'Offene und ausgesetzte Vorschläge, die neuesten zuerst',
          en: 'Open and suspended suggestions, newest first',
        },
      },
      {
        name: 'approve',
        description: {
          de: 'Einen Vorschlag ins Wissen übernehmen',
          en: 'Make a suggestion part of the knowledge',
        },
        options: [ID],
      },
      {
        name: 'reject',
        description: { de: 'Einen Vorschlag ablehnen', en: 'Reject a suggestion' },
        options: [ID],
      },
      {
        name: 'edit',
        description: { de: 'Einen Vorschlag in einem Formular ändern', en: 'Change a suggestion in a form' },
        options: [ID],
      },
      {
        name: 'revert',
        description: {
          de: 'Eine Übernahme zurücknehmen; der Vorschlag ist dann wieder offen',
          en: 'Take an approval back; the suggestion is open again then',
        },
        options: [ID],
      },
    ],
  },
  opensForm: ({ subcommand }) => subcommand === 'edit',
  run: bySubcommand({
    list: (core, input) => showList(core, input, null),
    approve: onChosen(approveIt),
    reject: onChosen(decideRejection),
    edit: onChosen(openForm),
    revert: onChosen(undo),
  }),
  complete: async (core, { serverId, subcommand, typed }) => {
    const filter = { containing: typed.trim(), limit: MAX_SUGGESTIONS };
    const states = COMPLETED[subcommand ?? ''] ?? [];
    const lists = await Promise.all(states.map((state) => listTraining(core, serverId, state, filter)));
    return toSuggestions(lists.flat(), ({ id, question }) => ({ name: question || id, value: id }));
  },
  actions: {
    'training:approve': toAction(approveIt),
    'training:force': toAction(forceIt),
    'training:reject': toAction(decideRejection),
    'training:revert': toAction(undo),
    'training:merge': toAction(mergeSimilar),
    'training:proof': toAction(showProof),
    'training:edit': { ...toAction(openForm), opensForm: true },
    'training:save': { access: 'admin', run: save },
    'training:more': { access: 'admin', run: showMore },
  },
};

function onChosen(verb: Verb): Command['run'] {
  return (core, input) => verb(core, input, input.options.id ?? '');
}

function toAction(verb: Verb): Action {
  return { access: 'admin', run: (core, input) => verb(core, input, input.args[0] ?? '') };
}

async function showMore(core: Core, input: Invocation): Promise<Reply> {
  const [id = '', state] = input.args;
  const reply = await showList(core, input, { id, wasSuspended: state === 'suspended' });
  return reply.kind === 'cards' ? { ...reply, isReplacing: true } : reply;
}
