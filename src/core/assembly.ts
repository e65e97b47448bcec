import { type Adapters, type Core, createCore } from './core.ts';
import { noticeSurge } from './learning/surge.ts';

/** The core, with everybody listening to what happens in the rooms below theirs. */
export function assembleCore(adapters: Adapters): Core {
  const core = createCore(adapters);
  core.events.unanswered = (asked) => noticeSurge(core, asked);
  return core;
}
