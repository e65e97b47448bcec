import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOTICES } from '../../../src/core/answering/notices.ts';
import { readSmallTalk } from '../../../src/core/answering/ticket/small-talk.ts';
import { findTeamReason } from '../../../src/core/handover/handover.ts';
import { createKey } from '../../../src/core/owners/keys.ts';
import { LANGUAGES, type Language } from '../../../src/domain/types.ts';
import { type Community, startCommunity } from '../../channels/discord/setup.ts';
import { ask } from '../../support/app.ts';
import { SHORT_QUESTIONS } from './short-questions.ts';

/** Knowledge in English alone; a question in any language that names what it is about. */
const ENTRY = { id: 'bedrock', title: 'Bedrock', text: 'Bedrock joins on port 19132.', language: 'en' };
const QUESTIONS: Record<Language, string> = {
  de: 'Habt ihr auch einen Bedrock-Server?',
  en: 'Do you have a Bedrock server?',
  fr: 'Avez-vous aussi un serveur Bedrock ?',
  es: '¿Tenéis también un servidor Bedrock?',
  it: 'Avete anche un server Bedrock?',
  pt: 'Vocês também têm um servidor Bedrock?',
  nl: 'Hebben jullie ook een Bedrock-server?',
  pl: 'Czy macie też serwer Bedrock?',
  tr: 'Bedrock sunucunuz da var mı?',
};

let home: Community;
let keys: { real: string; test: string };
beforeAll(async () => {
  home = await startCommunity({ settings: { LIMIT_PER_MINUTE: '1000', LIMIT_PER_DAY_FREE: '1000' } });
  await home.app.addKnowledge(home.guild.id, [ENTRY]);
  const make = (isTest: boolean) => createKey(home.app.core, { serverId: home.guild.id, isTest });
  keys = { real: (await make(false)).key, test: (await make(true)).key };
});
afterAll(() => home.stop());

describe.each(LANGUAGES)('a customer who asks in %s of knowledge in English', (language) => {
  const notices = NOTICES[language];

  test('reads the notice in that language, with a model and without, over HTTP', async () => {
    home.ai.reply({ answer: 'Port 19132.', needs_team: false, answerable: true, used: ['bedrock'] });
    for (const key of [keys.real, keys.test]) {
      const { body } = await home.app.chat(key, ask(QUESTIONS[language]));
      expect(body.ai_notice).toBe(notices.ai);
    }
  });

  test('reads it in Discord, with sources and buttons in that language', async () => {
    home.ai.reply({ answer: 'Port 19132.', needs_team: false, answerable: true, used: ['bedrock'] });
    const channel = home.guild.addChannel();
    home.guild.addMember().says(channel, `<@${home.discord.botId}> ${QUESTIONS[language]}`);
    const { content } = await home.discord.nextMessage(channel);
    expect(content.split('\n').slice(-2)).toEqual([`**${notices.sources}** Bedrock`, `-# ${notices.ai}`]);
  });

  test('is told in that language that the team takes over when the knowledge holds nothing', async () => {
    const { body } = await home.app.chat(keys.test, ask(SHORT_QUESTIONS[language][2] ?? ''));
    const { answer, ai_notice, needs_team } = body;
    expect({ answer, ai_notice, needs_team }).toEqual({
      answer: notices.notInKnowledge,
      ai_notice: notices.ai,
      needs_team: true,
    });
  });
});

const TALK: Record<Exclude<Language, 'de' | 'en'>, { greetings: string[]; closings: string[] }> = {
  fr: {
    greetings: ['Bonjour', 'bonsoir à tous', 'Salut !', 'coucou'],
    closings: [
      'Merci beaucoup !',
      'merci pour votre aide',
      'ça marche, merci',
      'Parfait',
      'au revoir',
      'bonne journée',
    ],
  },
  es: {
    greetings: ['Hola', '¡Buenos días!', 'buenas tardes', 'hola a todos'],
    closings: [
      '¡Muchas gracias!',
      'gracias por la ayuda',
      'vale, perfecto',
      'ya funciona',
      'hasta luego',
      'un saludo',
    ],
  },
  it: {
    greetings: ['Buongiorno', 'salve', 'Buonasera a tutti'],
    closings: [
      'Grazie mille!',
      'grazie per l’aiuto',
      'perfetto, ora funziona',
      'va bene grazie',
      'arrivederci',
      'risolto',
    ],
  },
  pt: {
    greetings: ['Olá', 'Bom dia', 'boa tarde', 'olá a todos'],
    closings: ['Muito obrigado!', 'obrigada pela ajuda', 'já funciona', 'perfeito', 'até logo', 'valeu'],
  },
  nl: {
    greetings: ['Hoi', 'Goedemorgen', 'goede middag', 'hoi allemaal'],
    closings: [
      'Bedankt!',
      'dank je wel',
      'hartelijk bedankt voor je hulp',
      'het werkt weer',
      'opgelost',
      'fijne dag',
    ],
  },
  pl: {
    greetings: ['Cześć', 'Dzień dobry', 'hej', 'witam', 'czesc wszystkim'],
    closings: [
      'Dziękuję bardzo!',
      'dzięki za pomoc',
      'ok, dzieki',
      'już działa',
      'do widzenia',
      'miłego dnia',
    ],
  },
  tr: {
    greetings: ['Merhaba', 'selam', 'Günaydın', 'iyi akşamlar', 'merhaba arkadaşlar'],
    closings: [
      'Teşekkürler!',
      'çok teşekkür ederim',
      'tamam sağol',
      'yardımınız için teşekkürler',
      'görüşürüz',
      'İşe yaradı',
    ],
  },
};

