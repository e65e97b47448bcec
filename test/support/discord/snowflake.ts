const DISCORD_EPOCH_MS = 1_420_070_400_000;
let last = 0n;

/** A new id: valid, increasing over the whole process, with the present time inside. */
export function makeSnowflake(): string {
  const now = BigInt(Date.now() - DISCORD_EPOCH_MS) << 22n;
  last = now > last ? now : last + 1n;
  return String(last);
}

/** The id of something made at `atMs` (milliseconds since 1970). */
export function snowflakeAt(atMs: number): string {
  return String(BigInt(Math.round(atMs) - DISCORD_EPOCH_MS) << 22n);
}

/** The shard out of `shards` that Discord gives to this guild. */
export function shardOf(guildId: string, shards: number): number {
  return Number((BigInt(guildId) >> 22n) % BigInt(shards));
}
