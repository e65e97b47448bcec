import type { Core } from '../../src/core/core.ts';
import { listTraining } from '../../src/core/learning/suggestions/suggestions.ts';
import type { TrainingState } from '../../src/domain/types.ts';
import { type Invocation, type Run, slash } from '../command.ts';
import { type Draft, MAX_SUGGESTIONS, toSuggestions } from '../reply.ts';
import { decideApproval, decideRejection, forceApproval, mergeSimilar, showProof, undo } from './decide.ts';
import { openForm, save } from './edit.ts';
import { showList } from './list.ts';
import { approveWithEntry, offerForSuggestion } from './same.ts';

const options = {
  id: {
    description: {
      de: 'Der Vorschlag; tippe einen Teil der Frage',
      en: 'The suggestion; type a part of its question',
    },
    isRequired: true,
    isCompleted: true,
  },
};

/** Which ones are suggested for which subcommand. */
const COMPLETED: Record<string, readonly TrainingState[]> = {
  approve: ['pending', 'suspended'],
  edit: ['pending', 'suspended'],
  reject: ['pending', 'suspended'],
  revert: ['approved'],
};

export const training = slash('training', {
  description: {
    de: 'Vorschläge, was der Bot lernen soll: ansehen und entscheiden',
    en: 'Suggestions for what the bot should learn: see them and decide',
  },
  access: 'editor',
  subcommands: {
    list: {
      description: {
        de: 'Offene und ausgesetzte Vorschläge, die neuesten zuerst',
        en: 'Open and suspended suggestions, newest first',
      },
      run: showList,
    },
    approve: {
      description: {
        de: 'Einen Vorschlag ins Wissen übernehmen',
        en: 'Make a suggestion part of the knowledge',
      },
      options,
      run: onOne(decideApproval),
    },
    reject: {
      description: { de: 'Einen Vorschlag ablehnen', en: 'Reject a suggestion' },
      options,
      run: onOne(decideRejection),
    },
    edit: {
      description: { de: 'Einen Vorschlag in einem Formular ändern', en: 'Change a suggestion in a form' },
      options,
      run: onOne(openForm),
    },
    revert: {
      description: {
        de: 'Eine Übernahme zurücknehmen; der Vorschlag ist dann wieder offen',
        en: 'Take an approval back; the suggestion is then open again',
      },
      options,
      run: onOne(undo),
    },
  },
  opensForm: ({ subcommand }) => subcommand === 'edit',
  complete: async (core, { serverId, subcommand, typed }) => {
    const filter = { containing: typed.trim(), limit: MAX_SUGGESTIONS };
    const states = COMPLETED[subcommand ?? ''] ?? [];
    const lists = await Promise.all(states.map((state) => listTraining(core, serverId, state, filter)));
    return toSuggestions(lists.flat(), ({ id, question }) => ({ name: question || id, value: id }));
  },
  actions: {
    'training:approve': onOne(decideApproval),
    'training:force': onOne(forceApproval),
    'training:reject': onOne(decideRejection),
    'training:revert': onOne(undo),
    'training:merge': onOne(mergeSimilar),
    'training:proof': onOne(showProof),
    'training:same': onOne(offerForSuggestion),
    'training:entry': onOne(approveWithEntry),
    'training:edit': { opensForm: true, run: onOne(openForm) },
    'training:save': save,
    'training:more': showList,
  },
});

/** What can be done with a suggestion, which a subcommand or a button names. */
function onOne(verb: (core: Core, input: Invocation, id: string) => Promise<Draft>): Run {
  return (core, input) => verb(core, input, input.options.id ?? input.args[0] ?? '');
}
