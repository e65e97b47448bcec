import { ask } from './ask.ts';
import { channels } from './channels.ts';
import type { Command } from './command.ts';
import { correctThisAnswer } from './correct-this-answer.ts';
import { key } from './key.ts';
import { knowledge } from './knowledge.ts';
import { learnFromThis } from './learn-from-this.ts';
import { learning } from './learning.ts';
import { links } from './links.ts';
import { myData } from './my-data.ts';
import { optOut } from './opt-out.ts';
import { persona } from './persona.ts';
import { privacy } from './privacy.ts';
import { setup } from './setup.ts';
import { team } from './team.ts';
import { tests } from './tests.ts';
import { training } from './training.ts';
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
  key,
  usage,
  privacy,
  myData,
  optOut,
  learnFromThis,
  correctThisAnswer,
];
