import type { Core } from '../src/core/core.ts';
import { nameKey } from '../src/core/members/audit.ts';
import { type ApiKey, createKey, keyScopeSchema, listKeys, revokeKey } from '../src/core/owners/keys.ts';
import { MAX_KEYS_PER_SERVER, MAX_NAME_CHARACTERS } from '../src/domain/limits.ts';
import { truncate } from '../src/domain/text.ts';
import { type InterfaceLanguage, KEY_SCOPES, type KeyScope } from '../src/domain/types.ts';
import { KEY_SCOPE_NAMES } from '../src/domain/words.ts';
import { type Invocation, slash } from './command.ts';
import { orRefuse, unlessGone } from './refusal.ts';
import type { Draft } from './reply.ts';
import { ago, done, escapeMarkdown, MAX_SUGGESTION_CHARACTERS, say, toSuggestions } from './reply.ts';
import { both, type Texts, type Wording } from './wording.ts';

/** Revoked keys stay stored; the list shows the last ones. */
const REVOKED_SHOWN = 5;

const NAMELESS: Texts = { de: 'ohne Namen', en: 'unnamed' };

export const key = slash('key', {
  description: { de: 'API-Schlüssel dieses Servers', en: 'API keys of this server' },
  access: 'admin',
  subcommands: {
    create: {
      description: {
        de: 'Legt einen API-Schlüssel an; er wird nur einmal gezeigt',
        en: 'Creates an API key, which is shown only once',
      },
      options: {
        name: {
          description: { de: 'Wofür der Schlüssel ist', en: 'What the key is for' },
          maxLength: MAX_NAME_CHARACTERS,
        },
        scope: {
          description: { de: 'Was der Schlüssel darf', en: 'What the key may do' },
          choices: KEY_SCOPES.map((value) => ({ name: KEY_SCOPE_NAMES[value], value })),
        },
      },
      run: create,
    },
    list: { description: { de: 'Zeigt die API-Schlüssel', en: 'Shows the API keys' }, run: list },
    revoke: {
      description: { de: 'Sperrt einen API-Schlüssel sofort', en: 'Revokes an API key at once' },
      options: {
        key: {
          description: { de: 'Name oder letzte vier Zeichen', en: 'Name or last four characters' },
          isRequired: true,
          maxLength: MAX_NAME_CHARACTERS,
          isCompleted: true,
        },
      },
      run: revoke,
    },
  },
  complete: async (core, { serverId, typed, language }) => {
    const wanted = typed.trim().toLowerCase();
    const fitting = (await listKeys(core, serverId)).filter(
      ({ name, last4, revokedAt }) =>
        revokedAt === null && `${name} …${last4}`.toLowerCase().includes(wanted),
    );
    return toSuggestions(fitting, (one) => ({ name: nameOf(one, language), value: one.id }));
  },
});

async function create(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const scope = keyScopeSchema.catch('chat').parse(options.scope);
  const made = await orRefuse(createKey(core, { serverId, name: options.name, scope }), {
    key_limit_reached: {
      de: `Dieser Server hat schon ${MAX_KEYS_PER_SERVER} gültige Schlüssel, mehr gehen nicht. Sperre erst einen, den niemand mehr braucht: \`/key revoke\`.`,
      en: `This server already has ${MAX_KEYS_PER_SERVER} valid keys, which is the maximum. First revoke one that is no longer needed: \`/key revoke\`.`,
    },
  });
  return done('key.created', nameKey(made), presentKey(core, made));
}

