import type { Core } from '../../src/core/core.ts';
import {
  addEntry,
  findRemovable,
  getEntry,
  pageKnowledge,
  removeKnowledge,
  searchKnowledge,
} from '../../src/core/knowledge/knowledge.ts';
import { nameEntry } from '../../src/core/owners/audit.ts';
import {
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
  MAX_URL_CHARACTERS,
} from '../../src/domain/limits.ts';
import { truncate } from '../../src/domain/text.ts';
import { ENTRY_SOURCES } from '../../src/domain/words.ts';
import { bySubcommand, type Command, type Invocation, pick, type Texts } from '../command.ts';
import {
  escapeMarkdown,
  MAX_FIELD_CHARACTERS,
  MAX_SUGGESTIONS,
  pager,
  type Reply,
  say,
  toLine,
  toSuggestions,
} from '../reply.ts';
import { refusalOfAdding, refusalOfRemoving } from './refusals.ts';

const MAX_QUERY_CHARACTERS = 1_000;
const ENTRIES_PER_PAGE = 20;
const LISTED_CHARACTERS = 60;
const EXCERPT_CHARACTERS = 200;
/** A longer text of a removed entry comes as a file. */
const SHOWN_CHARACTERS = 1_200;

export const knowledge: Command = {
  data: {
    kind: 'slash',
    name: 'knowledge',
    description: {
      de: 'Was der Bot weiß: hinzufügen, ansehen, suchen, entfernen',
      en: 'What the bot knows: add, list, search, remove',
    },
    access: 'admin',
    subcommands: [
      {
        name: 'add',
        description: {
          de: 'Einen Eintrag hinzufügen; ohne Angaben öffnet sich ein Formular',
          en: 'Add an entry; a form opens when something is left out',
        },
        options: [
          {
            kind: 'string',
            name: 'title',
            description: {
              de: 'Worum es geht, am besten als Frage',
              en: 'What it is about, best as a question',
            },
            maxLength: MAX_ENTRY_TITLE_CHARACTERS,
          },
          {
            kind: 'string',
            name: 'text',
            description: { de: 'Die Antwort', en: 'The answer' },
            maxLength: MAX_FIELD_CHARACTERS,
          },
          {
            kind: 'string',
            name: 'link',
            description: { de: 'Adresse, die der Bot dazu nennt', en: 'Address that the bot gives with it' },
            maxLength: MAX_URL_CHARACTERS,
          },
        ],
      },
      { name: 'list', description: { de: 'Alle Einträge ansehen', en: 'See all entries' } },
      {
        name: 'remove',
        description: { de: 'Einen Eintrag entfernen', en: 'Remove an entry' },
        options: [
          {
            kind: 'string',
            name: 'entry',
            description: {
              de: 'Der Eintrag; tippe einen Teil des Titels',
              en: 'The entry; type a part of its title',
            },
            isRequired: true,
            isCompleted: true,
          },
        ],
      },
      {
        name: 'search',
        description: {
          de: 'Zeigt, was der Bot zu einer Frage findet; kostet nichts',
          en: 'Shows what the bot finds for a question; costs nothing',
        },
        options: [
          {
            kind: 'string',
            name: 'query',
            description: { de: 'Die Frage', en: 'The question' },
            isRequired: true,
            maxLength: MAX_QUERY_CHARACTERS,
          },
        ],
      },
    ],
  },
  opensForm: ({ subcommand, options }) => subcommand === 'add' && !isWhole(options),
  run: bySubcommand({ add, list: (core, input) => showPage(core, input, 1), remove, search }),
  complete: async (core, { serverId, typed }) => {
    const entries = await findRemovable(core, serverId, { typed, limit: MAX_SUGGESTIONS });
    return toSuggestions(entries, ({ id, title }) => ({ name: title, value: id }));
  },
  actions: {
    'knowledge:save': { access: 'admin', run: (core, input) => save(core, input, input.fields) },
    'knowledge:page': {
      access: 'admin',
      run: async (core, input) => ({
        ...(await showPage(core, input, Number(input.args[0]))),
        isReplacing: true,
      }),
    },
  },
};

function isWhole({ title = '', text = '' }: Invocation['options']): boolean {
  return title.trim() !== '' && text.trim() !== '';
}

async function add(core: Core, input: Invocation): Promise<Reply> {
  const { title = '', text = '', link = '' } = input.options;
  if (isWhole(input.options)) return save(core, input, input.options);
  return {
    kind: 'form',
    id: 'knowledge:save',
    title: pick(input, { de: 'Neuer Eintrag', en: 'New entry' }),
    fields: [
      {
        name: 'title',
        label: pick(input, { de: 'Titel, am besten als Frage', en: 'Title, best as a question' }),
        placeholder: pick(input, { de: 'Wie lange dauert der Versand?', en: 'How long does delivery take?' }),
        isRequired: true,
        maxLength: MAX_ENTRY_TITLE_CHARACTERS,
        value: title.slice(0, MAX_ENTRY_TITLE_CHARACTERS),
      },
      {
        name: 'text',
        label: pick(input, { de: 'Antwort', en: 'Answer' }),
        isLong: true,
        isRequired: true,
        maxLength: MAX_FIELD_CHARACTERS,
        value: text.slice(0, MAX_FIELD_CHARACTERS),
      },
      {
        name: 'link',
        label: pick(input, { de: 'Link dazu (freiwillig)', en: 'Link (optional)' }),
        placeholder: 'https://',
        maxLength: MAX_URL_CHARACTERS,
        value: link.slice(0, MAX_URL_CHARACTERS),
      },
    ],
  };
}

