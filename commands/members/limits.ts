import type { Core } from '../../src/core/core.ts';
import { readMetLimits } from '../../src/core/members/member-limit.ts';
import { getServer } from '../../src/core/owners/servers.ts';
import { parseSettings, type Settings } from '../../src/core/owners/settings.ts';
import { type Invocation, slash } from '../command.ts';
import { type Draft, saved, say } from '../reply.ts';
import { describeOthers, listOptions, saveOptions, toOptions } from '../settings.ts';
import type { Texts } from '../wording.ts';

const NAMED = listOptions('limits');

export const limits = slash('limits', {
  description: {
    de: 'Wie viele Fragen ein Mitglied stellen darf',
    en: 'How many questions a member may ask',
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
    show: {
      description: {
        de: 'Zeigt das Limit und wie oft es diese Woche erreicht wurde',
        en: 'Shows the limit and how often it was met this week',
      },
      run: showLimits,
    },
  },
});

async function showLimits(core: Core, { serverId }: Invocation): Promise<Draft> {
  const settings = parseSettings((await getServer(core, serverId)).settings);
  const met = await readMetLimits(core, serverId);
  return say([
    ...describeLimits(settings),
    describeMet(met),
    { de: 'Ändern: `/limits member`.', en: 'To change it: `/limits member`.' },
  ]);
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
    en: `✅ **At most ${asked} for each member in an hour.** Members over the limit are told once an hour when they may ask again. Team roles are exempt.`,
  };
}

/** Counts alone: nobody is named. */
function describeMet({ members, questions }: { members: number; questions: number }): Texts {
  if (members === 0)
    return { de: 'Diese Woche hat es niemand erreicht.', en: 'Nobody has reached it this week.' };
  return {
    de: `Diese Woche erreicht: von ${members} ${members === 1 ? 'Mitglied' : 'Mitgliedern'}; nicht beantwortet: ${questions} ${questions === 1 ? 'Frage' : 'Fragen'}.`,
    en: `Met this week by ${members} ${members === 1 ? 'member' : 'members'}; ${questions} ${questions === 1 ? 'question was' : 'questions were'} not answered.`,
  };
}