describe.each(Object.entries(TALK))('small talk in %s', (language, { greetings, closings }) => {
  const { greeting, closing } = NOTICES[language as Language];

  test.each(greetings)('%j only greets and is greeted back', async (text) => {
    expect(readSmallTalk(text)?.kind).toBe('greeting');
    const { body } = await home.app.chat(keys.test, ask(text));
    expect(body).toMatchObject({ answer: greeting, needs_team: false, sources: [] });
  });

  test.each(closings)('%j asks nothing and is answered in the language', async (text) => {
    expect(readSmallTalk(text)?.kind).toBe('closing');
    const { body } = await home.app.chat(keys.test, ask(text));
    expect(body).toMatchObject({ answer: closing, needs_team: false, sources: [] });
  });

  test.each(closings)('%j with a question mark may ask something', (text) => {
    expect(readSmallTalk(`${text.replace(/[!.]$/, '')}?`)).toBeNull();
  });
});

test.each([
  ...[
    'Bonjour, mot de passe perdu',
    'hola no puedo entrar',
    'ciao, il gioco non parte',
    'olá e a minha conta',
  ],
  ...[
    'hoi waar is mijn bestelling',
    'cześć gdzie jest serwer',
    'merhaba şifremi unuttum',
    'merci, mais ça ne marche pas',
  ],
])('%j may ask something', (text) => {
  expect(readSmallTalk(text)).toBeNull();
});

const OFFERS: Record<
  Exclude<Language, 'de' | 'en'>,
  [question: string, statement: string, yes: string, no: string]
> = {
  fr: [
    'Voulez-vous que je transmette cela à l’équipe ?',
    'Je peux aussi transmettre cela à l’équipe.',
    'oui, s’il vous plaît',
    'non merci',
  ],
  es: ['¿Quieres que lo pase al equipo?', 'También puedo pasarlo al equipo.', 'sí, por favor', 'no, gracias'],
  it: ['Vuoi che lo inoltri al team?', 'Posso anche inoltrarlo al team.', 'sì, grazie', 'no grazie'],
  pt: [
    'Quer que eu encaminhe isto à equipa?',
    'Também posso encaminhar isto à equipa.',
    'sim, por favor',
    'não, obrigado',
  ],
  nl: [
    'Zal ik je doorverbinden met het team?',
    'Ik kan je ook doorverbinden met het team.',
    'ja graag',
    'nee hoor',
  ],
  pl: ['Czy mam przekazać to zespołowi?', 'Mogę też przekazać to zespołowi.', 'tak, proszę', 'nie, dziękuję'],
  tr: [
    'Bunu ekibe iletmemi ister misiniz?',
    'Bunu ekibe de iletebilirim.',
    'evet lütfen',
    'hayır teşekkürler',
  ],
};

describe.each(Object.entries(OFFERS))('an offer of a person in %s', (_, [question, statement, yes, no]) => {
  const reasonAfter = (offer: string, reply: string) =>
    findTeamReason([
      { role: 'user', content: 'Minecraft Bedrock' },
      { role: 'assistant', content: offer },
      { role: 'user', content: reply },
    ]);

  test.each([question, statement])('%j is accepted by a yes and by nothing else', (offer) => {
    expect(reasonAfter(offer, yes)).toBe('asked_for_human');
    expect(reasonAfter(offer, no)).toBeNull();
    expect(reasonAfter(offer, 'Bedrock')).toBeNull();
  });
});

test.each([
  ['no difference', 'My lamp does not glow any more', 'en'],
  ['Kubernetes 42', 'Wie komme ich auf den Server?', 'de'],
  ['mapa bugeado', '¿Cómo puedo entrar al servidor?', 'es'],
  ['merci, et comment je fais ?', 'How can I join the server?', 'fr'],
] as const)('after %j the language is that of the latest message that tells it clearly', async (last, first, language) => {
  const messages = [
    { role: 'user', content: first },
    { role: 'assistant', content: 'Zxqv.' },
    { role: 'user', content: last },
  ];
  const { body } = await home.app.chat(keys.test, { messages });
  expect(body.ai_notice).toBe(NOTICES[language].ai);
});

test('every line for customers is written in every language, and none is left in another', () => {
  const lines = LANGUAGES.flatMap((language) => Object.entries(NOTICES[language]));
  const texts = lines
    .filter(([name]) => !['sources', 'channel', 'role', 'member'].includes(name))
    .map(([, text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
  for (const language of LANGUAGES) expect(NOTICES[language].teamTakesOverSafety).toContain('112');
});
