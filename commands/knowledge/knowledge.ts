import type { Core } from '../../src/core/core.ts';
import {
  addEntry,
  findRemovable,
  getEntry,
  pageKnowledge,
  removeKnowledge,
  searchKnowledge,
} from '../../src/core/knowledge/knowledge.ts';
import { nameEntry } from '../../src/core/members/audit.ts';
import {
  MAX_ENTRY_QUESTIONS,
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
  MAX_URL_CHARACTERS,
} from '../../src/domain/limits.ts';
import { toLine as oneLine, truncate } from '../../src/domain/text.ts';
import { ENTRY_SOURCES } from '../../src/domain/words.ts';
import { type Invocation, slash } from '../command.ts';
import { orRefuse, type Refusals } from '../refusal.ts';
import type { Draft } from '../reply.ts';
import {
  done,
  escapeMarkdown,
  MAX_FIELD_CHARACTERS,
  MAX_SUGGESTIONS,
  pager,
  say,
  toLine,
  toSuggestions,
} from '../reply.ts';
import { both, joined } from '../wording.ts';
import { showContradictions } from './check.ts';

const MAX_QUERY_CHARACTERS = 1_000;
const ENTRIES_PER_PAGE = 20;
const LISTED_CHARACTERS = 60;
const EXCERPT_CHARACTERS = 200;
/** A longer text of a removed entry comes as a file. */
const SHOWN_CHARACTERS = 1_200;

/** Why an entry was not added. */
const ADDING_REFUSALS: Refusals = {
  'invalid_input:title': {
    de: `Der Titel braucht 1 bis ${MAX_ENTRY_TITLE_CHARACTERS} Zeichen. Bitte ändere ihn und versuch es noch einmal.`,
    en: `The title must have 1 to ${MAX_ENTRY_TITLE_CHARACTERS} characters. Please change it and try again.`,
  },
  'invalid_input:text': {
    de: `Der Text braucht 1 bis ${MAX_ENTRY_TEXT_CHARACTERS} Zeichen. Bitte ändere ihn und versuch es noch einmal.`,
    en: `The text must have 1 to ${MAX_ENTRY_TEXT_CHARACTERS} characters. Please change it and try again.`,
  },
  'invalid_input:link': {
    de: 'Der Link ist keine Adresse wie https://example.com/hilfe. Bitte ändere ihn oder lass ihn weg.',
    en: 'The link is not an address such as https://example.com/help. Please change it or leave it out.',
  },
  'invalid_input:questions': {
    de: `Es gehen höchstens ${MAX_ENTRY_QUESTIONS} andere Formulierungen, jede mit höchstens ${MAX_ENTRY_TITLE_CHARACTERS} Zeichen. Bitte kürze sie und versuch es noch einmal.`,
    en: `There can be at most ${MAX_ENTRY_QUESTIONS} other wordings, each with at most ${MAX_ENTRY_TITLE_CHARACTERS} characters. Please shorten them and try again.`,
  },
  'invalid_input:entries': {
    de: `Dieser Server hat schon ${MAX_KNOWLEDGE_ENTRIES} Einträge, mehr gehen nicht. Entferne zuerst einen mit \`/knowledge remove\`.`,
    en: `This server already has ${MAX_KNOWLEDGE_ENTRIES} entries. Remove one first with \`/knowledge remove\`.`,
  },
  already_exists: {
    de: 'Einen Eintrag mit diesem Titel gibt es schon; er bleibt, wie er ist. Nimm einen anderen Titel oder entferne zuerst den alten mit `/knowledge remove`.',
    en: 'There is already an entry with this title, and it was not changed. Choose another title or remove that entry first with `/knowledge remove`.',
  },
};

/** Why an entry was not removed. */
const REMOVING_REFUSALS: Refusals = {
  not_found: {
    de: 'Diesen Eintrag gibt es nicht (mehr). Tippe einen Teil des Titels und wähle ihn aus der Liste; `/knowledge list` zeigt alle.',
    en: 'There is no such entry, or it is gone. Type a part of its title and choose it from the list; `/knowledge list` shows all.',
  },
  invalid_input: {
    de: 'Dieser Eintrag kommt von einer verlinkten Seite und käme wieder. Entferne den Link mit `/links remove`.',
    en: 'This entry comes from a linked page and would come back. Remove the link with `/links remove`.',
  },
};

