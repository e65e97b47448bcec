import { ask } from './ask/ask.ts';
import { channels } from './channels.ts';
import type { Command } from './command.ts';
import { drafts } from './drafts.ts';
import { key } from './key.ts';
import { knowledge } from './knowledge/knowledge.ts';
import { learning } from './learning.ts';
import { links } from './links.ts';
import { correctThisAnswer, learnFromThis } from './message-commands.ts';
import { persona } from './persona.ts';
import { myData, optOut, privacy } from './privacy.ts';
import { setup } from './setup/setup.ts';
import { team } from './team.ts';
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
  learning,
  drafts,
  key,
  usage,
  privacy,
  myData,
  optOut,
  learnFromThis,
  correctThisAnswer,
];
