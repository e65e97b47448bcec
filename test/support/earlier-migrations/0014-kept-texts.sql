CREATE INDEX answers_with_text ON answers (server_id, at) WHERE question IS NOT NULL;