export const knowledge = slash('knowledge', {
  description: {
    de: 'Was der Bot weiß: hinzufügen, ansehen, prüfen, suchen, entfernen',
    en: 'What the bot knows: add, list, check, search, remove',
  },
  access: 'editor',
  subcommands: {
    add: {
      description: {
        de: 'Einen Eintrag hinzufügen; ohne Angaben öffnet sich ein Formular',
        en: 'Add an entry; a form opens if title or text is left out',
      },
      options: {
        title: {
          description: {
            de: 'Worum es geht, am besten als Frage',
            en: 'What it is about, ideally as a question',
          },
          maxLength: MAX_ENTRY_TITLE_CHARACTERS,
        },
        text: { description: { de: 'Die Antwort', en: 'The answer' }, maxLength: MAX_FIELD_CHARACTERS },
        link: {
          description: {
            de: 'Adresse, die der Bot dazu nennt',
            en: 'Web address that the bot gives with the answer',
          },
          maxLength: MAX_URL_CHARACTERS,
        },
      },
      run: (core, { serverId, options }) =>
        isWhole(options) ? save(core, serverId, options) : openForm(options),
    },
    check: {
      description: {
        de: 'Zeigt Einträge, die sich widersprechen',
        en: 'Shows entries that contradict each other',
      },
      run: showContradictions,
    },
    list: { description: { de: 'Alle Einträge ansehen', en: 'See all entries' }, run: showPage },
    remove: {
      description: { de: 'Einen Eintrag entfernen', en: 'Remove an entry' },
      options: {
        entry: {
          description: {
            de: 'Der Eintrag; tippe einen Teil des Titels',
            en: 'The entry; type a part of its title',
          },
          isRequired: true,
          isCompleted: true,
        },
      },
      run: remove,
    },
    search: {
      description: {
        de: 'Zeigt, was der Bot zu einer Frage findet; kostet nichts',
        en: 'Shows what the bot finds for a question; costs nothing',
      },
      options: {
        query: {
          description: { de: 'Die Frage', en: 'The question' },
          isRequired: true,
          maxLength: MAX_QUERY_CHARACTERS,
        },
      },
      run: search,
    },
  },
  opensForm: ({ subcommand, options }) => subcommand === 'add' && !isWhole(options),
  complete: async (core, { serverId, typed }) => {
    const entries = await findRemovable(core, serverId, { typed, limit: MAX_SUGGESTIONS });
    return toSuggestions(entries, ({ id, title }) => ({ name: title, value: id }));
  },
  actions: {
    'knowledge:save': (core, { serverId, fields }) => save(core, serverId, fields),
    'knowledge:page': showPage,
    'knowledge:check': showContradictions,
  },
});

function isWhole({ title = '', text = '' }: Invocation['options']): boolean {
  return title.trim() !== '' && text.trim() !== '';
}

function openForm({ title = '', text = '', link = '' }: Invocation['options']): Draft {
  return {
    kind: 'form',
    id: 'knowledge:save',
    title: { de: 'Neuer Eintrag', en: 'New entry' },
    fields: [
      {
        name: 'title',
        label: { de: 'Titel, am besten als Frage', en: 'Title, ideally as a question' },
        placeholder: { de: 'Wie lange dauert der Versand?', en: 'How long does delivery take?' },
        isRequired: true,
        maxLength: MAX_ENTRY_TITLE_CHARACTERS,
        value: title.slice(0, MAX_ENTRY_TITLE_CHARACTERS),
      },
      {
        name: 'text',
        label: { de: 'Antwort', en: 'Answer' },
        isLong: true,
        isRequired: true,
        maxLength: MAX_FIELD_CHARACTERS,
        value: text.slice(0, MAX_FIELD_CHARACTERS),
      },
      {
        name: 'link',
        label: { de: 'Link dazu (freiwillig)', en: 'Link (optional)' },
        placeholder: 'https://',
        maxLength: MAX_URL_CHARACTERS,
        value: link.slice(0, MAX_URL_CHARACTERS),
      },
      {
        name: 'questions',
        label: { de: 'Andere Formulierungen, eine pro Zeile', en: 'Other wordings, one per line (optional)' },
        placeholder: { de: 'Wann kommt mein Paket?', en: 'When does my parcel arrive?' },
        isLong: true,
        maxLength: MAX_FIELD_CHARACTERS,
        value: '',
      },
    ],
  };
}

