import { idOf } from './visits.ts';

/** `discord:` and the id of a channel. */
export const CHANNEL_ADDRESS = /^discord:(\d{1,20})$/;

export function isChannelLink(url: string): boolean {
  return CHANNEL_ADDRESS.test(url);
}

export function channelOf(url: string): string {
  return CHANNEL_ADDRESS.exec(url)?.[1] ?? '';
}

export function linkOfChannel(channelId: string): string {
  return idOf(`discord:${channelId}`);
}

/** Where the platform shows a message. */
export function postAddress(web: string, serverId: string, channelId: string, id: string): string {
  return [web, 'channels', serverId, channelId, id].join('/');
}
