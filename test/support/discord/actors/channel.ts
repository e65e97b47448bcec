import { type APIMessage, type APIRole, EmbedType, OverwriteType } from 'discord-api-types/v10';
import { type Core, dispatchGuild, dispatchMessage } from '../core.ts';
import type { ChannelState } from '../world.ts';

/** A channel or thread of a fake server. */
export class FakeChannel {
  readonly state: ChannelState;
  readonly #core: Core;

  constructor(core: Core, state: ChannelState) {
    this.#core = core;
    this.state = state;
  }

  get id(): string {
    return this.state.id;
  }

  get name(): string {
    return this.state.name;
  }

  get isThread(): boolean {
    return this.state.thread_metadata !== undefined;
  }

  /** Replaces what a role (the server's id: everyone) or member may do here. */
  setOverwrite(
    who: APIRole | { id: string },
    { allow = 0n, deny = 0n }: { allow?: bigint; deny?: bigint },
  ): void {
    const type = 'permissions' in who ? OverwriteType.Role : OverwriteType.Member;
    const others = (this.state.permission_overwrites ?? []).filter(({ id }) => id !== who.id);
    const overwrite = { id: who.id, type, allow: String(allow), deny: String(deny) };
    this.update({ permission_overwrites: [...others, overwrite] });
  }

  update(change: Partial<ChannelState>): void {
    Object.assign(this.state, change);
    dispatchGuild(
      this.#core,
      this.isThread ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE',
      this.state.guild_id,
      this.state,
    );
  }

  /** Nobody has written in this thread for long, or a moderator closes it. @param at in milliseconds since 1970 */
  archives(at = Date.now()): void {
    const { thread_metadata: state } = this.state;
    if (!state) throw new Error('only a thread is archived');
    this.update({
      thread_metadata: { ...state, archived: true, archive_timestamp: new Date(at).toISOString() },
    });
  }

  /** Discord has found a preview for an address in the message: an update without an edit. */
  showsPreview(message: APIMessage, url: string): void {
    message.embeds = [...message.embeds, { type: EmbedType.Link, url }];
    dispatchMessage(this.#core, 'MESSAGE_UPDATE', message);
  }

  remove(): void {
    const { id, guild_id, parent_id, type } = this.state;
    this.#core.world.removeChannel(this.state);
    const data = this.isThread ? { id, guild_id, parent_id, type } : this.state;
    dispatchGuild(this.#core, this.isThread ? 'THREAD_DELETE' : 'CHANNEL_DELETE', guild_id, data);
  }
}
