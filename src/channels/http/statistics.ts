import type { Middleware } from 'koa';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { type ChannelUse, readUseBetween } from '../../core/quota/weekly-use.ts';
import { TEAM_REASONS } from '../../domain/types.ts';
import { enter } from './answers.ts';
import type { ApiState } from './authenticate.ts';
import { checkSent, writeJson } from './body.ts';

/** What `statistics SERVER` tells on the command line, of any days. */
export function getStatistics(core: Core): Middleware<ApiState> {
  return async (ctx) => {
    const { from, to } = ctx.query;
    const range = checkSent(statisticsQuerySchema, { from, to });
    const { channels, ...days } = await readUseBetween(core, enter(ctx.state).serverId, range);
    const body: z.infer<typeof statisticsSchema> = { ...days, channels: channels.map(toShape) };
    writeJson(ctx, body);
  };
}

function toShape({ helpfulPercent, teamAnswered, handedOver, givenBack, ...same }: ChannelUse) {
  const renamed = { helpful_percent: helpfulPercent, team_answered: teamAnswered, handed_over: handedOver };
  return { ...same, ...renamed, given_back_units: givenBack };
}

const daySchema = z.iso.date();

export const statisticsQuerySchema = z.object({
  from: daySchema.optional().meta({
    description:
      'The first day, at most 366 days before the end of `to`; if left out: eight weeks before it.',
    example: '2026-03-01',
  }),
  to: daySchema.optional().meta({ description: 'The last day; if left out: today.', example: '2026-03-31' }),
});

const countSchema = z.int().min(0);
const told = (description: string) => countSchema.meta({ description });

export const statisticsSchema = z
  .object({
    from: daySchema,
    to: daySchema,
    channels: z.array(
      z.object({
        channel: z.enum(['api', 'discord']),
        answers: countSchema,
        confirmed: told('Given without the team; someone called the answer helpful or the ticket resolved.'),
        silent: told('Given without the team; nobody has said whether the answer helped.'),
        reopened: told(
          'Given without the team, then voted down, reopened or taken over by the team after all.',
        ),
        ...{ helpful: countSchema, unhelpful: countSchema },
        helpful_percent: z.number().min(0).max(100).nullable(),
        ...{ resolved: countSchema, team_answered: countSchema, handed_over: countSchema },
        reasons: z.object(
          Object.fromEntries(TEAM_REASONS.map((reason) => [reason, countSchema])) as Record<
            (typeof TEAM_REASONS)[number],
            typeof countSchema
          >,
        ),
        ...{ drafts: countSchema, repeated: countSchema },
        given_back_units: told('Quota units given back for answers that did not hold up.'),
      }),
    ),
  })
  .meta({ id: 'Statistics' });
