import type { Command } from 'commander';
import { z } from 'zod';
import { nameSchema } from '../../../core/answering/ticket/schema.ts';
import {
  describeLookupFault,
  getLookup,
  lookupSchema,
  removeLookup,
  setLookup,
  testLookup,
} from '../../../core/receivers/lookups.ts';
import { nameReceiver } from '../../../core/receivers/receivers.ts';
import type { CommandContext } from '../input.ts';
import { addNoun, serverSchema, tell } from '../noun.ts';
import { formatDate, toFields } from '../print.ts';

export function addLookupCommands(program: Command, context: CommandContext): void {
  const add = addNoun(program, context, 'lookup', 'where facts about the asker are looked up');

  add('set <SERVER> <URL>', {
    about: 'ask this address before each answer, and print the signing secret, which is shown only once',
    options: {
      '--topics <words>': '"word, word": look up facts only for questions that contain one of these',
    },
    input: serverSchema.extend({ URL: lookupSchema.shape.url, topics: lookupSchema.shape.topics }),
    run: async (core, { SERVER, URL, topics }) => {
      const made = await setLookup(core, SERVER, { url: URL, topics });
      // Alone on its line, so that SECRET=$(…) works.
      return tell(made, made.secret, 'lookup.set', nameReceiver(made.url));
    },
  });
  add('show <SERVER>', {
    about: 'the address and its topics',
    run: async (core, { SERVER }) => {
      const { url, topics, createdAt } = await getLookup(core, SERVER);
      const named = topics.length > 0 ? topics.join(', ') : 'every question';
      return {
        shape: { url, topics, created_at: createdAt },
        text: toFields({ url, topics: named, set: formatDate(createdAt) }),
      };
    },
  });
  add('test <SERVER> <QUESTION>', {
    about: 'look up the facts for a question now and print them',
    options: { '--customer <name>': 'the name as the API sends it', '--member <id>': 'the id on Discord' },
    input: serverSchema.extend({
      QUESTION: z.string().trim().min(1),
      customer: nameSchema.optional(),
      member: nameSchema.optional(),
    }),
    run: async (core, { SERVER, QUESTION: question, customer, member }) => {
      const asked = { question, customer, member, conversation_id: null };
      const { facts, fault } = await testLookup(core, SERVER, asked);
      const told = fault && describeLookupFault(fault);
      const lines = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
      const shape = { facts, error: told };
      return told ? { shape, text: '', fault: told } : { shape, text: lines || 'It returned no facts.' };
    },
  });
  add('remove <SERVER>', {
    about: 'stop looking up facts',
    run: async (core, { SERVER }) => {
      const { url } = await getLookup(core, SERVER);
      await removeLookup(core, SERVER);
      return tell({ removed: url }, `Removed ${url}.`, 'lookup.removed', nameReceiver(url));
    },
  });
}
