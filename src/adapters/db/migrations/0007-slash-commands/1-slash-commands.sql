-- What was asked by slash command stands in no message.

ALTER TABLE handled_messages
  -- The id is that of the interaction, under which no message can be looked at again.
  ADD COLUMN IF NOT EXISTS is_command boolean NOT NULL DEFAULT false;