async function save(core: Core, input: Invocation, given: Readonly<Record<string, string>>): Promise<Reply> {
  const { title = '', text = '' } = given;
  const link = given.link?.trim() || null;
  try {
    const entry = await addEntry(core, { serverId: input.serverId, title, text, link });
    const name = escapeMarkdown(entry.title);
    return say(
      pick(input, {
        de: `✅ **${name}** steht jetzt im Wissen. Ab der nächsten Frage antwortet der Bot damit; probier es mit \`/knowledge search\`.`,
        en: `✅ **${name}** is part of the knowledge now. The bot uses it from the next question on; try \`/knowledge search\`.`,
      }),
      { audited: { action: 'knowledge.added', subject: entry.title } },
    );
  } catch (error) {
    const refusal = refusalOfAdding(error);
    if (!refusal) throw error;
    // What was typed into a form is gone otherwise.
    const files = text.trim() === '' ? [] : [{ name: 'text.txt', text }];
    return say(pick(input, refusal), { files });
  }
}

/** @param asked counts from 1; beyond the ends the nearest page is shown. */
async function showPage(core: Core, input: Invocation, asked: number): Promise<Reply & { kind: 'cards' }> {
  const wanted = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, MAX_KNOWLEDGE_ENTRIES) : 1;
  let page = await readPage(core, input, wanted);
  const last = Math.max(1, Math.ceil(page.total / ENTRIES_PER_PAGE));
  const number = Math.min(wanted, last);
  if (number !== wanted) page = await readPage(core, input, number);
  const { entries, total } = page;
  if (total === 0) return { kind: 'cards', cards: [{ text: pick(input, EMPTY) }] };
  const head = pick(input, {
    de: `**Wissen** · ${total} Einträge · Seite ${number} von ${last}`,
    en: `**Knowledge** · ${total} entries · page ${number} of ${last}`,
  });
  const expired = pick(input, { de: ' · abgelaufen', en: ' · expired' });
  const lines = entries.map(({ title, source, isExpired }) => {
    const name = toLine(title, LISTED_CHARACTERS);
    return `- ${name} · ${pick(input, ENTRY_SOURCES[source])}${isExpired ? expired : ''}`;
  });
  const text = [head, ...lines].join('\n');
  return { kind: 'cards', cards: [{ text, ...pager(input, 'knowledge:page', { number, last }) }] };
}

function readPage(core: Core, { serverId }: Invocation, number: number) {
  const limit = ENTRIES_PER_PAGE;
  return pageKnowledge(core, serverId, { offset: (number - 1) * limit, limit });
}

const EMPTY: Texts = {
  de: 'Der Bot weiß noch nichts. Füge mit `/knowledge add` einen Eintrag oder mit `/links add` eine Seite hinzu.',
  en: 'The bot knows nothing yet. Add an entry with `/knowledge add` or a page with `/links add`.',
};

async function remove(core: Core, input: Invocation): Promise<Reply> {
  const id = input.options.entry ?? '';
  try {
    const entry = await getEntry(core, input.serverId, id);
    const { title, text, link } = entry;
    await removeKnowledge(core, input.serverId, id);
    const name = escapeMarkdown(title);
    const head = pick(input, {
      de: `🗑️ **${name}** ist entfernt. Das stand darin, falls du es noch brauchst:`,
      en: `🗑️ **${name}** is removed. This is what it said, in case you need it:`,
    });
    const shown = [head, escapeMarkdown(truncate(text, SHOWN_CHARACTERS)), link ? `<${link}>` : ''];
    const files = text.length > SHOWN_CHARACTERS ? [{ name: 'text.txt', text }] : [];
    const audited = { action: 'knowledge.removed' as const, subject: nameEntry(entry) };
    return say(shown.filter(Boolean).join('\n\n'), { files, audited });
  } catch (error) {
    const refusal = refusalOfRemoving(error);
    if (!refusal) throw error;
    return say(pick(input, refusal));
  }
}

async function search(core: Core, input: Invocation): Promise<Reply> {
  const query = input.options.query ?? '';
  const asked = toLine(query, EXCERPT_CHARACTERS);
  const found = await searchKnowledge(core, input.serverId, query);
  if (found.length === 0)
    return say(
      pick(input, {
        de: `Zu „${asked}“ findet der Bot nichts. Ergänze es mit \`/knowledge add\`.`,
        en: `The bot finds nothing for “${asked}”. Add it with \`/knowledge add\`.`,
      }),
    );
  const head = pick(input, {
    de: `**${found.length} Treffer**, die besten zuerst; die Zahl sagt, wie gut sie passen.`,
    en: `**${found.length} found**, best first; the number says how well they fit.`,
  });
  const parts = found.map(({ title, text, score }) => {
    const excerpt = escapeMarkdown(truncate(text.replace(/\s+/g, ' '), EXCERPT_CHARACTERS));
    return `**${toLine(title, LISTED_CHARACTERS)}** · ${score.toFixed(2)}\n${excerpt}`;
  });
  return say([head, ...parts].join('\n\n'));
}
