import { z } from 'zod';
import type { Core } from '../../src/core/core.ts';
import { readMetLimits } from '../../src/core/members/member-limit.ts';
import { setById } from '../../src/core/owners/places.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import type { Settings } from '../../src/core/owners/settings.ts';
import { chatIdSchema, parseSettings, placeShare, roleQuestions } from '../../src/core/owners/settings.ts';
import { readPlaceShares } from '../../src/core/quota/usage.ts';
import { MAX_MEMBER_QUESTIONS, MAX_PLACES, MAX_ROLE_LIMITS } from '../../src/domain/limits.ts';
import type { Server } from '../../src/domain/types.ts';
import { type Invocation, slash } from '../command.ts';
import { orRefuse, parseOrRefuse } from '../refusal.ts';
import { type Draft, saved, say } from '../reply.ts';
import { describeOthers, listOptions, saveOptions, toOptions } from '../settings.ts';
import { both, type Texts } from '../wording.ts';

const NAMED = listOptions('limits');

const roleSchema = z.object({ role: chatIdSchema, questions: roleQuestions.typed.optional() });
const placeSchema = z.object({ channel: chatIdSchema, percent: placeShare.typed.optional() });

export const limits = slash('limits', {
  description: {
    de: 'Wie viel Mitglieder, Rollen und Kanäle fragen dürfen',
    en: 'How much members, roles and channels may ask',
  },
  access: 'admin',
  subcommands: {
    member: {
      description: {
        de: 'Legt fest, wie viele Fragen ein Mitglied in einer Stunde stellen darf',
        en: 'Sets how many questions a member may ask in an hour',
      },
      options: toOptions(NAMED),
      run: async (core, input) => {
        const { settings, deeds } = await saveOptions(core, input, NAMED);
        return saved(deeds, describeLimits(settings));
      },
    },
    role: {
      description: {
        de: 'Gibt einer Rolle ein eigenes Limit; ohne Zahl: nimmt es ihr',
        en: 'Gives a role its own limit; without a number, removes that limit',
      },
      options: {
        role: { kind: 'role', description: { de: 'Die Rolle', en: 'The role' }, isRequired: true },
        questions: {
          description: {
            de: `Fragen jedes Mitglieds in einer Stunde, bis ${MAX_MEMBER_QUESTIONS}; 0: kein Limit`,
            en: `Questions per member per hour, up to ${MAX_MEMBER_QUESTIONS}; 0: no limit`,
          },
          maxLength: 4,
        },
      },
      run: setRole,
    },
    place: {
      description: {
        de: 'Begrenzt einen Kanal auf einen Teil der Woche; ohne Zahl: hebt das auf',
        en: 'Limits a channel to a share of the weekly quota; without a number, removes the limit',
      },
      options: {
        channel: {
          kind: 'channel',
          description: {
            de: 'Der Kanal, das Forum oder die Kategorie',
            en: 'The channel, forum or category',
          },
          isRequired: true,
        },
        percent: {
          description: {
            de: 'Prozent vom Kontingent der Woche, 1 bis 100',
            en: 'Percent of the weekly quota, 1 to 100',
          },
          maxLength: 3,
        },
      },
      run: setPlace,
    },
    show: {
      description: {
        de: 'Zeigt die Limits und wie weit sie diese Woche erreicht sind',
        en: 'Shows the limits and how often they were reached this week',
      },
      run: showLimits,
    },
  },
});

async function showLimits(core: Core, { serverId }: Invocation): Promise<Draft> {
  const server = await getServer(core, serverId);
  const settings = parseSettings(server.settings);
  const met = await readMetLimits(core, serverId);
  return say([
    ...describeLimits(settings),
    describeMet(met),
    ...Object.entries(settings.role_questions).map(([role, questions]) => describeRole(role, questions)),
    ...(await describePlaces(core, server)),
    {
      de: 'Ändern: `/limits member`, `/limits role`, `/limits place`.',
      en: 'To change them: `/limits member`, `/limits role`, `/limits place`.',
    },
  ]);
}