/** The key stands in one place only; the example takes it from the environment, so that no shell keeps it. */
function presentKey({ config }: Core, { key: newKey, scope }: { key: string; scope: KeyScope }): Wording {
  const url = config.PUBLIC_URL;
  const curl = (path: string, more: readonly string[] = []) =>
    ['```sh', `curl -s ${url}/api/v1/${path} \\`, ...more, '```', ''].join('\n');
  const curlFor = (question: string) =>
    scope === 'knowledge'
      ? curl('knowledge', ['  -H "Authorization: Bearer $LOTSE_KEY"'])
      : curl('chat', [
          '  -H "Authorization: Bearer $LOTSE_KEY" -H "Content-Type: application/json" \\',
          `  -d '{"messages": [{"role": "user", "content": "${question}"}]}'`,
        ]);
  const block = `\`\`\`\n${newKey}\n\`\`\`\n`;
  const danger: Texts =
    scope === 'knowledge'
      ? { de: 'kann ändern, was der Bot weiß', en: 'change what the bot knows' }
      : { de: 'kann dein Kontingent verbrauchen', en: 'spend your quota' };
  return {
    de: `🔑 **Dein neuer Schlüssel. Du siehst ihn nur jetzt:**\n${block}Lege ihn in deinem eigenen Backend ab, zum Beispiel als Umgebungsvariable \`LOTSE_KEY\`, nie in einer Webseite, App oder im Chat. Wer ihn hat, ${danger.de}; dann hilft \`/key revoke\`.\n\nProbier ihn aus:\n${curlFor('Wie kann ich beitreten?')}Alles Weitere: <${url}/docs>`,
    en: `🔑 **Your new key. It is shown only now:**\n${block}Keep it on your own backend, for example as the environment variable \`LOTSE_KEY\`, never in a web page, an app or a chat. Anyone who has it can ${danger.en}; if it leaks, use \`/key revoke\`.\n\nTry it:\n${curlFor('How do I join?')}Everything else: <${url}/docs>`,
  };
}

async function list(core: Core, { serverId }: Invocation): Promise<Draft> {
  const keys = await listKeys(core, serverId);
  if (keys.length === 0)
    return say({
      de: 'Es gibt noch keinen Schlüssel. Lege einen an: `/key create`.',
      en: 'There is no key yet. Create one: `/key create`.',
    });
  const valid = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys
    .filter(({ revokedAt }) => revokedAt !== null)
    .sort((a, b) => Number(b.revokedAt) - Number(a.revokedAt))
    .slice(0, REVOKED_SHOWN);
  const heading = {
    de: `**${valid.length} von ${MAX_KEYS_PER_SERVER} Schlüsseln**`,
    en: `**${valid.length} of ${MAX_KEYS_PER_SERVER} keys**`,
  };
  return say([heading, ...[...valid, ...revoked].map(describeKey)]);
}

function describeKey(one: ApiKey): Texts {
  const mark = one.revokedAt === null ? '🔑' : '🚫';
  const test = one.isTest && { de: ' · Testschlüssel', en: ' · test key' };
  const scope = one.scope === 'knowledge' && { de: ' · Wissen', en: ' · knowledge' };
  const name = one.name === '' ? NAMELESS : escapeMarkdown(one.name);
  return both`${mark} **${name}** \`…${one.last4}\`${test}${scope} · ${describeUse(one)}`;
}

function describeUse({ createdAt, lastUsedAt, revokedAt }: ApiKey): Texts {
  if (revokedAt) return { de: `gesperrt ${ago(revokedAt)}`, en: `revoked ${ago(revokedAt)}` };
  if (lastUsedAt) return { de: `zuletzt benutzt ${ago(lastUsedAt)}`, en: `last used ${ago(lastUsedAt)}` };
  const made = ago(createdAt);
  return { de: `angelegt ${made}, noch nie benutzt`, en: `created ${made}, not used yet` };
}

async function revoke(core: Core, { serverId, options, language }: Invocation): Promise<Draft> {
  const keyId = options.key ?? '';
  const isMissing = (await unlessGone(revokeKey(core, serverId, keyId))) === null;
  const known = (await listKeys(core, serverId)).find(({ id }) => id === keyId);
  const name = escapeMarkdown(known ? nameOf(known, language) : keyId);
  if (isMissing && known?.revokedAt)
    return say({
      de: `**${name}** war schon gesperrt (${ago(known.revokedAt)}).`,
      en: `**${name}** was already revoked (${ago(known.revokedAt)}).`,
    });
  if (isMissing)
    return say({
      de: 'Diesen Schlüssel gibt es hier nicht. Wähle einen aus der Liste, die beim Tippen erscheint.',
      en: 'There is no such key here. Choose one from the list that appears as you type.',
    });
  return done('key.revoked', known ? nameKey(known) : keyId, {
    de: `🚫 **${name}** ist gesperrt, ab sofort und überall.`,
    en: `🚫 **${name}** is revoked and no longer works anywhere.`,
  });
}

/** Name and last four characters, which always fit. */
function nameOf({ name, last4 }: ApiKey, language: InterfaceLanguage): string {
  const ending = ` …${last4}`;
  return truncate(name || NAMELESS[language], MAX_SUGGESTION_CHARACTERS - ending.length) + ending;
}
