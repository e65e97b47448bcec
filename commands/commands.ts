import { ask } from './ask/ask.ts';
import { answerThis, suggestAReply } from './ask/on-demand.ts';
import { showTheSources } from './claims.ts';
import type { Command } from './command.ts';
import { key } from './key.ts';
import { knowledge } from './knowledge/knowledge.ts';
import { learning } from './learning/learning.ts';
import { links } from './links.ts';
import { limits } from './members/limits.ts';
import { myData, optOut, privacy } from './members/privacy.ts';
import { correctThisAnswer, learnFromThis } from './message-commands.ts';
import { persona } from './persona.ts';
import { channels } from './places/channels.ts';
import { setup } from './setup/setup.ts';
import { access } from './team/access.ts';
import { drafts } from './team/drafts.ts';
import { hours } from './team/hours.ts';
import { team } from './team/team.ts';
import { wasTheTeamNeeded } from './team-needed.ts';
import { tests } from './tests/tests.ts';
import { training } from './training/training.ts';
import { unanswered } from './unanswered.ts';
import { usage } from './usage.ts';

/** Every command, as the platform lists them; a new file is entered here. */
export const COMMANDS: readonly Command[] = [
  ask,
  setup,
  persona,
  knowledge,
  links,
  training,
  unanswered,
  tests,
  channels,
  team,
  access,
  learning,
  drafts,
  limits,
  hours,
  key,
  usage,
  privacy,
  myData,
  optOut,
  learnFromThis,
  correctThisAnswer,
  showTheSources,
  wasTheTeamNeeded,
  answerThis,
  suggestAReply,
];