async function setRole(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const { role, questions = null } = parseOrRefuse(roleSchema, options, {
    de: `Bitte wähle eine Rolle und gib eine ganze Zahl von 0 bis ${MAX_MEMBER_QUESTIONS} an; 0 heißt: kein Limit.`,
    en: `Please choose a role and give a whole number from 0 to ${MAX_MEMBER_QUESTIONS}; 0 means no limit.`,
  });
  const set = setById(core, serverId, { name: 'role_questions', id: role }, () => questions);
  const { deeds } = await orRefuse(set, {
    'invalid_input:role': {
      de: 'Für @everyone setz stattdessen das Limit je Mitglied: `/limits member`.',
      en: 'For @everyone, set the limit for all members instead: `/limits member`.',
    },
    invalid_input: {
      de: `Mehr als ${MAX_ROLE_LIMITS} Rollen gehen nicht. Nimm erst einer anderen ihr Limit: \`/limits role\` ohne Zahl.`,
      en: `At most ${MAX_ROLE_LIMITS} roles can have a limit. Remove another one first: \`/limits role\` without a number.`,
    },
  });
  if (questions !== null)
    return saved(deeds, [
      describeRole(role, questions),
      {
        de: 'Wer mehrere Rollen hat, hat das großzügigste Limit.',
        en: 'Members with several roles get the most generous limit.',
      },
    ]);
  return saved(deeds, {
    de: `✅ Für <@&${role}> gilt das Limit aller Mitglieder.`,
    en: `✅ <@&${role}> has no limit of its own; the limit for all members applies.`,
  });
}

function describeRole(role: string, questions: number): Texts {
  if (questions === 0) return both`✅ <@&${role}>: ${{ de: 'kein Limit', en: 'no limit' }}`;
  return {
    de: `✅ <@&${role}>: ${questions === 1 ? '1 Frage' : `${questions} Fragen`} je Mitglied in einer Stunde`,
    en: `✅ <@&${role}>: ${questions} question${questions === 1 ? '' : 's'} per member per hour`,
  };
}

async function setPlace(core: Core, { serverId, options }: Invocation): Promise<Draft> {
  const { channel, percent = null } = parseOrRefuse(placeSchema, options, {
    de: 'Bitte wähle einen Kanal und gib eine ganze Zahl von 1 bis 100 an.',
    en: 'Please choose a channel and give a whole number from 1 to 100.',
  });
  const set = setById(core, serverId, { name: 'place_shares', id: channel }, () => percent);
  const { deeds } = await orRefuse(set, {
    invalid_input: {
      de: `Mehr als ${MAX_PLACES} Orte gehen nicht. Heb erst einen anderen Anteil auf: \`/limits place\` ohne Zahl.`,
      en: `At most ${MAX_PLACES} places can have a share. Remove another one first: \`/limits place\` without a number.`,
    },
  });
  if (percent === null)
    return saved(deeds, {
      de: `✅ <#${channel}> hat keinen eigenen Anteil mehr.`,
      en: `✅ <#${channel}> no longer has a share of its own.`,
    });
  return saved(deeds, {
    de: `✅ Fragen in <#${channel}> dürfen höchstens ${percent} % vom Kontingent der Woche kosten, und kein Guthaben. Ist der Anteil verbraucht, antworte ich dort erst in der neuen Woche wieder.`,
    en: `✅ Questions in <#${channel}> may cost at most ${percent}% of the weekly quota, and no credit. Once that share is used up, I do not answer there until the new week.`,
  });
}

async function describePlaces(core: Core, server: Server): Promise<Texts[]> {
  return [...(await readPlaceShares(core, server))].map(([id, { percent, used }]) => ({
    de: `✅ <#${id}>: ${percent} % der Woche, davon verbraucht: ${used} %`,
    en: `✅ <#${id}>: ${percent}% of the weekly quota, ${used}% of that share used`,
  }));
}

function describeLimits(settings: Settings): Texts[] {
  return [describeLimit(settings.member_questions), ...describeOthers(settings, NAMED, ['member_questions'])];
}

function describeLimit(questions: number): Texts {
  if (questions === 0)
    return {
      de: '✅ **Kein Limit:** Ein Mitglied darf so viel fragen, wie das Kontingent hergibt.',
      en: '✅ **No limit:** a member may ask as much as the quota allows.',
    };
  const [fragen, asked] = [
    questions === 1 ? '1 Frage' : `${questions} Fragen`,
    `${questions} question${questions === 1 ? '' : 's'}`,
  ];
  return {
    de: `✅ **Höchstens ${fragen} je Mitglied in einer Stunde.** Wer darüber ist, liest einmal in der Stunde, wann es weitergeht. Rollen des Teams sind ausgenommen.`,
    en: `✅ **At most ${asked} per member per hour.** Members over the limit are told once an hour when they may ask again. Team roles are exempt.`,
  };
}

/** Counts alone: nobody is named. */
function describeMet({ members, questions }: { members: number; questions: number }): Texts {
  if (members === 0)
    return { de: 'Diese Woche hat es niemand erreicht.', en: 'Nobody has reached their limit this week.' };
  return {
    de: `Diese Woche erreicht: von ${members} ${members === 1 ? 'Mitglied' : 'Mitgliedern'}; nicht beantwortet: ${questions} ${questions === 1 ? 'Frage' : 'Fragen'}.`,
    en: `Limit reached this week by ${members} ${members === 1 ? 'member' : 'members'}; ${questions} ${questions === 1 ? 'question was' : 'questions were'} not answered.`,
  };
}