async function save(core: Core, serverId: string, given: Invocation['fields']): Promise<Draft> {
  const { title = '', text = '' } = given;
  const link = given.link?.trim() || null;
  const questions = (given.questions ?? '').split('\n').filter((line) => line.trim() !== '');
  // What was typed into a form is gone otherwise.
  const files = text.trim() === '' ? [] : [{ name: 'text.txt', text }];
  const adding = addEntry(core, { serverId, title, text, link, questions });
  const entry = await orRefuse(adding, ADDING_REFUSALS, { files });
  const name = escapeMarkdown(entry.title);
  return done('knowledge.added', entry.title, {
    de: `✅ **${name}** steht jetzt im Wissen. Ab der nächsten Frage antwortet der Bot damit; probier es mit \`/knowledge search\`.`,
    en: `✅ **${name}** is now part of the knowledge. The bot uses it from the next question on; try \`/knowledge search\`.`,
  });
}

/** The first page, or the one that a button names; beyond the ends the nearest. */
async function showPage(core: Core, { serverId, args }: Invocation): Promise<Draft> {
  const asked = Number(args[0] ?? 1);
  const wanted = Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, MAX_KNOWLEDGE_ENTRIES) : 1;
  let page = await readPage(core, serverId, wanted);
  const last = Math.max(1, Math.ceil(page.total / ENTRIES_PER_PAGE));
  const number = Math.min(wanted, last);
  if (number !== wanted) page = await readPage(core, serverId, number);
  const { entries, total } = page;
  const none = {
    de: 'Der Bot weiß noch nichts. Füge mit `/knowledge add` einen Eintrag oder mit `/links add` eine Seite hinzu.',
    en: 'The bot knows nothing yet. Add an entry with `/knowledge add` or a page with `/links add`.',
  };
  const head = {
    de: `**Wissen** · ${total} ${total === 1 ? 'Eintrag' : 'Einträge'} · Seite ${number} von ${last}`,
    en: `**Knowledge** · ${total} ${total === 1 ? 'entry' : 'entries'} · page ${number} of ${last}`,
  };
  const lines = entries.map(({ title, source, isExpired }) => {
    const expired = isExpired && { de: ' · abgelaufen', en: ' · expired' };
    return both`- ${toLine(title, LISTED_CHARACTERS)} · ${ENTRY_SOURCES[source]}${expired}`;
  });
  const text = total === 0 ? none : [head, ...lines];
  return say(text, { ...pager('knowledge:page', { number, last }), isReplacing: true });
}

function readPage(core: Core, serverId: string, number: number) {
  const limit = ENTRIES_PER_PAGE;
  return pageKnowledge(core, serverId, { offset: (number - 1) * limit, limit });
}

async function remove(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const id = options.entry ?? '';
  const entry = await orRefuse(getEntry(core, serverId, id), REMOVING_REFUSALS);
  const { title, text, link } = entry;
  await orRefuse(removeKnowledge(core, serverId, id), REMOVING_REFUSALS);
  const name = escapeMarkdown(title);
  const head = {
    de: `🗑️ **${name}** ist entfernt. Das stand darin, falls du es noch brauchst:`,
    en: `🗑️ **${name}** has been removed. This is what it said, in case you need it:`,
  };
  const shown = joined('\n\n', [head, escapeMarkdown(truncate(text, SHOWN_CHARACTERS)), link && `<${link}>`]);
  const files = text.length > SHOWN_CHARACTERS ? [{ name: 'text.txt', text }] : [];
  return done('knowledge.removed', nameEntry(entry), shown, { files });
}

async function search(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const query = options.query ?? '';
  const asked = toLine(query, EXCERPT_CHARACTERS);
  const found = await searchKnowledge(core, serverId, query);
  if (found.length === 0)
    return say({
      de: `Zu „${asked}“ findet der Bot nichts. Ergänze es mit \`/knowledge add\`.`,
      en: `The bot finds nothing for “${asked}”. Add an entry with \`/knowledge add\`.`,
    });
  const head = {
    de: `**${found.length} Treffer**, die besten zuerst; die Zahl sagt, wie gut sie passen.`,
    en: `**${found.length} found**, best first; the number says how well each one fits.`,
  };
  const parts = found.map(({ title, text, score }) => {
    const excerpt = escapeMarkdown(truncate(oneLine(text), EXCERPT_CHARACTERS));
    return `**${toLine(title, LISTED_CHARACTERS)}** · ${score.toFixed(2)}\n${excerpt}`;
  });
  return say(joined('\n\n', [head, ...parts]));
}
