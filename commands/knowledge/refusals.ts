import { AppError } from '../../src/domain/errors.ts';
import {
  MAX_ENTRY_TEXT_CHARACTERS,
  MAX_ENTRY_TITLE_CHARACTERS,
  MAX_KNOWLEDGE_ENTRIES,
} from '../../src/domain/limits.ts';
import type { Texts } from '../command.ts';

/** Why an entry was not taken, by the field that is faulty. */
const FAULTY_FIELDS: Record<string, Texts> = {
  title: {
    de: `Der Titel braucht 1 bis ${MAX_ENTRY_TITLE_CHARACTERS} Zeichen. Bitte ändere ihn und versuch es noch einmal.`,
    en: `The title needs 1 to ${MAX_ENTRY_TITLE_CHARACTERS} characters. Please change it and try again.`,
  },
  text: {
    de: `Der Text braucht 1 bis ${MAX_ENTRY_TEXT_CHARACTERS} Zeichen. Bitte ändere ihn und versuch es noch einmal.`,
    en: `The text needs 1 to ${MAX_ENTRY_TEXT_CHARACTERS} characters. Please change it and try again.`,
  },
  link: {
    de: 'Der Link ist keine Adresse wie https://example.com/hilfe. Bitte ändere ihn oder lass ihn weg.',
    en: 'The link is not an address such as https://example.com/help. Please change it or leave it out.',
  },
  entries: {
    de: `Dieser Server hat schon ${MAX_KNOWLEDGE_ENTRIES} Einträge, mehr gehen nicht. Entferne zuerst einen mit \`/knowledge remove\`.`,
    en: `This server has its ${MAX_KNOWLEDGE_ENTRIES} entries already. Remove one first with \`/knowledge remove\`.`,
  },
};

const KNOWN_TITLE: Texts = {
  de: 'Einen Eintrag mit diesem Titel gibt es schon; er bleibt, wie er ist. Nimm einen anderen Titel oder entferne zuerst den alten mit `/knowledge remove`.',
  en: 'There is an entry with this title already; it stays as it is. Choose another title or remove the old one first with `/knowledge remove`.',
};

const UNKNOWN_ENTRY: Texts = {
  de: 'Diesen Eintrag gibt es nicht (mehr). Tippe einen Teil des Titels und wähle ihn aus der Liste; `/knowledge list` zeigt alle.',
  en: 'There is no such entry (any more). Type a part of its title and choose it from the list; `/knowledge list` shows all.',
};

const ENTRY_OF_LINK: Texts = {
  de: 'Dieser Eintrag kommt von einer verlinkten Seite und käme wieder. Entferne den Link mit `/links remove`.',
  en: 'This entry comes from a linked page and would come back. Remove the link with `/links remove`.',
};

/** What an admin reads when an entry was not added; undefined for what nobody could foresee. */
export function refusalOfAdding(error: unknown): Texts | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'already_exists') return KNOWN_TITLE;
  return error.code === 'invalid_input' ? FAULTY_FIELDS[error.context.param ?? ''] : undefined;
}

/** The same when an entry was not removed. */
export function refusalOfRemoving(error: unknown): Texts | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'not_found') return UNKNOWN_ENTRY;
  return error.code === 'invalid_input' ? ENTRY_OF_LINK : undefined;
}
