import { z } from 'zod';
import { summarise } from '../../src/core/answering/log/summary.ts';
import type { Core } from '../../src/core/core.ts';
import type { HandoverClaim } from '../../src/core/members/handovers.ts';
import { claimHandover, findHandover, solveHandover } from '../../src/core/members/handovers.ts';
import type { Invocation } from '../command.ts';
import { parseOrRefuse } from '../refusal.ts';
import { type Draft, done, escapeMarkdown, quote, say } from '../reply.ts';
import type { Texts } from '../wording.ts';

const answerIdSchema = z.uuid();

const GONE: Texts = {
  de: 'Diese Übergabe ist nicht mehr gespeichert. Schreib einfach hier, dann bleibt der Bot still.',
  en: 'This hand-over is no longer stored. Just write here, and the bot will stay quiet.',
};
const SOLVED: Texts = { de: 'Das ist schon erledigt.', en: 'This is already solved.' };
const MINE: Texts = {
  de: 'Du hast es schon übernommen. Drück „Erledigt“, wenn es gelöst ist.',
  en: 'You have already claimed it. Press “Solved” when it is done.',
};
const CLAIMED: Texts = {
  de: '🙋 Du hast es übernommen. Bis es erledigt ist, überlasse ich dir dieses Gespräch und antworte darin nur, wenn man mich erwähnt.',
  en: '🙋 You have claimed it. Until it is solved, I leave this conversation to you and answer in it only when I am mentioned.',
};

/** Buttons below a hand-over, for the whole team. */
export const HANDOVER_ACTIONS = {
  'handover:claim': { run: claim, access: 'team' },
  'handover:solve': { run: solve, access: 'team' },
} as const;

async function claim(core: Core, { serverId, args, invoker, target, signal }: Invocation): Promise<Draft> {
  const answerId = parseOrRefuse(answerIdSchema, args[0], GONE);
  const claimed = await claimHandover(core, { serverId, answerId }, invoker);
  if (claimed.outcome !== 'claimed')
    return say(describeRefusal(claimed), { effects: [show(answerId, target)] });
  const summary = await summarise(core, { serverId, answerId }, signal);
  const text = [CLAIMED, summary !== null && quote(summary)];
  return done('handover.claimed', answerId, text, { effects: [show(answerId, target)] });
}

function describeRefusal({ outcome, name }: HandoverClaim): Texts {
  if (outcome === 'gone') return GONE;
  if (outcome === 'solved') return SOLVED;
  if (outcome === 'mine') return MINE;
  if (name === null)
    return { de: 'Das hat schon jemand übernommen.', en: 'Someone has already claimed this.' };
  const who = escapeMarkdown(name);
  return { de: `Das hat schon ${who} übernommen.`, en: `${who} has already claimed this.` };
}

async function solve(core: Core, { id, serverId, args, target }: Invocation): Promise<Draft> {
  const answerId = parseOrRefuse(answerIdSchema, args[0], GONE);
  const key = { serverId, answerId };
  const solved = await solveHandover(core, key, id);
  if (solved.length === 0) {
    const isKnown = (await findHandover(core, key)) !== null;
    return say(isKnown ? SOLVED : GONE, { effects: [show(answerId, target)] });
  }
  const text: Texts = {
    de: '✅ Erledigt. Was bis hierher geschrieben wurde, ruft niemanden mehr.',
    en: '✅ Solved. Messages up to this point will not call the team again.',
  };
  const effects = solved.map((one) => show(one.answerId, one.answerId === answerId ? target : null));
  return done('handover.solved', answerId, text, { effects });
}

/** Pressed once more, it also makes up for a process that died before it could show it. */
function show(answerId: string, target: Invocation['target']) {
  return { kind: 'handover', answerId, ...(target && { messageId: target.id }) } as const;
}
